// Stresses of shells where they have one value: the cells at a node between which stress is continuous, and probes.
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

/// Do the stresses of two cells at a common corner (corner i of `a`, j of `b`) make one mean? Same thickness and material, and
/// no edge between them, nor normals on opposite sides.
[[nodiscard]] bool stressed_alike(const ShellPiece& a, int i, const ShellPiece& b, int j);

/// "plate[7].stress_top_xx" (the mean of the cells at a node by their areas there) and "plate.cell[3].stress_bottom_xy" (in the
/// middle of a cell); global axes, linear in the coordinates. Nothing when it is no probe of a stress.
/// \throws Error (bad_case, without origin) for an unknown component or cell, and for a node at which the stress has several
/// values
[[nodiscard]] std::optional<Probe> stress_probe(const System& system, const std::string& name, const std::string& thing,
                                                const std::string& quantity);

}  // namespace jounce
