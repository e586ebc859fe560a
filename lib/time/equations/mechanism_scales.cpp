// Length, velocity and noise scales of a System with joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "time/equations/onset_limits.hpp"

namespace jounce::time {

MechanismScales::MechanismScales(const System& system) : length_(static_cast<std::size_t>(system.size()), 1.0) {
    for (const PlanarFrame& frame : system.mechanism->frames) {
        for (const auto& [name, point] : frame.points) reach_ = std::max(reach_, point.norm());
    }
    if (reach_ == 0) reach_ = 1;
    for (const PlanarFrame& frame : system.mechanism->frames) {
        if (frame.link >= 0) continue;  // its angle is that of a body, and its modal coordinates are lengths
        for (const int at : frame.rows[2].index) length_[static_cast<std::size_t>(at)] = reach_;
    }
}

double MechanismScales::slow() const {
    constexpr double gravity = 9.80665;  // m/s^2
    return 1e-3 * std::sqrt(2 * gravity * reach_);
}

double MechanismScales::largest(const linalg::Vector& motion) const {
    double out = 0;
    for (std::size_t i = 0; i < length_.size(); ++i)
        out = std::max(out, length_[i] * std::abs(motion[static_cast<Eigen::Index>(i)]));
    return out;
}

double MechanismScales::first_step(MechanismDynamics& dynamics, const State& from, double tolerance) const {
    const double speed = largest(from.v), push = largest(from.a);
    double size = push > 0 ? std::sqrt(reach_ / push) : 1.0;
    if (speed > 0) size = std::min(size, reach_ / speed);
    return onset_step(dynamics, from, tolerance, -std::numeric_limits<double>::infinity(), 0.02 * size);
}

double MechanismScales::onset_step(MechanismDynamics& dynamics, const State& from, double tolerance, double since,
                                   double size) const {
    const double speed = largest(from.v);
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        if (!from.sides[s].memory.closed || from.sides[s].memory.onset_time < since) continue;
        const MechanismDynamics::Side& side = dynamics.sides()[s];
        const contact::Motion& at = from.sides[s].motion;
        if (at.rate == 0 || side.law->rigid) continue;
        const double clearance = dynamics.system().contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
        size = std::min(size, 1e-3 * std::max(clearance, 1e-6) / std::abs(at.rate));
        size = time::onset_step(*side.law, from.sides[s], dynamics.mobility(side), 30 * tolerance * speed, size);
    }
    return size;
}

double MechanismScales::grain(const State& from, double stiffness) const { return epsilon * largest(from.q) * stiffness; }

}  // namespace jounce::time
