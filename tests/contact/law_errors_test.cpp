// What a user reads when the settings of a law are wrong, to the letter.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/law_samples.hpp"

namespace jounce::law_errors_test {
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
    EXPECT_EQ(message("hertz", table({{"stiffnes", 1e9}})),
              "law.hertz: unknown key 'stiffnes'; did you mean 'stiffness'? Known are stiffness, exponent");
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

TEST(LawErrors, LimitsOfTheLawsWithLoss) {
    const std::string must =
        "law.marhefka_orin_simplified: 'restitution' must be above 1/3, where the factor 3(1 - e²)/[2(3e - 1)] has its "
        "pole (below it the contact would pull the bodies together; calibrated = true has no such limit), got ";
    const auto simplified = [](double e, bool calibrated) {
        return message("marhefka_orin_simplified", table({{"stiffness", 1e9}, {"restitution", e}, {"calibrated", calibrated}}));
    };
    EXPECT_EQ(simplified(0.2, false), must + "0.2");
    EXPECT_EQ(simplified(1.0 / 3, false), must + "0.3333333333333333");
    EXPECT_EQ(simplified(0.34, false), "no error");
    EXPECT_EQ(simplified(0.2, true), "no error");

    EXPECT_EQ(message("tsuji", table({{"stiffness", 1e9}, {"restitution", 0.5}})),
              "law.tsuji: 'reduced_mass' is required (number, kg)");
    EXPECT_EQ(message("lankarani_nikravesh_1994", table({{"stiffness", 1e9}, {"restitution", 0}})),
              "law.lankarani_nikravesh_1994: 'restitution' must be in (0, 1], got 0");
    EXPECT_EQ(message("gharib_hurmuzlu_second", table({{"stiffness", 1e9}, {"restitution", 9e-5}})),
              "law.gharib_hurmuzlu_second: 'restitution' must be at least 0.0001, below which the return path, e² of the maximum "
              "indentation, is lost in the rounding of the indentation; got 9e-05");

    const auto second = [](const char* key, Value value) {
        Table settings = table({{"stiffness", 1e7}, {"restitution", 0.5}, {"reduced_mass", 1}, {"epsilon", 1e-6}});
        settings.set(key, std::move(value));
        return message("lee_wang_second", settings);
    };
    EXPECT_EQ(second("q", 3), "no error");
    EXPECT_EQ(second("epsilon", 0), "law.lee_wang_second: 'epsilon' must be positive, got 0");
    EXPECT_EQ(
        second("calibrated", true),
        "law.lee_wang_second: 'speed' is required with 'calibrated': the effect of the ramp depends on the maximum indentation");
    EXPECT_EQ(second("speed", 1), "law.lee_wang_second: 'speed' requires 'calibrated' = true");

    const auto adams = [](std::initializer_list<std::pair<const char*, Value>> more) {
        Table settings = table(more);
        settings.set("stiffness", 1e9);
        settings.set("depth", 1e-5);
        return message("adams_impact", settings);
    };
    EXPECT_EQ(adams({}), "law.adams_impact: one of 'damping' or 'restitution' is required");
    EXPECT_EQ(adams({{"damping", 10}}), "no error");
    EXPECT_EQ(adams({{"restitution", 0.5}}), "law.adams_impact: 'reduced_mass' is required with 'restitution'");
    EXPECT_EQ(adams({{"restitution", 0.5}, {"reduced_mass", 1}}),
              "law.adams_impact: 'speed' is required with 'restitution': the restitution of a damping depends on the speed");
    EXPECT_EQ(adams({{"damping", 10}, {"calibrated", false}}),
              "law.adams_impact: 'calibrated' must be true: the law has no formula for a restitution, got false");
    EXPECT_EQ(adams({{"damping", 10}, {"speed", 1}}), "law.adams_impact: 'speed' requires 'restitution', not 'damping'");
    EXPECT_EQ(adams({{"damping", 10}, {"adhesion", true}}).substr(0, 42), "law.adams_impact: unknown key 'adhesion'; ");
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
              "law.kelvin_voigt: 'reduced_mass' requires 'restitution', not 'damping'");
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
              "calibrated, transition, adhesion");
}

TEST(LawErrors, Cylinders) {
    const auto johnson = [](const char* key, Value value) {
        Table geometry = *test::cylinders(10e-3, 9e-3, "internal", 15e-3).table();
        geometry.set(key, std::move(value));
        return message("johnson", table({{"geometry", geometry}}));
    };
    EXPECT_EQ(johnson("Ri", 10e-3), "no error");
    EXPECT_EQ(johnson("Ri", 9e-3), "geometry.cylinders: 'Ri' and 'Rj' must differ in an internal contact, got 0.009 twice");
    EXPECT_EQ(johnson("Rj", -9e-3), "geometry.cylinders: 'Rj' must be positive, got -0.009");
    EXPECT_EQ(johnson("length", 0), "geometry.cylinders: 'length' must be positive, got 0");
    EXPECT_EQ(johnson("nu1", 0.7), "geometry.cylinders: 'nu1' must be in (-1, 0.5], got 0.7");
    EXPECT_EQ(johnson("contact", "inside"), "geometry.cylinders: 'contact' must be 'internal' or 'external', got 'inside'");
    EXPECT_EQ(johnson("R", 1),
              "geometry.cylinders: unknown key 'R'; did you mean 'Ri'? Known are Ri, Rj, contact, length, E1, nu1, E2, nu2");
    EXPECT_EQ(message("johnson", table({})), "law.johnson: 'geometry' is required (geometry)");
    EXPECT_EQ(message("johnson", table({{"geometry", 1}})),
              "law.johnson: 'geometry' must be a geometry (jounce.geometry.cylinders), got 1");
    const Value pin = test::cylinders(10e-3, 9e-3, "internal", 15e-3);
    EXPECT_EQ(message("johnson", table({{"geometry", pin}, {"beyond", "ignore"}})),
              "law.johnson: 'beyond' must be 'error' or 'tangent', got 'ignore'");
    EXPECT_EQ(message("johnson", table({{"geometry", pin}, {"variant", "printed"}})),
              "law.johnson: unknown key 'variant'; known are geometry, beyond");
    EXPECT_EQ(message("esdu_78035", table({{"geometry", pin}, {"variant", "print"}})),
              "law.esdu_78035: 'variant' must be 'half_plane' or 'printed', got 'print'");
    EXPECT_EQ(message("radzimovsky", table({{"geometry", pin}, {"width", "3.1"}})),
              "law.radzimovsky: 'width' must be 'exact', '3.125' or '6.25', got '3.1'");
    EXPECT_EQ(message("lankarani_nikravesh_cylinder", table({{"geometry", pin}, {"exponent", 1.6}})),
              "law.lankarani_nikravesh_cylinder: 'exponent' must be in [1, 1.5], got 1.6");
}

TEST(LawErrors, PereiraOutsideItsFit) {
    const auto pereira = [](const char* kind, double difference, const char* contact) {
        return message(kind, table({{"geometry", test::cylinders(20e-3, 20e-3 - difference, contact, 15e-3)}}));
    };
    for (const char* kind : {"pereira_2011", "pereira_2015"}) {
        const std::string must =
            "law." + std::string(kind) + ": 'geometry' must have |Ri - Rj| in [5e-06, 0.01] m, the range of the fit, got ";
        // Both ends belong to the range, whatever the rounding of a difference.
        for (const double end : {5e-6, 0.01}) EXPECT_EQ(pereira(kind, end, "internal"), "no error");
        EXPECT_TRUE(pereira(kind, 4.9e-6, "internal").starts_with(must));
        EXPECT_TRUE(pereira(kind, 0.0101, "internal").starts_with(must));
    }
    EXPECT_EQ(pereira("pereira_2011", 1e-3, "external"),
              "law.pereira_2011: 'geometry' must have contact = 'internal', got 'external'; see law.pereira_2015");
    EXPECT_EQ(pereira("pereira_2015", 1e-3, "external"), "no error");
}

TEST(LawErrors, Koshy) {
    const Value hertz = nested("hertz", table({{"stiffness", 1e10}}));
    EXPECT_EQ(message("koshy_combined", table({{"elastic", hertz}, {"restitution", 0.5}, {"reading", "literal"}})), "no error");
    EXPECT_EQ(message("koshy_combined", table({{"restitution", 0.5}})),
              "law.koshy_combined: one of 'elastic' or 'geometry' is required");
    const Value lossy = nested("flores", table({{"stiffness", 1e10}, {"restitution", 0.5}}));
    EXPECT_EQ(message("koshy_combined", table({{"elastic", lossy}, {"restitution", 0.5}})),
              "law.koshy_combined: 'elastic' must be a law without dissipation, got law.flores");
    EXPECT_EQ(
        message("koshy_combined", table({{"elastic", hertz}, {"restitution", 0.5}, {"reading", "slope"}, {"calibrated", true}})),
        "law.koshy_combined: 'reduced_mass' is required with 'calibrated' and reading = 'slope': no factor delivers the same "
        "restitution at every speed");
    EXPECT_EQ(message("koshy_combined", table({{"elastic", hertz}, {"restitution", 0.5}, {"calibrated", true}, {"speed", 1}})),
              "law.koshy_combined: 'speed' requires 'calibrated' = true and a reading other than 'force'");
}

}  // namespace
}  // namespace jounce::law_errors_test
