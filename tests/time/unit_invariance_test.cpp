// Physics: a motion does not depend on the units in which it is written down, and neither do the steps that follow it: lengths,
// times and masses enter an error control, a step size, an iteration or an event by their ratios only.
// Reference: the same system in metres, seconds and kilograms. The other units are powers of two of these, lengths and masses
// powers of four, so that every product, quotient and square root is the same but for its exponent.
// Tolerance: none for counts of steps, trials and evaluations; 1e-12 for results, as elementary functions need not round alike.
// The signs of coordinates and of gaps are as arbitrary as the units: mirrored ones change nothing either.
// Control: a formula with a length of its own takes other steps in other units; here a stop of a fixed clearance does.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "closed_signal.hpp"
#include "contact/friction/friction.hpp"
#include "event_driven_cases.hpp"
#include "stiff_structure.hpp"
#include "support/event_driver.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"

namespace jounce::test::unit_invariance_test {
namespace {

/// One metre, one second, one kilogram in these units; the signs of all coordinates and of all gaps and slips.
struct Units {
    double metre = 1, second = 1, root_of_kilogram = 1, sign = 1, of_gaps = 1;
    [[nodiscard]] double coordinate() const { return sign * metre * root_of_kilogram; }  // modal
    [[nodiscard]] double newton() const { return root_of_kilogram * root_of_kilogram * metre / (second * second); }
    [[nodiscard]] double speed() const { return metre / second; }
};

/// F = K delta^(3/2) (1 + a rate/v0), with a square root for the power.
class RootLaw final : public contact::Law {
  public:
    RootLaw(double stiffness, double factor) : stiffness_(stiffness), factor_(factor) { kind = "test"; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory& memory) const noexcept override {
        const double root = std::sqrt(std::fmax(m.indentation, 0.0)), elastic = stiffness_ * m.indentation * root;
        const double f = factor_ / memory.impact_speed;
        return {elastic * (1 + f * m.rate), 1.5 * stiffness_ * root * (1 + f * m.rate), f * elastic, elastic,
                elastic * m.indentation / 2.5};
    }

  private:
    double stiffness_, factor_;
};

/// The same System in other units: coordinates, rows and loads; contacts, frictions and signals are written in the units.
System in_units(System s, const Units& u) {
    const double T = u.second;
    s.linear.C /= T;
    s.linear.K /= T * T;
    s.q0 *= u.coordinate();
    s.v0 *= u.coordinate() / T;
    return s;
}

SignalPointer signal(const Units& u, double unit, std::array<double, 4> c, double amplitude = 0, double frequency = 0) {
    double power = unit;
    for (double& term : c) {
        term *= power;
        power /= u.second;
    }
    return std::make_shared<ClosedSignal>(c, amplitude * unit, frequency / u.second, 0.4);
}

/// Like `signal`, without a closed form.
SignalPointer open_signal(const Units& u, double unit, double amplitude, double frequency, double rise) {
    return std::make_shared<FunctionSignal>([=](double t) {
        const double s = t / u.second;
        return unit * amplitude * std::sin(frequency * s + rise * s * s);
    });
}

Vector pattern(const Vector& b, const Units& u) { return b * (u.sign / u.root_of_kilogram); }
Vector row(const Vector& b, const Units& u) { return u.of_gaps * pattern(b, u); }

contact::LawPointer root_law(const Units& u, double stiffness, double factor) {
    return std::make_shared<RootLaw>(stiffness * u.newton() / (u.metre * std::sqrt(u.metre)), factor);
}
contact::LawPointer dashpot(const Units& u, double stiffness, double damping) {
    return std::make_shared<DashpotLaw>(stiffness * u.newton() / u.metre, damping * u.newton() / u.speed());
}
contact::GapGeometry gap(const Units& u, contact::GapShape shape, double clearance, bool above, bool below) {
    if (u.of_gaps < 0 && shape == contact::GapShape::plane) std::swap(above, below);
    return {shape, clearance * u.metre, above, below};
}

void load(System& s, const Vector& place, SignalPointer of, const Units& u) {
    Load out;
    out.pattern = pattern(place, u);
    out.signal = std::move(of);
    s.loads.push_back(out);
}

contact::FrictionPointer friction(const char* kind, std::vector<std::pair<const char*, double>> settings) {
    Table table;
    table.set("kind", kind);
    for (const auto& [key, value] : settings) table.set(key, value);
    return contact::friction_family.make(table, "test", "friction");
}

/// At the gap, along these rows; without a gap under this normal force.
void rub(System& s, contact::FrictionPointer law, const std::vector<Vector>& rows, const Units& u, int at_gap,
         SignalPointer normal = {}) {
    Friction out;
    out.name = "friction";
    out.law = std::move(law);
    out.contact = at_gap;
    out.normal_force = std::move(normal);
    out.first_row = static_cast<int>(s.rows.size());
    out.own_rows = out.directions = static_cast<int>(rows.size());
    for (const Vector& b : rows) add_row(s, row(b, u));
    s.frictions.push_back(out);
}

using Build = std::function<System(const Units&)>;

const std::vector<Units> of_all{{16, 1, 1}, {1, 8, 1}, {1, 1, 0.25, -1}, {0.25, 0.125, 4, 1, -1}};
/// Explicit steps compare speeds of coordinates with slips and impact speeds: coordinates in metres have the unit of these.
const std::vector<Units> of_length_and_time{{16, 1, 1}, {1, 8, 1, -1}, {0.25, 0.125, 1, 1, -1}};

void compare(const Build& build, const time::Method& method, int parts, double end, std::size_t least_contacts,
             const std::vector<Units>& units) {
    const auto run = [&](const Units& u) {
        std::vector<double> output;
        for (int i = 1; i <= parts; ++i) output.push_back(i * (end / parts) * u.second);
        const System system = build(u);
        return run_events(*method.prepare(std::make_shared<System>(system)), method, output);
    };
    const EventRun si = run({});
    EXPECT_GE(si.touches.size(), least_contacts);
    for (const Units& u : units) {
        const EventRun other = run(u);
        EXPECT_EQ(other.steps, si.steps) << u.metre << ' ' << u.second << ' ' << u.root_of_kilogram << ' ' << u.sign << ' '
                                         << u.of_gaps;
        EXPECT_EQ(other.trials, si.trials);
        EXPECT_EQ(other.evaluations, si.evaluations);
        ASSERT_EQ(other.touches.size(), si.touches.size());
        for (std::size_t i = 0; i < si.touches.size(); ++i) {
            EXPECT_NEAR(other.touches[i].time_in / u.second, si.touches[i].time_in, 1e-12 * end);
            EXPECT_NEAR(other.touches[i].max_force / u.newton(), si.touches[i].max_force, 1e-12 * si.touches[i].max_force);
        }
        const double size = si.end.q.cwiseAbs().maxCoeff(), speed = si.end.v.cwiseAbs().maxCoeff();
        EXPECT_LT((other.end.q / u.coordinate() - si.end.q).cwiseAbs().maxCoeff(), 1e-12 * size);
        EXPECT_LT((other.end.v * (u.second / u.coordinate()) - si.end.v).cwiseAbs().maxCoeff(), 1e-12 * speed);
    }
}

void expect_the_same(const Build& build, double end, double tolerance, std::size_t least_contacts,
                     const std::vector<Units>& units = of_all, bool in_fixed_steps = true) {
    compare(build, *time::event_driven({tolerance}), 2, end, least_contacts, units);
    if (!in_fixed_steps) return;
    // In fixed steps, which are far too long for the fastest motion: the equations that they solve have no unit either.
    for (const auto& method : {time::newmark({}), time::precise({})}) compare(build, *method, 60, end, 0, units);
}

const Vector one = Vector::Ones(1);

TEST(UnitInvariance, AMassBetweenWalls) {
    for (const bool rooted : {true, false}) {
        expect_the_same(
            [rooted](const Units& u) {
                System s = in_units(Mass{1, 2, 900, 1e-3, 0.8}.system(), u);
                add_contact(s, "walls", gap(u, contact::GapShape::plane, 5e-3, true, rooted),
                            rooted ? root_law(u, 2e6, 0.15) : dashpot(u, 4e4, 30), {row(one, u)});
                load(s, one, signal(u, u.newton(), {3, 0, 0, 0}, 20, 41), u);
                return s;
            },
            0.2, 1e-10, 2, of_all, false);  // the damping of these stops is too stiff for `precise`
    }
}

Build structure(bool rotated, double highest, const std::function<void(System&, const StiffStructure&, const Units&)>& contacts) {
    return [=](const Units& u) {
        const StiffStructure base(highest, rotated);
        System s = in_units(base.system, u);
        load(s, base.place, signal(u, u.newton(), {8, 0, 0, 0}, 8, 31), u);
        contacts(s, base, u);
        return s;
    };
}

// Explicit steps in the clock of the flow where the highest frequency is low, collocation where it is high.
TEST(UnitInvariance, AStructureBetweenStops) {
    for (const double highest : {4e3, 3e5}) {
        for (const bool round : {false, true}) {
            expect_the_same(structure(false, highest,
                                      [round](System& s, const StiffStructure& base, const Units& u) {
                                          if (round) {
                                              add_contact(s, "ring", gap(u, contact::GapShape::circular, 3e-3, true, false),
                                                          root_law(u, 2e6, 0.1), {row(base.tip, u), row(base.place, u)});
                                              return;
                                          }
                                          add_contact(s, "tip", gap(u, contact::GapShape::plane, 3e-3, true, true),
                                                      root_law(u, 2e6, 0.15), {row(base.tip, u)});
                                          add_contact(s, "place", gap(u, contact::GapShape::plane, 1.5e-3, true, true),
                                                      dashpot(u, 3e4, 20), {row(base.place, u)});
                                      }),
                            0.06, 1e-9, 3);
        }
    }
}

TEST(UnitInvariance, AStopThatMoves) {
    expect_the_same(structure(false, 3e5,
                              [](System& s, const StiffStructure& base, const Units& u) {
                                  add_contact(s, "tip", gap(u, contact::GapShape::plane, 2e-3, true, false),
                                              root_law(u, 2e6, 0.1), {row(base.tip, u)});
                                  PrescribedMotion motion;
                                  motion.signal = signal(u, u.metre, {}, 3e-3, 70);
                                  motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(s.size());
                                  motion.mass = motion.damping = motion.stiffness = {0};
                                  s.recovery.prescribed.push_back(motion);
                                  s.rows[0].prescribed = {0};
                                  s.rows[0].prescribed_coefficient = {-u.of_gaps};
                              }),
                    0.06, 1e-9, 2);
}

TEST(UnitInvariance, FrictionAtAStop) {
    for (const std::string kind : {"coulomb", "karnopp", "coulomb_regularised", "lugre"}) {
        for (const bool rotated : {false, true}) {
            expect_the_same(
                structure(
                    rotated, rotated ? 4e3 : 3e5,
                    [kind](System& s, const StiffStructure& base, const Units& u) {
                        add_contact(s, "tip", gap(u, contact::GapShape::plane, 1e-3, true, false), root_law(u, 2e6, 0.1),
                                    {row(base.tip, u)});
                        contact::FrictionPointer law;
                        if (kind == "coulomb") law = friction("coulomb", {{"coefficient", 0.3}, {"static_coefficient", 0.4}});
                        if (kind == "karnopp") law = friction("karnopp", {{"coefficient", 0.3}, {"dead_band", 0.01 * u.speed()}});
                        if (kind == "coulomb_regularised")
                            law = friction("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 0.02 * u.speed()}});
                        if (kind == "lugre")
                            law = friction("lugre", {{"coefficient", 0.3},
                                                     {"static_coefficient", 0.4},
                                                     {"stribeck_speed", 0.05 * u.speed()},
                                                     {"bristle_stiffness", 2e4 / u.metre},
                                                     {"bristle_damping", 10 / u.speed()}});
                        rub(s, law, {base.place}, u, 0);
                    }),
                0.06, 1e-8, 1, of_length_and_time);
        }
    }
}

// Brakes under given normal forces: along a line, in a plane; with a load that has no closed form.
TEST(UnitInvariance, Brakes) {
    for (const bool plane : {false, true}) {
        expect_the_same(
            [plane](const Units& u) {
                System s = linear_system(Matrix::Identity(2, 2), (Matrix(2, 2) << 2, 0.3, 0.3, 1).finished(),
                                         (Matrix(2, 2) << 900, -150, -150, 400).finished());
                s.q0 << 0.05, -0.03;
                s.v0 << 0.4, 0.9;
                s = in_units(s, u);
                load(s, Vector::Unit(2, 0), open_signal(u, u.newton(), 12, 23, 40), u);
                const Vector x = Vector::Unit(2, 0), y = Vector::Unit(2, 1);
                rub(s, friction("coulomb", {{"coefficient", 0.3}, {"static_coefficient", 0.35}}),
                    plane ? std::vector<Vector>{x, y} : std::vector<Vector>{x}, u, -1, signal(u, u.newton(), {10, 0, 0, 0}));
                add_contact(s, "stop", gap(u, contact::GapShape::plane, 0.02, true, true), root_law(u, 3e4, 0.2), {row(y, u)});
                return s;
            },
            0.6, 1e-8, 1, of_length_and_time, false);  // on a path through a slip that turns, Newton's method ends in rounding
    }
}

// Control: a clearance that does not follow the unit.
TEST(UnitInvariance, AnAbsoluteLengthIsSeen) {
    const auto steps = [](double unit) {
        const Units u{unit, 1, 1};
        System s = in_units(Mass{1, 2, 900, 1e-3, 0.8}.system(), u);
        add_contact(s, "walls", {contact::GapShape::plane, 5e-3, true, true}, root_law(u, 2e6, 0.15), {row(one, u)});
        return run_events(s, *time::event_driven({1e-10}), {0.1}).steps;
    };
    EXPECT_NE(steps(1), steps(16));
}

}  // namespace
}  // namespace jounce::test::unit_invariance_test
