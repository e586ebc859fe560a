// Contact times of clearance joints, before a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/joint_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "system/mechanism/mechanism.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

namespace {

using bodies::Vector2;

/// Relative speed along a direction of the surfaces at a side as the frames stand.
double speed_along(MechanismDynamics& dynamics, std::size_t side, const Vector2& direction) {
    const MechanismDynamics::Side& s = dynamics.sides()[side];
    return dynamics.motion().speed(s.frames, bodies::relative_row(direction, s.from_first, s.arm));
}

double inertance_along(MechanismDynamics& dynamics, std::size_t side, const Vector2& direction) {
    const MechanismDynamics::Side& s = dynamics.sides()[side];
    linalg::Vector b = linalg::Vector::Zero(dynamics.size()), answer = b;
    dynamics.motion().scatter_free(s.frames, bodies::relative_row(direction, s.from_first, s.arm), 1, b.data());
    dynamics.answer_impulse(b.data(), answer.data());
    return b.dot(answer);
}

/// The mass that an impulse along a direction moves, 1/(b A b^T); 0 where the joints hold the surfaces in that direction, so that
/// b A b^T is rounding, or let them move along the face only, to within a thousandth of a radian.
double mass_along(MechanismDynamics& dynamics, std::size_t side, const Vector2& direction) {
    constexpr double least = 1e-6;  // of b A b^T without joints: the square of that angle
    const double inertance = inertance_along(dynamics, side, direction);
    return inertance > least * dynamics.mobility(dynamics.sides()[side]) ? 1 / inertance : 0;
}

/// A mechanism as it stands at an instant, and the interval over which its accelerations are differenced.
struct Place {
    double time, interval;
    linalg::Vector q, v;
};

/// A direction in which the surfaces of a pair may meet.
struct Direction {
    const PlanarPair* pair;
    Vector2 along;
    double speed, acceleration, mass;  // mass 0: they do not meet in it
};

std::vector<Direction> directions(const System& system, MechanismDynamics& dynamics, const Place& at, double& fastest) {
    const Mechanism& mechanism = *system.mechanism;
    linalg::Vector q = at.q, v = at.v, a = linalg::Vector::Zero(system.size());
    linalg::Vector multipliers = linalg::Vector::Zero(dynamics.motion().equations());
    dynamics.set_time(at.time);
    dynamics.project_rates(q.data(), v.data());
    dynamics.move(q.data(), v.data(), true);
    dynamics.applied_forces(q.data(), v.data(), a.data());
    dynamics.accelerate(a.data(), multipliers.data());
    std::vector<Direction> out;
    const auto side_of = [&](const PlanarPair& pair) {
        return static_cast<std::size_t>(system.contacts[static_cast<std::size_t>(pair.contact)].first_side);
    };
    for (const PlanarPair& pair : mechanism.pairs) {
        const std::size_t side = side_of(pair);
        const Vector2 normal = dynamics.sides()[side].normal;
        std::vector<Vector2> all{normal};
        if (pair.gap.shape == contact::PlanarGap::Shape::circular) all.push_back(bodies::perpendicular(normal));
        for (const Vector2& along : all)
            out.push_back({&pair, along, speed_along(dynamics, side, along), 0, mass_along(dynamics, side, along)});
    }
    for (std::size_t f = 0; f < mechanism.frames.size(); ++f)
        fastest = std::max(fastest, std::abs(dynamics.motion().frame(static_cast<int>(f)).rate));
    // The relative acceleration: the change of the speed in an instant.
    q += at.interval * v;
    v += at.interval * a;
    dynamics.set_time(at.time + at.interval);
    dynamics.move(q.data(), v.data(), true);
    for (Direction& d : out) d.acceleration = std::abs(speed_along(dynamics, side_of(*d.pair), d.along) - d.speed) / at.interval;
    return out;
}

/// The approach speed; `standing`: all speeds have built up from rest.
double approach_speed(const Direction& d, double fastest, bool standing) {
    const double clearance = std::max(d.pair->gap.clearance, 0.0);
    return std::max({standing ? 0 : std::abs(d.speed), std::sqrt(2 * d.acceleration * clearance), fastest * clearance});
}

/// The same directions at later instants, of a mechanism that stands at the start without an acceleration: its drivers move it,
/// its loads and torques accelerate it from rest. Those with the highest speed, which replaces theirs. It ends at an instant at
/// which a function of the script fails or the configuration is singular: the run reports it.
void take_later_speeds(const System& system, MechanismDynamics& dynamics, Place at, double duration,
                       std::vector<Direction>& all) {
    constexpr int instants = 61;  // a prime, so that few periods divide it
    const double begin = at.time;
    for (int k = 1; k < instants; ++k) {
        try {
            at.time = begin + duration * k / instants;
            at.v.setZero();
            dynamics.set_time(at.time);
            dynamics.project_positions(at.q.data());
            double fastest = 0;
            const std::vector<Direction> then = directions(system, dynamics, at, fastest);
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i].speed = std::max(all[i].speed, approach_speed(then[i], fastest, true));
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            return;
        }
    }
}

}  // namespace

std::vector<ContactTime> joint_contact_times(const System& system, const State& start, double duration) {
    std::vector<ContactTime> out;
    if (system.mechanism->pairs.empty()) return out;
    double fastest = 0;
    try {
        MechanismDynamics dynamics(system);
        const Place at{start.time, 1e-6 * duration, start.q, start.v};
        std::vector<Direction> all = directions(system, dynamics, at, fastest);
        for (Direction& d : all) d.speed = approach_speed(d, fastest, false);
        const auto stands = [&](const Direction& d) {
            return !(d.speed > system.contacts[static_cast<std::size_t>(d.pair->contact)].law->minimum_speed);
        };
        if (std::ranges::all_of(all, stands)) take_later_speeds(system, dynamics, at, duration, all);
        for (const Direction& d : all) {
            const Contact& contact = system.contacts[static_cast<std::size_t>(d.pair->contact)];
            if (contact.law->rigid || !(d.mass > 0)) continue;
            const double speed = d.speed;
            if (!(speed > contact.law->minimum_speed)) continue;
            const double lasts = impact_duration(*contact.law, d.mass, speed);
            if (out.empty() || out.back().contact != d.pair->contact) {
                out.push_back({d.pair->contact, speed, lasts, lasts, 0, 0, d.mass});
                continue;
            }
            ContactTime& of = out.back();
            of.speed = std::max(of.speed, speed);
            of.node = std::min(of.node, lasts);
            of.body = std::max(of.body, lasts);
        }
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        return {};  // a singular configuration, or a function of the script that fails: the run reports it
    }
    return out;
}

}  // namespace jounce::time
