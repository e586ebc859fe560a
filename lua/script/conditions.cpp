// The lines of a script on which it decides something.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/conditions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace jounce::lua {

namespace {

constexpr std::array<std::string_view, 7> tests = {"if", "elseif", "while", "until", "and", "or", "not"};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Length of a long bracket "[[ ... ]]" or "[==[ ... ]==]" at the beginning of the text, to its end; 0: there is none.
std::size_t long_bracket(std::string_view text) {
    std::size_t level = 1;
    while (level < text.size() && text[level] == '=') ++level;
    if (text.empty() || text[0] != '[' || level >= text.size() || text[level] != '[') return 0;
    const std::string close = "]" + std::string(level - 1, '=') + "]";
    const std::size_t end = text.find(close, level + 1);
    return end == std::string_view::npos ? text.size() : end + close.size();
}

/// Length of a comment at the beginning of the text; 0: there is none.
std::size_t comment(std::string_view text) {
    if (!text.starts_with("--")) return 0;
    if (const std::size_t length = long_bracket(text.substr(2)); length > 0) return 2 + length;
    return std::min(text.find('\n'), text.size());
}

/// Length of a text in quotes at the beginning; 0: there is none.
std::size_t quoted(std::string_view text) {
    if (text[0] != '"' && text[0] != '\'') return 0;
    std::size_t end = 1;
    while (end < text.size() && text[end] != text[0] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

}  // namespace

std::vector<bool> lines_with_conditions(std::string_view script) {
    std::vector<bool> out(static_cast<std::size_t>(std::ranges::count(script, '\n')) + 1, false);
    std::size_t line = 0;
    for (std::size_t at = 0; at < script.size();) {
        const std::string_view rest = script.substr(at);
        std::size_t length = std::max({comment(rest), quoted(rest), long_bracket(rest)});
        if (length == 0) {
            while (length < rest.size() && in_name(rest[length])) ++length;
            if (std::ranges::find(tests, rest.substr(0, length)) != tests.end()) out[line] = true;
        }
        if (length == 0) {
            length = 1;
            if (rest.starts_with("==") || rest.starts_with("~=")) out[line] = true;
        }
        line += static_cast<std::size_t>(std::ranges::count(rest.substr(0, length), '\n'));
        at += length;
    }
    return out;
}

}  // namespace jounce::lua
