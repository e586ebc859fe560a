// What each law delivers in a free impact when asked for 0.1, 0.3, 0.5, 0.7, 0.9: digits computed independently (40-digit closed
// forms, or an eighth-order integration), printed to eight decimals; and its own formula everywhere else.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "contact/families/factor_law.hpp"
#include "contact/formulas/restitution.hpp"
#include "contact/impacts/calibration.hpp"
#include "contact/impacts/delivered_restitution.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"

namespace jounce::delivered_test {
namespace {

using namespace contact;
using test::make_law;
using test::table;

constexpr std::array asked = {0.1, 0.3, 0.5, 0.7, 0.9};
constexpr double printed = 0.51e-8;

TEST(Delivered, ByTheFactorLaws) {
    const std::map<std::string, std::array<double, 5>> delivered{
        {"hunt_crossley", {0.51583262, 0.58128804, 0.66296220, 0.76799979, 0.90901574}},
        {"herbert_mcwhannell", {0.49069766, 0.51996655, 0.59362426, 0.72268265, 0.90089299}},
        {"lee_wang_first", {0.68666344, 0.73899532, 0.79919878, 0.86934311, 0.95237015}},
        {"khulief_shabana", {0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668}},
        {"lankarani_nikravesh", {0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668}},
        {"marhefka_orin", {0.49069766, 0.51996655, 0.59362426, 0.72268265, 0.90089299}},
        {"marhefka_orin_simplified", {0, 0, 0.37964638, 0.68004891, 0.89936925}},
        {"gonthier", {0.1, 0.3, 0.5, 0.7, 0.9}},
        {"gonthier_approximate", {0.10098977, 0.30422486, 0.48774126, 0.66958132, 0.87643542}},
        {"flores", {0.06944423, 0.25620791, 0.47044478, 0.68318420, 0.89392069}},
        {"gharib_hurmuzlu_first", {0.09998162, 0.28187672, 0.41071969, 0.50077934, 0.56681197}},
        {"hu_guo", {0.07407353, 0.27065846, 0.48774126, 0.69729697, 0.89989994}},
        {"tan", {0.07407353, 0.27065846, 0.48774126, 0.69729697, 0.89989994}},
        {"lankarani_nikravesh_1994", {0.1, 0.3, 0.5, 0.7, 0.9}},
        {"gharib_hurmuzlu_second", {0.1, 0.3, 0.5, 0.7, 0.9}},
    };
    for (const auto& [kind, values] : delivered) {
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (values[i] == 0) continue;
            // Mass, speed, stiffness and exponent must not matter: other ones each time.
            const double mass = 0.3 + 1.1 * i;
            const double speed = 0.02 * std::pow(10, 0.5 * i);
            Table settings = table({{"stiffness", 1e9 / (1.0 + i)}, {"restitution", asked[i]}, {"exponent", 1 + 0.31 * i}});
            const LawPointer law = make_law(kind, settings);
            EXPECT_EQ(law->restitution_asked, asked[i]);
            EXPECT_NEAR(free_impact(*law, mass, speed).restitution, values[i], printed) << kind << " " << asked[i];
            EXPECT_NEAR(delivered_restitution(*law, mass, speed), values[i], printed) << kind << " " << asked[i];
            settings.set("calibrated", true);
            EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
        }
    }
}

// Equal in all but name.
TEST(Delivered, IdenticalFactors) {
    const auto factor = [](const char* kind, double e) {
        return dynamic_cast<const FactorLaw&>(*make_law(kind, table({{"stiffness", 1e8}, {"restitution", e}}))).factor();
    };
    for (double e = 0.013; e < 1; e += 0.0137) {
        EXPECT_NEAR(factor("herbert_mcwhannell", e) / factor("marhefka_orin", e), 1, 1e-14) << e;
        EXPECT_NEAR(factor("khulief_shabana", e) / factor("lankarani_nikravesh", e), 1, 1e-15) << e;
        EXPECT_NEAR(factor("hu_guo", e) / factor("tan", e), 1, 1e-15) << e;
        EXPECT_NEAR(2 * factor("lee_wang_first", e) / factor("hunt_crossley", e), 1, 1e-15) << e;
        // The exact factor lies between those good at either end.
        EXPECT_LT(factor("hu_guo", e) * 0.98, factor("flores", e));
    }
}

TEST(Delivered, BySpringsWithADamper) {
    constexpr std::array never_pulls = {0.25272938, 0.39714050, 0.55028317, 0.71820136, 0.90202607};
    constexpr std::array ratio = {1.2431878510, 0.4972393947, 0.2552756376, 0.1222147478, 0.0342652041};
    constexpr std::array alpha = {2.7798525445, 1.1118610884, 0.5708136788, 0.2732804839, 0.0766193257};
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const double mass = 0.2 + i;
        for (const char* kind : {"kelvin_voigt", "tsuji"}) {
            for (const double speed : {0.003, 2.0}) {
                Table settings =
                    table({{"stiffness", 4e8}, {"restitution", asked[i]}, {"reduced_mass", mass}, {"calibrated", false}});
                EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, never_pulls[i], printed) << kind;
                EXPECT_NEAR(delivered_restitution(*make_law(kind, settings), mass, speed), never_pulls[i], printed) << kind;
                EXPECT_EQ(make_law(kind, settings)->reduced_mass, mass) << kind << ": what jounce.restitution takes it for";
                settings.set("adhesion", true);
                EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
                settings.set("calibrated", true);
                EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
                settings.set("adhesion", false);
                EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
                settings.set("transition", "distance");  // ends where the bodies part, without having pulled
                EXPECT_NEAR(free_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
            }
        }
        // dF/d(rate) = 2 zeta sqrt(k m), and alpha sqrt(m K) delta^(1/4).
        const Table settings =
            table({{"stiffness", 4e8}, {"restitution", asked[i]}, {"reduced_mass", mass}, {"calibrated", true}});
        EXPECT_NEAR(make_law("kelvin_voigt", settings)->evaluate({1e-4, 0}, {}).damping / (2 * std::sqrt(4e8 * mass)), ratio[i],
                    1e-10);
        EXPECT_NEAR(make_law("tsuji", settings)->evaluate({1e-4, 0}, {}).damping / (std::sqrt(4e8 * mass) * 0.1), alpha[i],
                    1e-9);  // sqrt(5) times the ratio above is 2.77985254367, not the 2.7798525445 of the list
    }
}

// Tsuji's damper beside any elastic force is the linear spring and damper in x = sqrt(2U).
TEST(Delivered, ByTsujiWithAnyElasticForce) {
    for (const double n : {1.0, 1.0935, 2.0, 2.7}) {
        const Table settings = table({{"elastic", test::nested("hertz", table({{"stiffness", 2e8}, {"exponent", n}}))},
                                      {"restitution", 0.37},
                                      {"reduced_mass", 1.7},
                                      {"calibrated", true}});
        const LawPointer law = make_law("tsuji", settings);
        for (const double speed : {0.02, 3.0}) EXPECT_NEAR(free_impact(*law, 1.7, speed).restitution, 0.37, 1e-12) << n;
        // The constant in the usual form: alpha sqrt(m K) delta^((n-1)/2), alpha = zeta sqrt(2(n+1)).
        const double alpha = std::sqrt(2 * (n + 1)) * kelvin_voigt_damping_ratio(0.37, Release::zero_force);
        const double depth = 3e-4;
        EXPECT_NEAR(law->evaluate({depth, 0}, {}).damping / (alpha * std::sqrt(1.7 * 2e8) * std::pow(depth, (n - 1) / 2)), 1,
                    1e-14);
    }
}

// kappa = c/(m^(3/5) K^(2/5) v0^(1/5)) decides alone.
TEST(Delivered, ByHertzWithADashpot) {
    const struct { double kappa, pulling, not_pulling; } rows[] = {{0.1, 0.83334708, 0.84488468}, {0.5, 0.35691297, 0.46803854}};
    for (const auto& row : rows) {
        for (const double mass : {0.03, 2.0}) {
            for (const double speed : {0.01, 1.0}) {
                const double K = 3e9;
                const double c = row.kappa * std::pow(mass, 0.6) * std::pow(K, 0.4) * std::pow(speed, 0.2);
                Table settings = table({{"stiffness", K}, {"damping", c}});
                const auto delivered = [&] {
                    return free_impact(*make_law("dubowsky_freudenstein_dashpot", settings), mass, speed).restitution;
                };
                EXPECT_NEAR(delivered(), row.not_pulling, printed);
                settings.set("adhesion", true);
                EXPECT_NEAR(delivered(), row.pulling, printed);
            }
        }
    }
}

struct Ramp {
    double epsilon;  // of v0 sqrt(m/K)
    double q;
    std::array<double, 5> pulling, not_pulling;
};
const Ramp ramps[] = {
    {0.05,
     3,
     {0.15341988, 0.33869754, 0.52692122, 0.71598113, 0.90530783},
     {0.26601047, 0.40956612, 0.56067982, 0.72550923, 0.90538113}},
    {0.1,
     2,
     {0.19463398, 0.36969246, 0.54862353, 0.72888968, 0.90959850},
     {0.27648201, 0.41962310, 0.56944495, 0.73237829, 0.90959922}},
    {0.1,
     3,
     {0.20444408, 0.37696933, 0.55371277, 0.73191606, 0.91060437},
     {0.28331924, 0.42485831, 0.57349243, 0.73516504, 0.91060439}},
    {0.2,
     3,
     {0.30015230, 0.45150188, 0.60653401, 0.76348349, 0.92111940},
     {0.33258511, 0.46703397, 0.60924598, 0.76348361, 0.92111941}},
};

TEST(Delivered, ByLeeAndWangsSecondForm) {
    const double mass = 0.7, K = 5e7, speed = 0.4;
    for (const Ramp& ramp : ramps) {
        for (std::size_t i = 0; i < asked.size(); ++i) {
            Table settings = table({{"stiffness", K},
                                    {"restitution", asked[i]},
                                    {"reduced_mass", mass},
                                    {"epsilon", ramp.epsilon * speed * std::sqrt(mass / K)},
                                    {"q", ramp.q}});
            const auto delivered = [&] { return free_impact(*make_law("lee_wang_second", settings), mass, speed).restitution; };
            EXPECT_NEAR(delivered(), ramp.not_pulling[i], printed) << ramp.epsilon << " " << ramp.q << " " << asked[i];
            settings.set("adhesion", true);
            EXPECT_NEAR(delivered(), ramp.pulling[i], printed) << ramp.epsilon << " " << ramp.q << " " << asked[i];
            settings.set("calibrated", true);
            settings.set("speed", speed);
            EXPECT_NEAR(delivered(), asked[i], 2e-12) << ramp.epsilon << " " << ramp.q;
            settings.set("adhesion", false);
            EXPECT_NEAR(delivered(), asked[i], 2e-12) << ramp.epsilon << " " << ramp.q;
        }
    }
}

// A damper's constant solved for a restitution, over the whole range, and back.
TEST(Delivered, ByCalibratedDampers) {
    for (const double e : {1e-3, 0.05, 0.33, 0.62, 0.9, 0.999, 1.0}) {
        for (const char* kind : {"dubowsky_freudenstein_dashpot", "adams_impact"}) {
            for (const double exponent : {1.0, 1.5, 2.2}) {
                const Table settings = table(
                    {{"stiffness", 1e8}, {"exponent", exponent}, {"restitution", e}, {"reduced_mass", 0.4}, {"speed", 0.8}});
                Table all = settings;
                if (kind == std::string("adams_impact")) all.set("depth", 2e-5);
                const LawPointer law = make_law(kind, all);
                EXPECT_EQ(law->restitution_asked, e);
                EXPECT_NEAR(delivered_restitution(*law, 0.4, 0.8), e, 2e-12) << kind << " " << exponent;
                // It is the speed that it was made for (but for the linear spring with its dashpot).
                if (e == 1 || (exponent == 1 && kind[0] == 'd')) continue;
                EXPECT_GT(std::abs(delivered_restitution(*law, 0.4, 8) - e), 1e-3 * (1 - e) * e) << kind << " " << exponent;
            }
        }
    }
}

// Slower than minimum_speed the floor takes the place of the impact speed: a smaller factor, still in closed form.
TEST(Delivered, BelowTheFloorOfTheImpactSpeed) {
    const LawPointer law = make_law("flores", table({{"stiffness", 1e8}, {"restitution", 0.4}, {"minimum_speed", 0.01}}));
    for (const double speed : {0.009, 1e-3, 1e-5}) {
        EXPECT_NEAR(delivered_restitution(*law, 2, speed), free_impact(*law, 2, speed).restitution, 1e-12) << speed;
    }
    EXPECT_GT(delivered_restitution(*law, 2, 1e-3), 0.8);
}

// Same physics in mm, N, MPa (and t) as in SI: lengths times 1e3, K times 1e-3^n, masses times 1e-3. To round-off times the
// integration's 1e-13.
TEST(Delivered, InAnyUnits) {
    const auto scaled = [](const Table& settings, double exponent) {
        Table out = settings;
        const auto times = [&out](const char* key, double factor) {
            if (const Value* value = out.find(key); value != nullptr && value->number() != nullptr)
                out.set(key, *value->number() * factor);
        };
        times("stiffness", std::pow(1e-3, exponent));
        times("damping", 1e-3);
        for (const char* length : {"epsilon", "depth", "speed", "minimum_speed"}) times(length, 1e3);
        times("reduced_mass", 1e-3);
        return out;
    };
    for (const auto& [kind, samples] : test::law_samples()) {
        for (const Table& settings : samples) {
            if (settings.find("stiffness") == nullptr) continue;  // a nested law, or the rigid one
            const Value* given = settings.find("exponent");
            const auto* field = law_family.find(kind)->fields.find("exponent");
            const double exponent = given != nullptr ? *given->number() : field != nullptr ? *field->standard_value.number() : 1;
            const double mass = 0.3, speed = 0.2;
            const FreeImpact si = free_impact(*make_law(kind, settings), mass, speed, {.samples = 7});
            const FreeImpact mm =
                free_impact(*make_law(kind, scaled(settings, exponent)), mass * 1e-3, speed * 1e3, {.samples = 7});
            EXPECT_NEAR(mm.restitution, si.restitution, 1e-12) << kind;
            EXPECT_NEAR(mm.max_indentation / (1e3 * si.max_indentation), 1, 1e-12) << kind;
            EXPECT_NEAR(mm.max_force / si.max_force, 1, 1e-12) << kind;
            EXPECT_NEAR(mm.duration / si.duration, 1, 1e-12) << kind;
            for (std::size_t i = 0; i < 7; ++i)
                EXPECT_NEAR(mm.samples[i].force / si.max_force, si.samples[i].force / si.max_force, 1e-8);
        }
    }
}

}  // namespace
}  // namespace jounce::delivered_test
