// Physics: a wheel that slides down inside a ring, rolls through its lowest point, slides up and back again, by event_driven:
// slip, stick and reversal around a circular gap, with a surface that turns. Reference: the equations of motion written out here,
// integrated by an adaptive rule of order 16 whose changes of status are located by bisection. Tolerance: 1e-9 of the ring's play
// and of the turn. Control: without a static coefficient the motion is another one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::rolling_in_ring_test {
namespace {

constexpr double mass = 0.4, play = 0.05, radius = 0.02, inertia = 1.6e-4, stiffness = 2e4, g = 9.81, mu = 0.25, thrown = 0.6,
                 backspin = -60;
constexpr double duration = 1.5;

/// m a = -N n - F t + m g, I w' = -R F, N = k (r - play), t = (-n_y, n_x); slip s = t.v + R w.
struct Wheel {
    double at_rest;  // static coefficient
    int sign = 0;    // of the slip; 0: it sticks
    int sticks = 0, slips = 0, reversals = 0;
    Real least_force = 1e9L;

    struct Now {
        Real nx, ny, N, slip, holding;
    };
    [[nodiscard]] static Now look(const Reals<6>& at) {
        const Real r = std::hypot(at[0], at[1]);
        Now now{at[0] / r, at[1] / r, stiffness * (r - play), 0, 0};
        const Real across = -now.ny * at[3] + now.nx * at[4], along = now.nx * at[3] + now.ny * at[4];
        now.slip = across + radius * at[5];
        // t.a - along across/r + R w' = 0
        now.holding = (-g * now.nx - along * across / r) / (1 / mass + radius * radius / inertia);
        return now;
    }
    [[nodiscard]] Real friction(const Now& now) const { return sign == 0 ? now.holding : sign * mu * now.N; }
    [[nodiscard]] Reals<6> rates(const Reals<6>& at) const {
        const Now now = look(at);
        const Real F = friction(now);
        return {at[3],
                at[4],
                at[5],
                (-now.N * now.nx + F * now.ny) / mass,
                (-now.N * now.ny - F * now.nx) / mass - g,
                -radius * F / inertia};
    }
    [[nodiscard]] bool changes(const Reals<6>& at) const {
        const Now now = look(at);
        return sign == 0 ? std::abs(now.holding) > at_rest * now.N : sign * now.slip < 0;
    }
    void change(const Reals<6>& at) {
        const Now now = look(at);
        const bool holds = sign != 0 && std::abs(now.holding) <= at_rest * now.N;
        const int next = holds ? 0 : now.holding > 0 ? 1 : -1;
        (holds ? sticks : sign == 0 ? slips : reversals) += 1;
        sign = next;
    }
    [[nodiscard]] Reals<6> after(Reals<6> y) {
        sign = look(y).slip > 0 ? 1 : -1;
        const Reals<6> scale{play, play, 1, 1, 1, 20};
        const auto f = [this](Real, const Reals<6>& at) { return rates(at); };
        Real t = 0;
        while (t < duration) {
            Reals<6> from = y;
            Real length = 0;
            // Short pieces, since two changes within one step show at neither end of it.
            const Real end_of_piece = std::min<Real>(duration, t + 1e-4L);
            integrate(f, t, y, end_of_piece, 1e-4L, 1e-15L, scale, [&](Real, const Reals<6>& begin, Real h, const Reals<6>& end) {
                least_force = std::min(least_force, look(end).N);
                if (!changes(end)) return true;
                from = begin;
                length = h;
                return false;
            });
            if (length == 0) continue;
            Real low = 0, high = length, error = 0;
            const auto at = [&](Real h) {
                Reals<6> out = from;
                const Reals<6> increment = extrapolated_increment(f, t, from, h, scale, error);
                for (std::size_t i = 0; i < 6; ++i) out[i] += increment[i];
                return out;
            };
            for (int i = 0; i < 70; ++i) (changes(at(0.5L * (low + high))) ? high : low) = 0.5L * (low + high);
            y = at(high);
            t += high;
            change(y);
        }
        return y;
    }
};

TEST(RollingInARing, SlipsSticksAndReversesAsTheEquationsWrittenOut) {
    for (const double at_rest : {0.3, 0.25}) {
        SCOPED_TRACE(at_rest);
        Script m;
        m.add("point", {{"name", "p"},
                        {"at", vector(0, 0, 0)},
                        {"mass", mass},
                        {"inertia", vector(1, 1, inertia)},
                        {"free", list({"ux", "uy", "rz"})}});
        m.add("circular_gap",
              {{"name", "ring"},
               {"node", "p"},
               {"axis", vector(0, 0, 1)},
               {"clearance", play},
               {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}})},
               {"surface_radius", radius},
               {"friction",
                table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"static_coefficient", at_rest}})}});
        m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
        const double r = play + mass * (g + thrown * thrown / play) / stiffness;
        const Reals<6> start{0, -r, 0, thrown, 0, backspin};
        m.add("initial", {{"node", "p"}, {"displacement", vector(0, -r, 0)}, {"velocity", vector(thrown, 0, 0)}});
        m.add("initial", {{"node", "p"}, {"angular_velocity", vector(0, 0, backspin)}});
        const auto way = events(1e-12);
        const auto system = way->prepare(std::make_shared<const System>(m.system()));
        const auto stepper = way->bind(*system, time::Events::locate);
        State state = time::initial_state(*system);
        time::FrictionLog log;
        time::EnergyAccount account;
        std::vector<time::Observer*> observers = {&log, &account};
        time::MarchOptions options;
        options.step = 0.02;
        options.duration = duration;
        options.order = way->order();
        (void)time::march(*system, *stepper, options, state, observers);
        Wheel wheel{at_rest};
        const Reals<6> want = wheel.after(start);
        ASSERT_GT(wheel.least_force, 0) << "the reference knows no flight";
        EXPECT_GE(wheel.sticks, 4);
        EXPECT_GE(wheel.slips, 3);
        EXPECT_GE(wheel.reversals, 1);
        EXPECT_EQ(log.events().size(), static_cast<std::size_t>(wheel.sticks + wheel.slips + wheel.reversals));
        EXPECT_NEAR(probe(*system, state, "p.ux"), static_cast<double>(want[0]), 1e-9 * play);
        EXPECT_NEAR(probe(*system, state, "p.uy"), static_cast<double>(want[1]), 1e-9 * play);
        EXPECT_NEAR(probe(*system, state, "p.rz"), static_cast<double>(want[2]), 1e-9);
        EXPECT_NEAR(probe(*system, state, "p.ux_velocity"), static_cast<double>(want[3]), 1e-9);
        EXPECT_NEAR(account.terms(state).remainder, 0, 1e-9 * account.terms(state).friction);
        if (at_rest > mu) {
            Wheel other{mu};
            EXPECT_GT(std::abs(other.after(start)[0] - want[0]), 1e-3 * play);
        }
    }
}

}  // namespace
}  // namespace jounce::test::rolling_in_ring_test
