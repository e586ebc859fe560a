// Friction laws: what holds for all of them, the reference numbers of each, and what is refused.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "contact/formulas/step.hpp"
#include "contact/friction/friction.hpp"
#include "contact/friction_samples.hpp"

namespace jounce::friction_laws_test {
namespace {

using namespace contact;
using test::table;

FrictionPointer make_friction(const std::string& kind, Table settings) {
    settings.set("kind", kind);
    return friction_family.make(settings, "test", "friction");
}

struct Sample {
    std::string kind;
    std::size_t index;
};
std::ostream& operator<<(std::ostream& out, const Sample& sample) { return out << sample.kind << " " << sample.index; }

std::vector<Sample> all_samples() {
    std::vector<Sample> out;
    for (const FrictionKind* kind : friction_kinds()) {
        const auto found = test::friction_samples().find(kind->name);
        for (std::size_t i = 0; found != test::friction_samples().end() && i < found->second.size(); ++i)
            out.push_back({kind->name, i});
    }
    return out;
}

class EveryFriction : public testing::TestWithParam<Sample> {
  protected:
    FrictionPointer law = make_friction(GetParam().kind, test::friction_samples().at(GetParam().kind)[GetParam().index]);
    /// Speeds on both sides of every limit of the samples.
    const std::vector<double> speeds = {1e-6, 5e-4, 1.3e-3, 7e-3, 0.03, 0.06, 0.3, 0.7, 3};
    const std::vector<Slip> directions = {{1, 0}, {-1, 0}, {0.6, 0.8}, {-0.28, 0.96}};
    /// At an instant, and over steps short and long against the relaxation of the bristles.
    const std::vector<BristleStep> begins = {
        {{1e-5, -4e-6}, {}, 0}, {{1e-5, 0}, {2e-3, 1e-3}, 1e-4}, {{-2e-5, 1e-5}, {0.3, -0.1}, 1e-2}};
};

TEST_P(EveryFriction, DerivativesAreThoseOfTheForce) {
    const double N = 70;
    for (const double speed : speeds) {
        for (const Slip& e : directions) {
            for (const BristleStep& begin : begins) {
                const Slip v{speed * e[0], speed * e[1]};
                const FrictionResponse at = law->evaluate(v, N, begin);
                const double step = 1e-4 * speed;
                const double size = std::max(norm(at.force), 1e-3 * N);
                for (std::size_t j = 0; j < 2; ++j) {
                    Slip above = v, below = v, further = v, nearer = v;
                    above[j] += step;
                    below[j] -= step;
                    further[j] += 2 * step;
                    nearer[j] -= 2 * step;
                    for (std::size_t i = 0; i < 2; ++i) {
                        const auto f = [&](const Slip& s) { return law->evaluate(s, N, begin).force[i]; };
                        const double numeric = (8 * (f(above) - f(below)) - (f(further) - f(nearer))) / (12 * step);
                        // Round-off over the step, and where a sample's limit lies within the stencil nothing does.
                        EXPECT_NEAR(at.damping[2 * i + j], numeric, 1e-9 * size / step) << speed << " m/s, " << i << j;
                    }
                }
                const double dN = 1e-3 * N;
                for (std::size_t i = 0; i < 2; ++i) {
                    const double numeric =
                        (law->evaluate(v, N + dN, begin).force[i] - law->evaluate(v, N - dN, begin).force[i]) / (2 * dN);
                    EXPECT_NEAR(at.by_normal[i], numeric, 1e-10 * size / N);
                }
            }
        }
    }
}

TEST_P(EveryFriction, IsIsotropicAndOdd) {
    for (const double speed : speeds) {
        const double along = law->evaluate({speed, 0}, 3, {}).force[0];
        for (const Slip& e : directions) {
            const FrictionResponse r = law->evaluate({speed * e[0], speed * e[1]}, 3, {});
            EXPECT_NEAR(r.force[0], along * e[0], 1e-14 * std::abs(along));
            EXPECT_NEAR(r.force[1], along * e[1], 1e-14 * std::abs(along));
        }
        EXPECT_EQ(law->evaluate({-speed, 0}, 3, {}).force[0], -along);
    }
}

TEST_P(EveryFriction, ResistsSteadySlipAndVanishesAtRest) {
    EXPECT_EQ(norm(law->evaluate({}, 5, {}).force), 0);
    for (const double speed : speeds) {
        const double power = law->evaluate({0.6 * speed, 0.8 * speed}, 5, {}).force[0] * 0.6 * speed;
        EXPECT_GE(power, 0);
        EXPECT_EQ(norm(law->evaluate({speed, 0}, 0, {}).force), 0) << "no normal force, no friction";
    }
}

TEST_P(EveryFriction, IsFiniteAtVanishingSpeeds) {
    for (const double speed : {0.0, 5e-324, 1e-300, 1e-160, 1e-20}) {
        const FrictionResponse r = law->evaluate({speed, -speed}, 5, {{1e-6, 0}, {speed, 0}, 1e-5});
        for (const double x : r.force) EXPECT_TRUE(std::isfinite(x)) << speed;
        if (law->cone) continue;  // a jump has no slope
        for (const double x : r.damping) EXPECT_TRUE(std::isfinite(x)) << speed;
    }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryFriction, testing::ValuesIn(all_samples()));

TEST(FrictionTable, HoldsEveryFileAndEverySampleIsTested) {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(JOUNCE_SOURCE_DIR) + "/lib/contact/friction")) {
        if (entry.path().extension() == ".cpp") files.insert(entry.path().stem().string());
    }
    EXPECT_EQ(files.erase("table"), 1u);
    for (const FrictionKind* kind : friction_kinds()) {
        EXPECT_EQ(files.erase(kind->name), 1u) << kind->name << " has no file of its name";
        EXPECT_TRUE(test::friction_samples().contains(kind->name)) << kind->name << " has no sample";
        EXPECT_FALSE(kind->sources.empty()) << kind->name;
        for (const Field& field : kind->fields.fields)
            EXPECT_TRUE(field.sentence.ends_with('.')) << kind->name << " " << field.name;
    }
    for (const std::string& file : files) ADD_FAILURE() << file << ".cpp is missing from the table";
}

// To the rounding of an exponential and of bristles near their steady deflection.
TEST(FrictionTable, EveryLawAgreesWithItsSource) {
    for (const auto& [kind, list] : test::friction_samples()) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const FrictionPointer law = make_friction(kind, list[i]);
            const auto& cone = list[i].cone;
            EXPECT_GE(list[i].witnesses.size(), 2u)
                << "sample " << i << " of " << kind
                << " needs witnesses: friction_sample(table({...}), {{speed, normal force, begin, force, "
                << "bristle}, ...}), computed from the law's source without the library";
            ASSERT_EQ(law->cone.has_value(), cone.has_value()) << kind << " needs what holds at rest beside its witnesses";
            if (cone) {
                EXPECT_EQ(law->cone->coefficient, cone->coefficient) << kind;
                EXPECT_EQ(law->cone->static_coefficient, cone->static_coefficient) << kind;
                EXPECT_EQ(law->cone->dead_band, cone->dead_band) << kind;
            }
            for (const test::FrictionWitness& w : list[i].witnesses) {
                const FrictionResponse r = law->evaluate({w.speed, 0}, w.normal_force, w.begin);
                EXPECT_NEAR(r.force[0], w.force, 1e-12 * w.normal_force) << kind << " " << i << " at " << w.speed << " m/s";
                EXPECT_NEAR(r.bristle[0], w.bristle, 1e-12 * 1e-4) << kind << " " << i << " at " << w.speed << " m/s";
            }
        }
    }
}

// mu N v/sqrt(v^2 + v_r^2) with v : v_r = 3 : 4.
TEST(Coulomb, IsSmoothWithARegularisationSpeed) {
    const FrictionPointer law = make_friction("coulomb", table({{"coefficient", 0.3}, {"regularisation_speed", 4e-3}}));
    EXPECT_FALSE(law->cone.has_value());
    EXPECT_NEAR(law->evaluate({3e-3, 0}, 10, {}).force[0], 0.3 * 10 * 0.6, 1e-15);
}

TEST(Karnopp, SticksByTheSlidingCoefficientUnlessGivenAnother) {
    const FrictionPointer law = make_friction("karnopp", table({{"coefficient", 0.2}, {"dead_band", 1e-3}}));
    ASSERT_TRUE(law->cone.has_value());
    EXPECT_EQ(law->cone->static_coefficient, 0.2);
}

// The numbers of the vendor's formula, mu_s = 0.3, mu_d = 0.1, v_s = 0.1, v_d = 1.
TEST(Adams, HasTheCoefficientsOfItsSteps) {
    const FrictionPointer law = make_friction(
        "adams", table({{"coefficient", 0.1}, {"static_coefficient", 0.3}, {"static_speed", 0.1}, {"dynamic_speed", 1}}));
    const auto mu = [&](double v) { return law->evaluate({v, 0}, 1, {}).force[0]; };
    EXPECT_NEAR(mu(0.01), 0.04485, 1e-15);
    EXPECT_NEAR(mu(0.05), 0.20625, 1e-15);
    EXPECT_NEAR(mu(0.1), 0.3, 1e-15);
    EXPECT_NEAR(mu(0.3), 0.2747599451, 5e-11);
    EXPECT_NEAR(mu(0.55), 0.2, 1e-15);
    EXPECT_NEAR(mu(5), 0.1, 1e-15);
    EXPECT_NEAR(law->evaluate({}, 1, {}).damping[0], 3 * 0.3 / (2 * 0.1), 1e-14) << "3 mu_s/(2 v_s) at rest";
    // The first branch is STEP(v, -v_s, -mu_s, v_s, mu_s) itself.
    for (const double v : {-0.09, -0.02, 0.001, 0.07}) EXPECT_NEAR(mu(v), smooth_step(v, -0.1, -0.3, 0.1, 0.3).value, 1e-16);
}

TEST(SmoothStep, JoinsItsEndsWithoutSlope) {
    EXPECT_EQ(smooth_step(1, 2, 5, 4, 9).value, 5);
    EXPECT_EQ(smooth_step(4.5, 2, 5, 4, 9).value, 9);
    EXPECT_EQ(smooth_step(3, 2, 5, 4, 9).value, 7);
    EXPECT_EQ(smooth_step(2.5, 2, 0, 4, 1).value, 0.25 * 0.25 * 2.5);
    EXPECT_EQ(smooth_step(3, 2, 5, 4, 9).slope, 3);  // 3/2 of the mean
    EXPECT_EQ(smooth_step(2, 2, 5, 4, 9).slope, 0);
}

TEST(Threshold, HasNoForceBelowItsLowerSpeed) {
    const FrictionPointer law =
        make_friction("threshold", table({{"coefficient", 0.4}, {"lower_speed", 0.02}, {"upper_speed", 0.5}}));
    EXPECT_EQ(law->evaluate({0.0199, 0}, 10, {}).force[0], 0);
    EXPECT_NEAR(law->evaluate({0.26, 0}, 10, {}).force[0], 2, 1e-14);  // half-way
    EXPECT_NEAR(law->evaluate({0.26, 0}, 10, {}).damping[0], 0.4 * 10 / 0.48, 1e-13);
    EXPECT_NEAR(law->evaluate({0.5, 0}, 10, {}).force[0], 4, 1e-14);
}

// Table 2 of H. Tan et al. (2023) read per unit of normal force.
TEST(LuGre, HasItsClosedFormAtConstantSlip) {
    const Table settings = table({{"coefficient", 0.01},
                                  {"bristle_stiffness", 1e5},
                                  {"bristle_damping", 400},
                                  {"stribeck_speed", 1e-3},
                                  {"damping_bound", "none"}});
    const FrictionPointer law = make_friction("lugre", settings);
    const double v = 1e-3, t = 1e-4;
    for (const int steps : {1, 7, 100}) {  // exact whatever the step
        BristleStep begin{{}, {v, 0}, t / steps};
        FrictionResponse r;
        for (int i = 0; i < steps; ++i) {
            r = law->evaluate({v, 0}, 1, begin);
            begin.bristle = r.bristle;
        }
        EXPECT_NEAR(r.bristle[0], 6.321205588e-8, 5e-18);
        EXPECT_NEAR(r.force[0], 0.1534729821, 5e-11);
    }
    // Steady: z = g/sigma_0, mu = g. At the onset of slip the damping alone: mu = sigma_1 v.
    const FrictionResponse steady = law->evaluate({0.1, 0}, 1, {{}, {0.1, 0}, 1});
    EXPECT_NEAR(steady.bristle[0], 1e-7, 1e-20);
    EXPECT_NEAR(steady.force[0], 0.01, 1e-12);
    EXPECT_NEAR(law->evaluate({0.1, 0}, 1, {}).force[0], 40, 1e-12);
    EXPECT_NE(law->note.find("0.0001 m/s"), std::string::npos) << law->note;  // 4 g/sigma_1
    // The cap of sigma_1 takes that peak away: mu = 4 g.
    Table capped = settings;
    capped.set("damping_bound", "cap");
    const FrictionPointer tame = make_friction("lugre", capped);
    EXPECT_NEAR(tame->evaluate({0.1, 0}, 1, {}).force[0], 0.04, 1e-15);
    EXPECT_TRUE(tame->note.empty());
    // sigma_1 v = 4 g at 1e-4 m/s.
    EXPECT_NEAR(tame->evaluate({0.9e-4, 0}, 1, {}).force[0], 0.036, 1e-15);
    EXPECT_NEAR(tame->evaluate({1.1e-4, 0}, 1, {}).force[0], 0.04, 1e-15);
    // sigma_2 = sigma_1 doubles the speed up to which the bare law dissipates.
    Table viscous = settings;
    viscous.set("viscous", 400);
    EXPECT_NE(make_friction("lugre", viscous)->note.find(" 0.0002 m/s"), std::string::npos);
}

// At constant g and from z = 0: z = g/sigma_0 [1 - exp(-sigma_0 w h/g)], w = v/2 from rest, so dz/dv = h/2 exp(-sigma_0 w h/g);
// the bristles hold sigma_0 N z^2/2. Steps from far shorter to longer than the bristles' relaxation. To rounding.
TEST(LuGre, HasTheSlopeAndEnergyOfItsClosedForm) {
    const double mu = 0.3, sigma = 1e4, N = 7, v = 0.02;
    const FrictionPointer law = make_friction("lugre", table({{"coefficient", mu}, {"bristle_stiffness", sigma}}));
    for (const double x : {1e-7, 5e-6, 2e-5, 1e-2, 1.5}) {
        const double h = x * mu / (sigma * 0.5 * v);
        const FrictionResponse r = law->evaluate({v, 0}, N, {{}, {}, h});
        const double z = -mu / sigma * std::expm1(-x);
        EXPECT_NEAR(r.bristle[0] / z, 1, 1e-13) << x;
        EXPECT_NEAR(r.damping[0] / (N * sigma * 0.5 * h * std::exp(-x)), 1, 1e-12) << x;
        EXPECT_NEAR(r.stored_energy / (0.5 * sigma * N * z * z), 1, 1e-13) << x;
    }
}

// Passivity: F v - d/dt (sigma_0 z^2/2) >= 0 for every z within |z| <= g_max/sigma_0. Bare damping is the negative control.
TEST(LuGre, DissipatesWhereItsDampingIsBounded) {
    const auto least = [](const Table& settings) {
        const FrictionPointer law = make_friction("lugre", settings);
        double out = 0;
        for (int k = -50; k <= 50; ++k) {
            const double z = k / 50.0 * 0.5 / 1e4;
            for (double v = -3; v <= 3; v += 0.0103) {
                const FrictionResponse r = law->evaluate({v, 0}, 1, {{z, 0}, {}, 0});
                out = std::min(out, r.force[0] * v - 1e4 * z * r.bristle_rate[0]);
            }
        }
        return out;
    };
    Table settings = table({{"coefficient", 0.3},
                            {"static_coefficient", 0.5},
                            {"stribeck_speed", 0.05},
                            {"bristle_stiffness", 1e4},
                            {"bristle_damping", 30}});
    EXPECT_GE(least(settings), -1e-13);  // "cap" by default
    settings.set("damping_bound", "exponential");
    settings.set("damping_speed", 0.08);
    EXPECT_GE(least(settings), -1e-13);
    settings = table({{"coefficient", 0.3},
                      {"static_coefficient", 0.5},
                      {"stribeck_speed", 0.05},
                      {"bristle_stiffness", 1e4},
                      {"bristle_damping", 30},
                      {"damping_bound", "none"}});
    EXPECT_LT(least(settings), -0.1);
}

// Second order in the step for slip that varies: halving the step quarters the error. First order would halve it.
TEST(LuGre, FollowsVaryingSlipToSecondOrder) {
    const FrictionPointer law = make_friction(
        "lugre",
        table({{"coefficient", 0.3}, {"static_coefficient", 0.5}, {"stribeck_speed", 0.05}, {"bristle_stiffness", 1e4}}));
    const auto end = [&](int steps) {
        const double h = 0.02 / steps;
        Slip z{};
        const auto slip = [](double t) { return Slip{0.02 * std::cos(300 * t), 0.01 + 0.5 * t}; };
        for (int i = 0; i < steps; ++i) z = law->evaluate(slip((i + 1) * h), 1, {z, slip(i * h), h}).bristle;
        return z;
    };
    const Slip fine = end(64000), one = end(1000), two = end(2000);
    EXPECT_NEAR(std::log2((one[0] - fine[0]) / (two[0] - fine[0])), 2, 0.05);
    EXPECT_NEAR(std::log2((one[1] - fine[1]) / (two[1] - fine[1])), 2, 0.05);
}

void expect_refused(const std::string& kind, const Table& settings, const std::string& message) {
    try {
        (void)make_friction(kind, settings);
        ADD_FAILURE() << "accepted; expected " << message;
    } catch (const Error& error) {
        EXPECT_EQ(error.message(), message);
    }
}

TEST(FrictionErrors, SayWhatIsWrong) {
    expect_refused("coulomb", table({{"coefficient", -0.1}}),
                   "friction.coulomb: 'coefficient' must be zero or positive, got -0.1");
    expect_refused("coulomb", table({{"coefficient", 0.3}, {"static_coefficient", 0.2}}),
                   "friction.coulomb: 'static_coefficient' must be at least 'coefficient', got 0.2 and 0.3");
    expect_refused("karnopp", table({{"coefficient", 0.3}}), "friction.karnopp: 'dead_band' is required (number, m/s)");
    expect_refused("adams",
                   table({{"coefficient", 0.3}, {"static_coefficient", 0.4}, {"static_speed", 0.2}, {"dynamic_speed", 0.1}}),
                   "friction.adams: 'dynamic_speed' must be above 'static_speed', got 0.1 and 0.2");
    expect_refused("adams",
                   table({{"coefficient", 0.3}, {"static_coefficient", 0.4}, {"static_speed", 0.2}, {"dynamic_speed", 0.2}}),
                   "friction.adams: 'dynamic_speed' must be above 'static_speed', got 0.2 and 0.2");
    expect_refused("threshold", table({{"coefficient", 0.3}, {"lower_speed", 0.2}, {"upper_speed", 0.2}}),
                   "friction.threshold: 'upper_speed' must be above 'lower_speed', got 0.2 and 0.2");
    expect_refused("lugre", table({{"coefficient", 0.3}, {"bristle_stiffness", 1e4}, {"damping_speed", 1}}),
                   "friction.lugre: 'damping_speed' requires 'damping_bound' = 'exponential'");
    // sigma_1 v exp(-(v/v_d)^2) is largest at v_d/sqrt(2): sigma_1 <= 4 mu sqrt(2 e)/v_d = 27.979.
    try {
        (void)make_friction("lugre", table({{"coefficient", 0.3},
                                            {"bristle_stiffness", 1e4},
                                            {"bristle_damping", 30},
                                            {"damping_bound", "exponential"},
                                            {"damping_speed", 0.1}}));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(error.message().find("'bristle_damping' must be at most 27.97"), std::string::npos) << error.message();
        EXPECT_NE(error.message().find("would create energy"), std::string::npos);
    }
}

}  // namespace
}  // namespace jounce::friction_laws_test
