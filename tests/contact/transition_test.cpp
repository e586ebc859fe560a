// Physics: a compression that relaxes under no force satisfies 0 = F(x, x') of its own law, at every instant, by the law itself.
// Reference: the law's own force; closed forms of A. Jönsson et al. (2005), doi:10.1243/146441905X9926, Eq. 13.
// Tolerance: round-off of the force's two parts, which cancel. Control: at another rate the force is not zero.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"
#include "contact/response/status.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "law_samples.hpp"

namespace jounce::transition_test {
namespace {

using test::law_samples;
using test::make_law;
using test::table;

TEST(Transition, EveryFileIsInTheTable) {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(JOUNCE_SOURCE_DIR "/lib/contact/transitions"))
        files.insert(entry.path().stem().string());
    files.erase("table");
    const std::vector<std::string> names = contact::transition_names();
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), files);
    for (const std::string& name : names) EXPECT_EQ(contact::transition_named(name).name, name);
}

// A. Jönsson et al. (2005): the conditions by what closes and what opens a contact, read from Sec. 2 (and for `distance_force`
// the re-closure that is ours). A condition without a row fails: add what its source says.
TEST(Transition, EveryConditionIsThatOfItsSource) {
    using Closes = contact::Transition::ForceCloses;
    struct Row {
        const char* letter;
        Closes force_closes;
        bool opens_by_force, relaxes, latches;
    };
    const std::map<std::string, Row> rows{
        {"distance", {"A", Closes::never, false, false, false}},          // Eq. 4
        {"force", {"B", Closes::anywhere, true, false, false}},           // Eq. 7
        {"distance_force", {"C", Closes::indented, true, false, false}},  // Eq. 10
        {"latched", {"C", Closes::never, true, false, true}},             // Eq. 10, strictly
        {"relaxation", {"D", Closes::never, true, true, false}},          // Eqs. 12 to 14
    };
    for (const contact::Transition* transition : contact::transition_kinds()) {
        const auto row = rows.find(transition->name);
        ASSERT_NE(row, rows.end()) << transition->name << " needs a row here: what its source says closes and opens a contact";
        EXPECT_EQ(transition->letter, std::string(row->second.letter)) << transition->name;
        EXPECT_EQ(transition->force_closes, row->second.force_closes) << transition->name;
        EXPECT_EQ(transition->opens_by_force, row->second.opens_by_force) << transition->name;
        EXPECT_EQ(transition->relaxes, row->second.relaxes) << transition->name;
        EXPECT_EQ(transition->latches, row->second.latches) << transition->name;
    }
}

TEST(Transition, WhatRelaxesPushesNobody) {
    int relaxing = 0;
    for (const auto& [kind, samples] : law_samples()) {
        for (const Table& settings : samples) {
            const contact::LawPointer law = make_law(kind, settings);
            if (!law->relaxes) continue;
            contact::ContactMemory memory;
            memory.impact_speed = 0.37;
            const double x0 = 2.3e-4;
            const contact::Relaxation begin = law->relaxation(x0, 0, memory);
            if (begin.value == 0) continue;  // without loss: back at once
            ++relaxing;
            EXPECT_DOUBLE_EQ(begin.value, x0) << kind;
            if (std::isfinite(begin.end)) {  // how long it takes to vanish
                EXPECT_GT(law->relaxation(x0, begin.end * (1 - 1e-6), memory).value, 0) << kind;
                EXPECT_EQ(law->relaxation(x0, begin.end * (1 + 1e-6), memory).value, 0) << kind;
            }
            const double time = 0.3 * x0 / -begin.first;
            double before = x0;
            for (int i = 1; i <= 5; ++i) {
                const contact::Relaxation r = law->relaxation(x0, i * time, memory);
                EXPECT_LE(r.value, before) << kind;
                before = r.value;
                if (r.value == 0) continue;
                const double spring = law->evaluate({r.value, 0}, memory).force;
                EXPECT_NEAR(law->evaluate({r.value, r.first}, memory).force, 0, 1e-12 * spring) << kind << i;
                EXPECT_GT(std::abs(law->evaluate({r.value, 0.9 * r.first}, memory).force), 1e-2 * spring) << "the control";
                // Derivatives against differences, while it is not yet gone.
                const double h = 1e-4 * time;
                const auto at = [&](double t) { return law->relaxation(x0, t, memory); };
                EXPECT_NEAR((at(i * time + h).value - at(i * time - h).value) / (2 * h), r.first, 1e-6 * -begin.first);
                EXPECT_NEAR((at(i * time + h).first - at(i * time - h).first) / (2 * h), r.second,
                            1e-6 * std::abs(begin.second) + 1e-9 * -begin.first / time);
                EXPECT_NEAR((at(i * time + h).second - at(i * time - h).second) / (2 * h), r.third,
                            1e-6 * std::abs(begin.third) + 1e-9 * std::abs(begin.second) / time);
            }
        }
    }
    EXPECT_GT(relaxing, 3);
}

// 0 = F(x, x') is solved in closed form for a spring K delta^n of its own, by any power; another law's elastic force has none.
TEST(Transition, TsujisDamperRelaxesASpringOfItsOwn) {
    Table settings = table({{"stiffness", 1e8}, {"restitution", 0.5}, {"reduced_mass", 0.3}, {"transition", "relaxation"}});
    for (const double exponent : {1.0, 1.5, 2.2}) {
        settings.set("exponent", exponent);
        const contact::LawPointer law = make_law("tsuji", settings);
        EXPECT_TRUE(law->relaxes) << exponent;
        // What is left after a while relaxes on as if it had begun there.
        const contact::ContactMemory memory{.closed = true, .impact_speed = 0.4};
        const double x0 = 2e-4, t = x0 / -law->relaxation(x0, 0, memory).first;
        const auto left = [&](double x, double time) { return law->relaxation(x, time, memory).value; };
        EXPECT_NEAR(left(left(x0, 0.4 * t), 0.7 * t), left(x0, 1.1 * t), 1e-12 * x0) << exponent;
        EXPECT_LT(left(x0, 0.7 * t), 0.7 * x0) << "the control";
    }
    const Value hertz = test::nested("hertz", table({{"stiffness", 1e8}}));
    EXPECT_THROW(
        make_law("tsuji", table({{"elastic", hertz}, {"restitution", 0.5}, {"reduced_mass", 0.3}, {"transition", "relaxation"}})),
        Error);
}

TEST(Transition, SettingsSayWhetherTheForceMayPull) {
    struct Case {
        Table settings;
        const char* transition;
        bool pulls, by_force;
    };
    const auto with = [](std::initializer_list<std::pair<const char*, Value>> more) {
        Table t = table(more);
        t.set("stiffness", 1e6);
        t.set("damping", 100);
        return t;
    };
    for (const Case& c :
         {Case{with({}), "distance_force", false, true}, Case{with({{"adhesion", true}}), "distance", true, false},
          Case{with({{"transition", "distance"}}), "distance", true, false},
          Case{with({{"transition", "distance"}, {"adhesion", false}}), "distance", false, false},
          Case{with({{"transition", "force"}}), "force", false, true},
          Case{with({{"transition", "latched"}}), "latched", false, true},
          Case{with({{"transition", "relaxation"}}), "relaxation", false, true}}) {
        const contact::LawPointer law = make_law("kelvin_voigt", c.settings);
        EXPECT_STREQ(law->transition->name, c.transition);
        EXPECT_EQ(law->adhesion, c.pulls);
        EXPECT_EQ(opens_by_force(*law), c.by_force);
    }
}

// The speed of an onset is that against the surface; where the force comes back by itself nothing strikes.
TEST(Transition, OnsetSpeedIsAgainstTheSurface) {
    const contact::LawPointer law =
        make_law("flores", table({{"stiffness", 1e9}, {"restitution", 0.5}, {"transition", "relaxation"}}));
    contact::ContactMemory memory;
    memory.impact_speed = 0.4;
    memory.kept_compression = 1e-3;
    memory.kept_time = 2;
    // a = 1.6: back at 0.25 m/s.
    EXPECT_NEAR(surface_of(*law, memory, 2.001).value, 0.75e-3, 1e-15);  // of the time's round-off
    EXPECT_DOUBLE_EQ(onset_speed(*law, {0.75e-3, 0.1}, memory, 2.001), 0.35);
    EXPECT_DOUBLE_EQ(onset_speed(*law, {0.75e-3, -0.1}, memory, 2.001), 0.15) << "the body moves out more slowly";
    EXPECT_EQ(surface_of(*law, memory, 2.005).value, 0);
    const contact::LawPointer plain = make_law("flores", table({{"stiffness", 1e9}, {"restitution", 0.5}}));
    EXPECT_EQ(onset_speed(*plain, {1e-3, -0.25}, memory, 3), 0.4) << "the same contact goes on";
    EXPECT_EQ(onset_speed(*plain, {0, 0.2}, memory, 3), 0.2);
}

}  // namespace
}  // namespace jounce::transition_test
