// The data of a point of a branch as bytes and back (see base/files/archive.hpp).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <type_traits>

#include "base/files/archive.hpp"
#include "nonlinear/continuation/branch_row.hpp"

namespace jounce {

template <class Archive>
void transfer(Archive& archive, Either<std::complex<double>> auto& z) {
    double re = z.real(), im = z.imag();
    archive(re, im);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(z)>>) z = {re, im};
}

}  // namespace jounce

namespace jounce::nonlinear {

template <class Archive>
void transfer(Archive& archive, Either<BranchRow> auto& row) {
    auto& [parameter, second, kind, low, high, turns, why, y, phase, period, periods, contacts, sticks, events, multipliers,
           unit_multiplier_error, stable, impact_speeds, peak_force, smallest_opening, smallest_impact_speed, corner,
           newton_steps, residual, arc] = row;
    archive(parameter, second, kind, low, high, turns, why, y, phase, period, periods, contacts, sticks, events, multipliers,
            unit_multiplier_error, stable, impact_speeds, peak_force, smallest_opening, smallest_impact_speed, corner,
            newton_steps, residual, arc);
}

}  // namespace jounce::nonlinear
