// Physics: what counts as an error of the flow in contact, and what is rounding of large velocities, places, forces in balance
// and pushes. Reference: the documented measures, written down again. Controls: the same beyond its measure counts.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "contact_flow_model.hpp"

namespace jounce::test::contact_flow_test {
namespace {
// The error counts velocities in parts of the speed and of what the forces do to it in the step, coordinates in these times the
// duration, roots in parts of themselves and the time in parts of the step, whatever their signs.
TEST(ContactFlow, ErrorsAreMeasuredByTheMotion) {
    constexpr double tolerance = 1e-6, duration = 0.02;
    for (const bool pushed : {false, true}) {
        for (const double sense : {1.0, -1.0}) {
            for (const Flow::Sides sides : {Flow::Sides::plane, Flow::Sides::many}) {
                const Flow of(sides, 0, false);
                const bool plane = sides == Flow::Sides::plane;
                time::ClosedSignals signals(of.system);
                double end = 0;
                ASSERT_TRUE(signals.refresh(start, start + 1, end));
                time::ContactFlow flow(of.system);
                State from = of.begin(plane ? std::vector<char>{1} : std::vector<char>{1, 0, 1});
                from.q *= sense;
                from.v *= sense;
                flow.begin(from, signals, 0);
                flow.begin_step();
                std::vector<double> y = somewhere(flow), dy(y.size());
                double force = 0;
                if (pushed) {
                    // The forces along the rows, each with the size of its row; a weaker push later changes nothing.
                    for (int i = 0; i < n; ++i) y[n + static_cast<std::size_t>(i)] *= 20;  // with tension or large damping
                    flow.rate(y.data(), dy.data());
                    std::size_t root = first_root;
                    for (const Contact& contact : of.system.contacts) {
                        for (int s = 0; s < contact.gap.sides(); ++s) {
                            if (!from.sides[static_cast<std::size_t>(contact.first_side + s)].memory.closed) continue;
                            const contact::SideMotion m = of.motion(contact, s, start, Eigen::Map<const Vector>(y.data(), n),
                                                                    Eigen::Map<const Vector>(y.data() + n, n));
                            const double w = y[root++];
                            const double push = std::abs(stiffness * w * w * w * (1 + loss * m.motion.rate / impact));
                            for (int i = 0; i < contact.gap.coordinates(); ++i)
                                force += push * std::abs(m.normal[static_cast<std::size_t>(i)]) *
                                         Flow::dense(of.system.rows[static_cast<std::size_t>(contact.first_row + i)]).norm();
                        }
                    }
                    for (std::size_t j = first_root; j < flow.unknowns(); ++j) y[j] *= 0.5;
                    flow.rate(y.data(), dy.data());
                }
                std::vector<double> increment(flow.unknowns(), 0.0);
                increment[place_of_time] = sense * duration;
                increment[n + 1] = sense * 0.2;  // 1.1 m/s at the end
                increment[first_root] = 0.05;
                const double speed = 1.1 + force * duration, root = flow.y()[first_root] + 0.05;
                const auto error = [&](std::size_t at, double by) {
                    std::vector<double> change(flow.unknowns(), 0.0);
                    change[at] = by;
                    return flow.error(increment.data(), change.data(), tolerance);
                };
                EXPECT_EQ(error(0, 0), 0);
                for (const double sign : {1.0, -1.0}) {
                    EXPECT_NEAR(error(n + 2, sign * tolerance * speed), 1, 1e-6) << pushed << sense << plane;
                    EXPECT_NEAR(error(n, sign * 3 * tolerance * speed), 3, 1e-5) << "control: a larger one counts more";
                    EXPECT_NEAR(error(1, sign * tolerance * speed * duration), 1, 1e-6) << pushed << sense << plane;
                    EXPECT_NEAR(error(place_of_time, sign * tolerance * duration), 1, 1e-6);
                    EXPECT_NEAR(error(first_root, sign * tolerance * root), 1, 1e-6);
                }
                increment[first_root] = -2 * flow.y()[first_root] - 0.05;  // the root changes its sign
                EXPECT_NEAR(error(first_root, tolerance * root), 1, 1e-6);
            }
        }
    }
}

// Below the rounding of large velocities, places and forces in balance nothing counts, however small the tolerance is.
TEST(ContactFlow, RoundingIsNoError) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon(), duration = 0.02;
    const Flow of(Flow::Sides::plane, 0, false);
    time::ClosedSignals signals(of.system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(start, start + 1, end));
    time::ContactFlow flow(of.system);
    for (const int large : {0, 1, 2, 3}) {
        for (const double sign : {1.0, -1.0}) {
            State from = of.begin({1});
            from.q.setZero();
            from.v.setZero();
            // A place, a velocity; then forces of a spring, of a damper, with a velocity that they do not change.
            if (large == 0 || large == 2) from.q[1] = sign * 50;
            if (large == 1) from.v[1] = sign * 50;
            if (large == 3) from.v[1] = sign * 1e-3;
            flow.begin(from, signals, 0);
            flow.begin_step();
            std::vector<double> increment(flow.unknowns(), 0.0), change = increment;
            increment[place_of_time] = duration;
            const double balance = large == 2 ? 900 * 50 : 5e-3;
            const std::size_t at = large == 0 ? 1 : large == 3 ? n + 0 : n + (large == 1 ? 1 : 0);
            const double size = large < 2 ? 50 : balance * duration;
            for (const double times : {1.0, 60.0}) {
                change[at] = times * epsilon * size;
                // With places in steps of a duration the rounding of forces counts less.
                const double found = flow.error(increment.data(), change.data(), 1e-20);
                EXPECT_EQ(found < 1, times == 1) << large << ' ' << found;
            }
        }
    }
}

// A tension that is rounding of the pushes before is none; the mobility of a ring is the larger one of its rows.
TEST(ContactFlow, RoundingIsNoTension) {
    const Flow of(Flow::Sides::plane, 0, false, true);
    time::ClosedSignals signals(of.system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(start, start + 1, end));
    for (const double part : {1e-7, -1e-11, -1e-6}) {
        time::ContactFlow flow(of.system);
        flow.begin(of.begin({1}), signals, 0);
        flow.begin_row();
        std::vector<double> y(flow.integrated(), 0.0), dy(y.size());
        const Vector row = Flow::dense(of.system.rows[0]);
        const auto push = [&](double force) {  // of the negative side: -row.q - 0.01 = force/stiffness
            const Vector q = -(force / stiffness + 0.01) * row / row.squaredNorm();
            std::copy_n(q.data(), n, y.data());
            y[first_root] = 1;
            flow.rate(y.data(), dy.data());
        };
        push(40);
        EXPECT_FALSE(flow.pulled());
        push(40 * part);
        EXPECT_EQ(flow.pulled(), part == -1e-6) << part;
    }
    const Flow many(Flow::Sides::many, 0, false);
    const time::ContactFlow flow(many.system);
    EXPECT_NEAR(flow.sides()[0].compliance, std::max(Vector{{1.1, 0, -0.5}}.squaredNorm(), Vector{{0.3, 1.4, 0.2}}.squaredNorm()),
                1e-14);
}

}  // namespace
}  // namespace jounce::test::contact_flow_test
