// Closed rigid sides and sticking frictions at one instant: which sides open and which sticks slip, as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/held_accelerations.hpp"

#include <cmath>

#include "linalg/dense/dense.hpp"
#include "time/contact/frictional_contacts.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
// Of the terms of an acceleration.
constexpr double of_terms = 1e-11;
constexpr double unheld = 1e-9;

/// The problem of normals and tangents, with the accelerations of slips in planes kept at zero by their forces.
FrictionalContacts with_planes_held(const HeldAccelerations& held) {
    const Eigen::Index k = held.normals + held.tangents, planes = held.free.size() - k;
    FrictionalContacts out;
    out.W = held.W.topLeftCorner(k, k);
    out.c = -held.free.head(k);
    for (Eigen::Index j = 0; j < k + 1 && planes > 0; ++j) {
        const Vector right = j < k ? Vector(held.W.block(k, j, planes, 1)) : Vector(-held.free.tail(planes));
        const Vector taken =
            held.W.topRightCorner(k, planes) * linalg::least_solution(held.W.bottomRightCorner(planes, planes), right);
        if (j < k) out.W.col(j) -= taken;
        if (j == k) out.c -= taken;
    }
    out.pressed_by = held.pressed_by;
    out.coefficient = held.coefficient;
    out.normal_force = held.normal_force;
    return out;
}
}  // namespace

bool HeldAccelerations::contradict() const {
    const Vector force = linalg::least_solution(W, free);
    const Vector left = (free - W * force).cwiseAbs(), size = free.cwiseAbs() + W.cwiseAbs() * force.cwiseAbs();
    return (left.array() > unheld * size.array() + noise.array()).any();
}

std::optional<HeldAccelerations::Decision> HeldAccelerations::decide() const {
    const auto answer = with_planes_held(*this).solve();
    if (!answer) return {};
    const auto rounding = [&](Eigen::Index i) { return of_terms * answer->sizes[i] + noise[i]; };
    Decision out;
    for (Eigen::Index i = 0; i < normals; ++i) out.opens.push_back(answer->rates[i] > rounding(i) ? 1 : 0);
    for (Eigen::Index i = normals; i < normals + tangents; ++i) {
        const double rate = answer->rates[i];
        out.slips.push_back(std::abs(rate) <= rounding(i) ? 0.0 : rate < 0 ? 1.0 : -1.0);
    }
    return out;
}

}  // namespace jounce::time
