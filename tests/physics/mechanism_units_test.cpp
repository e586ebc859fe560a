// Physics: the motion of a mechanism does not depend on the units in which it is written down, and neither do the steps that
// follow it; nor on the side of the plane from which it is seen, nor on the origin of time. Reference: the same slider-crank with
// clearance in its joints in metres, seconds and kilograms, and unmirrored. The other units are powers of two, of lengths and
// masses powers of four, so that only exponents of numbers change. Tolerance: none for counts of steps and evaluations; 1e-9 for
// results, since powers and sines need not round alike. Control: in other units the numbers themselves are others.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanism_units_test {
namespace {

struct Units {
    double metre = 1, second = 1, kilogram = 1, mirror = 1;
    [[nodiscard]] double newton() const { return kilogram * metre / (second * second); }
    [[nodiscard]] double inertia() const { return kilogram * metre * metre; }
    [[nodiscard]] Value at(double x, double y) const { return pair_of(x * metre, mirror * y * metre); }
};

/// One that follows a power, a damper that steps do not resolve, a stop that does not yield.
Value law(const Units& u, const std::string& kind) {
    if (kind == "hunt_crossley")
        return table({{"family", "law"},
                      {"kind", kind},
                      {"stiffness", 2.75e8 * u.newton() / (u.metre * std::sqrt(u.metre))},
                      {"restitution", 0.55}});
    if (kind == "kelvin_voigt")
        return table({{"family", "law"},
                      {"kind", kind},
                      {"stiffness", 3e6 * u.newton() / u.metre},
                      {"damping", 2e4 * u.newton() * u.second / u.metre}});
    return table({{"family", "law"}, {"kind", kind}, {"restitution", 0.4}, {"minimum_speed", 1e-4 * u.metre / u.second}});
}

/// As set-valued, which rigid stops need, or regularised.
Value friction(const Units& u, bool set_valued) {
    return set_valued ? table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.05}})
                      : table({{"family", "friction"},
                               {"kind", "coulomb_regularised"},
                               {"coefficient", 0.05},
                               {"transition_speed", 0.05 * u.metre / u.second}});
}

System slider_crank(const Units& u, const Value& law, const Value& friction) {
    const double r = 0.15, l = 0.541, clearance = 5e-4;
    Mechanisms m;
    m.body("crank", 1.5261 * u.kilogram, 3.596e-3 * u.inertia(), {{"O", u.at(-0.5 * r, 0)}, {"B", u.at(0.5 * r, 0)}});
    m.body("rod", 0.6115 * u.kilogram, 6.1e-3 * u.inertia(), {{"B", u.at(-0.5 * l, 0)}, {"C", u.at(0.5 * l, 0.01)}});
    m.body("slider", 1.0205 * u.kilogram, 7.57e-4 * u.inertia(), {});
    m.hinge("O", u.at(0, 0), "crank.O");
    m.hinge("B", "crank.B", "rod.B");
    m.add("revolute_clearance", {{"name", "C"},
                                 {"bearing", "rod.C"},
                                 {"journal", "slider"},
                                 {"bearing_radius", (0.0115 + clearance) * u.metre},
                                 {"journal_radius", 0.0115 * u.metre},
                                 {"law", law},
                                 {"friction", friction}});
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "slider"},
                                      {"length", 0.08 * u.metre},
                                      {"height", 0.05 * u.metre},
                                      {"clearance", clearance * u.metre},
                                      {"corner_radius", 1e-6 * u.metre},
                                      {"law", law},
                                      {"friction", friction}});
    m.add("gravity", {{"acceleration", vector(0, -9.81 * u.mirror * u.metre / (u.second * u.second), 0)}});
    m.add("drive", {{"joint", "O"}, {"speed", u.mirror * 20 / u.second}});
    m.guess({{"crank", u.mirror * 0.4}, {"rod", u.mirror * -0.1}});
    return m.system();
}

TEST(MechanismUnits, ChangeNoStepAndNoResult) {
    for (const auto& [kind, set_valued] : {std::pair{"hunt_crossley", false},
                                           {"hunt_crossley", true},
                                           {"kelvin_voigt", false},
                                           {"kelvin_voigt", true},
                                           {"rigid", true}}) {
        const auto run = [&](const Units& u) {
            const System system = slider_crank(u, law(u, kind), friction(u, set_valued));
            return run_mechanism(system, *events(1e-7), 2e-3 * u.second, 0.1 * u.second);
        };
        // Newton's iteration of implicit steps compares rates of angles with rates of lengths: an iteration more or less.
        const bool explicitly = std::string(kind) != "kelvin_voigt" || set_valued;
        const MechanismRun si = run({});
        EXPECT_GE(si.impacts.size(), 2U);
        for (const Units& u : {Units{4, 1, 1}, Units{1, 8, 1}, Units{1, 1, 4}, Units{1, 1, 1, -1}}) {
            const MechanismRun other = run(u);
            const std::string which = fmt::format("{} {} {} {} {} {}", kind, set_valued, u.metre, u.second, u.kilogram, u.mirror);
            EXPECT_EQ(other.report.steps, si.report.steps) << which;
            if (explicitly) {
                EXPECT_EQ(other.report.law_evaluations, si.report.law_evaluations) << which;
            }
            EXPECT_EQ(other.report.events, si.report.events) << which;
            ASSERT_EQ(other.impacts.size(), si.impacts.size()) << which;
            for (std::size_t i = 0; i < si.impacts.size(); ++i) {
                EXPECT_NEAR(other.impacts[i].time_in / u.second, si.impacts[i].time_in, 1e-9 * 0.1) << which;
                EXPECT_NEAR(other.impacts[i].peak_force / u.newton(), si.impacts[i].peak_force, 1e-6 * si.impacts[i].peak_force)
                    << which;
            }
            const double energy = u.newton() * u.metre;
            EXPECT_NEAR(other.work_done / energy, si.work_done, 1e-9 * si.work_done) << which;
        }
    }
}

// A pendulum strikes compliant and rigid stops by methods that locate contacts and by those that take them as steps find them.
TEST(MechanismUnits, TheOriginOfTimeChangesNothing) {
    for (const bool located : {true, false}) {
        for (const bool steps_of_its_own : {true, false}) {
            if (steps_of_its_own && !located) continue;
            for (const char* kind : {"hunt_crossley", "kelvin_voigt"}) {
                Mechanisms m;
                m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}, {"A", pair_of(0.2, 0)}});
                m.hinge("O", pair_of(0, 0), "arm.O");
                m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
                Value law = table({{"family", "law"}, {"kind", kind}, {"stiffness", 4e4}});
                if (std::string(kind) == "kelvin_voigt")
                    law = table({{"family", "law"}, {"kind", kind}, {"stiffness", 4e4}, {"damping", 8.0}});
                else
                    law = table({{"family", "law"}, {"kind", kind}, {"stiffness", 4e6}, {"restitution", 0.6}});
                m.add("gap", {{"node", "arm"},
                              {"direction", vector(0, -1, 0)},
                              {"tangent", vector(1, 0, 0)},
                              {"clearance", 0.05},
                              {"sides", "positive"},
                              {"law", law},
                              {"friction", table({{"family", "friction"},
                                                  {"kind", "lugre"},
                                                  {"coefficient", 0.2},
                                                  {"static_coefficient", 0.3},
                                                  {"stribeck_speed", 0.05},
                                                  {"bristle_stiffness", 1e4},
                                                  {"bristle_damping", 5.0}})}});
                const System system = m.system();
                const auto end = [&](double from) {
                    const auto by = steps_of_its_own ? events(1e-8) : alpha();
                    const auto stepper = by->bind(system, located ? time::Events::locate : time::Events::stepwise);
                    State state = time::initial_state(system);
                    state.time = from;
                    time::ImpactLog log;
                    std::vector<time::Observer*> observers{&log};
                    time::MarchOptions options;
                    options.step = steps_of_its_own ? 1.0 / 128 : 1.0 / 2048;  // of which instants are exact in both clocks
                    options.duration = 0.25;
                    options.stride_until = from;
                    options.order = by->order();
                    options.events = located ? time::Events::locate : time::Events::stepwise;
                    const time::MarchReport report = time::march(system, *stepper, options, state, observers);
                    EXPECT_GE(log.impacts().size(), 1U) << located << kind;
                    // How instants are rounded decides on some of the steps that a tolerance chooses.
                    std::vector<double> out{steps_of_its_own ? 0.0 : static_cast<double>(report.steps),
                                            static_cast<double>(log.impacts().size()), state.time - from};
                    out.insert(out.end(), state.q.begin(), state.q.end());
                    out.insert(out.end(), state.v.begin(), state.v.end());
                    for (const time::Impact& impact : log.impacts()) {
                        out.push_back(impact.time_in - from);
                        out.push_back(impact.peak_force);
                    }
                    return out;
                };
                const std::vector<double> from_zero = end(0), later = end(8), earlier = end(-16);
                ASSERT_EQ(later.size(), from_zero.size());
                ASSERT_EQ(earlier.size(), from_zero.size());
                for (std::size_t i = 0; i < later.size(); ++i) {
                    const double tolerance = 1e-8 * std::max(1.0, std::abs(from_zero[i]));
                    EXPECT_NEAR(later[i], from_zero[i], tolerance) << i << ' ' << located << steps_of_its_own << kind;
                    EXPECT_NEAR(earlier[i], from_zero[i], tolerance) << i << ' ' << located << steps_of_its_own << kind;
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_units_test
