// Stresses of shells where they are unique: the cells at a node with continuous stress, and probes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "system/probes/probe.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce {

/// Components of a symmetric tensor in the order of VTK.
inline constexpr std::array<std::pair<int, int>, 6> stress_components = {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
inline constexpr std::array<const char*, 6> stress_names = {"xx", "yy", "zz", "xy", "yz", "xz"};

/// May the stresses of two cells be averaged at a common corner (corner i of `a`, j of `b`)? They need the same thickness and
/// material, no edge between them, and normals on the same side.
[[nodiscard]] bool stressed_alike(const ShellPiece& a, int i, const ShellPiece& b, int j);

/// "plate[7].stress_top_xx" (the area-weighted mean of the cells at a node) and "plate.cell[3].stress_bottom_xy" (at the middle
/// of a cell); global axes, linear in the coordinates. Nothing when it is not a stress probe.
/// \throws Error (bad_case, without origin) for an unknown component or cell, and for a node at which the stress is not unique
[[nodiscard]] std::optional<Probe> stress_probe(const System& system, const std::string& name, const std::string& thing,
                                                const std::string& quantity);

}  // namespace jounce
