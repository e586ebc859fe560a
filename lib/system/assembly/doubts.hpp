// Notes on values that are probably mistakes, mostly of units.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"

namespace jounce {

/// The words of the field `accept` of jounce.model: each silences one kind of note.
inline constexpr std::array<const char*, 5> doubt_words = {"density", "modulus", "damping", "speed", "unsupported"};

/// Notes on the fields of one entry and of the kinds nested in it: densities outside 10 to 30 000 kg/m^3, Young's moduli outside
/// 1e5 to 1.5e12 Pa, damping ratios above 1, drive speeds of 100 rad/s and above that are whole numbers.
/// \param accepted words of `doubt_words`
void add_doubts(const std::string& entry, const Table& table, const Origin& origin, const std::vector<std::string>& accepted,
                std::vector<std::string>& notes);

/// "... [accept = { "density" } in jounce.model silences this]"
[[nodiscard]] std::string doubt(const std::string& word, const std::string& text);

}  // namespace jounce
