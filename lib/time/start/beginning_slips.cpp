// The direction in which a slip in a plane begins from rest.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_lu.hpp"
#include "system/state/slip_rows.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/equations/shared_holds.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

using contact::Slip;

// With the motion along c e, the forces of the own stop and of all that is held differ from those of a stick by what the masses
// of the slip take: mu N changes by -mu c p.e, with p the loss of force of the stop by a unit acceleration.
Start::SlipOnset Start::direct(State& state, std::size_t number) {
    SlipOnset out;
    const Friction& of = system_.frictions[number];
    FrictionState& friction = state.frictions[number];
    const bool breaking = friction.breaking;
    friction.status = FrictionStatus::stick;
    hold(state);
    friction.status = FrictionStatus::slip;
    friction.breaking = breaking;
    const Slip held = friction.force;
    const std::size_t m = held_;
    std::array<std::size_t, 2> at{m, m};
    for (std::size_t a = 0; a < m; ++a) {
        if (holds_[a].friction == static_cast<int>(number)) at[holds_[a].component] = a;
    }
    if (at[0] == m || at[1] == m) return out;
    spare_.assign(matrix_.begin(), matrix_.end());
    if (!linalg::factor_small(static_cast<int>(m), spare_.data(), pivots_.data())) return out;
    for (std::size_t a = 0; a < m; ++a) {
        double column = 0;
        for (std::size_t b = 0; b < m; ++b) column = std::fmax(column, std::abs(matrix_[b + a * m]));
        if (!(std::abs(spare_[a + a * m]) > dependent_pivot * column)) return out;
    }
    Slip of_stop{};
    for (std::size_t k = 0; k < 2; ++k) {
        lambda_.assign(m, 0);
        lambda_[at[k]] = 1;
        linalg::solve_small(static_cast<int>(m), spare_.data(), pivots_.data(), lambda_.data());
        for (std::size_t l = 0; l < 2; ++l) out.inertia[2 * l + k] = lambda_[at[l]];
        for (std::size_t a = 0; a < m && of.contact >= 0; ++a) {
            if (holds_[a].friction < 0) of_stop[k] += pressing(state, of, a) * lambda_[a];
        }
    }
    const contact::FrictionCone& cone = *of.law->cone;
    const double mu = breaking ? cone.static_coefficient : cone.coefficient, N = friction.normal_force;
    double force = mu * N;
    BeginningSlip begins;
    constexpr int most_passes = 40;
    for (int pass = 0; pass < most_passes; ++pass) {
        begins = beginning_slip(out.inertia, held, force);
        const double next = mu * (N - begins.rise * contact::dot(of_stop, begins.direction));
        if (!(std::abs(next - force) > 4 * epsilon * mu * N)) break;
        force = next;
    }
    out.hold = contact::norm(held);
    out.rise = begins.rise;
    friction.direction = begins.direction;
    return out;
}

// Along the force that would hold it, the slip would turn within no time to where its masses let it go: no step has that.
void Start::direct_beginning_slip(State& state) {
    std::optional<std::size_t> begins;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        const FrictionState& now = state.frictions[f];
        if (!slips_in_plane(system_.frictions[f], now)) continue;
        if (contact::norm(now.velocity) > rounding_of_slip && !left_by_location(now, now.velocity)) continue;
        if (begins) return;
        begins = f;
    }
    if (!begins) return;
    const Slip before = state.frictions[*begins].direction;
    if (!(direct(state, *begins).rise > 0)) state.frictions[*begins].direction = before;
    complete_once(state, false);
}

}  // namespace jounce::time
