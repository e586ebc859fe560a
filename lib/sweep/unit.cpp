// Units as a user writes them beside an axis.
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

}  // namespace

std::string unknown_unit(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" */", at), text.size());
        std::string_view word = text.substr(at, end - at);
        at = end + 1;
        if (word.empty()) continue;
        const std::size_t power = word.find('^');
        std::string_view symbol = word.substr(0, power);
        if (power != std::string_view::npos && !is_exponent(word.substr(power + 1))) return std::string(word);
        // m2, s3: as in "m/s2".
        while (power == std::string_view::npos && symbol.size() > 1 && symbol.back() >= '0' && symbol.back() <= '9' &&
               symbol != "g0")
            symbol.remove_suffix(1);
        if (!is_symbol(symbol)) return std::string(word);
    }
    return {};
}

}  // namespace jounce::sweep
