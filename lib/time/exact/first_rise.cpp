// The first rise of a function through zero: bounds.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/first_rise.hpp"

#include "contact/response/status.hpp"

namespace jounce::time {

double clear_advance(double d, double r, double a, double third, double limit) {
    const double room = std::max(limit - d, 0.0);
    double monotone = infinite;
    if (r > 0) monotone = std::min(monotone, room / (3 * r));
    if (a > 0) monotone = std::min(monotone, std::sqrt(2 * room / (3 * a)));
    if (third > 0) monotone = std::min(monotone, std::cbrt(2 * room / third));
    if (r >= 0 || third <= 0) return r < 0 && third <= 0 && a > 0 ? std::max(monotone, -2 * r / a) : monotone;
    // Falling: below its start as long as r + a s/2 + third s^2/6 <= 0.
    const double half = 0.25 * a;
    const double root = std::sqrt(half * half - r * third / 6);
    const double falling = half > 0 ? -r / (half + root) : (root - half) * 6 / third;
    return std::max(monotone, falling);
}

Rising rising_force(const contact::Law& law, const contact::ContactMemory& memory, const contact::Motion& motion,
                    double acceleration, double third, double reach) {
    const contact::Response r = closed_response(law, motion, memory);
    Rising out{r.force, r.stiffness * motion.rate + r.damping * acceleration, 0, reach};
    const double depth = contact::depth(motion, memory);
    if (reach > 0 && !(depth > 0)) {  // beyond the surface the law is continued along its tangent
        out.curvature = std::abs(r.stiffness) * (std::abs(acceleration) + third * reach) + std::abs(r.damping) * third;
    } else if (reach > 0) {
        const double speed = std::abs(motion.rate) + std::sqrt(std::abs(acceleration) * depth);
        if (speed > 0) reach = out.reach = std::min(reach, 0.2 * depth / speed);
        const double a = std::abs(acceleration) + third * reach, v = std::abs(motion.rate) + a * reach;
        constexpr double grown = 1.2 * 1.2;  // within the reach
        const double by_rate = grown * std::abs(r.damping), mixed = 2 * by_rate / depth;
        const double by_depth = grown * std::abs(r.stiffness) + mixed * a * reach;
        out.curvature = (2 * by_depth / depth * v + 2 * mixed * a) * v + by_depth * a + by_rate * third;
        if (motion.rate != 0) out.curvature += 2 * by_rate / std::abs(motion.rate) * a * a;
    }
    return out;
}

}  // namespace jounce::time
