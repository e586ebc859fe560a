// Closed rigid sides and sticking frictions at one instant: which sides open and which sticks slip, as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/held_accelerations.hpp"

#include <cmath>

#include "linalg/dense/dense.hpp"
#include "time/contact/friction_cones.hpp"
#include "time/contact/frictional_contacts.hpp"

namespace jounce::time {

using contact::Slip;
using linalg::Matrix;
using linalg::Vector;

namespace {
// Where the path of smoothed laws fails, the motions have hardly begun to part.
constexpr int most_sweeps = 5000;

// Of the terms of an acceleration.
constexpr double of_terms = 1e-11;
constexpr double unheld = 1e-9;
// Of accelerations by squares of speeds at rest, which are rounding, where nothing else acts [m/s^2].
constexpr double vanishing = 1e-18;

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
    out.pressed_by.assign(held.pressed_by.begin(), held.pressed_by.begin() + held.tangents);
    out.coefficient.assign(held.coefficient.begin(), held.coefficient.begin() + held.tangents);
    out.normal_force.assign(held.normal_force.begin(), held.normal_force.begin() + held.tangents);
    return out;
}
}  // namespace

bool HeldAccelerations::contradict() const {
    const Vector force = linalg::least_solution(W, free);
    const Vector left = (free - W * force).cwiseAbs(), size = free.cwiseAbs() + W.cwiseAbs() * force.cwiseAbs();
    return (left.array() > unheld * size.array() + noise.array()).any();
}

double HeldAccelerations::rounding(Eigen::Index row, const Vector& sizes) const { return of_terms * sizes[row] + noise[row]; }

std::vector<char> HeldAccelerations::opening(const Vector& rates, const Vector& sizes) const {
    std::vector<char> out;
    for (Eigen::Index i = 0; i < normals; ++i) out.push_back(rates[i] > rounding(i, sizes) ? 1 : 0);
    return out;
}

std::optional<HeldAccelerations::Decision> HeldAccelerations::decide() const {
    if ((free.array().abs() <= noise.array().max(vanishing)).all()) {
        return Decision{std::vector<char>(static_cast<std::size_t>(normals)),
                        std::vector<Slip>(static_cast<std::size_t>(tangents + planes()))};
    }
    if (planes() > 0 && contradict()) {
        if (auto decision = decide_planes()) return decision;
    }
    // Where joints make forces redundant, Lemke's path may end although there are accelerations with many forces.
    auto decision = decide_lines();
    if (decision || tangents == 0) return decision;
    return decide_planes();
}

std::optional<HeldAccelerations::Decision> HeldAccelerations::decide_lines() const {
    if (normals + tangents == 0) return Decision{{}, std::vector<Slip>(static_cast<std::size_t>(planes()))};
    const auto answer = with_planes_held(*this).solve();
    if (!answer) return {};
    Decision out{opening(answer->rates, answer->sizes), {}};
    for (Eigen::Index i = normals; i < normals + tangents; ++i) {
        const double rate = answer->rates[i];
        out.slips.push_back({std::abs(rate) <= rounding(i, answer->sizes) ? 0.0 : -rate, 0});
    }
    out.slips.resize(static_cast<std::size_t>(tangents + planes()));
    return out;
}

std::optional<HeldAccelerations::Decision> HeldAccelerations::decide_planes() const {
    FrictionCones cones{W, -free, std::vector<FrictionCones::Contact>(static_cast<std::size_t>(normals))};
    for (Eigen::Index i = 0; i < normals; ++i) cones.contacts[static_cast<std::size_t>(i)].normal = i;
    Eigen::Index row = normals;
    for (Eigen::Index i = 0; i < tangents + planes(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int directions = i < tangents ? 1 : 2;
        const double mu = coefficient[at];
        if (pressed_by[at] < 0) {
            cones.contacts.push_back({-1, row, directions, mu, mu * normal_force[at]});
        } else {
            cones.contacts[static_cast<std::size_t>(pressed_by[at])] = {pressed_by[at], row, directions, mu};
        }
        row += directions;
    }
    const auto forces = cones.solve(Vector::Zero(free.size()), most_sweeps);
    if (!forces) return {};
    Vector most = forces->cwiseAbs();
    for (const FrictionCones::Contact& contact : cones.contacts) {
        const double bound = contact.normal < 0 ? contact.bound : contact.coefficient * (*forces)[contact.normal];
        most.segment(contact.tangent, contact.directions).array() += bound;
    }
    const Vector rates = W * *forces - free, sizes = free.cwiseAbs() + W.cwiseAbs() * most;
    Decision out{opening(rates, sizes), {}};
    row = normals;
    for (Eigen::Index i = 0; i < tangents + planes(); ++i) {
        Slip slip{};
        bool slips = false;
        for (std::size_t k = 0; k < (i < tangents ? 1U : 2U); ++k, ++row) {
            slip[k] = -rates[row];
            slips = slips || std::abs(slip[k]) > rounding(row, sizes);
        }
        out.slips.push_back(slips ? slip : Slip{});
    }
    return out;
}

}  // namespace jounce::time
