// Undamped modes of a System's linear block: frequencies, shapes, kinds, effective masses, and the proof that none is missing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "system/system.hpp"

namespace jounce::modal {

struct Mode {
    double frequency = 0;          ///< [Hz]; exactly 0 for rigid-body modes
    double eigenvalue = 0;         ///< as computed [1/s2]; rigid ones come out as round-off of either sign
    double residual = 0;           ///< |K phi - lambda M phi| / (|K| |phi|)
    std::string kind;              ///< rigid, bending, axial, torsion (shells add ovalling), or a mix: "bending, torsion"
    linalg::Vector shape;          ///< over the free coordinates, phi^T M phi = 1
    std::array<double, 6> participation{};   ///< phi^T M r for ux uy uz rx ry rz (rotations about the origin)
    std::array<double, 6> effective_mass{};  ///< participation squared [kg, kg m2]
};

struct Modes {
    std::vector<Mode> modes;   ///< ascending
    int counted_below = 0;     ///< eigenvalues below the bound just above the last mode, by the inertia of K - bound M
    double bound = 0;          ///< that bound [1/s2]
    std::array<double, 6> total_mass{};  ///< r^T M r
    [[nodiscard]] bool complete() const { return counted_below == static_cast<int>(modes.size()); }
};

/// The lowest `count` modes (all when there are fewer).
[[nodiscard]] Modes modes(const System& system, int count);

}  // namespace jounce::modal
