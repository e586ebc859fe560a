// Physics: equilibria on stops that a support has moved. Reference: a mass on a spring k under F, pressed by as much as the stop
// has moved: k x + K (x - u - c) = F for a linear stop K, x = c + u for a rigid one, whose reaction is F - k x; two bodies
// between two stops. Tolerance: 1e-12. Control: at another instant the stop is elsewhere.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/statics/static.hpp"

namespace jounce::static_contacts_test {
namespace {

constexpr double k = 400, K = 1500, F = 30, c = 2e-3;

System on_a_moving_stop(const contact::LawPointer& law) {
    System s = test::linear_system(test::scalar(2), test::scalar(0), test::scalar(k));
    test::add_load(s, Vector::Ones(1), [](double) { return F; });
    test::add_contact(s, "stop", test::stop(c), law, {Vector::Ones(1)});
    PrescribedMotion p;
    p.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{5e-3, 0.04, 0, 0});
    p.mass_row = p.damping_row = p.stiffness_row = Vector::Zero(1);
    p.mass = p.damping = p.stiffness = {0.0};
    s.recovery.prescribed.push_back(p);
    s.rows[0].prescribed = {0};
    s.rows[0].prescribed_coefficient = {-1};
    return s;
}

TEST(StaticContacts, AStopIsWhereItsSupportIs) {
    for (const double time : {0.0, 0.5}) {
        const double u = 5e-3 + 0.04 * time;
        const time::Equilibrium soft = time::equilibrium(on_a_moving_stop(std::make_shared<test::DashpotLaw>(K, 0)), time);
        EXPECT_NEAR(soft.state.q[0], (F + K * (u + c)) / (k + K), 1e-12);
        EXPECT_NEAR(soft.state.sides[0].response.force, F - k * soft.state.q[0], 1e-9);
        const time::Equilibrium rigid = time::equilibrium(on_a_moving_stop(std::make_shared<test::RigidLaw>(0.5)), time);
        EXPECT_NEAR(rigid.state.q[0], u + c, 1e-12);
        EXPECT_NEAR(rigid.state.sides[0].response.force, F - k * (u + c), 1e-9);
    }
}

}  // namespace
}  // namespace jounce::static_contacts_test
