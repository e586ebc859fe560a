// Detects singular configurations, where the joints of a mechanism do not determine its motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/singular_configuration.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "system/mechanism/closing.hpp"

namespace jounce {

std::string dead_point(const System& system, double time, const linalg::Vector& q) {
    if (!system.mechanism || system.mechanism->multipliers == 0) return "";
    MechanismMotion motion(system, *system.mechanism, system.mechanism->joints);
    motion.set_time(time);
    motion.move(q.data(), nullptr);
    motion.constrain();
    return dead_point(system, motion);
}

std::string dead_point(const System& system, const MechanismMotion& motion) {
    const std::vector<PlanarJoint>& joints = system.mechanism->joints;
    // Rows of unit length in the metric of the masses: the eigenvalues depend only on the angles between them.
    linalg::Matrix rows = motion.jacobian();
    for (Eigen::Index c = 0; c < rows.cols(); ++c) {
        const int at = motion.coordinate()[static_cast<std::size_t>(c)];
        rows.col(c) /= std::sqrt(system.linear.M.coeff(at, at));
    }
    rows.rowwise().normalize();
    if (!rows.allFinite()) return "";
    const linalg::DensePairs pairs = linalg::symmetric_pairs(rows * rows.transpose());
    constexpr double near = 1e-3;  // the square of the smallest angle
    if (!(pairs.values[0] < near)) return "";
    const linalg::Vector shares = pairs.vectors.col(0).cwiseAbs();
    std::vector<std::string> names;
    for (Eigen::Index i = 0; i < shares.size(); ++i) {
        if (shares[i] < 0.05 * shares.maxCoeff()) continue;
        const std::string name = "'" + joint_of(joints, static_cast<int>(i)).name + "'";
        if (names.empty() || names.back() != name) names.push_back(name);
    }
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return fmt::format(
        "model '{}': the mechanism reaches a dead point of {} at t = {} s, where it cannot follow its drivers or its motion is "
        "undetermined; method.event_driven passes it where the motion is smooth; otherwise end the run earlier, or change the "
        "drive or the lengths",
        system.name, list, motion.time());
}

bool is_dead_point(std::string_view message) { return message.find(" reaches a dead point of ") != std::string_view::npos; }

}  // namespace jounce
