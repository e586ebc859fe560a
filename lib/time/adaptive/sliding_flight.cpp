// Frictions that slide along lines under constant normal forces: constant forces on exact linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/sliding_flight.hpp"

#include <algorithm>

#include "time/equations/given_normal_force.hpp"

namespace jounce::time {

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
        slips_.push_back(line_slip(*system_, from, f));
        forces_.push_back({static_cast<std::size_t>(friction.first_row), {mu * N * e}});
    }
    end = until;
    return true;
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
