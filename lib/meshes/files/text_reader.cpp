// Words and lines of a mesh file.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/messages/text.hpp"

namespace jounce::mesh_files {

namespace {

constexpr std::string_view blanks = " \t\r";

template <class T>
bool parsed(std::string_view text, T& value) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    return fmt::format("'{}{}'", text.substr(0, longest), text.size() > longest ? "..." : "");
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

TextReader::TextReader(std::string file, std::string subject)
    : file_(std::move(file)), subject_(std::move(subject)), stream_(file_) {
    if (stream_) return;
    throw bad_case(subject_ + ": 'file' must be a file that can be read, got '" + in_one_line(file_) + "' (" + stream_.reason() +
                   "; a relative path is relative to the working folder)");
}

bool TextReader::fill() {
    if (!std::getline(stream_, text_)) return false;
    ++line_;
    at_ = line_ == 1 && text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    return true;
}

bool TextReader::next_line(std::string& line) {
    if (!fill()) return false;
    line = trimmed(std::string_view(text_).substr(at_));
    at_ = text_.size();
    return true;
}

std::string TextReader::word(std::string_view expected) {
    while (true) {
        at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
        if (at_ < text_.size()) break;
        if (!fill()) throw wrong("the file ends where " + std::string(expected) + " is expected");
    }
    const std::size_t end = std::min(text_.find_first_of(blanks, at_), text_.size());
    std::string found = text_.substr(at_, end - at_);
    at_ = end;
    return found;
}

std::string TextReader::quoted(std::string_view expected) {
    const std::string first = word(expected);
    const std::size_t begin = at_ - first.size();
    const std::size_t end = text_.find('"', begin + 1);
    if (first.front() != '"' || end == std::string::npos)
        throw wrong(std::string(expected) + " is expected, got " + shown(first));
    at_ = end + 1;
    return text_.substr(begin + 1, end - begin - 1);
}

double TextReader::number(std::string_view expected) { return number_in(word(expected), expected); }

long TextReader::integer(std::string_view expected, long low, long high) {
    return integer_in(word(expected), expected, low, high);
}

double TextReader::number_in(std::string_view text, std::string_view expected) const {
    double value = 0;
    std::string plain(text);  // Fortran writes 0.1D+00
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
    if (!parsed(plain, value) || !std::isfinite(value))
        throw wrong(std::string(expected) + " must be a finite number, got " + shown(text));
    return value;
}

long TextReader::integer_in(std::string_view text, std::string_view expected, long low, long high) const {
    long value = 0;
    if (!parsed(text, value) || value < low || value > high) {
        const std::string range = high < 1'000'000'000 ? "an integer from " + std::to_string(low) + " to " + std::to_string(high)
                                                       : "an integer from " + std::to_string(low) + " upwards";
        throw wrong(std::string(expected) + " must be " + range + ", got " + shown(text));
    }
    return value;
}

Error TextReader::wrong(const std::string& what, int line) const {
    return bad_case(subject_ + ": 'file' " + file_ + ":" + std::to_string(line) + ": " + what);
}

}  // namespace jounce::mesh_files
