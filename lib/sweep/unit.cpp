// Units of an axis, as written by a user.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/unit.hpp"

#include <algorithm>
#include <array>

namespace jounce::sweep {

namespace {

/// Symbols that take a prefix, and symbols that take none.
constexpr std::array<std::string_view, 15> prefixed = {"m", "s", "g",   "N", "Pa", "J", "W",  "Hz",
                                                       "K", "A", "rad", "V", "t",  "l", "mol"};
constexpr std::array<std::string_view, 10> plain = {"1", "deg", "rpm", "min", "h", "%", "g0", "dB", "count", "kg"};
constexpr std::string_view prefixes = "numckMG";

bool is_symbol(std::string_view word) {
    if (std::ranges::find(plain, word) != plain.end() || std::ranges::find(prefixed, word) != prefixed.end()) return true;
    return word.size() > 1 && prefixes.find(word.front()) != std::string_view::npos &&
           std::ranges::find(prefixed, word.substr(1)) != prefixed.end();
}

/// "2", "-1.5"
bool is_exponent(std::string_view text) {
    if (!text.empty() && text.front() == '-') text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos &&
           text.find_first_of("0123456789") != std::string_view::npos && std::ranges::count(text, '.') <= 1;
}

/// Is "N", "m^-1", "m2" (as in "m/s2") a factor?
bool is_factor(std::string_view word) {
    const std::size_t power = word.find('^');
    if (power != std::string_view::npos) return is_symbol(word.substr(0, power)) && is_exponent(word.substr(power + 1));
    if (is_symbol(word)) return true;
    const bool digit = word.size() > 1 && word.back() >= '2' && word.back() <= '9';
    return digit && word.front() > '9' && is_symbol(word.substr(0, word.size() - 1));
}

}  // namespace

std::string unknown_unit(std::string_view text) {
    constexpr std::string_view separators = " */";
    if (text.empty()) return {};
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (word.empty()) return std::string(text);  // a separator without a factor
        if (!is_factor(word)) return std::string(word);
        if (end == text.size()) return {};
        // One separator; it may have spaces on both sides.
        at = std::min(text.find_first_not_of(' ', end), text.size());
        if (at < text.size() && text[at] != ' ' && separators.find(text[at]) != std::string_view::npos)
            at = std::min(text.find_first_not_of(' ', at + 1), text.size());
    }
}

}  // namespace jounce::sweep
