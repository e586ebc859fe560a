// The beginning of a step with contacts: surfaces, onsets within the step, and the compression kept after release.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers/hermite.hpp"
#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "linalg/basics/set_zero.hpp"
#include "time/contact/contact_kernel.hpp"

namespace jounce::time {

using contact::ContactMemory;
using contact::Motion;

namespace {

/// The force at the end of a step that begins closed. A step that resolves the contact uses the extrapolated motion, so
/// that Newton's first increment is the last one; otherwise the committed force.
double first_guess(const SideState& before, double h) {
    constexpr double close = 0.1;
    const double force = before.response.force;
    const double change = h * before.response.stiffness * before.motion.rate;
    return std::abs(change) <= close * std::abs(force) ? force + change : force;
}
}  // namespace

void ContactKernel::set_surfaces() {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const SideState& before = from_->sides[s];
        surface_[s] = stepwise_surface(*sides_[s].law, before.motion, before.memory, end_time_);
    }
}

void ContactKernel::commit_open(std::size_t s, SideState& to) const {
    const contact::Law& law = *sides_[s].law;
    if (!law.transition->relaxes) return;
    const SideState& before = from_->sides[s];
    keep_stepwise(law, before.motion, before.memory, to.memory.closed, to.motion, from_->time, end_time_, to.memory);
    to.response = open_response(law, to.memory, end_time_);
}

void ContactKernel::begin_trial(const State& from, double h) {
    linalg::set_zero(force_.data(), rows());
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const SideState& before = from.sides[s];
        held_[s] = stepwise_ ? stepwise_held(*sides_[s].law, before.motion, before.memory, surface_[s]) : before.memory.closed;
        if (before.memory.closed) {
            const double force = first_guess(before, h);
            force_[sides_[s].row] += force * before.normal[0];
            if (sides_[s].gap.shape == contact::GapShape::circular) force_[sides_[s].row + 1] += force * before.normal[1];
        }
        // Already in contact at the committed state: the onset is in the past.
        if (stepwise_ && !held_[s]) begin_onset(s, from, h);
    }
    if (!friction_.empty()) friction_.begin_step(from, h, force_.data());
}

void ContactKernel::begin_onset(std::size_t side, const State& from, double h) {
    const SideState& before = from.sides[side];
    const Motion free = sides_now_[side].motion;
    ContactMemory& memory = sides_now_[side].memory;
    const contact::Law& law = *sides_[side].law;
    const contact::GapSide& gap = sides_[side].gap;
    if (gap.shape == contact::GapShape::plane || !(free.indentation > surface_[side]))
        return set_stepwise_onset(law, before.motion, free, from.time, h, memory);
    // The distance from the axis is not a cubic; its components are.
    const std::size_t row = sides_[side].row;
    double x[2] = {}, v[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
        for (int e = row_start_[row + i]; e < row_start_[row + i + 1]; ++e) {
            x[i] += row_coefficient_[static_cast<std::size_t>(e)] * from.q[row_index_[static_cast<std::size_t>(e)]];
            v[i] += row_coefficient_[static_cast<std::size_t>(e)] * from.v[row_index_[static_cast<std::size_t>(e)]];
        }
    }
    if (moving_stops_) add_moving_stops(from.time, row, 2, x, v);
    const CubicHermite path[2] = {{h, x[0], v[0], x_free_[row], v_free_[row]},
                                  {h, x[1], v[1], x_free_[row + 1], v_free_[row + 1]}};
    const auto at = [&](double t) {
        const double place[2] = {path[0].value(t), path[1].value(t)};
        const double velocity[2] = {path[0].rate(t), path[1].rate(t)};
        const Motion above = above_surface(law, side_motion(gap, place, velocity).motion, before.memory, from.time + t);
        return std::pair{above.indentation, above.rate};
    };
    const double onset = bracketed_root(at, 0, h);
    contact::set_onset(law, from.time + onset, std::max(at(onset).second, 0.0), memory);
}

}  // namespace jounce::time
