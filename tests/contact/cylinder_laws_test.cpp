// The elastic laws of two cylinders: reference forces, where a law ends and what a free impact does there; the fitted power
// laws; rescaling.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/families/log_law.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"

namespace jounce::cylinder_laws_test {
namespace {

using namespace contact;
using test::cylinders;
using test::make_law;
using test::table;

double force(const LawPointer& law, double depth) { return law->elastic()->at(depth).force; }

struct Line {
    const char* kind;
    std::initializer_list<std::pair<const char*, Value>> more;
    double turning_force, turning_depth;  // N, mm as printed
    std::vector<double> forces;           // N
};

void expect_forces(const std::vector<Line>& lines, const Value& geometry, const std::vector<double>& depths_mm) {
    for (const Line& line : lines) {
        Table settings = table(line.more);
        settings.set("geometry", geometry);
        const LawPointer law = make_law(line.kind, settings);
        for (std::size_t i = 0; i < depths_mm.size(); ++i) {
            // Eleven digits are printed: half a unit of the last one, and what the rounding of Ri - Rj in metres makes of it.
            EXPECT_NEAR(force(law, 1e-3 * depths_mm[i]) / line.forces[i], 1, 6e-11) << line.kind << " " << depths_mm[i] << " mm";
        }
        EXPECT_NEAR(1e3 * law->end.indentation / line.turning_depth, 1, 5e-6) << line.kind;
        // The force at the turn is the limit of the law from below.
        EXPECT_NEAR(force(law, law->end.indentation) / line.turning_force, 1, 5e-6) << line.kind;
    }
}

// Steel on steel, E = 207 GPa, nu = 0.3, L = 15 mm, in a hole of 10 mm; numbers computed independently.
TEST(CylinderLaws, ReferenceForcesInALooseHole) {
    expect_forces(
        {
            {"johnson",
             {},
             1.45071e+06,
             0.270671,
             {4.7301029519e+01, 6.1096362619e+02, 3.8687695950e+03, 8.7750204790e+03, 2.0353744213e+04}},
            {"radzimovsky",
             {{"width", "3.125"}},
             1.91005e+06,
             0.356373,
             {4.6075754331e+01, 5.9012483230e+02, 3.6977953784e+03, 8.3287510092e+03, 1.9129237643e+04}},
            {"radzimovsky",
             {{"width", "6.25"}},
             3.82011e+06,
             0.712747,
             {4.3263547191e+01, 5.4372614988e+02, 3.3311955065e+03, 7.3955907567e+03, 1.6657502018e+04}},
            {"radzimovsky",
             {},
             1.92019e+06,
             0.358266,
             {4.6052817576e+01, 5.8973844587e+02, 3.6946636870e+03, 8.3206447568e+03, 1.9107261291e+04}},
            {"esdu_78035",
             {},
             1.07194e+07,
             2,
             {3.9681836078e+01, 4.8730360174e+02, 2.9090934331e+03, 6.3577850836e+03, 1.4033642627e+04}},
            {"esdu_78035",
             {{"variant", "printed"}},
             3.41209e+06,
             2,
             {1.2631120726e+01, 1.5511355401e+02, 9.2599319958e+02, 2.0237458464e+03, 4.4670471873e+03}},
            {"goldsmith",
             {},
             6.34701e+06,
             1.18421,
             {4.1420493632e+01, 5.1433563594e+02, 3.1082687011e+03, 6.8428636973e+03, 1.5244814623e+04}},
            {"dubowsky_freudenstein",
             {},
             6.34701e+06,
             1.18421,
             {4.1420493632e+01, 5.1433563594e+02, 3.1082687011e+03, 6.8428636973e+03, 1.5244814623e+04}},
            {"dubowsky_freudenstein",
             {{"variant", "printed"}},
             2.02032e+06,
             1.18421,
             {1.3184552614e+01, 1.6371811774e+02, 9.8939265646e+02, 2.1781511647e+03, 4.8525752077e+03}},
        },
        cylinders(10e-3, 9.5e-3, "internal", 15e-3), {1e-4, 1e-3, 5e-3, 1e-2, 2e-2});
}

TEST(CylinderLaws, ReferenceForcesInATightHole) {
    expect_forces(
        {
            {"johnson",
             {},
             14507.1,
             0.00270671,
             {3.8687695950e+01, 8.7750204790e+01, 6.5364952537e+02, 1.7069451216e+03, 5.3827164913e+03}},
            {"radzimovsky",
             {{"width", "3.125"}},
             19100.5,
             0.00356373,
             {3.6977953784e+01, 8.3287510092e+01, 6.0101817085e+02, 1.5170641192e+03, 4.3051363741e+03}},
            {"radzimovsky",
             {{"width", "6.25"}},
             38201.1,
             0.00712747,
             {3.3311955065e+01, 7.3955907567e+01, 5.0273288451e+02, 1.2020363417e+03, 3.0341282383e+03}},
            {"radzimovsky",
             {},
             19201.9,
             0.00358266,
             {3.6946636870e+01, 8.3206447568e+01, 6.0009960247e+02, 1.5139003190e+03, 4.2899067870e+03}},
            {"esdu_78035",
             {},
             107194,
             0.02,
             {2.9090934331e+01, 6.3577850836e+01, 4.0778956192e+02, 9.3311657019e+02, 2.1922298098e+03}},
            {"esdu_78035",
             {{"variant", "printed"}},
             34120.9,
             0.02,
             {9.2599319958e+00, 2.0237458464e+01, 1.2980344904e+02, 2.9702022925e+02, 6.9780842125e+02}},
            {"goldsmith",
             {},
             60326.7,
             0.0112556,
             {3.1291313596e+01, 6.8941429317e+01, 4.5523664283e+02, 1.0638860364e+03, 2.5823057160e+03}},
            {"dubowsky_freudenstein",
             {{"variant", "printed"}},
             19202.6,
             0.0112556,
             {9.9603344694e+00, 2.1944738519e+01, 1.4490632397e+02, 3.3864544315e+02, 8.2197343854e+02}},
        },
        cylinders(10e-3, 9.995e-3, "internal", 15e-3), {5e-5, 1e-4, 5e-4, 1e-3, 2e-3});
}

// Two formulas of the papers that no law here has. Goldsmith's with m = 1 as printed changes its answer with the unit of length;
// Dubowsky and Freudenstein's with Autiero's nomenclature (a pi, and h without 1/pi) is pi^2 too soft.
TEST(CylinderLaws, MisprintsAreNotImplemented) {
    const Value pin = cylinders(10e-3, 9.5e-3, "internal", 15e-3);
    const double modulus = 0.5 * 207e9 / 0.91;
    // As printed: delta = W/(pi E*) [1 + ln(pi E* L^m/(F R))], in which m = 1 takes the numbers of a unit system.
    const auto one = [&](double unit) {  // metres per unit of length
        const double L = 15e-3 / unit, R = 0.19 / unit, E = modulus * unit * unit;
        return LogLaw({1 / (std::numbers::pi * E), std::numbers::pi * E / R, 1, L}, 1.000001).at(1e-6 / unit).force;
    };
    EXPECT_NEAR(one(1e-3) / 1.3192967597e+03, 1, 1e-10);
    EXPECT_NEAR(one(1), 275.651, 1e-3);
    const double goldsmith = force(make_law("goldsmith", table({{"geometry", pin}})), 1e-6);
    EXPECT_GT(std::abs(one(1e-3) / goldsmith - 1), 1);
    const double C = std::numbers::pi / modulus;
    const double printed = LogLaw({C, 15e-3 * 15e-3 / (0.19 * C), 1, 15e-3}, 1.000001).at(1e-6).force;
    EXPECT_NEAR(printed / 5.2113095423e+01, 1, 1e-10);
    for (const char* variant : {"half_plane", "printed"}) {
        const double ours = force(make_law("dubowsky_freudenstein", table({{"geometry", pin}, {"variant", variant}})), 1e-6);
        EXPECT_GT(ours / printed, 3);
    }
}

TEST(CylinderLaws, EndWhereTheyTurnBack) {
    const Value tight = cylinders(10e-3, 9.995e-3, "internal", 15e-3);
    const LawPointer law = make_law("johnson", table({{"geometry", tight}}));
    // 4 Delta R/e^2
    EXPECT_NEAR(law->end.indentation / (4 * 5e-6 * std::exp(-2.0)), 1, 1e-12);
    EXPECT_EQ(law->end.reason, "where law.johnson turns back at 14507.1 N; beyond = \"tangent\" continues it");
    // 0.0707 E* Delta R Rj/Ri of load per length leaves a contact of 0.3 of the smaller radius.
    const double load = 15e-3 * 0.0225 * std::numbers::pi * (0.5 * 207e9 / 0.91) * 5e-6 * 9.995 / 10;
    EXPECT_NEAR(force(law, law->trusted.indentation) / load, 1, 1e-11);
    EXPECT_LT(law->trusted.indentation, law->end.indentation);
    const LawPointer endless = make_law("johnson", table({{"geometry", tight}, {"beyond", "tangent"}}));
    EXPECT_TRUE(std::isinf(endless->end.indentation));
    EXPECT_EQ(endless->trusted.indentation, law->trusted.indentation);
    // A law built on it holds no further.
    const Value elastic = test::nested("johnson", table({{"geometry", tight}}));
    for (const char* kind : {"hunt_crossley", "gonthier", "koshy_combined"}) {
        const LawPointer lossy = make_law(kind, table({{"elastic", elastic}, {"restitution", 0.5}}));
        EXPECT_EQ(lossy->end.indentation, law->end.indentation) << kind;
        EXPECT_EQ(lossy->trusted.reason, law->trusted.reason) << kind;
    }
    EXPECT_TRUE(std::isinf(make_law("hertz", table({{"stiffness", 1e9}}))->end.indentation));
}

// delta = C W [1 + ln(4 Delta R/(C W))] is left where the bracket is 2: at W = 4 Delta R/(e C) and delta = 8 Delta R/e. The slope
// there is L/C, and the force goes on along it: a kink of the second derivative, which is 2 L/C over delta before. Digits:
// rounding of Ri - Rj.
TEST(CylinderLaws, GoOnAlongATangentBehindAKink) {
    const double length = 15e-3, difference = 5e-6, C = 2 * 0.91 / (std::numbers::pi * 207e9);
    Table settings = table({{"geometry", cylinders(10e-3, 10e-3 - difference, "internal", length)}, {"beyond", "tangent"}});
    const LawPointer law = make_law("esdu_78035", settings);
    const double depth = 8 * difference / std::numbers::e, W = 0.5 * depth / C;
    ASSERT_EQ(law->kinks.size(), 1u);
    EXPECT_NEAR(law->kinks[0] / depth, 1, 1e-11);
    const Elastic::Answer at = law->elastic()->at(depth * (1 + 1e-9));
    EXPECT_NEAR(at.force / (length * W), 1, 1e-8);
    for (const double more : {0.1, 3.0}) {
        const Elastic::Answer beyond = law->elastic()->at(depth * (1 + more));
        const double rise = length / C * depth * more;
        EXPECT_NEAR(beyond.force / (length * W + rise), 1, 1e-11);
        EXPECT_NEAR(beyond.stiffness / (length / C), 1, 1e-11);
        EXPECT_NEAR((beyond.energy - at.energy) / (depth * more * (length * W + 0.5 * rise)), 1, 1e-7);
    }
    EXPECT_NEAR(law->elastic()->at(depth * (1 - 1e-4)).stiffness / (length / C), 1 - 2e-4, 1e-7);
    settings.set("kind", "esdu_78035");
    settings.set("family", "law");
    EXPECT_EQ(make_law("flores", table({{"elastic", settings}, {"restitution", 0.5}}))->kinks, law->kinks);
}

// Johnson's law stores U(delta_max) before it turns back: an impact with more ends in an error, one with less comes back.
TEST(CylinderLaws, FreeImpactsEndThere) {
    const Value tight = cylinders(10e-3, 9.995e-3, "internal", 15e-3);
    const LawPointer law = make_law("johnson", table({{"geometry", tight}}));
    const double speed = std::sqrt(2 * law->elastic()->at(law->end.indentation).energy / 2);
    EXPECT_NEAR(free_impact(*law, 2, 0.99 * speed).restitution, 1, 1e-11);
    try {
        (void)free_impact(*law, 2, 1.01 * speed);
        ADD_FAILURE() << "came back";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        EXPECT_TRUE(error.message().starts_with("free impact of law.johnson: the indentation would reach 2.7"))
            << error.message();
        EXPECT_NE(error.message().find(" m, where law.johnson turns back at 14507.1 N"), std::string::npos);
    }
    const LawPointer endless = make_law("johnson", table({{"geometry", tight}, {"beyond", "tangent"}}));
    EXPECT_NEAR(free_impact(*endless, 2, 5 * speed).restitution, 1, 1e-11);
}

struct PereiraLine {
    const char* kind;
    double Ri, Rj;  // m
    const char* contact;
    double K, n, at_micron, at_ten;  // N/mm^n, -, N at 1e-3 and 1e-2 mm
};

TEST(CylinderLaws, PereiraInMillimetres) {
    const PereiraLine lines[] = {
        {"pereira_2011", 10e-3, 9.95e-3, "internal", 4248049.45055, 1.2186771816, 937.903202602, 15517.9804509},
        {"pereira_2011", 10e-3, 9.5e-3, "internal", 1177170.32967, 1.10228604429, 580.739243352, 7349.65949028},
        {"pereira_2011", 10e-3, 5e-3, "internal", 870082.417582, 1.11330488041, 397.782571886, 5163.57669247},
        {"pereira_2015", 10e-3, 9.95e-3, "internal", 4938997.25275, 1.2474682066, 893.787269942, 15801.6475718},
        {"pereira_2015", 9.5e-3, 10e-3, "internal", 1975598.9011, 1.16257219424, 642.661366604, 9344.46383264},
        {"pereira_2015", 10e-3, 5e-3, "internal", 1679259.06593, 1.21666972808, 375.931326711, 6191.24863828},
        {"pereira_2015", 10e-3, 9.5e-3, "external", 739723.161454, 1.094, 386.428560458, 4798.09913812},
    };
    for (const PereiraLine& line : lines) {
        const LawPointer law = make_law(line.kind, table({{"geometry", cylinders(line.Ri, line.Rj, line.contact, 15e-3)}}));
        EXPECT_NEAR(force(law, 1e-6) / line.at_micron, 1, 3e-12) << line.kind;
        EXPECT_NEAR(force(law, 1e-5) / line.at_ten, 1, 3e-12) << line.kind;
        // K is the force at 1 mm, n the slope in logarithms.
        EXPECT_NEAR(force(law, 1e-3) / line.K, 1, 3e-12) << line.kind;
        EXPECT_NEAR(std::log(force(law, 1e-3) / force(law, 1e-4)) / std::log(10.0) / line.n, 1, 1e-11) << line.kind;
    }
    // At the joint of the two branches of Y: a jump of 2.3 % in 2011, none in 2015 (to the digits of the printed joint).
    const auto exponent = [](const char* kind, double difference) {
        const LawPointer law = make_law(kind, table({{"geometry", cylinders(20e-3, 20e-3 - difference, "internal", 15e-3)}}));
        return std::log(force(law, 1e-3) / force(law, 1e-4)) / std::log(10.0);
    };
    EXPECT_NEAR(exponent("pereira_2011", 0.75e-3) / exponent("pereira_2011", 0.7499999e-3), 1.11040 / 1.08522, 5e-6);
    EXPECT_NEAR(exponent("pereira_2015", 0.34954e-3) / exponent("pereira_2015", 0.3495399e-3), 1, 3e-6);
}

// The laws know no unit: all lengths and 1/sqrt(E) scaled by the same number leave the force as it is. Pereira's formula takes
// its numbers in mm, and fails this.
TEST(CylinderLaws, KnowNoUnit) {
    const auto scaled = [](double u) { return cylinders(12e-3 * u, 11e-3 * u, "internal", 25e-3 * u, 110e9 / (u * u)); };
    struct Case {
        const char* kind;
        bool free;
    };
    for (const auto& [kind, free] :
         {Case{"johnson", true}, Case{"radzimovsky", true}, Case{"goldsmith", true}, Case{"esdu_78035", true},
          Case{"dubowsky_freudenstein", true}, Case{"lankarani_nikravesh_cylinder", true}, Case{"pereira_2015", false}}) {
        const LawPointer one = make_law(kind, table({{"geometry", scaled(1)}}));
        const LawPointer other = make_law(kind, table({{"geometry", scaled(3.7)}}));
        for (const double depth : {1e-8, 1e-6, 3e-5}) {
            const double ratio = force(other, 3.7 * depth) / force(one, depth);
            if (free) {
                EXPECT_NEAR(ratio, 1, 1e-13) << kind;
            } else {
                EXPECT_GT(std::abs(ratio - 1), 1e-3) << kind;
            }
        }
    }
}

TEST(CylinderLaws, LankaraniNikravesh) {
    // Hertz's ball in a socket of the same radii, whatever the length.
    const LawPointer law =
        make_law("lankarani_nikravesh_cylinder", table({{"geometry", cylinders(10e-3, 9.5e-3, "internal", 0.7)}}));
    EXPECT_NEAR(force(law, 4e-6) / (6.61019839790e10 * std::pow(4e-6, 1.5)), 1, 1e-11);
    const LawPointer lower = make_law("lankarani_nikravesh_cylinder",
                                      table({{"geometry", cylinders(10e-3, 9.5e-3, "internal", 0.7)}, {"exponent", 1.2}}));
    EXPECT_NEAR(force(lower, 4e-6) / (6.61019839790e10 * std::pow(4e-6, 1.2)), 1, 1e-11);
}

// Which body is which does not matter, nor how the compliance is shared.
TEST(CylinderLaws, BodiesAreInterchangeable) {
    for (const char* contact : {"internal", "external"}) {
        Table one = table({{"kind", "cylinders"},
                           {"Ri", 8e-3},
                           {"Rj", 9e-3},
                           {"contact", contact},
                           {"length", 0.02},
                           {"E1", 207e9},
                           {"nu1", 0.3},
                           {"E2", 70e9},
                           {"nu2", 0.33}});
        Table other = table({{"kind", "cylinders"},
                             {"Ri", 9e-3},
                             {"Rj", 8e-3},
                             {"contact", contact},
                             {"length", 0.02},
                             {"E1", 70e9},
                             {"nu1", 0.33},
                             {"E2", 207e9},
                             {"nu2", 0.3}});
        for (const char* kind : {"johnson", "radzimovsky", "goldsmith", "esdu_78035", "pereira_2015"}) {
            const LawPointer a = make_law(kind, table({{"geometry", one}}));
            const LawPointer b = make_law(kind, table({{"geometry", other}}));
            EXPECT_NEAR(force(a, 2e-6) / force(b, 2e-6), 1, 1e-14) << kind;
            EXPECT_NEAR(a->trusted.indentation == b->trusted.indentation ? 1 : a->trusted.indentation / b->trusted.indentation, 1,
                        1e-14);
        }
    }
}

}  // namespace
}  // namespace jounce::cylinder_laws_test
