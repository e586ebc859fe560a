// Closed rigid sides and sticking frictions at one instant: which sides open and which sticks slip, as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "contact/friction/friction.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Accelerations `free` of the rates that are held at zero, as if nothing held them, and W, what unit forces take from them: the
/// indentations of `normals` closed rigid sides, slips along `tangents` lines, then the two components of each slip in a plane.
struct HeldAccelerations {
    Eigen::Index normals = 0, tangents = 0;
    linalg::Matrix W;
    linalg::Vector free, noise;        ///< noise: the rounding of `free`
    std::vector<int> pressed_by;       ///< of each line, then of each plane: its normal, or -1
    std::vector<double> coefficient;   ///< of each of them
    std::vector<double> normal_force;  ///< of each of them whose normal is -1: given

    /// Do no forces hold all of them? So it is where a stick follows a given motion that leaves a stop or runs into it, or where
    /// two sticks follow given motions that part.
    [[nodiscard]] bool contradict() const;

    struct Decision {
        std::vector<char> opens;  ///< of each normal: does it open?
        std::vector<contact::Slip>
            slips;  ///< of each line, then of each plane: a vector along the slip that begins; 0: it sticks
    };
    /// By the complementarity of FrictionalContacts, and that of FrictionCones where slips in planes contradict; where they do
    /// not, or where given motions have hardly begun to part (FrictionCones does not converge), they stay held. \returns nothing
    /// where there is no solution
    [[nodiscard]] std::optional<Decision> decide() const;

  private:
    [[nodiscard]] Eigen::Index planes() const { return (free.size() - normals - tangents) / 2; }
    [[nodiscard]] std::optional<Decision> decide_lines() const;
    [[nodiscard]] std::optional<Decision> decide_planes() const;
    /// \param rates those of the normals are the opening ones \param sizes of their terms
    [[nodiscard]] std::vector<char> opening(const linalg::Vector& rates, const linalg::Vector& sizes) const;
    [[nodiscard]] double rounding(Eigen::Index row, const linalg::Vector& sizes) const;
};

}  // namespace jounce::time
