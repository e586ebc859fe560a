// Physics: the motion in contact as a first-order system in the clock of the contacts, at instants of which nothing is special.
// Reference: M a + C v + K q + B^T f = F with unit masses, and the laws of the contacts, written down again; the account of
// energy,
//     d/dt (v^2/2 + q K q/2) = powers of loads and supports - losses - powers on the indentations;
// the accelerations along the sides are central differences of their rates along the flow, whose error is 1e-8 of their size.
// Tolerance: round-off, 1e-12 of the largest term; 1e-6 for differences. Control: open sides do not push.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "contact_flow_model.hpp"

namespace jounce::test::contact_flow_test {
namespace {
struct Given {
    Flow::Sides sides;
    int loads;
    bool moving;
    std::vector<char> closed;
    bool smooth = false;
};
const std::vector<Given> all{{Flow::Sides::plane, 0, false, {1}},       {Flow::Sides::plane, 1, false, {1}},
                             {Flow::Sides::plane, 4, false, {1}},       {Flow::Sides::plane, 4, true, {1}},
                             {Flow::Sides::plane, 3, false, {0}},       {Flow::Sides::many, 4, false, {0, 1, 0}},
                             {Flow::Sides::many, 2, true, {1, 0, 0}},   {Flow::Sides::many, 4, true, {1, 0, 1}},
                             {Flow::Sides::many, 0, false, {1, 1, 1}},  {Flow::Sides::many, 4, true, {0, 0, 0}},
                             {Flow::Sides::plane, 2, false, {1}, true}, {Flow::Sides::many, 3, true, {1, 1, 1}, true}};

TEST(ContactFlow, FollowsTheEquationsOfMotionInItsClock) {
    for (std::size_t g = 0; g < all.size(); ++g) {
        const Flow of(all[g].sides, all[g].loads, all[g].moving, all[g].smooth);
        const System& system = of.system;
        time::ClosedSignals signals(system);
        double end = 0;
        ASSERT_TRUE(signals.refresh(start, start + 1, end));
        time::ContactFlow flow(system);
        const State from = of.begin(all[g].closed);
        flow.begin(from, signals, 0);
        const std::vector<double> y = somewhere(flow);
        std::vector<double> dy(y.size());
        flow.begin_row();
        flow.begin_step();
        flow.rate(y.data(), dy.data());

        const double t = start + y[place_of_time];
        const Vector q = Eigen::Map<const Vector>(y.data(), n), v = Eigen::Map<const Vector>(y.data() + n, n);
        double clock = 1;
        for (std::size_t j = first_root; j < flow.unknowns(); ++j) clock *= y[j];
        Vector a = -of.c.cwiseProduct(v) - of.k.cwiseProduct(q);
        double given = 0;  // power of loads and supports
        for (const Load& load : system.loads) {
            const SignalSample s = load.signal->sample(t);
            const double value = load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second;
            a += value * load.pattern;
            given += value * load.pattern.dot(v);
        }
        time::StepWork found;
        found.sides.resize(from.sides.size());
        flow.sort(dy.data(), found);
        std::size_t root = 0;
        double on_sides = 0, scale = a.norm();
        for (const Contact& contact : system.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                const auto number = static_cast<std::size_t>(contact.first_side + s);
                if (all[g].closed[number] == 0) continue;
                const contact::SideMotion m = of.motion(contact, s, t, q, v);
                const double w = y[first_root + root];
                const double elastic = stiffness * (of.smooth_law ? m.motion.indentation : w * w * w);
                const double push =
                    of.smooth_law ? elastic + damping * m.motion.rate : elastic * (1 + loss * m.motion.rate / impact);
                Vector along = Vector::Zero(n);
                for (int i = 0; i < contact.gap.coordinates(); ++i) {
                    const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
                    along += m.normal[static_cast<std::size_t>(i)] * Flow::dense(row);
                    if (row.prescribed.empty()) continue;
                    const double speed = system.recovery.prescribed[0].signal->sample(t).first;
                    given += push * m.normal[static_cast<std::size_t>(i)] * row.prescribed_coefficient[0] * speed;
                }
                a -= push * along;
                scale += std::abs(push) * along.norm();
                on_sides += push * m.motion.rate;
                EXPECT_NEAR(found.sides[number].impulse, clock * push, 1e-12 * clock * scale) << g;
                EXPECT_NEAR(found.sides[number].work, clock * push * m.motion.rate, 1e-12 * clock * scale) << g;
                EXPECT_NEAR(found.sides[number].loss, clock * (push - elastic) * m.motion.rate, 1e-12 * clock * scale) << g;
                // d(w^2)/dt is the rate; without a root there is nothing that changes.
                EXPECT_NEAR(2 * w * dy[first_root + root] / clock, of.smooth_law ? 0 : m.motion.rate, 1e-12) << g;
                ++root;
            }
        }
        for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            EXPECT_NEAR(dy[at], clock * v[i], 1e-14) << g;
            EXPECT_NEAR(dy[n + at], clock * a[i], 1e-12 * clock * scale) << g;
        }
        EXPECT_NEAR(dy[place_of_time], clock, 1e-15) << g;
        EXPECT_EQ(flow.clock(), dy[place_of_time]) << g;
        const double damped = v.dot(of.c.cwiseProduct(v)), stored = v.dot(a) + q.dot(of.k.cwiseProduct(v));
        EXPECT_NEAR(found.sum.structural_damping, clock * damped, 1e-12 * clock * scale) << g;
        EXPECT_NEAR(found.sum.external + found.sum.base - found.sum.structural_damping - clock * on_sides, clock * stored,
                    1e-11 * clock * scale)
            << g;
        EXPECT_NEAR(found.sum.external + found.sum.base, clock * (given), 1e-12 * clock * scale) << g;
    }
}

// Sides as the state says, closed ones at the depth of their roots; their accelerations; what a finest row records.
TEST(ContactFlow, SidesMoveByTheirAccelerations) {
    for (std::size_t g = 0; g < all.size(); ++g) {
        const Flow of(all[g].sides, all[g].loads, all[g].moving, all[g].smooth);
        time::ClosedSignals signals(of.system);
        double end = 0;
        ASSERT_TRUE(signals.refresh(start, start + 1, end));
        time::ContactFlow flow(of.system);
        flow.begin(of.begin(all[g].closed), signals, 0);
        const std::vector<double> y = somewhere(flow);
        std::vector<double> dy(y.size()), other(y.size()), unused(y.size());
        const auto rates = [&](double part) {
            for (std::size_t i = 0; i < y.size(); ++i) other[i] = y[i] + part * dy[i];
            flow.rate(other.data(), unused.data());
            flow.sample_sides();
            Vector out(static_cast<Eigen::Index>(flow.sides().size()));
            for (std::size_t s = 0; s < flow.sides().size(); ++s)
                out[static_cast<Eigen::Index>(s)] = flow.sides()[s].motion.motion.rate;
            return out;
        };
        flow.begin_row();
        flow.rate(y.data(), dy.data());
        const bool kept = flow.closed().size() < flow.sides().size();
        ASSERT_EQ(flow.samples(), kept ? 1 : 0);
        flow.sample_sides();
        const double step = 1e-5;
        std::vector<double> accelerations;
        std::size_t root = 0;
        for (const Contact& contact : of.system.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                const auto number = static_cast<std::size_t>(contact.first_side + s);
                const contact::SideMotion m =
                    of.motion(contact, s, start + y[place_of_time], Eigen::Map<const Vector>(y.data(), n),
                              Eigen::Map<const Vector>(y.data() + n, n));
                const time::ContactFlow::Side& side = flow.sides()[number];
                EXPECT_NEAR(side.motion.motion.indentation, m.motion.indentation, 1e-14) << g;
                EXPECT_NEAR(side.motion.motion.rate, m.motion.rate, 1e-13) << g;
                if (side.closed) {
                    const double w = y[first_root + root++];
                    EXPECT_NEAR(side.response.elastic_force, stiffness * (of.smooth_law ? m.motion.indentation : w * w * w),
                                1e-11)
                        << g;
                }
                if (kept) {
                    const time::ContactFlow::Sample sample = flow.sample(0, number);
                    EXPECT_EQ(sample.time, y[place_of_time]) << g;
                    EXPECT_NEAR(sample.indentation, m.motion.indentation, 1e-14) << g;
                    EXPECT_NEAR(sample.rate, m.motion.rate, 1e-13) << g;
                }
                accelerations.push_back(flow.side_acceleration(number));
            }
        }
        const double duration = 2 * step * flow.clock();
        const Vector change = (rates(step) - rates(-step)) / duration;
        for (std::size_t s = 0; s < accelerations.size(); ++s) {
            const double expected = change[static_cast<Eigen::Index>(s)];
            EXPECT_NEAR(accelerations[s], expected, 1e-6 * (1 + std::abs(expected))) << g << ' ' << s;
        }
    }
}

// A contact that begins on its surface without speed has no root: its clock is that of the time.
TEST(ContactFlow, BeginsWithTheRootsOfTheIndentations) {
    const Flow of(Flow::Sides::many, 0, false);
    time::ClosedSignals signals(of.system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(start, start + 1, end));
    time::ContactFlow flow(of.system);
    State from = of.begin({1, 1, 0});
    from.sides[0].motion.indentation = 0.0049;
    from.sides[0].memory.permanent_indentation = 0.0013;
    from.sides[1].motion.indentation = 1e-8;
    flow.begin(from, signals, 0.001);
    EXPECT_NEAR(flow.y()[first_root], 0.06, 1e-15);
    EXPECT_EQ(flow.y()[first_root + 1], 0.001);
    EXPECT_EQ(flow.y()[place_of_time], 0);
    EXPECT_NEAR(flow.highest_frequency(), 30, 1e-13);
    from.sides[1].motion = {0, -0.1};
    flow.begin(from, signals, 0.001);
    EXPECT_EQ(flow.y()[first_root + 1], 1);
    std::vector<double> y(flow.y(), flow.y() + flow.integrated()), dy(y.size());
    flow.rate(y.data(), dy.data());
    EXPECT_EQ(dy[first_root + 1], 0);
    EXPECT_NEAR(dy[place_of_time], 0.06, 1e-15);
}

// A force in tension, of a law that opens by its force, is seen; a law that opens with the bodies cuts it or pulls.
TEST(ContactFlow, TensionIsSeenCutOrKept) {
    for (const int kind : {0, 1, 2}) {
        System system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Matrix::Zero(1, 1));
        const auto law = std::make_shared<DashpotLaw>(100, 5);
        if (kind == 1) law->transition = &contact::transitions::distance;
        if (kind == 2) law->adhesion = true;
        add_contact(system, "stop", {contact::GapShape::plane, 0, true, false}, law, {Vector{{2}}});
        time::ClosedSignals signals(system);
        double end = 0;
        ASSERT_TRUE(signals.refresh(0, 1, end));
        time::ContactFlow flow(system);
        State from;
        from.q = Vector{{0.005}};
        from.v = Vector{{-0.3}};
        from.sides.resize(1);
        from.sides[0].motion = {0.01, -0.6};
        from.sides[0].memory.closed = true;
        flow.begin(from, signals, 0);
        flow.begin_row();
        EXPECT_FALSE(flow.pulled());
        std::vector<double> y(flow.y(), flow.y() + flow.integrated()), dy(y.size());
        flow.rate(y.data(), dy.data());
        const double force = kind == 1 ? 0 : 100 * 0.01 - 5 * 0.6;
        EXPECT_NEAR(dy[1] / dy[2], -2 * force, 1e-12) << kind;
        EXPECT_EQ(flow.pulled(0), kind == 0) << kind;
        flow.sample_sides();
        EXPECT_NEAR(flow.sides()[0].response.force, force, 1e-12) << kind;
    }
}

// A law that pushes before the bodies touch responds as a smooth function there, and stores nothing: the energy that it would
// have is counted with its loss, at the begin and where it stands.
TEST(ContactFlow, NothingIsStoredApart) {
    for (const bool round : {false, true}) {
        Flow of(Flow::Sides::plane, 0, false);
        of.system.rows.clear();
        of.system.contacts.clear();
        of.system.sides = 0;
        const auto law = std::make_shared<DashpotLaw>(stiffness, 5);
        law->smooth_onset = true;
        law->transition = &contact::transitions::force;
        if (round)
            add_contact(of.system, "ring", {contact::GapShape::circular, 0.5, true, false}, law,
                        {Vector{{1.1, 0, -0.5}}, Vector{{0.3, 1.4, 0.2}}});
        else
            add_contact(of.system, "floor", {contact::GapShape::plane, 0.5, false, true}, law, {Vector{{1.5, -0.8, 0.6}}});
        PrescribedMotion stop;
        stop.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0.01, 0.2, -0.3, 0}, 0.02, 7, 0.5);
        stop.mass_row = stop.damping_row = stop.stiffness_row = Vector::Zero(n);
        stop.mass = stop.damping = stop.stiffness = {0};
        of.system.recovery.prescribed.push_back(stop);
        for (SparseRow& row : of.system.rows) {
            row.prescribed = {0};
            row.prescribed_coefficient = {row.coefficient[0]};
        }
        time::ClosedSignals signals(of.system);
        double end = 0;
        ASSERT_TRUE(signals.refresh(start, start + 1, end));
        time::ContactFlow flow(of.system);
        const State from = of.begin({1}, false);
        flow.begin(from, signals, 0);
        for (const double towards : {0.0, 1.0}) {
            std::vector<double> y(flow.integrated(), 0.0);
            for (std::size_t i = 0; i < flow.unknowns(); ++i) y[i] = flow.y()[i];
            // Another motion at a later instant, still apart or in contact, with the integral of a loss.
            y[0] += (round ? 1 : -1) * (0.02 + towards);
            y[place_of_time] = 0.05;
            const std::size_t of_loss = flow.unknowns() + time::work_integrals + 2;
            y[of_loss] = 0.7;
            time::StepWork work;
            work.sides.resize(1);
            flow.sort(y.data(), work);
            const auto kept = [&](double t, const double* q, const double* v) {
                const double depth =
                    of.motion(of.system.contacts[0], 0, t, Eigen::Map<const Vector>(q, n), Eigen::Map<const Vector>(v, n))
                        .motion.indentation;
                EXPECT_EQ(depth < 0, q != y.data() || towards == 0) << "control";
                return depth < 0 ? 0.5 * stiffness * depth * depth : 0.0;
            };
            EXPECT_NEAR(work.sides[0].loss,
                        0.7 + kept(start + 0.05, y.data(), y.data() + n) - kept(start, from.q.data(), from.v.data()),
                        1e-11 * stiffness);
        }
    }
}

}  // namespace
}  // namespace jounce::test::contact_flow_test
