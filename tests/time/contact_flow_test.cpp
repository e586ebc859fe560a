// Physics: the motion in contact as a first-order system in the clock of the contacts, at instants of which nothing is special.
// Reference: M a + C v + K q + B^T f = F with unit masses, and the laws of the contacts, written down again; the account of
// energy,
//     d/dt (v^2/2 + q K q/2) = powers of loads and supports - losses - powers on the indentations;
// the accelerations along the sides are central differences of their rates along the flow, whose error is 1e-8 of their size.
// Tolerance: round-off, 1e-12 of the largest term; 1e-6 for differences. Controls: open sides do not push; an error beyond its
// measure is one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/contact_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "closed_signal.hpp"
#include "support/small_system.hpp"

namespace jounce::test::contact_flow_test {
namespace {

constexpr int n = 3;
constexpr double stiffness = 4e3, damping = 9, loss = 0.3, impact = 0.7, start = 0.4;
constexpr std::size_t place_of_time = 2 * n, first_root = 2 * n + 1;

struct Flow {
    enum class Sides { plane, many };
    /// \param sides one plane gap, or a ring and a plane gap of two sides, of which one moves
    explicit Flow(Sides sides, int loads, bool moving, bool smooth = false)
        : smooth_law(smooth), system(linear_system(unit(), c.asDiagonal(), k.asDiagonal())) {
        const auto first = std::make_shared<ClosedSignal>(std::array<double, 4>{2, -1, 0.5, 0.3}, 1.5, 3, 0.2);
        const auto second = std::make_shared<ClosedSignal>(std::array<double, 4>{-1, 2, 0.7, -0.4}, 0.8, 5, 1.1);
        const std::array<SignalPointer, 4> signals{first, first, first, second};
        const std::array<int, 4> derivatives{0, 0, 1, 2};
        const std::array<WorkTerm, 4> terms{WorkTerm::external, WorkTerm::external, WorkTerm::base, WorkTerm::external};
        for (int l = 0; l < loads; ++l) {
            const auto at = static_cast<std::size_t>(l);
            Load load;
            load.pattern = Vector{{0.9 - l, 0.4 + 0.3 * l, -0.7 + 0.8 * l}};
            load.signal = signals[at];
            load.derivative = derivatives[at];
            load.term = terms[at];
            system.loads.push_back(load);
        }
        const auto damper = std::make_shared<DashpotLaw>(stiffness, damping);
        damper->smooth_onset = true;
        const contact::LawPointer law =
            smooth ? contact::LawPointer(damper) : contact::LawPointer(std::make_shared<PowerLaw>(stiffness, 1.5, loss));
        if (sides == Sides::plane) {
            add_contact(system, "floor", {contact::GapShape::plane, 0.01, false, true}, law, {Vector{{1.5, -0.8, 0.6}}});
        } else {
            add_contact(system, "ring", {contact::GapShape::circular, 0.02, true, false}, law,
                        {Vector{{1.1, 0, -0.5}}, Vector{{0.3, 1.4, 0.2}}});
            add_contact(system, "walls", {contact::GapShape::plane, 0.015, true, true}, law, {Vector{{-0.6, 0.9, 1.2}}});
        }
        if (!moving) return;
        PrescribedMotion stop;
        stop.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0.01, 0.2, -0.3, 0}, 0.02, 7, 0.5);
        stop.mass_row = stop.damping_row = stop.stiffness_row = Vector::Zero(n);
        stop.mass = stop.damping = stop.stiffness = {0};
        system.recovery.prescribed.push_back(stop);
        for (std::size_t r = 0; r < system.rows.size(); ++r) {
            system.rows[r].prescribed = {0};
            system.rows[r].prescribed_coefficient = {r == 1 ? 0.7 : -0.4};
        }
    }

    static Matrix unit() { return Matrix::Identity(n, n); }

    /// The state from which a motion with these closed sides goes on.
    State begin(const std::vector<char>& closed, bool in_contact = true) const {
        State from;
        from.time = start;
        from.q = Vector{{0.05, -0.04, 0.03}};
        from.v = Vector{{0.4, 0.9, -0.6}};
        from.sides.resize(static_cast<std::size_t>(system.sides));
        for (const Contact& contact : system.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                SideState& side = from.sides[static_cast<std::size_t>(contact.first_side + s)];
                side.motion = motion(contact, s, start, from.q, from.v).motion;
                side.memory.closed = closed[static_cast<std::size_t>(contact.first_side + s)] != 0;
                side.memory.impact_speed = impact;
                if (in_contact && side.memory.closed) side.motion.indentation = 0.004;  // at rest on the surface there is no root
            }
        }
        return from;
    }
    contact::SideMotion motion(const Contact& contact, int s, double t, const Vector& q, const Vector& v) const {
        double x[2] = {0, 0}, rate[2] = {0, 0};
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            x[i] = dense(row).dot(q);
            rate[i] = dense(row).dot(v);
            if (row.prescribed.empty()) continue;
            const SignalSample stop = system.recovery.prescribed[0].signal->sample(t);
            x[i] += row.prescribed_coefficient[0] * stop.value;
            rate[i] += row.prescribed_coefficient[0] * stop.first;
        }
        return contact::side_motion(contact.gap, s, x, rate);
    }
    static Vector dense(const SparseRow& row) {
        Vector out = Vector::Zero(n);
        for (std::size_t e = 0; e < row.index.size(); ++e) out[row.index[e]] = row.coefficient[e];
        return out;
    }

    bool smooth_law;
    Vector c{{3, 5, 2}}, k{{40, 900, 250}};
    System system;
};

/// y in the clock of the flow, a little away from its begin, with any roots.
std::vector<double> somewhere(const time::ContactFlow& flow) {
    std::vector<double> y(flow.integrated(), 0.0);
    for (std::size_t i = 0; i < flow.unknowns(); ++i) y[i] = flow.y()[i];
    for (std::size_t i = 0; i < 2 * n; ++i) y[i] += 0.003 * std::sin(2.0 + static_cast<double>(i));
    y[place_of_time] = 0.03;
    for (std::size_t j = first_root; j < flow.unknowns(); ++j) {
        const bool rooted = flow.sides()[flow.closed()[j - first_root]].rooted;
        y[j] = rooted ? 0.13 + 0.08 * static_cast<double>(j - first_root) : 1;
    }
    return y;
}

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
