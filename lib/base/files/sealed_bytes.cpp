// Files that only this program reads: a line with the format, the length of the content (8 bytes), the content, a checksum (8).
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/sealed_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace jounce {

namespace {

constexpr std::size_t number_bytes = sizeof(std::uint64_t);

void append_number(std::string& bytes, std::uint64_t value) { bytes.append(reinterpret_cast<const char*>(&value), number_bytes); }

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
    std::uint64_t out = 0;
    std::memcpy(&out, bytes.data() + at, number_bytes);
    return out;
}

/// What a line of any file begins with, for a message.
std::string shown(std::string_view text) {
    constexpr std::size_t most = 20;
    constexpr char first = ' ', last = '~';
    std::size_t length = 0;
    while (length < std::min(most, text.size()) && text[length] >= first && text[length] <= last) ++length;
    return std::string(text.substr(0, length));
}

}  // namespace

std::string seal(const FileFormat& format, std::string_view content, std::string_view key) {
    std::string bytes;
    bytes.reserve(format.name.size() + format.version.size() + 1 + content.size() + 2 * number_bytes);
    bytes.append(format.name).append(format.version).append("\n");
    append_number(bytes, content.size());
    bytes.append(content);
    Checksum sum;
    sum.add(bytes);
    sum.add(key);
    append_number(bytes, sum.value());
    return bytes;
}

bool Unsealed::intact(std::string_view key) const {
    Checksum all = sum;
    all.add(key);
    return all.value() == stored;
}

Unsealed unseal(const FileFormat& format, std::string bytes, const std::function<Error(const std::string& why)>& refused) {
    const std::string line = bytes.substr(0, bytes.find('\n'));
    if (!line.starts_with(format.name)) throw refused("is not " + std::string(format.noun));
    if (const std::string found = line.substr(format.name.size()); found != format.version)
        throw refused("has format " + shown(found) + ", this program reads format " + std::string(format.version));
    const std::size_t begin = line.size() + 1 + number_bytes;
    if (bytes.size() < begin) throw refused("is cut short");
    const std::uint64_t length = number_at(bytes, begin - number_bytes);
    if (length > bytes.size() || bytes.size() < begin + length + number_bytes) throw refused("is cut short");
    if (bytes.size() != begin + length + number_bytes) throw refused(other_checksum);
    Unsealed out;
    out.sum.add(std::string_view(bytes).substr(0, begin + length));
    out.stored = number_at(bytes, begin + length);
    bytes.resize(begin + length);
    bytes.erase(0, begin);
    out.content = std::move(bytes);
    return out;
}

}  // namespace jounce
