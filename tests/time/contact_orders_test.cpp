// Physics: the order of Newmark through one collision with located events, by the way the law's force begins: as t^(1/4) (Tsuji),
// t^(3/2) (Hertz's family), t (linear) or with a jump (a damper).
// Reference: the separation speed of the free impact, integrated to twelve digits. A force that grows as t^s with s no integer
// makes an error of h^(1+s) in the first step of a contact, so the order is min(2, 1 + s): 1.25 for Tsuji, 2 for all others.
// Tolerance: 0.1 of the order, from root mean squares over eight places of the onset within a step.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "support/small_system.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::contact_orders_test {
namespace {

using test::make_law;
using test::table;

constexpr double mass = 0.4, speed = 0.7;

double error(const contact::LawPointer& law, const contact::FreeImpact& hit, double step) {
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
        System system = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(0));
        system.v0[0] = speed;
        test::add_contact(system, "wall", test::stop(speed * step * (1.06 + 0.125 * i)), law, {Vector::Ones(1)});
        time::ImpactLog log;
        std::vector<time::Observer*> observers = {&log};
        const auto stepper = time::one_step_stepper(system, {}, time::Events::locate);
        State state = time::initial_state(system);
        time::march(system, *stepper, {.step = step, .duration = 1.3 * hit.duration + 4 * step}, state, observers);
        if (log.impacts().size() != 1 || !log.impacts()[0].speed_out) return 1e9;
        // Newmark being symmetric in time, the speed alone is better than its order where nothing is lost.
        const time::Impact& impact = log.impacts()[0];
        const double speeds = (*impact.speed_out - hit.separation_speed) / speed;
        const double times = (*impact.time_out - impact.time_in) / hit.duration - 1;
        sum += (speeds * speeds + times * times) / 8;
    }
    return std::sqrt(sum);
}

TEST(ContactOrders, NewmarkByTheBeginOfTheForce) {
    const struct {
        const char* kind;
        Table settings;
        double order;
    } laws[] = {
        {"tsuji", table({{"stiffness", 1e9}, {"restitution", 0.3}, {"reduced_mass", mass}}), 1.25},
        {"hertz", table({{"stiffness", 1e9}}), 2},
        {"flores", table({{"stiffness", 1e9}, {"restitution", 0.4}}), 2},
        {"kelvin_voigt", table({{"stiffness", 1e6}, {"restitution", 0.4}, {"reduced_mass", mass}}), 2},
        {"lankarani_nikravesh_1994", table({{"stiffness", 1e9}, {"restitution", 0.4}}), 2},
    };
    for (const auto& row : laws) {
        const auto law = make_law(row.kind, row.settings);
        const auto hit = free_impact(*law, mass, speed);
        const double coarse = error(law, hit, hit.duration / 100);
        const double fine = error(law, hit, hit.duration / 1600);
        EXPECT_NEAR(std::log2(coarse / fine) / 4, row.order, 0.1) << row.kind << " " << coarse << " " << fine;
    }
}

}  // namespace
}  // namespace jounce::contact_orders_test
