// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/independent_coordinates.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "linalg/dense/dense.hpp"
#include "system/mechanism/closing.hpp"
#include "system/mechanism/motion.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;
using linalg::Vector;

Vector IndependentCoordinates::of_all(const System& system, const Vector& q) const {
    if (!system.mechanism) return q;
    Vector out(size(system));
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = q[of[static_cast<std::size_t>(i)]];
    return out;
}

IndependentCoordinates independent_coordinates(const System& system, const State& state) {
    IndependentCoordinates out;
    if (!system.mechanism) return out;
    const Mechanism& mechanism = *system.mechanism;
    MechanismMotion motion(system, mechanism, mechanism.joints);
    motion.set_time(state.time);
    motion.move(state.q.data(), state.v.data());
    motion.constrain();
    Matrix scaled = motion.jacobian();
    for (Eigen::Index c = 0; c < scaled.cols(); ++c) {
        const int at = mechanism.coordinates[static_cast<std::size_t>(c)];
        scaled.col(c) /= std::sqrt(system.linear.M.coeff(at, at));
    }
    std::vector<bool> dependent(static_cast<std::size_t>(system.size()), false);
    if (scaled.rows() > 0) {
        const std::vector<int> order = linalg::pivot_order(scaled);
        for (Eigen::Index i = 0; i < scaled.rows(); ++i)
            dependent[static_cast<std::size_t>(
                mechanism.coordinates[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])])] = true;
    }
    for (int i = 0; i < system.size(); ++i) {
        if (!dependent[static_cast<std::size_t>(i)]) out.of.push_back(i);
    }
    out.position = state.q;
    return out;
}

void complete_motion(const System& system, const IndependentCoordinates& independent, double time, const Vector& z,
                     const Vector& rates, Vector& q, Vector& v) {
    if (!system.mechanism) {
        q = z;
        v = rates;
        return;
    }
    const Mechanism& mechanism = *system.mechanism;
    q = independent.position;
    v = Vector::Zero(system.size());
    for (Eigen::Index i = 0; i < z.size(); ++i) {
        q[independent.of[static_cast<std::size_t>(i)]] = z[i];
        v[independent.of[static_cast<std::size_t>(i)]] = rates[i];
    }
    MechanismClosing closing(system, mechanism);
    closing.hold(independent.of);
    const double left = closing.close(mechanism.joints, time, q);
    if (!(left <= 1e-9 * closing.size()))
        throw computation_failed("orbit: the joints cannot be closed at a section near the orbit");
    (void)closing.set_rates(mechanism.joints, time, q, v);
}

void take_off_turns(const System& system, const IndependentCoordinates& independent, const Vector& near, Vector& z) {
    if (!system.mechanism) return;
    constexpr double turn = 6.283185307179586;
    for (const PlanarFrame& frame : system.mechanism->frames) {
        if (!frame.body) continue;
        for (const int at : frame.rows[2].index) {
            const auto found = std::ranges::find(independent.of, at);
            if (found == independent.of.end() || frame.rows[2].index.size() != 1) continue;
            const auto i = static_cast<Eigen::Index>(found - independent.of.begin());
            z[i] -= turn * std::round((z[i] - near[i]) / turn);
        }
    }
}

}  // namespace jounce::nonlinear
