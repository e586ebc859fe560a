// Hertz's stiffness from radii and materials: published digits, limits and the errors of bad settings.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/stiffness/stiffness.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "contact/law_samples.hpp"

namespace jounce::stiffness_test {
namespace {

using contact::stiffness_family;
using test::table;

double make(const std::string& kind, const Table& settings) { return stiffness_family.find(kind)->make(settings); }

Table spheres(double R1, double R2, const char* contact, double E = 207e9, double nu = 0.3) {
    return table({{"R1", R1}, {"R2", R2}, {"contact", contact}, {"E1", E}, {"nu1", nu}, {"E2", E}, {"nu2", nu}});
}

Table sphere_plane(double R, double E = 207e9, double nu = 0.3) {
    return table({{"R", R}, {"E1", E}, {"nu1", nu}, {"E2", E}, {"nu2", nu}});
}

// N/m^1.5, to all digits printed.
TEST(HertzStiffness, PublishedDigits) {
    EXPECT_NEAR(make("hertz_spheres", spheres(10e-3, 10e-3, "external")), 1.07231577806e10, 0.51e-1);
    EXPECT_NEAR(make("hertz_sphere_plane", sphere_plane(10e-3)), 1.51648351648e10, 0.51e-1);
    EXPECT_NEAR(make("hertz_spheres", spheres(10e-3, 9.5e-3, "internal")), 6.61019839790e10, 0.51e-1);
    EXPECT_NEAR(make("hertz_spheres", spheres(12e-3, 11.5e-3, "internal", 70e9, 0.33)), 2.7512805523e10, 0.51);
    // Xu et al. (2022), doi:10.3390/machines10090814: the radii of two balls with the sign of a socket.
    EXPECT_NEAR(make("hertz_spheres", spheres(10e-3, 9.9e-3, "external")), 1.0696181240333e10, 0.51e-3);
    EXPECT_NEAR(make("hertz_spheres", spheres(10e-3, 9.9e-3, "internal")), 1.5088820474804e11, 0.51e-2);
}

// Of unlike bodies, 17 digits of each kind's formula, computed with 40 and with nothing of the library. A kind without a row
// fails.
TEST(StiffnessTable, EveryKindAgreesWithItsSource) {
    const auto pair = [](std::initializer_list<std::pair<const char*, Value>> radii) {
        Table out = table(radii);
        out.set("E1", 2e11);
        out.set("nu1", 0.3);
        out.set("E2", 7e10);
        out.set("nu2", 0.33);
        return out;
    };
    const std::map<std::string, std::vector<std::pair<Table, double>>> rows{
        {"hertz_spheres",
         {{pair({{"R1", 8e-3}, {"R2", 9e-3}, {"contact", "external"}}), 5021538375.4318558},
          {pair({{"R1", 8e-3}, {"R2", 9e-3}, {"contact", "internal"}}), 20704333124.998061}}},
        {"hertz_sphere_plane", {{pair({{"R", 8e-3}}), 6901444374.999351}}},
    };
    for (const auto* kind : stiffness_family.kinds()) {
        const auto row = rows.find(kind->name);
        ASSERT_NE(row, rows.end()) << kind->name << " needs a row here: settings and what its source's formula makes of them";
        for (const auto& [settings, value] : row->second) EXPECT_NEAR(make(kind->name, settings) / value, 1, 1e-14) << kind->name;
    }
}

TEST(HertzStiffness, LimitsAndSymmetry) {
    const double flat = make("hertz_sphere_plane", sphere_plane(8e-3));
    // A second radius 1e12 times larger is a flat, from either side: R differs by 1e-12, K by half of that.
    for (const char* contact : {"external", "internal"}) {
        EXPECT_NEAR(make("hertz_spheres", spheres(8e-3, 8e9, contact)) / flat, 1, 1e-12);
        EXPECT_DOUBLE_EQ(make("hertz_spheres", spheres(8e-3, 9e-3, contact)),
                         make("hertz_spheres", spheres(9e-3, 8e-3, contact)));
    }
    // A rigid second body (E* = E1/(1 - nu1^2)) doubles the stiffness of two equal ones.
    Table rigid = sphere_plane(8e-3);
    rigid.set("E2", 1e30);
    EXPECT_NEAR(make("hertz_sphere_plane", rigid) / flat, 2, 1e-12);
    // Left out, the contact is the external one.
    Table without = table({{"R1", 8e-3}, {"R2", 9e-3}, {"E1", 2e11}, {"nu1", 0.3}, {"E2", 7e10}, {"nu2", 0.33}});
    const double standard = make("hertz_spheres", without);
    without.set("contact", "external");
    EXPECT_EQ(standard, make("hertz_spheres", without));
}

std::string message(const std::string& kind, const Table& settings) {
    try {
        return "built " + std::to_string(make(kind, settings));
    } catch (const Error& error) {
        return error.message();
    }
}

TEST(HertzStiffness, Errors) {
    const auto with = [](Table settings, const char* key, Value value) {
        settings.set(key, std::move(value));
        return settings;
    };
    EXPECT_EQ(message("hertz_spheres", spheres(0.01, 0.01, "internal")),
              "stiffness.hertz_spheres: 'R1' and 'R2' must differ in an internal contact, got 0.01 twice");
    EXPECT_EQ(message("hertz_spheres", spheres(0.01, 0.02, "inside")),
              "stiffness.hertz_spheres: 'contact' must be 'external' or 'internal', got 'inside'");
    EXPECT_EQ(message("hertz_spheres", spheres(-0.01, 0.02, "external")),
              "stiffness.hertz_spheres: 'R1' must be positive, got -0.01");
    EXPECT_EQ(message("hertz_sphere_plane", with(sphere_plane(0.01), "nu2", 0.6)),
              "stiffness.hertz_sphere_plane: 'nu2' must be in (-1, 0.5], got 0.6");
    EXPECT_EQ(message("hertz_sphere_plane", table({{"R", 0.01}})), "stiffness.hertz_sphere_plane: 'E1' is required (number, Pa)");
    EXPECT_EQ(message("hertz_sphere_plane", with(sphere_plane(0.01), "R1", 0.01)),
              "stiffness.hertz_sphere_plane: unknown key 'R1'; did you mean 'R'? Known are R, E1, nu1, E2, nu2");
}

TEST(StiffnessTable, HoldsEveryFile) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(JOUNCE_SOURCE_DIR "/lib/contact/stiffness")) {
        if (entry.path().extension() != ".cpp" || entry.path().stem() == "table") continue;
        ++files;
        EXPECT_NE(stiffness_family.find(entry.path().stem().string()), nullptr) << entry.path() << " is missing from the table";
    }
    EXPECT_EQ(files, stiffness_family.names().size());
    for (const auto* kind : stiffness_family.kinds()) {
        EXPECT_EQ(kind->family, "stiffness");
        EXPECT_FALSE(kind->sources.empty()) << kind->name;
    }
}

}  // namespace
}  // namespace jounce::stiffness_test
