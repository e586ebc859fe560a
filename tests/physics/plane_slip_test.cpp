// Physics: slips in a plane under Coulomb friction by event_driven: they come to rest while their direction turns ever faster,
// pass by rest without an event, or meet the force head-on and reverse.
//
// Reference: the polar form of the slip over the time sigma with dt = |s| d sigma, in which its end is at infinity and everything
// is smooth: (ln |s|)' = r.e - mu N, theta' = r.e_perp, integrated by an adaptive rule of order 16 for a mass of 1 kg.
// Tolerance: a hundred times that of the method, times place or time; the place counts from the start. Controls: the same motion
// under another coefficient.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::plane_slip_test {
namespace {

using time::FrictionEvent;

/// A mass of 1 kg on two springs, under a constant force, slides on a table.
struct Slider {
    double kx = 0, ky = 0, fx = 0, fy = 0;  // springs and force
    double x = 0, y = 0, u = 0, v = 0;      // at the start
    double mu = 0.3, mu_static = 0.3, N = 10;

    [[nodiscard]] System system() const {
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
        if (kx > 0) m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", kx}});
        if (ky > 0) m.add("spring", {{"from", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", ky}});
        if (fx != 0 || fy != 0) m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", fx}});
        if (fx != 0 || fy != 0) m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", fy}});
        m.add("friction",
              {{"name", "table"},
               {"node", "p"},
               {"directions", list({vector(1, 0, 0), vector(0, 1, 0)})},
               {"normal_force", N},
               {"friction",
                table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"static_coefficient", mu_static}})}});
        m.add("initial", {{"node", "p"}, {"displacement", vector(x, y, 0)}, {"velocity", vector(u, v, 0)}});
        return m.system();
    }

    struct Instant {
        double time, x, y, slowest;
        bool rests;
    };
    /// At its rest, or at `end` if that is earlier.
    [[nodiscard]] Instant reference(double end) const {
        Reals<5> at{std::log(std::hypot(static_cast<Real>(u), static_cast<Real>(v))),
                    std::atan2(static_cast<Real>(v), static_cast<Real>(u)), x, y, 0};
        const Reals<5> scale{1, 1, 0.01L, 0.01L, 1};
        const auto rate = [this](Real, const Reals<5>& z) {
            const Real speed = std::exp(z[0]), cosine = std::cos(z[1]), sine = std::sin(z[1]);
            const Real rx = fx - kx * z[2], ry = fy - ky * z[3];
            return Reals<5>{rx * cosine + ry * sine - mu * N, ry * cosine - rx * sine, speed * speed * cosine,
                            speed * speed * sine, speed};
        };
        Real sigma = 0, least = at[0];
        Reals<5> from = at;
        Real length = 0;
        bool rests = false;
        integrate(rate, sigma, at, 1e9L, 1e-3L, 1e-16L, scale, [&](Real, const Reals<5>& begin, Real h, const Reals<5>& next) {
            least = std::min(least, next[0]);
            rests = next[0] < std::log(1e-14L);
            from = begin;
            length = h;
            return !rests && next[4] < static_cast<Real>(end);
        });
        Real low = 0, high = length, error = 0;
        for (int i = 0; i < 80 && !rests; ++i) {
            const Real middle = 0.5L * (low + high);
            const Reals<5> step = extrapolated_increment(rate, 0, from, middle, scale, error);
            (from[4] + step[4] < static_cast<Real>(end) ? low : high) = middle;
        }
        const Reals<5> step = extrapolated_increment(rate, 0, from, high, scale, error);
        const auto sum = [&](std::size_t i) { return static_cast<double>(from[i] + step[i]); };
        return {sum(4), sum(2), sum(3), static_cast<double>(std::exp(least)), rests};
    }
};

struct Outcome {
    double x, y;
    std::vector<FrictionEvent> events;
    double remainder;
};

Outcome march_of(const Slider& slider, double tolerance, double duration) {
    const auto method = events(tolerance);
    const auto system = method->prepare(std::make_shared<const System>(slider.system()));
    const auto stepper = method->bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::FrictionLog log;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers{&log, &account};
    time::MarchOptions options;
    options.step = options.duration = duration;
    options.order = method->order();
    (void)time::march(*system, *stepper, options, state, observers);
    Outcome out{probe(*system, state, "p.ux"), probe(*system, state, "p.uy"), {}, account.terms(state).remainder};
    log.events().visit([&](const FrictionEvent& event) { out.events.push_back(event); });
    return out;
}

// A straight line: s0^2/(2 mu g) far, s0/(mu g) long.
TEST(PlaneSlip, AMassSlidesStraightToRest) {
    const Slider slider{.u = 0.4, .v = 0.3};
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-12}) {
        const Outcome out = march_of(slider, tolerance, 1);
        ASSERT_EQ(out.events.size(), 1u) << tolerance;
        EXPECT_EQ(out.events[0].what, FrictionEvent::What::stick);
        EXPECT_NEAR(out.events[0].time, 0.5 / 3, 1e-11);
        EXPECT_NEAR(out.x, 0.8 * 0.25 / 6, 1e-13);
        EXPECT_NEAR(out.y, 0.6 * 0.25 / 6, 1e-13);
        EXPECT_NEAR(out.remainder, 0, 1e-13);
    }
}

// Random springs, starts and coefficients: every mass comes to rest where the reference does, and stays: a force that the sliding
// coefficient overcomes is held by the static one.
TEST(PlaneSlip, MassesOnUnequalSpringsComeToRest) {
    std::mt19937 random(11);
    const auto number = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
    int rests = 0;
    for (int i = 0; i < 120; ++i) {
        Slider slider{
            .kx = 100 * number(), .ky = 100 * number(), .x = 0.1 * number(), .y = 0.1 * number(), .u = number(), .v = number()};
        slider.mu = 0.1 + 0.4 * number();
        slider.mu_static = i % 2 == 0 ? slider.mu : slider.mu * (1 + number());
        const Slider::Instant want = slider.reference(2);
        if (!want.rests) continue;
        ++rests;
        for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
            SCOPED_TRACE(std::to_string(i) + " tolerance " + std::to_string(tolerance));
            const Outcome out = march_of(slider, tolerance, want.time * (1 + 1e-5));
            ASSERT_FALSE(out.events.empty());
            EXPECT_EQ(out.events[0].what, FrictionEvent::What::stick);
            EXPECT_NEAR(out.events[0].time, want.time, 100 * tolerance);
            EXPECT_NEAR(out.x, want.x, 100 * tolerance * 0.1 + 1e-9);
            EXPECT_NEAR(out.y, want.y, 100 * tolerance * 0.1 + 1e-9);
        }
        const double holding = std::hypot(slider.kx * want.x, slider.ky * want.y);
        const Outcome later = march_of(slider, 1e-8, want.time + 0.5);
        if (holding < 0.99 * slider.mu_static * slider.N) {
            EXPECT_EQ(later.events.size(), 1u);
            EXPECT_NEAR(later.x, want.x, 1e-6);
        }
    }
    EXPECT_GT(rests, 100);
}

// On a circle the slip turns for ever: no event. The speed of the reference stays above zero.
TEST(PlaneSlip, ASlipThatTurnsDoesNotReverse) {
    const Slider slider{.kx = 100, .ky = 100, .x = 0.1, .v = 1, .mu = 0.01};
    for (const double tolerance : {1e-6, 1e-10}) {
        const Slider::Instant want = slider.reference(3);
        EXPECT_GT(want.slowest, 0.5);
        const Outcome out = march_of(slider, tolerance, 3);
        EXPECT_TRUE(out.events.empty()) << out.events.size();
        EXPECT_NEAR(out.x, want.x, 1000 * tolerance);
        EXPECT_NEAR(out.y, want.y, 1000 * tolerance);
        EXPECT_GT(std::abs(march_of({.kx = 100, .ky = 100, .x = 0.1, .v = 1, .mu = 0.02}, tolerance, 3).x - want.x), 1e-3);
    }
}

// A force that friction cannot hold turns the mass round: aimed past head-on by 1e-3 to 1e-7 it passes by rest at that small part
// of its speed; head-on it reverses, in 1D: s0 = 1 stops after s0/(F + mu N), at -s0^2/2(F + mu N), and leaves with F - mu N.
TEST(PlaneSlip, ASlipPassesByRestOrReversesHeadOn) {
    for (const double aside : {0.3, 1e-2, 1e-3, 1e-5}) {
        const Slider slider{.fx = 6, .u = -1, .v = aside};
        const Slider::Instant want = slider.reference(0.5);
        EXPECT_FALSE(want.rests);
        EXPECT_LT(want.slowest, 3 * aside);
        const Outcome out = march_of(slider, 1e-9, 0.5);
        EXPECT_TRUE(out.events.empty()) << aside << " " << out.events.size();
        EXPECT_NEAR(out.x, want.x, 1e-7) << aside;
        EXPECT_NEAR(out.y, want.y, 1e-7) << aside;
    }
    const Outcome out = march_of({.fx = 6, .u = -1}, 1e-9, 0.5);
    ASSERT_EQ(out.events.size(), 1u);
    EXPECT_EQ(out.events[0].what, FrictionEvent::What::reversal);
    EXPECT_NEAR(out.events[0].time, 1.0 / 9, 1e-10);
    EXPECT_NEAR(out.x, -1.0 / 18 + 1.5 * std::pow(0.5 - 1.0 / 9, 2), 1e-9);
    EXPECT_NEAR(out.y, 0, 1e-12);
}

}  // namespace
}  // namespace jounce::test::plane_slip_test
