// Physics: the power that loads and supports give and dampers take at one instant, where supports are coupled with each other.
// Reference: with the motion u of all coordinates, those of the supports included, and the equations of motion of the free ones,
//     d/dt (u' M u'/2 + u K u/2) = f u' + sum over the supports of (force) (velocity) - u' C u',
// of full 4 x 4 matrices that the library has in parts only. Tolerance: round-off, 1e-13 of the largest term.
// Control: without the coupling of the supports the balance is off by percents.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/work_rates.hpp"

#include <gtest/gtest.h>

#include "closed_signal.hpp"
#include "linalg/dense/dense.hpp"
#include "support/small_system.hpp"

namespace jounce::work_rates_test {
namespace {

/// Two free coordinates, then two supports; symmetric, every pair coupled.
struct Whole {
    Matrix M{{3, 0.4, 0.3, -0.2}, {0.4, 2, -0.5, 0.1}, {0.3, -0.5, 1.5, 0.6}, {-0.2, 0.1, 0.6, 1.1}};
    Matrix C{{5, -1, -2, -0.7}, {-1, 4, -0.5, -1.5}, {-2, -0.5, 6, -3}, {-0.7, -1.5, -3, 7}};
    Matrix K{{90, -30, -20, -25}, {-30, 80, -15, -10}, {-20, -15, 70, -22}, {-25, -10, -22, 60}};

    [[nodiscard]] System system(bool coupled) const {
        System s = test::linear_system(M.topLeftCorner(2, 2), C.topLeftCorner(2, 2), K.topLeftCorner(2, 2));
        const std::array<std::array<double, 4>, 2> motion{{{0.3, -0.8, 1.2, 0.5}, {-0.2, 1.1, -0.6, 0.4}}};
        for (int j = 0; j < 2; ++j) {
            PrescribedMotion p;
            p.signal = std::make_shared<test::ClosedSignal>(motion[static_cast<std::size_t>(j)]);
            p.mass_row = M.block(2 + j, 0, 1, 2).transpose();
            p.damping_row = C.block(2 + j, 0, 1, 2).transpose();
            p.stiffness_row = K.block(2 + j, 0, 1, 2).transpose();
            for (int i = 0; i < 2; ++i) {
                const double share = coupled || i == j ? 1 : 0;
                p.mass.push_back(share * M(2 + j, 2 + i));
                p.damping.push_back(share * C(2 + j, 2 + i));
                p.stiffness.push_back(share * K(2 + j, 2 + i));
            }
            s.recovery.prescribed.push_back(p);
        }
        Load load;  // at all coordinates
        load.pattern = f.head(2);
        load.on_supports = {{0, f[2]}, {1, f[3]}};
        load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{2, 3, 0, 0});
        s.loads = {load};
        return s;
    }
    Vector f = Vector{{1.5, -0.6, 0.8, 2.1}};
};

TEST(WorkRates, SupportsThatAreCoupledKeepTheBalance) {
    const Whole whole;
    constexpr double t = 0.7;
    for (const bool coupled : {true, false}) {
        const System system = whole.system(coupled);
        time::WorkRates rates(system);
        const SignalSample* samples = rates.sample(t);
        Vector u(4), du(4), ddu(4);
        u.head(2) << 0.05, -0.12;
        du.head(2) << 1.3, 0.4;
        for (int j = 0; j < 2; ++j) {
            const SignalSample s = system.recovery.prescribed[static_cast<std::size_t>(j)].signal->sample(t);
            u[2 + j] = s.value;
            du[2 + j] = s.first;
            ddu[2 + j] = s.second;
        }
        const Vector force = whole.f * system.loads[0].signal->value(t);
        const Vector rest = (whole.M.topRightCorner(2, 2) * ddu.tail(2)) + (whole.C * du + whole.K * u - force).head(2);
        ddu.head(2) = -linalg::solve_square(whole.M.topLeftCorner(2, 2), rest);
        const Vector q = u.head(2), v = du.head(2), a = ddu.head(2);
        const time::WorkSum sum = rates.at(samples, q.data(), v.data(), a.data(), nullptr);
        const double stored = du.dot(whole.M * ddu + whole.K * u), lost = du.dot(whole.C * du);
        const double given = sum.external + sum.base - sum.structural_damping;
        EXPECT_NEAR(sum.external, force.dot(du), 1e-13 * std::abs(force.dot(du)));
        if (coupled) {
            EXPECT_NEAR(given, stored, 1e-13 * (std::abs(stored) + lost));
            EXPECT_NEAR(sum.structural_damping, lost, 1e-13 * lost);
        } else {
            EXPECT_GT(std::abs(given - stored), 0.01 * std::abs(stored));
        }
    }
}

}  // namespace
}  // namespace jounce::work_rates_test
