// Rounding of the accelerations of slips in a System with joints, by that of the direction they are taken along.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "time/equations/mechanism_noise.hpp"

namespace jounce::time {

using bodies::FrameMotion;

// A rounding of positions turns the normal of a circular side by it over the distance of the centres. The acceleration of the
// slip then has so much of that along the normal: with m g on a clearance of 1e-4 m at 1 m, 1e-12 m g.
double tilt_noise(MechanismDynamics& dynamics, std::size_t friction, const State& state) {
    const System& system = dynamics.system();
    const MechanismDynamics::Rub& rub = dynamics.rubs()[friction];
    if (rub.side < 0 && !rub.friction->around) return 0;  // rows that stay as they are
    const Contact& contact = system.contacts[static_cast<std::size_t>(rub.friction->contact)];
    const auto number = static_cast<std::size_t>(contact.first_side);
    const MechanismDynamics::Side& side = dynamics.sides()[number];
    if (side.curvature == 0) return 0;  // its normal turns with the first frame only
    MechanismMotion& motion = dynamics.motion();
    double positions = 0;
    linalg::Vector along = linalg::Vector::Zero(state.a.size());
    dynamics.add_direction(number, along.data());
    double size = along.cwiseProduct(state.a).lpNorm<1>();
    if (side.frames[0] < 0) {
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            for (std::size_t e = 0; e < row.index.size(); ++e) positions += std::abs(row.coefficient[e] * state.q[row.index[e]]);
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                const auto& given = system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
                const SignalSample now = given.signal->sample(motion.time());
                positions += std::abs(row.prescribed_coefficient[e] * now.value);
                size += std::abs(side.normal[i] * row.prescribed_coefficient[e] * now.second);
            }
        }
        // Of (n.v)(t.v)/r: at rest along the tangent, too, a tilt adds a part of n.v to t.v.
        size += side.curvature * (rub.around * rub.around + side.motion.rate * side.motion.rate);
    } else {
        const bodies::FrameRow row = side.along();
        const std::array<bodies::Vector2, 2> arms{side.from_first, side.arm};
        for (std::size_t k = 0; k < 2; ++k) {
            const FrameMotion& frame = motion.frame(side.frames[k]);
            const auto& given = motion.given_acceleration(side.frames[k]);
            for (std::size_t i = 0; i < 3; ++i) size += std::abs(row[static_cast<Eigen::Index>(3 * k + i)] * given[i]);
            size += frame.rate * frame.rate * arms[k].norm();
            positions += frame.position.norm() + std::fmax(1.0, std::abs(frame.angle)) * arms[k].norm();
        }
        const FrameMotion &first = motion.frame(side.frames[0]), &second = motion.frame(side.frames[1]);
        const double across = side.slip - second.rate * side.second_radius + first.rate * side.first_radius;
        const double passing = std::hypot(across, side.motion.rate);
        size += (2 * std::abs(first.rate) + side.curvature * passing) * passing;
    }
    return (1 + side.curvature * positions) * size;
}

}  // namespace jounce::time
