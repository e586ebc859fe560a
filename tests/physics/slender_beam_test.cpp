// Physics: a Timoshenko beam of L/h = 1000 is Euler and Bernoulli's, with 20 elements as with any: no locking.
// Reference: exact frequencies of both theories (roots of their frequency equations): the true correction for shear and rotary
// inertia is of the order of 1e-6 (k L)^2 (h/L)^2 and is taken out; deflections F L^3/(3 EI) + F L/S of a cantilever under an
// end load, F L^3/(192 EI) + F L/(4 S) of a clamped beam under a load in its middle.
// Tolerance: 1e-5 on the ratio of the two theories' frequencies; 1e-7 on deflections: round-off of the stiffness, about
// 2e-16 times the fourth power of 20 elements times the condition of one.
// Control: an element with linear interpolation of both fields and full integration would be (L/(20 h))^2 ~ 2500 times too stiff.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/SparseCholesky>

#include "beams.hpp"

namespace jounce::test::slender_beam_test {
namespace {

constexpr double length = 2;

// Bends about local z, in x-y: depth b.
BeamData slender(double ratio) { return rectangle(length / ratio, 0.01, 72e9, 0.33, 2780); }

System model(const BeamData& data, const char* theory, bool clamped_at_both_ends, int elements) {
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", vector(length, 0, 0)},
                                            {"elements", elements},
                                            {"theory", theory},
                                            {"section", data.section()},
                                            {"material", data.material()}});
    script.add("fix", {{"nodes", references(beam.nodes)}, {"dofs", words({"ux", "uz", "rx", "ry"})}});
    script.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"uy", "rz"})}});
    if (clamped_at_both_ends) script.add("fix", {{"nodes", references({beam.nodes.back()})}, {"dofs", words({"uy", "rz"})}});
    const Reference& loaded = clamped_at_both_ends ? beam.nodes[beam.nodes.size() / 2] : beam.nodes.back();
    script.add("load", {{"nodes", references({loaded})}, {"direction", vector(0, 1, 0)}, {"force", 1}});
    return script.system();
}

TEST(SlenderBeam, TimoshenkoFrequenciesAreThoseOfEulerAndBernoulli) {
    for (const double ratio : {50.0, 1000.0, 10000.0}) {
        const BeamData data = slender(ratio);
        for (const bool both : {false, true}) {
            const End last = both ? End::clamped : End::free;
            const auto thick = exact_frequencies(data.bending(length, true), End::clamped, last, 4);
            const auto thin = exact_frequencies(data.bending(length, false), End::clamped, last, 4);
            const auto timoshenko = modal::modes(model(data, "timoshenko", both, 20), 4);
            const auto euler = modal::modes(model(data, "euler_bernoulli", both, 20), 4);
            for (int i = 0; i < 4; ++i) {
                const double found = timoshenko.modes[i].frequency / euler.modes[i].frequency;
                const double correction = thick[i] / thin[i];
                if (ratio >= 1000) {
                    EXPECT_NEAR(found, correction, 1e-5) << ratio << " mode " << i + 1;
                    EXPECT_NEAR(timoshenko.modes[i].frequency / thick[i], 1, 3e-4) << "and the mesh is good to the cubic's error";
                } else {
                    EXPECT_LT(correction, 1 - 1e-4) << "control: at L/h = 50 the theories differ";
                }
            }
        }
    }
}

TEST(SlenderBeam, DeflectsAsBeamTheorySays) {
    for (const double ratio : {5.0, 50.0, 1000.0, 10000.0}) {
        const BeamData data = slender(ratio);
        const UniformBeam beam = data.bending(length, true);
        for (const bool both : {false, true}) {
            const double bending = std::pow(length, 3) / ((both ? 192 : 3) * beam.bending_stiffness);
            const double shear = length / ((both ? 4 : 1) * beam.shear_stiffness);
            for (const bool timoshenko : {true, false}) {
                for (const int elements : {2, 20}) {
                    const System system = model(data, timoshenko ? "timoshenko" : "euler_bernoulli", both, elements);
                    const Eigen::SimplicialLDLT<SparseMatrix> factor(system.linear.K);
                    const Vector& load = system.loads.at(0).pattern;
                    const double deflection = load.dot(factor.solve(load));
                    const double expected = bending + (timoshenko ? shear : 0);
                    EXPECT_NEAR(deflection / expected, 1, 1e-7) << ratio << ' ' << elements;
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::slender_beam_test
