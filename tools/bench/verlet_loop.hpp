// The least that a step can cost: velocity Verlet of one mass on a spring and a damper between two Hertz walls, without error
// control, events, iteration or account. It tells how fast the machine is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace jounce::bench {

struct VerletMass {
    double mass = 100;
    double stiffness = 1e6, damping = 200;
    double clearance = 5e-3, hertz = 1.5e11;  // N/m^1.5
    double q = 0, v = 8;

    void run(double h, long steps) {
        double a = acceleration();
        for (long i = 0; i < steps; ++i) {
            v += 0.5 * h * a;
            q += h * v;
            a = acceleration();
            v += 0.5 * h * a;
        }
    }

  private:
    [[nodiscard]] double acceleration() const {
        double force = -stiffness * q - damping * v;
        const double depth = std::abs(q) - clearance;
        if (depth > 0) force -= std::copysign(hertz * depth * std::sqrt(depth), q);
        return force / mass;
    }
};

}  // namespace jounce::bench
