// Closed rigid sides and sticking frictions at one instant: which sides open and which sticks slip, as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Accelerations `free` of the rates that are held at zero, as if nothing held them, and W, what unit forces take from them: the
/// indentations of `normals` closed rigid sides, slips along `tangents` lines, then the components of slips in planes, which stay
/// held here.
struct HeldAccelerations {
    Eigen::Index normals = 0, tangents = 0;
    linalg::Matrix W;
    linalg::Vector free, noise;        ///< noise: the rounding of `free`
    std::vector<int> pressed_by;       ///< of each tangent: its normal, or -1
    std::vector<double> coefficient;   ///< of each tangent
    std::vector<double> normal_force;  ///< of each tangent whose normal is -1: given

    /// Do no forces hold all of them? So it is where a stick follows a given motion that leaves a stop or runs into it, or where
    /// two sticks follow given motions that part.
    [[nodiscard]] bool contradict() const;

    struct Decision {
        std::vector<char> opens;    ///< of each normal: does it open?
        std::vector<double> slips;  ///< of each tangent: the direction in which it begins to slip, +1 or -1; 0: it sticks
    };
    /// By the complementarity of FrictionalContacts. \returns nothing where that has no solution
    [[nodiscard]] std::optional<Decision> decide() const;
};

}  // namespace jounce::time
