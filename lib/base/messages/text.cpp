// Text helpers for messages and files: numbers in readable form, the nearest known word.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace jounce {

std::string shortest(double value) {
    return std::isnan(value) ? "nan" : fmt::format("{}", value);  // the sign of a nan has no meaning
}

std::string in_message(double value) {
    const std::string out = fmt::format("{:.12g}", value);
    const double off = std::abs(std::strtod(out.c_str(), nullptr) - value);
    return off <= 4 * std::numeric_limits<double>::epsilon() * std::abs(value) ? out : shortest(value);
}

std::string time_text(double seconds) { return fmt::format("{:.12g}", seconds); }

std::string join(std::span<const std::string> words, std::string_view separator) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i != 0) out += separator;
        out += words[i];
    }
    return out;
}

std::string join_or(std::span<const std::string> words) {
    if (words.size() < 2) return join(words);
    return join(words.first(words.size() - 1)) + " or " + words.back();
}

namespace {
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same =
                std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}
std::size_t common_start(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}
}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(word.size() / 2, 1) + 1;
    for (const std::string& candidate : known) {
        // If one word is the start of the other ("stiff" for "stiffness"), they are near for any length.
        const bool continues =
            std::min(word.size(), candidate.size()) >= 3 && (candidate.starts_with(word) || word.starts_with(candidate));
        const std::size_t distance = continues ? 1 : edit_distance(word, candidate);
        const bool nothing_in_common = distance >= std::max(word.size(), candidate.size());
        const bool nearer = distance < best_distance || (distance == best_distance && !best.empty() &&
                                                         common_start(word, candidate) > common_start(word, best));
        if (nearer && !nothing_in_common) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

namespace {
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
}  // namespace

bool is_usable_name(std::string_view name) {
    return !name.empty() && name.find_first_of(".,\"#") == std::string_view::npos &&
           std::none_of(name.begin(), name.end(), is_control);
}

std::string in_one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (is_control(c)) {
            out += "\\" + std::to_string(static_cast<int>(c));
        } else {
            out += c;
        }
    }
    return out;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string near = nearest_word(word, known);
    return near.empty() ? std::string() : "; did you mean '" + near + "'?";
}

}  // namespace jounce
