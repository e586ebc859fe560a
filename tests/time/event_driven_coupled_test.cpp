// Physics: event_driven where damping couples the modes, so that flights are integrated, too.
// Reference: the same motion where the steps asked for are so short that nothing fits between two of them; the interval of the
// records, which is not the method's, must not change the motion..
// Tolerance: 1e-8 in onsets and speeds at a tolerance of 1e-12, as each contact multiplies what came before.
// Control: with re-entries of a side overlooked that had let go while indented, the fifth onset comes 1.1 ms late, three times
// as fast.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test::event_driven_coupled_test {
namespace {

/// 1 kg, pressed on a stiff spring-damper stop, and 20 kg between soft ones, joined by a spring with a damper of its own.
System pair() {
    Matrix M = Matrix::Identity(2, 2), C(2, 2), K(2, 2);
    M(1, 1) = 20;
    K << 1500, -1500, -1500, 1500;
    C << 3, -3, -3, 3;
    System s = linear_system(M, C, K);
    s.v0[1] = 0.3;
    add_contact(s, "stiff", stop(5e-3), std::make_shared<DashpotLaw>(4e7, 3000), {Eigen::Vector2d(1, 0)});
    add_contact(s, "soft", {contact::GapShape::plane, 5e-3, true, true}, std::make_shared<PowerLaw>(2e5, 1),
                {Eigen::Vector2d(0, 1)});
    return s;
}

/// Remembers when it was asked.
struct Asked final : Signal {
    double value(double t) const override {
        earliest = std::min(earliest, t);
        latest = std::max(latest, t);
        return 93 * std::exp(-t / 5);
    }
    SignalSample sample(double t) const override {
        return {value(t), -93.0 / 5 * std::exp(-t / 5), 93.0 / 25 * std::exp(-t / 5)};
    }
    mutable double earliest = 0, latest = 0;
};

std::vector<time::Impact> run(System system, SignalPointer force, double h, double duration) {
    Load load;
    load.pattern = Eigen::Vector2d(1, 0);
    load.signal = std::move(force);
    system.loads.push_back(load);
    const auto method = time::event_driven({1e-12});
    const auto prepared = method->prepare(std::make_shared<const System>(std::move(system)));
    const auto stepper = method->bind(*prepared, time::Events::locate);
    State state = time::initial_state(*prepared);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    (void)time::march(*prepared, *stepper, {.step = h, .duration = duration, .events = time::Events::locate}, state, observers);
    // Pushes that are no more than a touch come and go with rounding.
    std::vector<time::Impact> out = log.impacts();
    std::erase_if(out, [](const time::Impact& i) { return i.speed_in < 1e-6; });
    return out;
}

TEST(EventDrivenCoupled, RecordsDoNotChangeTheMotion) {
    const auto force = std::make_shared<ClosedSignal>(std::array<double, 4>{93, 0, 0, 0});
    const auto fine = run(pair(), force, 2e-5, 0.05);
    ASSERT_GE(fine.size(), 5U);
    for (const double h : {1e-2, 3e-3, 1e-3, 1e-4}) {
        const auto coarse = run(pair(), force, h, 0.05);
        ASSERT_EQ(coarse.size(), fine.size()) << h;
        for (std::size_t i = 0; i < fine.size(); ++i) {
            EXPECT_NEAR(coarse[i].time_in, fine[i].time_in, 1e-8 * fine[i].time_in) << h;
            EXPECT_NEAR(coarse[i].speed_in, fine[i].speed_in, 1e-8 * fine[i].speed_in) << h;
            EXPECT_NEAR(coarse[i].max_indentation, fine[i].max_indentation, 1e-8 * fine[i].max_indentation) << h;
        }
    }
}

TEST(EventDrivenCoupled, FunctionsAreAskedWithinTheRunOnly) {
    for (const double h : {1e-2, 1e-3}) {
        const auto asked = std::make_shared<Asked>();
        const auto impacts = run(pair(), asked, h, 0.2);
        EXPECT_GE(impacts.size(), 5U);
        EXPECT_EQ(asked->earliest, 0);
        EXPECT_LE(asked->latest, 0.2);
        EXPECT_GT(asked->latest, 0.199);
    }
}

}  // namespace
}  // namespace jounce::test::event_driven_coupled_test
