// Frictions that slide along lines under constant normal forces: constant forces on exact linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/sliding_flight.hpp"

#include <algorithm>
#include <cmath>

#include "base/limits.hpp"
#include "time/equations/given_normal_force.hpp"
#include "time/exact/first_rise.hpp"

namespace jounce::time {

using contact::ContactEvent;

namespace {
// Largest slip that can be rounding alone [m/s]: a slip that has just begun, without an acceleration where the static coefficient
// is the sliding one, ends only beyond it.
constexpr double at_rest = 1e-12;
}  // namespace

SlidingFlight::SlidingFlight(const System& system) : system_(&system) {
    for (std::size_t f = 0; f < system.frictions.size(); ++f) {
        if (system.frictions[f].contact < 0) alone_.push_back(f);
    }
    slips_.reserve(alone_.size());
    forces_.reserve(alone_.size());
}

bool SlidingFlight::begin(const State& from, double& end) {
    slips_.clear();
    forces_.clear();
    double until = end;
    for (const std::size_t f : alone_) {
        const Friction& friction = system_->frictions[f];
        const FrictionState& now = from.frictions[f];
        const auto& cone = friction.law->cone;
        if (!cone || friction.directions != 1 || now.status != FrictionStatus::slip) return false;
        const auto piece = friction.normal_force->piece(from.time);
        const auto zero = [](double c) { return c == 0; };
        if (!piece || piece->amplitude != 0 || !std::all_of(piece->polynomial.begin() + 1, piece->polynomial.end(), zero))
            return false;
        until = std::min(until, piece->end);
        const double N = given_normal_force(friction, from.time), e = now.direction[0];
        const double mu = now.breaking ? cone->static_coefficient : cone->coefficient;
        slips_.push_back({f, e, now.breaking ? 0 : cone->dead_band, now.breaking ? cone->dead_band : 0});
        forces_.push_back({static_cast<std::size_t>(friction.first_row), {mu * N * e}});
    }
    end = until;
    return true;
}

double SlidingFlight::find(ModalFlight& flight, double time, double length,
                           std::vector<FrictionLocator::Located>& located) const {
    located.clear();
    double first = length;
    const double least = 4 * epsilon * (std::abs(time) + length);
    for (std::size_t i = 0; i < slips_.size(); ++i) {
        const Slip& slip = slips_[i];
        // sign (level - e.s), with the derivatives of the row: s is its rate.
        const auto examine = [&](ContactEvent event, double level, double sign) {
            const auto at = [&](double s, double reach) {
                flight.at(s, reach);
                const RowMotion row = flight.row(forces_[i].row);
                const double along = sign * slip.direction;
                return Rising{sign * level - along * row.first, -along * row.second, row.third_bound, reach};
            };
            const auto s = first_rise(at, first, least, false);
            if (!s) return;
            if (*s < first - least) located.clear();
            first = std::min(first, *s);
            located.push_back({static_cast<int>(slip.friction), event});
        };
        flight.at(0);
        const double above = slip.direction * flight.row(forces_[i].row).first - slip.band;
        examine(ContactEvent::slip_ends, above > at_rest ? slip.band : slip.band - at_rest, 1);
        if (slip.leaves > 0) examine(ContactEvent::band_left, slip.leaves, -1);
    }
    return first;
}

double SlidingFlight::work(ModalFlight& flight, double s, std::vector<double>& frictions) const {
    double sum = 0;
    std::fill(frictions.begin(), frictions.end(), 0.0);
    for (std::size_t i = 0; i < slips_.size(); ++i) {
        flight.at(0);
        const double begin = flight.row(forces_[i].row).value;
        flight.at(s);
        sum += frictions[slips_[i].friction] = forces_[i].coefficient[0] * (flight.row(forces_[i].row).value - begin);
    }
    return sum;
}

}  // namespace jounce::time
