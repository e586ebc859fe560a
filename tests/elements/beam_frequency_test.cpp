// Natural frequencies of uniform beams and rods: the exact frequency equation, the mesh values of a hollow shaft, the order of
// convergence, and the mass matrix that must not be used.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "beam_chain.hpp"
#include "elements/sections/circle.hpp"
#include "elements/sections/rectangle.hpp"
#include "elements/sections/tube.hpp"
#include "support/exact_beam.hpp"

namespace jounce::elements::beam_frequency_test {
namespace {

using test::End;
using test::UniformBeam;

// A uniform beam along global x, bending in its x-y or x-z plane.
struct Example {
    double length;
    SectionProperties section;
    Material material;
    bool about_y = false;  ///< bending in the x-z plane, with Iy
};

// The hollow shaft of Xu et al. (2022), Machines 10, 814, doi:10.3390/machines10090814, Table 4, with Cowper's thin-tube factor.
Example hollow_shaft() {
    return {1.0, section_properties(sections::Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = 2 * 1.3 / 4.9}, 0.3),
            Material{.E = 207e9, .nu = 0.3, .density = 34410}};
}

// Data of our own: a stocky titanium bar bent about both axes, and a slender steel rod.
Example titanium_bar(bool about_y) {
    return {0.62, section_properties(sections::Rectangle{.width = 0.045, .height = 0.09, .shear_factor = {}}, 0.34),
            Material{.E = 116e9, .nu = 0.34, .density = 4506}, about_y};
}

Example steel_rod() {
    return {1.7, section_properties(sections::Circle{.diameter = 0.025, .shear_factor = {}}, 0.29),
            Material{.E = 205e9, .nu = 0.29, .density = 7850}};
}

UniformBeam exact_beam(const Example& e, const BeamSettings& settings = {}) {
    const double I = e.about_y ? e.section.Iy : e.section.Iz;
    const double factor = e.about_y ? e.section.shear_factor_z : e.section.shear_factor_y;
    UniformBeam beam{
        .length = e.length, .bending_stiffness = e.material.E * I, .mass_per_length = e.material.density * e.section.area};
    if (settings.theory == BeamTheory::timoshenko) beam.shear_stiffness = factor * e.material.shear_modulus() * e.section.area;
    if (settings.has_rotary_inertia()) beam.rotary_per_length = e.material.density * I;
    return beam;
}

// Frequencies of the mesh, Hz, with the supports at its two ends; rigid modes are left out.
std::vector<double> mesh_frequencies(const Example& e, End start, End end, int elements, const BeamSettings& settings = {}) {
    const auto model = test::assemble(
        test::beam_chain(test::even_points({0, 0, 0}, {e.length, 0, 0}, elements), e.section, e.material, settings));
    const int deflection = e.about_y ? 2 : 1;
    const int rotation = e.about_y ? 4 : 5;
    std::vector<std::pair<int, int>> supported;
    int held = 0;
    for (const auto& [node, support] : {std::pair(0, start), std::pair(elements, end)}) {
        if (support != End::free) supported.emplace_back(node, deflection);
        if (support == End::clamped) supported.emplace_back(node, rotation);
        held += support == End::free ? 0 : support == End::pinned ? 1 : 2;
    }
    auto frequencies =
        test::natural_frequencies(test::restrict_to(model, test::dofs_of_chain(elements + 1, {deflection, rotation}, supported)));
    frequencies.erase(frequencies.begin(), frequencies.begin() + std::max(0, 2 - held));
    return frequencies;
}

constexpr BeamSettings timoshenko{};
constexpr BeamSettings without_rotary{.theory = BeamTheory::timoshenko, .rotary_inertia = false};
constexpr BeamSettings euler_bernoulli{.theory = BeamTheory::euler_bernoulli, .rotary_inertia = {}};
constexpr BeamSettings rayleigh{.theory = BeamTheory::euler_bernoulli, .rotary_inertia = true};

TEST(ExactBeam, EulerBernoulliRootsOfTheClassicalEquations) {
    // cos x cosh x = 1 (free-free and clamped-clamped), cos x cosh x = -1 (cantilever), sin x = 0 (pinned), tan x = tanh x
    // (clamped-pinned and free-pinned).
    const UniformBeam beam = exact_beam(steel_rod(), euler_bernoulli);
    const auto residual = [](double b, double right) {
        const double x = std::sqrt(b);
        return std::cos(x) - right / std::cosh(x);  // divided by cosh, so that its slope is of order one
    };
    for (const double b : test::exact_roots(beam, End::free, End::free, 6)) EXPECT_NEAR(residual(b, 1), 0, 1e-14);
    for (const double b : test::exact_roots(beam, End::clamped, End::clamped, 6)) EXPECT_NEAR(residual(b, 1), 0, 1e-14);
    for (const double b : test::exact_roots(beam, End::clamped, End::free, 6)) EXPECT_NEAR(residual(b, -1), 0, 1e-14);
    const auto pinned = test::exact_roots(beam, End::pinned, End::pinned, 6);
    for (int n = 1; n <= 6; ++n) EXPECT_NEAR(std::sqrt(pinned[n - 1]), n * std::numbers::pi, 1e-14 * n);
    for (const auto& ends : {std::pair(End::clamped, End::pinned), std::pair(End::free, End::pinned)}) {
        for (const double b : test::exact_roots(beam, ends.first, ends.second, 6)) {
            const double x = std::sqrt(b);
            EXPECT_NEAR(std::sin(x) - std::cos(x) * std::tanh(x), 0, 2e-14);
        }
    }
    EXPECT_NEAR(std::sqrt(test::exact_roots(beam, End::free, End::free, 1)[0]), 4.730040744862704, 1e-14);
    EXPECT_NEAR(std::sqrt(test::exact_roots(beam, End::clamped, End::free, 1)[0]), 1.8751040687119611, 1e-14);
}

TEST(ExactBeam, TimoshenkoRootsSatisfyHuangsFreeFreeEquation) {
    // Huang (1961), doi:10.1115/1.3641787, free-free: 2 - 2 cosh(b alpha) cos(b beta)
    //   + b/sqrt(1 - b^2 r^2 s^2) (b^2 r^2 (r^2 - s^2)^2 + 3 r^2 - s^2) sinh(b alpha) sin(b beta) = 0, with r and s
    // exchanged for clamped-clamped. The two ways to the frequencies share only the differential equation.
    const auto huang = [](const UniformBeam& beam, double b, bool clamped) {
        double r2 = static_cast<double>(beam.r2());
        double s2 = static_cast<double>(beam.s2());
        const double root = std::sqrt((r2 - s2) * (r2 - s2) + 4 / (b * b));
        const double alpha = std::sqrt((root - (r2 + s2)) / 2);
        const double beta = std::sqrt((root + (r2 + s2)) / 2);
        if (clamped) std::swap(r2, s2);
        const double factor = b / std::sqrt(1 - b * b * r2 * s2) * (b * b * r2 * (r2 - s2) * (r2 - s2) + 3 * r2 - s2);
        const double value =
            2 - 2 * std::cosh(b * alpha) * std::cos(b * beta) + factor * std::sinh(b * alpha) * std::sin(b * beta);
        return value / std::cosh(b * alpha);
    };
    for (const Example& example : {hollow_shaft(), titanium_bar(false), titanium_bar(true), steel_rod()}) {
        const UniformBeam beam = exact_beam(example);
        // The relation holds below the cut-off of the shear mode, b r s = 1.
        const double cut_off = 1 / std::sqrt(static_cast<double>(beam.r2() * beam.s2()));
        for (const bool clamped : {false, true}) {
            const End end = clamped ? End::clamped : End::free;
            for (const double b : test::exact_roots(beam, end, end, 4)) {
                if (b >= cut_off) break;
                EXPECT_NEAR(huang(beam, b, clamped), 0, 1e-12) << b << (clamped ? " clamped" : " free");
                EXPECT_GT(std::abs(huang(beam, 1.001 * b, clamped)), 1e-4);  // control: a root, not a flat function
            }
        }
    }
}

TEST(ExactBeam, PinnedTimoshenkoRootsInClosedForm) {
    // w = sin(n pi x), theta = cos(n pi x): b^4 r^2 s^2 - b^2 (1 + k^2 (r^2 + s^2)) + k^4 = 0 with k = n pi, the lower root.
    for (const Example& example : {hollow_shaft(), titanium_bar(false), steel_rod()}) {
        const UniformBeam beam = exact_beam(example);
        const double rs = static_cast<double>(beam.r2() * beam.s2());
        const double sum = static_cast<double>(beam.r2() + beam.s2());
        const auto roots = test::exact_roots(beam, End::pinned, End::pinned, 3);
        for (int n = 1; n <= 3; ++n) {
            const double k2 = std::pow(n * std::numbers::pi, 2);
            const double half = 1 + k2 * sum;
            const double b2 = 2 * k2 * k2 / (half + std::sqrt(half * half - 4 * rs * k2 * k2));
            EXPECT_NEAR(roots[n - 1], std::sqrt(b2), 2e-14 * std::sqrt(b2)) << n;
        }
    }
}

TEST(HollowShaft, FrequenciesToAllDigitsPrinted) {
    // Free-free bending, Hz; half a unit of the sixth decimal, and 1e-9 of round-off from the dense eigensolver at 80 elements.
    const auto expect_row = [](const std::vector<double>& computed, const std::array<double, 4>& printed) {
        for (int i = 0; i < 4; ++i) EXPECT_NEAR(computed[i], printed[i], 5.1e-7 + 1e-9 * printed[i]) << i;
    };
    const Example shaft = hollow_shaft();
    expect_row(mesh_frequencies(shaft, End::free, End::free, 20), {477.668106, 1038.364300, 1646.730966, 2209.260694});
    expect_row(mesh_frequencies(shaft, End::free, End::free, 40), {477.423017, 1035.955112, 1637.333735, 2188.867486});
    expect_row(mesh_frequencies(shaft, End::free, End::free, 80), {477.361563, 1035.349639, 1634.967466, 2183.696447});
    expect_row(exact_frequencies(exact_beam(shaft), End::free, End::free, 4),
               {477.341062, 1035.147540, 1634.177299, 2181.966733});
    expect_row(exact_frequencies(exact_beam(shaft, without_rotary), End::free, End::free, 4),
               {509.196225, 1120.712000, 1762.871979, 2385.857810});
    expect_row(exact_frequencies(exact_beam(shaft, euler_bernoulli), End::free, End::free, 4),
               {571.449722, 1575.223165, 3088.067231, 5104.731999});
}

TEST(HollowShaft, TheCubicMassMatrixIsWrongInATimoshenkoBeam) {
    // Control: shear-flexible stiffness with the mass matrix of the cubic element, rotary inertia included (rho I on the slope w'
    // instead of the rotation), 20 elements, third bending mode: 18.5 % low.
    const Example shaft = hollow_shaft();
    const auto points = test::even_points({0, 0, 0}, {shaft.length, 0, 0}, 20);
    auto model = test::assemble(test::beam_chain(points, shaft.section, shaft.material, timoshenko));
    model.mass = test::assemble(test::beam_chain(points, shaft.section, shaft.material, rayleigh)).mass;
    const auto wrong = test::natural_frequencies(test::restrict_to(model, test::dofs_of_chain(21, {1, 5}, {})));
    const double exact = exact_frequencies(exact_beam(shaft), End::free, End::free, 3)[2];
    EXPECT_NEAR(wrong[4] / exact - 1, -0.185, 0.005);
    EXPECT_LT(std::abs(mesh_frequencies(shaft, End::free, End::free, 20)[2] / exact - 1), 0.01);
}

struct Case {
    const char* name;
    End start;
    End end;
};
const Case supports[] = {{"free-free", End::free, End::free},
                         {"cantilever", End::clamped, End::free},
                         {"pinned-pinned", End::pinned, End::pinned},
                         {"clamped-clamped", End::clamped, End::clamped},
                         {"clamped-pinned", End::clamped, End::pinned}};

// Relative round-off of a frequency of a mesh of n elements: entries of K are n^4 times the eigenvalue's share, 12/b^2, and are
// themselves rounded; the factor 8 covers the eigensolver. It matters for the lowest modes of fine cubic meshes.
double round_off(int n, double b) { return 8 * 2.2e-16 * std::pow(n, 4) * 12 / (b * b); }

// The errors of the first three frequencies on meshes of n, 2n and 4n elements fall by 2^order at each step (within 7 %, a tenth
// in the order), and Richardson's extrapolation of the two finest meets the exact value within `extrapolated`.
void expect_convergence(const Example& example, const Case& support, const BeamSettings& settings, int n, double order,
                        double extrapolated) {
    const UniformBeam beam = exact_beam(example, settings);
    const auto b = test::exact_roots(beam, support.start, support.end, 3);
    const auto exact = test::exact_frequencies(beam, support.start, support.end, 3);
    const double gain = std::pow(2.0, order);
    const auto coarse = mesh_frequencies(example, support.start, support.end, n, settings);
    const auto middle = mesh_frequencies(example, support.start, support.end, 2 * n, settings);
    const auto fine = mesh_frequencies(example, support.start, support.end, 4 * n, settings);
    for (int mode = 0; mode < 3; ++mode) {
        const double e1 = coarse[mode] / exact[mode] - 1;
        const double e2 = middle[mode] / exact[mode] - 1;
        const double e4 = fine[mode] / exact[mode] - 1;
        const double noise2 = round_off(2 * n, b[mode]);
        const double noise4 = round_off(4 * n, b[mode]);
        EXPECT_GT(e1, 0) << "consistent mass: from above";
        EXPECT_NEAR(gain * e2, e1, 0.07 * e1 + gain * noise2) << support.name << " mode " << mode + 1;
        EXPECT_NEAR(gain * e4, e2, 0.07 * e2 + gain * noise4) << support.name << " mode " << mode + 1;
        const double limit = (gain * fine[mode] - middle[mode]) / (gain - 1);
        EXPECT_NEAR(limit / exact[mode], 1, extrapolated + 2 * noise4) << support.name << " mode " << mode + 1;
    }
}

TEST(BeamFrequencies, TimoshenkoConvergesAtSecondOrder) {
    // The interpolation is the static one: inertia bends it by O(h^2).
    for (const Example& example : {hollow_shaft(), titanium_bar(false), titanium_bar(true)}) {
        for (const Case& support : supports) expect_convergence(example, support, timoshenko, 20, 2, 1e-6);
    }
}

TEST(BeamFrequencies, TimoshenkoWithoutRotaryInertiaConvergesAtSecondOrder) {
    for (const Case& support : supports) expect_convergence(hollow_shaft(), support, without_rotary, 20, 2, 1e-6);
}

TEST(BeamFrequencies, EulerBernoulliConvergesAtFourthOrder) {
    for (const Example& example : {hollow_shaft(), titanium_bar(true), steel_rod()}) {
        for (const Case& support : supports) expect_convergence(example, support, euler_bernoulli, 12, 4, 1e-7);
    }
}

TEST(BeamFrequencies, RayleighBeamConvergesAtFourthOrder) {
    for (const Case& support : supports) expect_convergence(titanium_bar(true), support, rayleigh, 12, 4, 1e-6);
}

// Rods: linear elements with consistent mass have, on a uniform mesh, the exact dispersion
// (omega h/c)^2 = 6 (1 - cos kh)/(2 + cos kh), k = n pi/L free-free, (n - 1/2) pi/L fixed-free: error (kh)^2/24, order 2.
void expect_rod(const Example& example, int dof, double speed) {
    for (const bool fixed : {false, true}) {
        for (const int elements : {10, 20, 40}) {
            const auto model = test::assemble(test::beam_chain(test::even_points({0, 0, 0}, {example.length, 0, 0}, elements),
                                                               example.section, example.material));
            std::vector<std::pair<int, int>> supported;
            if (fixed) supported.emplace_back(0, dof);
            auto computed =
                test::natural_frequencies(test::restrict_to(model, test::dofs_of_chain(elements + 1, {dof}, supported)));
            if (!fixed) computed.erase(computed.begin());
            for (int n = 1; n <= 3; ++n) {
                const double k = (fixed ? n - 0.5 : n) * std::numbers::pi / example.length;
                const double h = example.length / elements;
                const double discrete =
                    speed / h * std::sqrt(6 * (1 - std::cos(k * h)) / (2 + std::cos(k * h))) / (2 * std::numbers::pi);
                const double continuous = speed * k / (2 * std::numbers::pi);
                EXPECT_NEAR(computed[n - 1], discrete, 1e-11 * discrete) << n;
                const double kh2 = k * h * k * h;
                EXPECT_NEAR(computed[n - 1] / continuous - 1, kh2 / 24, 0.05 * kh2 * kh2) << n << ' ' << elements;
            }
        }
    }
}

TEST(RodFrequencies, Axial) {
    const Example rod = steel_rod();
    expect_rod(rod, 0, std::sqrt(rod.material.E / rod.material.density));
}

TEST(RodFrequencies, TorsionOfARoundRodRunsAtTheShearSpeed) {
    const Example rod = steel_rod();
    expect_rod(rod, 3, std::sqrt(rod.material.shear_modulus() / rod.material.density));
}

TEST(RodFrequencies, TorsionOfARectangleIsSlowerByTheRootOfItsConstants) {
    const Example bar = titanium_bar(true);
    expect_rod(bar, 3, std::sqrt(bar.material.shear_modulus() / bar.material.density * bar.section.J / bar.section.Ip));
}

}  // namespace
}  // namespace jounce::elements::beam_frequency_test
