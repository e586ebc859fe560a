// Physics: runs of reduced models beside those of the models themselves: the shaft with three clearances (Xu et al. 2022), the
// pinned beam on a stop (SDNL32), the bar on a wall, a shaken cantilever.
// Reference: the same method and step on the full model. Tolerance: 1e-8 of the largest value when every mode is kept, which is
// rounding times condition times what impacts make of it; 1 % of the peak at 60 modes.
// Control: few modes are worse, plain truncation misses the static bending at the stop, and what is left of it falls as modes
// are added.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "modal/reduction.hpp"
#include "motion.hpp"

namespace jounce::test::reduced_runs_test {
namespace {

using modal::reduce;
using modal::Reduction;

modal::ReductionSettings with(const std::string& method, int modes) {
    modal::ReductionSettings out;
    out.method = method;
    out.modes = modes;
    return out;
}

/// Displacements of probes at every accepted step of equal size.
struct Path {
    std::vector<std::vector<double>> values;  // by probe
    double peak = 0;
    Outcome outcome;
};

Path path(const System& system, const std::vector<std::string>& names, double step, double duration) {
    std::vector<Probe> probes;
    for (const std::string& name : names) probes.push_back(resolve_probe(system, name));
    Path out;
    out.values.resize(names.size());
    double next = 0;
    const double every = 20 * step;
    out.outcome = march(system, step, duration, [&](const State& state) {
        if (state.time < next - 1e-9 * step) return;
        // Steps that end at events come between: only those on the grid count.
        const double k = state.time / every;
        if (std::abs(k - std::round(k)) > 1e-6) return;
        next = (std::round(k) + 1) * every;
        for (std::size_t i = 0; i < probes.size(); ++i) {
            out.values[i].push_back(evaluate(probes[i], system, state));
            out.peak = std::max(out.peak, std::abs(out.values[i].back()));
        }
    });
    return out;
}

/// Largest difference relative to the peak of the reference.
double difference(const Path& a, const Path& reference) {
    double out = 0;
    for (std::size_t i = 0; i < reference.values.size(); ++i) {
        EXPECT_EQ(a.values[i].size(), reference.values[i].size());
        for (std::size_t k = 0; k < std::min(a.values[i].size(), reference.values[i].size()); ++k)
            out = std::max(out, std::abs(a.values[i][k] - reference.values[i][k]));
    }
    return out / reference.peak;
}

/// Section 5 of the benchmark with its 2100 N on a mesh of `elements`.
System shaft(int elements) {
    Script s;
    const Handle b = add_guided_shaft(s, elements);
    const std::size_t places[] = {0, static_cast<std::size_t>(elements / 2), static_cast<std::size_t>(elements)};
    const char* names[] = {"top", "middle", "tail"};
    for (int i = 0; i < 3; ++i) {
        s.add("gap", {{"name", names[i]},
                      {"node", b.nodes[places[i]]},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", 3e-3},
                      {"sides", "both"},
                      {"law", hertz()}});
    }
    s.add("load", {{"nodes", references(b.nodes)}, {"direction", vector(1, 0, 0)}, {"force", sine(2100.0 / (elements + 1), 10)}});
    return s.system();
}

TEST(ReducedRuns, TheShaftWithThreeClearances) {
    const System full = shaft(200);
    const std::vector<std::string> probes = {"top.ux", "middle.ux"};
    const Path reference = path(full, probes, 1e-5, 0.15);
    ASSERT_GT(reference.outcome.impacts.size(), 8u);
    for (const std::string method : {"craig_bampton", "free_interface"}) {
        double before = 1;
        for (const int modes : {4, 10, 20, 60}) {
            const Reduction reduction = reduce(full, with(method, modes));
            EXPECT_EQ(reduction.system->size(), modes + 6 - (reduction.report.dropped > 0 ? reduction.report.dropped : 0));
            const Path run = path(*reduction.system, probes, 1e-5, 0.15);
            const double error = difference(run, reference);
            RecordProperty(method + "_" + std::to_string(modes), std::to_string(error));
            EXPECT_LT(error, before) << method << ' ' << modes;
            if (modes == 60) {
                EXPECT_LT(error, method == "craig_bampton" ? 5e-4 : 2e-4) << method;
                ASSERT_EQ(run.outcome.impacts.size(), reference.outcome.impacts.size());
                EXPECT_NEAR(run.outcome.impacts[0].time_in, reference.outcome.impacts[0].time_in, 1e-7);
            }
            if (modes == 4) {
                EXPECT_GT(error, 1e-3) << "control: few modes";
            }
            // The account closes for the reduced model as it does for the full one.
            EXPECT_LT(run.outcome.largest_remainder, 2e-4 * run.outcome.work_done);
            before = error;
        }
    }
}

// Values of the benchmark's own table (20 elements), reduced to half of the coordinates.
TEST(ReducedRuns, TheShaftReproducesItsTable) {
    const System full = shaft(20);
    const Reduction reduction = reduce(full, with("free_interface", 14));
    const std::vector<std::string> probes = {"top.ux", "middle.ux"};
    const Path run = path(*reduction.system, probes, 5e-6, 0.05);
    // At 0.025 s nothing has touched; at 0.05 s several impacts have passed.
    EXPECT_NEAR(run.values[0][249], 0.002368720018542025, 3e-9);
    EXPECT_NEAR(run.values[1][249], 0.002368089815125202, 3e-9);
    EXPECT_NEAR(run.values[0].back(), 0.002287576765084389, 1e-2 * 3e-3);
    EXPECT_NEAR(run.values[1].back(), 0.002259939500108940, 1e-2 * 3e-3);
}

/// SDNL32: swung onto an elastic stop; the damping by modes is applied to the reduced ones.
Script swung_beam(int elements, double stiffness) {
    Script s;
    const Handle b = s.add(
        "beam",
        {{"name", "beam"},
         {"from", vector(0, 0, 0)},
         {"to", vector(0.783, 0, 0)},
         {"elements", elements},
         {"theory", "euler_bernoulli"},
         {"section", table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.014}, {"height", 0.014}})},
         {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", 6.7e10}, {"nu", 0}, {"density", 2400}})}});
    s.add("fix", {{"nodes", references(b.nodes)}, {"dofs", words({"ux", "uy", "rx", "rz"})}});
    s.add("fix", {{"nodes", references({b.nodes.front()})}, {"dofs", words({"uz"})}});
    s.add("gap", {{"name", "stop"},
                  {"node", b.nodes.back()},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", 0},
                  {"sides", "negative"},
                  {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}})}});
    s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.01}})}});
    for (std::size_t i = 0; i < b.nodes.size(); ++i) {
        const double speed = -3.8 * 0.783 * static_cast<double>(i) / elements;
        s.add("initial", {{"node", b.nodes[i]}, {"velocity", vector(0, 0, speed)}, {"angular_velocity", vector(0, 3.8, 0)}});
    }
    return s;
}

TEST(ReducedRuns, ThePinnedBeamOnAStop) {
    for (const double stiffness : {18000.0, 45000.0}) {
        const Script script = swung_beam(100, stiffness);
        const Path reference = path(script.system(), {"stop.uz"}, 2e-6, 0.012);
        const System assembled = assemble(script.model, ModalDamping::left_out);
        for (const std::string method : {"craig_bampton", "free_interface"}) {
            double before = 1;
            for (const int modes : {2, 6, 20, 60}) {
                const Reduction reduction = reduce(assembled, with(method, modes));
                EXPECT_EQ(reduction.report.rigid, 1);
                EXPECT_LT(reduction.report.velocity_lost, 1e-7);
                const double error = difference(path(*reduction.system, {"stop.uz"}, 2e-6, 0.012), reference);
                RecordProperty(method + "_" + std::to_string(static_cast<int>(stiffness)) + "_" + std::to_string(modes),
                               std::to_string(error));
                EXPECT_LT(error, before) << method << ' ' << modes;
                before = error;
            }
            EXPECT_LT(before, 1e-4) << method;
        }
    }
}

System thrown_bar(int elements) {
    Script s;
    const Handle b = s.add(
        "beam",
        {{"name", "bar"},
         {"from", vector(0, 0, 0)},
         {"to", vector(1, 0, 0)},
         {"elements", elements},
         {"theory", "euler_bernoulli"},
         {"section", circle(std::sqrt(4 * 3.14e-4 / 3.141592653589793))},
         {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", 210e9}, {"nu", 0.3}, {"density", 7800}})}});
    s.add("fix", {{"nodes", references(b.nodes)}, {"dofs", words({"uy", "uz", "rx", "ry", "rz"})}});
    s.add("gap", {{"name", "wall"},
                  {"node", b.nodes.front()},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", 5e-5},
                  {"sides", "negative"},
                  {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 3e10}})}});
    s.add("initial", {{"nodes", references(b.nodes)}, {"velocity", vector(-0.1, 0, 0)}});
    return s.system();
}

// A wave front has all frequencies: displacements follow at 60 modes of 200, the force only in its impulse.
TEST(ReducedRuns, TheBarOnAWall) {
    const System full = thrown_bar(200);
    const std::vector<std::string> probes = {"wall.ux", "bar[201].ux", "bar[101].ux"};
    const Path reference = path(full, probes, 5e-8, 1.2e-3);
    const auto impulse = [](const Path& run) {
        double sum = 0;
        for (const time::Impact& impact : run.outcome.impacts) sum += impact.impulse;
        return sum;
    };
    double before = 1;
    for (const int modes : {5, 20, 60}) {
        const Path run = path(*reduce(full, with("craig_bampton", modes)).system, probes, 5e-8, 1.2e-3);
        const double error = difference(run, reference);
        RecordProperty("craig_bampton_" + std::to_string(modes), std::to_string(error));
        EXPECT_LT(error, before) << modes;
        before = error;
        if (modes == 60) {
            EXPECT_NEAR(impulse(run), 0.48984, 0.01 * 0.48984);
        }
    }
    EXPECT_LT(before, 0.01);
}

/// A cantilever shaken at its clamp, loaded and struck in a ring, damped by modes and by a dashpot.
Script shaken(int elements) {
    Script s;
    const Handle b = s.add("beam", {{"name", "b"},
                                    {"from", vector(0, 0, 0)},
                                    {"to", vector(0.9, 0, 0)},
                                    {"elements", elements},
                                    {"section", circle(0.02)},
                                    {"material", steel()}});
    s.add("fix", {{"nodes", references({b.nodes.front()})}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
    s.add("prescribe", {{"nodes", references({b.nodes.front()})}, {"dof", "uy"}, {"motion", sine(2e-3, 25)}});
    s.add("load", {{"nodes", references({b.nodes.back()})}, {"direction", vector(0, 1, 1)}, {"force", sine(30, 40)}});
    s.add("initial", {{"node", b.nodes.back()}, {"velocity", vector(0, 0.3, -0.2)}});
    s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.02}})}});
    s.add("spring", {{"from", b.nodes[2]}, {"direction", vector(0, 1, 0)}, {"stiffness", 100}, {"damping", 5}});
    s.add("circular_gap", {{"name", "ring"},
                           {"node", b.nodes[3]},
                           {"axis", vector(1, 0, 0)},
                           {"clearance", 4e-4},
                           {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    return s;
}

TEST(ReducedRuns, WithEveryModeNothingChanges) {
    const Script script = shaken(6);
    const System full = script.system();
    const System assembled = assemble(script.model, ModalDamping::left_out);
    const std::vector<std::string> probes = {"ring.uy", "ring.uz", "b[7].uy", "b[7].uz", "ring.force"};
    const Path reference = path(full, probes, 4e-6, 0.08);
    ASSERT_GT(reference.outcome.impacts.size(), 3u);
    for (const auto& [method, modes] : {std::pair<std::string, int>{"craig_bampton", full.size() - 2}, {"modal", full.size()}}) {
        const Reduction reduction = reduce(assembled, with(method, modes));
        ASSERT_EQ(reduction.system->size(), full.size());
        const Path run = path(*reduction.system, probes, 4e-6, 0.08);
        for (std::size_t i = 0; i < probes.size(); ++i) {
            double peak = 0, worst = 0;
            for (std::size_t k = 0; k < reference.values[i].size(); ++k) {
                peak = std::max(peak, std::abs(reference.values[i][k]));
                worst = std::max(worst, std::abs(run.values[i][k] - reference.values[i][k]));
            }
            EXPECT_LT(worst, 1e-7 * peak) << method << ": " << probes[i];
        }
        const auto terms = time::as_array(run.outcome.energy), expected = time::as_array(reference.outcome.energy);
        for (std::size_t k = 0; k + 1 < terms.size(); ++k)
            EXPECT_NEAR(terms[k], expected[k], 1e-6 * reference.outcome.work_done) << energy_terms[k].name;
    }
}

// Rows of friction are rows like any other: a cantilever that slides in a guide at its tip, and sticks.
TEST(ReducedRuns, FrictionIsCarriedAlong) {
    Script s;
    const Handle b = s.add("beam", {{"name", "b"},
                                    {"from", vector(0, 0, 0)},
                                    {"to", vector(0.9, 0, 0)},
                                    {"elements", 8},
                                    {"section", circle(0.02)},
                                    {"material", steel()}});
    s.add("fix", {{"nodes", references({b.nodes.front()})}});
    s.add("load", {{"nodes", references({b.nodes[4]})}, {"direction", vector(0, 1, 0)}, {"force", sine(60, 9)}});
    s.add("friction", {{"name", "guide"},
                       {"node", b.nodes.back()},
                       {"direction", vector(0, 1, 0)},
                       {"normal_force", 40},
                       {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}})}});
    const System full = s.system();
    const Reduction whole = reduce(full, with("craig_bampton", full.size() - 1));
    const Reduction few = reduce(full, with("craig_bampton", 6));
    ASSERT_EQ(few.report.compliances.size(), 1u);
    EXPECT_EQ(few.report.compliances[0].name, "friction of guide");
    EXPECT_LT(few.report.largest_compliance_error(), 1e-9);
    const std::vector<std::string> probes = {"guide.uy", "b[5].uy"};
    const Path reference = path(full, probes, 2e-5, 0.1);
    EXPECT_LT(difference(path(*whole.system, probes, 2e-5, 0.1), reference), 1e-7);
    EXPECT_LT(difference(path(*few.system, probes, 2e-5, 0.1), reference), 0.01);
}

// Support motion, damped by modes, with few of them.
TEST(ReducedRuns, AShakenCantileverFollowsWithFewModes) {
    Script script = shaken(30);
    const System full = script.system();
    const System assembled = assemble(script.model, ModalDamping::left_out);
    const std::vector<std::string> probes = {"ring.uy", "b[31].uy"};
    const Path reference = path(full, probes, 1e-5, 0.02);
    double before = 1;
    for (const int modes : {4, 10, 30}) {
        const Reduction reduction = reduce(assembled, with("free_interface", modes));
        EXPECT_GT(reduction.report.velocity_lost, 0.05) << "the velocity of one node is no smooth shape";
        const double error = difference(path(*reduction.system, probes, 1e-5, 0.02), reference);
        RecordProperty("free_interface_" + std::to_string(modes), std::to_string(error));
        EXPECT_LT(error, before) << modes;
        before = error;
    }
    EXPECT_LT(before, 0.02);
}

}  // namespace
}  // namespace jounce::test::reduced_runs_test
