// Physics: a mass m slides over a plane. It falls on a rigid plane while another friction, of given force, brakes it; the impact
// takes mu P of its slip along it, then both brake it until it rests. Reference: closed form of speeds and of the instant of
// rest; the slip never turns, so that the direction of each friction is the unit vector of the slip while it slides. Tolerance:
// 1e-9.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::plane_directions_test {
namespace {

constexpr double m = 2, press = 10, fall = 0.7, slip = 3, mu = 0.2, brake = 1.5, gap = 0.1;
constexpr double along[2] = {0.6, -0.8};

class Coulomb final : public contact::FrictionLaw {
  public:
    explicit Coulomb(double coefficient) {
        kind = "test";
        cone = contact::FrictionCone{coefficient, coefficient, 0};
    }
    contact::FrictionResponse evaluate(const contact::Slip&, double, const contact::BristleStep&) const noexcept override {
        return {};
    }
};

System on_a_plane() {
    System system = test::linear_system(m * Matrix::Identity(3, 3), Matrix::Zero(3, 3), Matrix::Zero(3, 3));
    test::add_load(system, Vector::Unit(3, 0), [](double) { return press; });
    test::add_contact(system, "floor", test::stop(gap), std::make_shared<test::RigidLaw>(0.0), {Vector::Unit(3, 0)});
    for (int i = 0; i < 4; ++i) test::add_row(system, Vector::Unit(3, 1 + i % 2));
    for (int f = 0; f < 2; ++f) {
        Friction friction;
        friction.name = f == 0 ? "floor" : "brake";
        friction.law = std::make_shared<Coulomb>(f == 0 ? mu : 1);
        friction.contact = f == 0 ? 0 : -1;
        friction.first_row = 1 + 2 * f;
        friction.own_rows = friction.directions = 2;
        if (f == 1) friction.normal_force = std::make_shared<test::FunctionSignal>([](double) { return brake; });
        system.frictions.push_back(friction);
    }
    system.v0 = Vector{{fall, slip * along[0], slip * along[1]}};
    return system;
}

// 0.7 t + 2.5 t^2 = 0.1
const double struck = (std::sqrt(fall * fall + 2 * press / m * gap) - fall) / (press / m);
const double before = slip - brake / m * struck;
const double behind = before - mu * (fall + press / m * struck);
const double rest = struck + behind * m / (mu * press + brake);

double speed_at(double t) {
    if (t < struck) return slip - brake / m * t;
    return std::fmax(0.0, behind * (rest - t) / (rest - struck));
}

struct Watch final : time::Observer {
    void accepted(const time::AcceptedStep& step) override {
        const State& s = step.after;
        const double speed = std::hypot(s.v[1], s.v[2]);
        if (std::abs(s.time - struck) > 1e-9) EXPECT_NEAR(speed, speed_at(s.time), 1e-9);
        if (speed > 1e-6) EXPECT_NEAR(std::hypot(s.v[1] / speed - along[0], s.v[2] / speed - along[1]), 0, 1e-9);
        for (std::size_t f = 0; f < 2; ++f) {
            const FrictionState& of = s.frictions[f];
            if (of.status != FrictionStatus::slip || speed < 1e-6) continue;
            ++slides[f];
            EXPECT_NEAR(std::hypot(of.direction[0] - along[0], of.direction[1] - along[1]), 0, 1e-9) << f << ' ' << s.time;
        }
        if (s.time > rest + 1e-6) {
            ++rests;
            EXPECT_NEAR(speed, 0, 1e-12);
        }
    }
    int slides[2] = {0, 0}, rests = 0;
};

TEST(PlaneDirections, ASlipInAPlaneKeepsItsLineThroughAnImpact) {
    for (const char* method : {"event_driven", "newmark", "generalized_alpha"}) {
        SCOPED_TRACE(method);
        const System system = on_a_plane();
        const auto stepper = time::method_family.find(method)->make({})->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        Watch watch;
        std::vector<time::Observer*> observers = {&watch};
        (void)time::march(system, *stepper, {.step = 0.01, .duration = 1.25 * rest}, state, observers);
        EXPECT_GT(watch.slides[0], 10);
        EXPECT_GT(watch.slides[1], watch.slides[0]);
        EXPECT_GT(watch.rests, 10);
        EXPECT_EQ(state.frictions[0].status, FrictionStatus::stick);
        EXPECT_EQ(state.frictions[1].status, FrictionStatus::stick);
    }
}

}  // namespace
}  // namespace jounce::plane_directions_test
