// The reported data of a point of a branch, in the units of the model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/walk.hpp"

namespace jounce::nonlinear {

struct BranchRow {
    double parameter = 0;
    std::optional<double> second;     ///< of a curve in two parameters
    std::optional<SpecialKind> kind;  ///< of a special point
    double low = 0, high = 0;         ///< of a special point: the parameter at both ends of its bracket
    bool turns = false;               ///< of a grazing: the parameter has a turning point
    std::string why;                  ///< of a jump

    Vector y;                                   ///< at the section; for a grazing that of the neighbouring orbit without contact
    double phase = 0;                           ///< of the section, as a share of the period
    double period = 0;                          ///< of the load; without one, of one of the n turns
    int periods = 1, contacts = 0, sticks = 0;  ///< n, m and s of the label
    int events = 0;                             ///< of all kinds, in n periods
    std::vector<std::complex<double>> multipliers;
    std::optional<double> unit_multiplier_error;             ///< without a load: |mu - 1| of the one that is left out
    std::optional<bool> stable;                              ///< empty at a special point, at a corner, and when undecided
    std::vector<double> impact_speeds;                       ///< in time order
    std::optional<double> peak_force;                        ///< of contacts with a force law; empty without such contacts
    double smallest_opening = 0, smallest_impact_speed = 0;  ///< infinite if there is none
    bool corner = false;
    int newton_steps = 0;
    double residual = 0;
    double arc = 0;

    [[nodiscard]] std::string label() const;
};

/// \param family with the map of the row's section \param period of the load at the row's parameter; unused without a load
[[nodiscard]] BranchRow branch_row(const ScaledFamily& family, const WalkRow& row, double period);

}  // namespace jounce::nonlinear
