// What a user reads when the settings of a law are wrong, to the letter.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/law_samples.hpp"

namespace jounce {
namespace {

using test::make_law;
using test::nested;
using test::table;

std::string message(const std::string& kind, const Table& settings) {
    try {
        (void)make_law(kind, settings);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::bad_case);
        return error.message();
    }
    return "no error";
}

Table flores(const char* key, Value value) {
    Table settings = table({{"stiffness", 1e10}, {"restitution", 0.5}});
    settings.set(key, std::move(value));
    return settings;
}

TEST(LawErrors, NoneForGoodSettings) { EXPECT_EQ(message("flores", flores("exponent", 1)), "no error"); }

TEST(LawErrors, Restitution) {
    const std::string must = "law.flores: 'restitution' must be in (0, 1], got ";
    EXPECT_EQ(message("flores", flores("restitution", 1.3)), must + "1.3");
    EXPECT_EQ(message("flores", flores("restitution", 0)), must + "0");
    EXPECT_EQ(message("flores", flores("restitution", -0.5)), must + "-0.5");
    EXPECT_EQ(message("flores", flores("restitution", std::nan(""))),
              "law.flores: 'restitution' must be a finite number, got nan");
    EXPECT_EQ(message("flores", flores("restitution", INFINITY)), "law.flores: 'restitution' must be a finite number, got inf");
    EXPECT_EQ(message("flores", flores("restitution", "0.5")),
              "law.flores: 'restitution' must be a number, in (0, 1], got '0.5'");
    EXPECT_EQ(message("flores", flores("restitution", 5e-324)),
              "law.flores: 'restitution' must be large enough for a finite factor, got 5e-324");
    EXPECT_EQ(message("hunt_crossley", table({{"stiffness", 1e10}})), "law.hunt_crossley: 'restitution' is required (number)");
}

TEST(LawErrors, StiffnessAndExponent) {
    EXPECT_EQ(message("hertz", table({{"stiffness", -1}})), "law.hertz: 'stiffness' must be positive, got -1");
    EXPECT_EQ(message("hertz", table({{"stiffness", 0}})), "law.hertz: 'stiffness' must be positive, got 0");
    EXPECT_EQ(message("hertz", table({})), "law.hertz: 'stiffness' is required (number, N/m^exponent)");
    EXPECT_EQ(message("hertz", table({{"stiffness", 1e9}, {"exponent", 0.5}})),
              "law.hertz: 'exponent' must be at least 1, got 0.5");
    EXPECT_EQ(message("hooke", table({{"stiffness", true}})), "law.hooke: 'stiffness' must be a number, positive, got true");
    EXPECT_EQ(message("hooke", table({{"stiffness", 1e9}, {"exponent", 1}})),
              "law.hooke: unknown key 'exponent'; known are stiffness");
    EXPECT_EQ(message("hertz", table({{"stiffnes", 1e9}})), "law.hertz: unknown key 'stiffnes'; did you mean 'stiffness'?");
    EXPECT_EQ(message("flores", flores("minimum_speed", 0)), "law.flores: 'minimum_speed' must be positive, got 0");
    EXPECT_EQ(message("flores", flores("calibrated", 1)), "law.flores: 'calibrated' must be true or false, got 1");
}

TEST(LawErrors, ElasticInPlaceOfStiffness) {
    const Value hertz = nested("hertz", table({{"stiffness", 1e10}}));
    EXPECT_EQ(message("flores", table({{"elastic", hertz}, {"restitution", 0.5}})), "no error");
    EXPECT_EQ(message("flores", flores("elastic", hertz)),
              "law.flores: only one of 'stiffness' or 'elastic' may be given, got 'stiffness' and 'elastic'");
    EXPECT_EQ(message("flores", table({{"restitution", 0.5}})), "law.flores: one of 'stiffness' or 'elastic' is required");
    EXPECT_EQ(message("flores", table({{"elastic", hertz}, {"exponent", 1.5}, {"restitution", 0.5}})),
              "law.flores: only one of 'exponent' or 'elastic' may be given, got 'exponent' and 'elastic'");
    const Value lossy = nested("gonthier", table({{"stiffness", 1e10}, {"restitution", 0.5}}));
    EXPECT_EQ(message("flores", table({{"elastic", lossy}, {"restitution", 0.5}})),
              "law.flores: 'elastic' must be a law without dissipation, got law.gonthier");
    // An error inside the nested law names the nested law.
    EXPECT_EQ(message("flores", table({{"elastic", nested("hertz", table({{"stiffness", -1}}))}, {"restitution", 0.5}})),
              "law.hertz: 'stiffness' must be positive, got -1");
}

TEST(LawErrors, ElasticOfAnotherFamily) {
    Table tube = table({{"kind", "tube"}, {"family", "section"}});
    std::string kinds;
    for (const std::string& name : contact::law_family.names()) kinds += (kinds.empty() ? "" : ", ") + name;
    const std::string must = "law.flores: 'elastic' must be a law (jounce.law." + kinds + "), got ";
    EXPECT_EQ(message("flores", table({{"elastic", tube}, {"restitution", 0.5}})), must + "section.tube");
    EXPECT_EQ(message("flores", table({{"elastic", 1e9}, {"restitution", 0.5}})), must + "1000000000");
}

TEST(LawErrors, KelvinVoigt) {
    const auto kelvin_voigt = [](std::initializer_list<std::pair<const char*, Value>> more) {
        Table settings = table(more);
        settings.set("stiffness", 1e6);
        return message("kelvin_voigt", settings);
    };
    EXPECT_EQ(kelvin_voigt({}), "law.kelvin_voigt: one of 'damping' or 'restitution' is required");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"restitution", 0.5}, {"reduced_mass", 1}}),
              "law.kelvin_voigt: only one of 'damping' or 'restitution' may be given, got 'damping' and 'restitution'");
    EXPECT_EQ(kelvin_voigt({{"damping", -10}}), "law.kelvin_voigt: 'damping' must be zero or positive, got -10");
    EXPECT_EQ(kelvin_voigt({{"restitution", 0.5}}), "law.kelvin_voigt: 'reduced_mass' is required with 'restitution'");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"reduced_mass", 1}}),
              "law.kelvin_voigt: 'reduced_mass' goes with 'restitution', not with 'damping'");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"transition", "relax"}}),
              "law.kelvin_voigt: 'transition' must be 'distance', 'force', 'distance_force', 'latched' or 'relaxation', got "
              "'relax'");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"transition", "relaxation"}}), "no error");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"transition", "distance"}, {"adhesion", false}}), "no error");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"transition", "distance_force"}}), "no error");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"transition", "distance_force"}, {"adhesion", true}}),
              "law.kelvin_voigt: 'adhesion' must be false with 'transition' = 'distance_force', got true");
    EXPECT_EQ(kelvin_voigt({{"damping", 10}, {"minimum_speed", 1e-3}}),
              "law.kelvin_voigt: unknown key 'minimum_speed'; known are stiffness, damping, restitution, reduced_mass, "
              "transition, adhesion");
}

}  // namespace
}  // namespace jounce
