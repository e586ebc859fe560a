// Physics: a ball meets a spring and a damper; the contact begins once and ends once, whatever the step.
// Reference: the free impact of the same law, integrated on its own. Tolerance: second order of the step over the contact,
// 40 (h/T)^2 of the speed; T is half a period of the undamped spring.
// Control: 50 steps from T/100 to T/5000, so that the release falls anywhere within one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "contact/families/law.hpp"
#include "contact/impacts/free_impact.hpp"
#include "support/small_system.hpp"
#include "support/table.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::test::release_steps_test {
namespace {

constexpr double mass = 0.5, speed = 2, stiffness = 1e6, damping = 1000;

TEST(ReleaseSteps, OneContactWhateverTheStep) {
    const double T = std::numbers::pi / std::sqrt(stiffness / mass);
    const double m = 1.0 / 3, f = 4.0 / 9;  // spectral radius 0.8
    const std::vector<time::MethodPointer> methods = {
        time::newmark({}),
        time::one_step_method("generalized_alpha",
                              {.alpha_m = m, .alpha_f = f, .beta = 0.25 * (1 - m + f) * (1 - m + f), .gamma = 0.5 - m + f}, ""),
        time::precise({}), time::precise({.order = 4}), time::precise({.contact = "implicit"})};
    for (const char* transition : {"distance", "force", "distance_force", "latched", "relaxation"}) {
        const contact::LawPointer law =
            contact::law_family.find("kelvin_voigt")
                ->make(table({{"stiffness", stiffness}, {"damping", damping}, {"transition", transition}}));
        // By its force alone the damper acts before the touch, where the free impact begins.
        const bool apart = transition == std::string("force");
        const double out = contact::free_impact(*law, mass, speed).separation_speed;
        for (const auto& method : methods) {
            for (int i = 0; i < 50; ++i) {
                const double share = 1 / std::round(100 * std::pow(50, i / 49.0));
                System s = linear_system(scalar(mass), scalar(0), scalar(0));
                s.v0[0] = speed;
                add_contact(s, "wall", stop(1e-3), law, {Vector::Ones(1)});
                const auto system = method->prepare(std::make_shared<const System>(s));
                const auto stepper = method->bind(*system, time::Events::locate);
                State state = time::initial_state(*system);
                time::ImpactLog log;
                std::vector<time::Observer*> observers = {&log};
                const std::string what = method->describe() + ", " + transition + ", T/" + std::to_string(1 / share);
                ASSERT_NO_THROW((void)time::march(
                    *system, *stepper, {.step = share * T, .duration = 5e-4 + 3 * T, .order = method->order()}, state, observers))
                    << what;
                ASSERT_EQ(log.impacts().size(), 1U) << what;
                if (!apart) {
                    EXPECT_NEAR(log.impacts()[0].speed_out.value_or(0), out, 40 * share * share * speed) << what;
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::release_steps_test
