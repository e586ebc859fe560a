// Physics: bending of uniform beams on every classical support, stretching and twisting of bars, through the whole way from a
// model to its modes.
// Reference: roots of the frequency equations (tests/support/exact_beam.hpp, recomputed here); bars in closed form,
// f = n c/(2L) free-free and (2n - 1) c/(4L) fixed-free.
// Tolerance: 1e-6 after Richardson's extrapolation of three meshes; order 4 for Euler and Bernoulli's beam, 2 for Timoshenko's
// and for bars, within 0.1 between the two coarser ones.
// Control: the order, and that a mesh alone is not right to 1e-6.
// SPDX-License-Identifier: BSD-3-Clause
#include "beams.hpp"

namespace jounce::test::beam_frequencies_test {
namespace {

using std::numbers::pi;

struct Example {
    const char* name;
    BeamData data;
    double length;
    bool along_z;  // along global z, bending in z-x; else along x, bending in x-y
};

// An aluminium bar 50 x 80 mm, 1.1 m; a steel tube 80/68 mm, 1.4 m.
const std::array<Example, 2> examples = {Example{"bar", rectangle(0.05, 0.08, 70e9, 0.33, 2700), 1.1, false},
                                         Example{"tube", round(0.08, 0.068, 0.53, 205e9, 0.29, 7850), 1.4, true}};

// Modes of the motion in `free` dofs, with the dofs of the two ends held.
std::vector<double> elastic(const Example& e, const char* theory, int elements, const std::vector<std::string>& held_everywhere,
                            const std::vector<std::string>& first, const std::vector<std::string>& last, int count) {
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", e.along_z ? vector(0, 0, e.length) : vector(e.length, 0, 0)},
                                            {"elements", elements},
                                            {"theory", theory},
                                            {"section", e.data.section()},
                                            {"material", e.data.material()}});
    const auto fix = [&](const std::vector<Reference>& nodes, const std::vector<std::string>& dofs) {
        if (dofs.empty()) return;
        script.add("fix", {{"nodes", references(nodes)}, {"dofs", List(dofs.begin(), dofs.end())}});
    };
    fix(beam.nodes, held_everywhere);
    fix({beam.nodes.front()}, first);
    fix({beam.nodes.back()}, last);
    const modal::Modes modes = modal::modes(script.system(), count + 2);
    EXPECT_TRUE(modes.complete());
    std::vector<double> out;
    for (const modal::Mode& mode : modes.modes) {
        if (!mode.rigid() && static_cast<int>(out.size()) < count) out.push_back(mode.frequency);
    }
    EXPECT_EQ(static_cast<int>(out.size()), count);
    return out;
}

struct Support {
    const char* name;
    End first, last;
};
const std::array<Support, 4> supports = {Support{"cantilever", End::clamped, End::free},
                                         {"pinned-pinned", End::pinned, End::pinned},
                                         {"clamped-clamped", End::clamped, End::clamped},
                                         {"free-free", End::free, End::free}};

std::vector<double> bending(const Example& e, const char* theory, const Support& support, int elements) {
    const std::vector<std::string> all = e.along_z ? std::vector<std::string>{"ux", "ry"} : std::vector<std::string>{"uy", "rz"};
    const auto of = [&](End end) {
        return std::vector<std::string>(all.begin(), all.begin() + (end == End::free ? 0 : end == End::pinned ? 1 : 2));
    };
    const std::vector<std::string> others =
        e.along_z ? std::vector<std::string>{"uy", "uz", "rx", "rz"} : std::vector<std::string>{"ux", "uz", "rx", "ry"};
    return elastic(e, theory, elements, others, of(support.first), of(support.last), 5);
}

// `n` elements on the coarsest mesh: few enough for the errors of the middle one to be clear of round-off (which grows as n^4).
void expect_bending(const char* theory, bool timoshenko, double order, int n) {
    double worst = 0, worst_order = order;
    for (const Example& e : examples) {
        for (const Support& support : supports) {
            // Along z the height (local z) points along global x: bending in z-x is about local y.
            const auto exact =
                exact_frequencies(e.data.bending(e.length, timoshenko, !e.along_z), support.first, support.last, 5);
            const Refinement meshes([&](int elements) { return bending(e, theory, support, elements); }, n);
            for (std::size_t i = 0; i < 5; ++i) {
                const double seen = meshes.order(i, exact[i]), error = meshes.limit(i, order) / exact[i] - 1;
                EXPECT_NEAR(error, 0, 1e-6) << e.name << ' ' << support.name << " mode " << i + 1;
                EXPECT_NEAR(seen, order, 0.1) << e.name << ' ' << support.name << " mode " << i + 1;
                worst = std::max(worst, std::abs(error));
                if (std::abs(seen - order) > std::abs(worst_order - order)) worst_order = seen;
            }
            EXPECT_GT(meshes.coarse[4] / exact[4] - 1, 1e-6) << "control: the coarse mesh is not right by itself";
        }
    }
    testing::Test::RecordProperty("largest_relative_error", std::to_string(1e9 * worst) + "e-9");
    testing::Test::RecordProperty("order_furthest_off", std::to_string(worst_order));
}

TEST(BeamFrequencies, EulerBernoulliOnEverySupport) { expect_bending("euler_bernoulli", false, 4, 20); }
TEST(BeamFrequencies, TimoshenkoOnEverySupport) { expect_bending("timoshenko", true, 2, 30); }

TEST(BeamFrequencies, TheTheoriesDiffer) {
    // Control: the same test with the wrong theory's exact values would fail by far more than its tolerance.
    const Example& e = examples[0];
    const auto thick = exact_frequencies(e.data.bending(e.length, true), End::clamped, End::free, 5);
    const auto thin = exact_frequencies(e.data.bending(e.length, false), End::clamped, End::free, 5);
    EXPECT_GT(thin[0] / thick[0] - 1, 1e-3);
    EXPECT_GT(thin[4] / thick[4] - 1, 5e-2);
}

void expect_bars(const char* dof, double speed, const Example& e) {
    for (const bool fixed : {true, false}) {
        std::vector<std::string> others = {"ux", "uy", "uz", "rx", "ry", "rz"};
        std::erase(others, dof);
        const std::vector<std::string> held = fixed ? std::vector<std::string>{dof} : std::vector<std::string>{};
        const Refinement meshes([&](int n) { return elastic(e, "timoshenko", n, others, held, {}, 4); }, 30);
        for (std::size_t i = 0; i < 4; ++i) {
            const double n = static_cast<double>(i + 1);
            const double exact = fixed ? (2 * n - 1) * speed / (4 * e.length) : n * speed / (2 * e.length);
            EXPECT_NEAR(meshes.limit(i, 2) / exact, 1, 1e-7) << dof << " mode " << n;
            EXPECT_NEAR(meshes.order(i, exact), 2, 0.05) << dof << " mode " << n;
            // Linear elements with consistent mass: (kh)^2/24 too high.
            const double kh = 2 * pi * exact / speed * e.length / 120;
            EXPECT_NEAR(meshes.fine[i] / exact - 1, kh * kh / 24, 0.1 * kh * kh * kh * kh);
        }
    }
}

TEST(BarFrequencies, Axial) {
    for (const Example& e : examples) expect_bars(e.along_z ? "uz" : "ux", std::sqrt(e.data.E / e.data.density), e);
}

TEST(BarFrequencies, Torsion) {
    for (const Example& e : examples) {
        const double speed = std::sqrt(e.data.G() * e.data.J / (e.data.density * e.data.Ip));
        expect_bars(e.along_z ? "rz" : "rx", speed, e);
    }
    EXPECT_LT(examples[0].data.J / examples[0].data.Ip, 0.9) << "control: a section that warps is slower than the shear wave";
}

// A model that is free in space has the same frequencies, each in its family.
TEST(BarFrequencies, AllFamiliesOfAFreeBarTogether) {
    const Example& e = examples[0];
    Script script;
    script.add("beam", {{"name", "b"},
                        {"from", vector(0.3, -0.2, 1)},
                        {"to", vector(0.3 + e.length * 2 / 3, -0.2 - e.length / 3, 1 + e.length * 2 / 3)},
                        {"elements", 80},
                        {"section", e.data.section()},
                        {"material", e.data.material()}});
    const modal::Modes modes = modal::modes(script.system(), 16);
    EXPECT_EQ(modes.found_rigid, 6);
    std::vector<std::pair<double, std::string>> exact;
    for (const bool about_z : {true, false}) {
        for (const double f : exact_frequencies(e.data.bending(e.length, true, about_z), End::free, End::free, 5)) {
            exact.emplace_back(f, "bending");
        }
    }
    for (int n = 1; n <= 3; ++n) {
        exact.emplace_back(n / (2 * e.length) * std::sqrt(e.data.E / e.data.density), "axial");
        exact.emplace_back(n / (2 * e.length) * std::sqrt(e.data.G() * e.data.J / (e.data.density * e.data.Ip)), "torsion");
    }
    std::sort(exact.begin(), exact.end());
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(modes.modes[6 + i].kind, exact[i].second) << i;
        EXPECT_NEAR(modes.modes[6 + i].frequency / exact[i].first, 1, 2e-3) << i;
    }
}

}  // namespace
}  // namespace jounce::test::beam_frequencies_test
