// Random problems of impulses in Coulomb's cones, and the definition of their solutions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "time/contact/friction_cones.hpp"

namespace jounce::test {

/// Weakly coupled, as the parts of a structure that touch in different places are: 1 to 3 contacts with planes, lines and none.
inline time::FrictionCones random_cones(std::mt19937& random, int trial) {
    std::uniform_real_distribution<double> number(-1, 1);
    time::FrictionCones out;
    const int contacts = 1 + trial % 3;
    Eigen::Index n = contacts;
    for (int i = 0; i < contacts; ++i) {
        const int directions = trial % 5 == 0 ? i % 3 : 2;
        out.contacts.push_back({i, n, directions, 0.05 + 0.5 * (1 + number(random))});
        n += directions;
    }
    const linalg::Matrix A = linalg::Matrix::NullaryExpr(n, n, [&] { return 0.3 * number(random); });
    out.W = A * A.transpose() + linalg::Matrix::Identity(n, n);
    out.c = linalg::Vector::NullaryExpr(n, [&] { return number(random); });
    return out;
}

/// \param beyond by how much a tangent may leave its cone
inline void expect_solves(const time::FrictionCones& problem, const linalg::Vector& x, double tolerance, double beyond = 0) {
    const linalg::Vector rates = problem.c + problem.W * x;
    for (const time::FrictionCones::Contact& contact : problem.contacts) {
        double bound = contact.bound, size = bound;
        if (contact.normal >= 0) {
            const double P = x[contact.normal], opening = rates[contact.normal];
            EXPECT_GE(P, 0);
            EXPECT_GE(opening, -tolerance);
            EXPECT_NEAR(P * opening, 0, tolerance * (1 + P));
            bound = contact.coefficient * P;
            size = std::min(P, bound);
        }
        if (contact.directions == 0) continue;
        const linalg::Vector F = x.segment(contact.tangent, contact.directions),
                             gamma = rates.segment(contact.tangent, contact.directions);
        EXPECT_LE(F.norm(), bound * (1 + 1e-12) + beyond);
        // gamma is minus the slip: F is along it, with all that the cone has where it is not zero.
        EXPECT_NEAR((bound * gamma + gamma.norm() * F).norm(), 0, tolerance * (1 + size))
            << F.transpose() << ", " << gamma.transpose();
    }
}

/// How many contacts of solutions do what.
struct ConeCounts {
    int sliding = 0, sticking = 0, open = 0;
    void add(const time::FrictionCones& problem, const linalg::Vector& x) {
        for (const time::FrictionCones::Contact& contact : problem.contacts) {
            if (contact.directions == 0) continue;
            const double P = x[contact.normal], F = x.segment(contact.tangent, contact.directions).norm();
            (P <= 0 ? open : F < contact.coefficient * P * (1 - 1e-9) ? sticking : sliding) += 1;
        }
    }
};

}  // namespace jounce::test
