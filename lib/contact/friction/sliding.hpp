// The force of a set-valued friction that slides, held in its direction while a step is taken.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "contact/friction/friction.hpp"

namespace jounce::contact {

/// A slip that a set-valued law resists.
struct Sliding {
    Slip direction{};       ///< unit vector, held
    bool breaking = false;  ///< against the static coefficient: it has not left the dead band since it stuck
    int directions = 1;
    double least = 0;  ///< in a plane, the direction is held below this speed [m/s]
};

/// |(q, w)| below: the speed by which the force in a plane turns.
[[nodiscard]] inline double turning_speed(const Sliding& held, const Slip& slip) noexcept {
    const Slip across{-held.direction[1], held.direction[0]};
    return std::hypot(std::fmax(dot(slip, held.direction), held.least), dot(slip, across));
}

/// f(s, N) = mu N e, a smooth function also where the slip would turn back: e = d along a line; in a plane
/// e = (q d + w d_perp)/|(q, w)| with q = max(s.d, least), w = s.d_perp. Force, derivatives by s and by N.
[[nodiscard]] inline FrictionResponse slide(const FrictionCone& cone, const Sliding& held, const Slip& slip,
                                            double normal_force) noexcept {
    const double mu = held.breaking ? cone.static_coefficient : cone.coefficient;
    FrictionResponse r;
    const Slip& e0 = held.direction;
    const Slip e1{-e0[1], e0[0]};
    const double p = dot(slip, e0);
    const double w = dot(slip, e1);
    const bool bare = p > held.least;
    const double q = bare ? p : held.least;
    const double size = std::hypot(q, w);
    if (held.directions == 1 || !(size > 0)) {
        r.by_normal = {mu * e0[0], mu * e0[1]};
        r.force = {normal_force * r.by_normal[0], normal_force * r.by_normal[1]};
        return r;
    }
    const double along = q / size, across = w / size;
    const double slope = mu * normal_force / size;
    for (std::size_t i = 0; i < 2; ++i) {
        const double turned = across * e0[i] - along * e1[i];  // minus the unit vector across the force
        r.by_normal[i] = mu * (along * e0[i] + across * e1[i]);
        r.force[i] = normal_force * r.by_normal[i];
        // d force = slope * (e' e'^T) ds; without the part along e0 where the slip keeps its direction
        for (std::size_t j = 0; j < 2; ++j)
            r.damping[2 * i + j] = slope * turned * ((bare ? across * e0[j] : 0.0) - along * e1[j]);
    }
    return r;
}

}  // namespace jounce::contact
