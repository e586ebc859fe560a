// One free impact, m d2(delta)/dt2 = -F from delta = 0 at speed v0 until delta = 0 again, integrated to about 14 digits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/families/law.hpp"
#include "contact/response/status.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test {

struct IntegratedImpact {
    double restitution;
    double separation_speed;  // m/s
    double max_indentation;   // m
    double max_force;         // N
    double duration;          // s
    double work;              // J, of the contact force against the closing motion
};

inline IntegratedImpact integrated_impact(const contact::Law& law, double mass, double v0) {
    using contact::Motion;
    const contact::ContactMemory memory{.closed = true, .impact_speed = v0};
    const auto response = [&](Real delta, Real rate) {
        // The ends of the contact belong to it: a law with a damper has a force there.
        const Motion motion{std::max(static_cast<double>(delta), 1e-60), static_cast<double>(rate)};
        return contact::contact_response(law, motion, memory);
    };
    const auto in_time = [&](Real, const Reals<3>& y) {
        const Real force = response(y[0], y[1]).force;
        return Reals<3>{y[1], -force / mass, force * y[1]};
    };
    const auto force_rate = [&](const Reals<3>& y) {
        const contact::Response r = response(y[0], y[1]);
        return r.stiffness * y[1] - r.damping * static_cast<Real>(r.force) / mass;
    };
    // A length of the contact that knows nothing of the law: where v0 would have been used up.
    Real length = 1;
    while (contact::contact_response(law, {static_cast<double>(length), v0}, memory).elastic_force * length > mass * v0 * v0)
        length /= 2;
    const Real tolerance = 2e-16L;
    const Reals<3> scale{length, v0, static_cast<Real>(mass) * v0 * v0};

    Reals<3> y{0, v0, 0};
    Real t = 0;
    Real max_force = response(0, v0).force;
    Reals<3> turn{};
    Real turn_time = 0;
    // Where g changes sign within the accepted step (x, from, h): bisection on the length of a single step.
    const auto locate = [&](const auto& g, Real x, const Reals<3>& from, Real h, Real& when) {
        const bool above = g(from) > 0;
        Real low = 0;
        Real high = h;
        Reals<3> at = from;
        for (int i = 0; i < 70; ++i) {
            const Real middle = 0.5L * (low + high);
            Real error = 0;
            const Reals<3> increment = extrapolated_increment(in_time, x, from, middle, scale, error);
            for (int k = 0; k < 3; ++k) at[k] = from[k] + increment[k];
            ((g(at) > 0) == above ? low : high) = middle;
        }
        when = x + low;
        return at;
    };
    integrate(in_time, t, y, 1e6L * length / v0, 1e-4L * length / v0, tolerance, scale,
              [&](Real x, const Reals<3>& from, Real h, const Reals<3>& to) {
                  if ((force_rate(from) > 0) && !(force_rate(to) > 0)) {
                      Real when = 0;
                      const Reals<3> peak = locate(force_rate, x, from, h, when);
                      max_force = std::max<Real>(max_force, response(peak[0], peak[1]).force);
                  }
                  if (to[1] > 0) return true;
                  turn = locate([](const Reals<3>& z) { return z[1]; }, x, from, h, turn_time);
                  return false;
              });

    // Back to half of the depth in time; from there with the indentation in the place of time, which ends at 0 exactly.
    t = turn_time;
    y = turn;
    y[1] = 0;
    integrate(in_time, t, y, t + 1e6L * length / v0, 1e-3L * length / v0, tolerance, scale,
              [&](Real, const Reals<3>& from, Real, const Reals<3>&) { return from[0] > 0.5L * turn[0]; });
    const auto in_depth = [&](Real delta, const Reals<3>& z) {
        const Real force = response(delta, z[1]).force;
        return Reals<3>{1 / z[1], -force / (mass * z[1]), force};
    };
    Real depth = y[0];
    Reals<3> z{t, y[1], y[2]};
    integrate(in_depth, depth, z, 0, 1e-3L * depth, tolerance, {length / v0, scale[1], scale[2]},
              [](Real, const auto&, Real, const auto&) { return true; });

    return {static_cast<double>(-z[1] / v0), static_cast<double>(-z[1]), static_cast<double>(turn[0]),
            static_cast<double>(max_force),  static_cast<double>(z[0]),  static_cast<double>(z[2])};
}

}  // namespace jounce::test
