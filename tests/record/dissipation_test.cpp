// What gaps and frictions take, and the state where contacts begin, in whole runs. Reference: the energy account and the impact
// log, which sum on their own, and closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/dissipation.hpp"

#include <cmath>

#include "record/series/onsets.hpp"
#include "record/series/series.hpp"
#include "small_cases.hpp"

namespace jounce::test::dissipation_test {
namespace {

using record::execute;
using record::Session;

Value law(const char* kind, std::initializer_list<std::pair<const char*, Value>> fields) {
    Table out = table(fields);
    out.set("family", "law");
    out.set("kind", kind);
    return out;
}

/// 1 kg on a soft spring between two stops, driven.
Model driven(const Value& contact_law) {
    Model model = oscillator(100);
    model.add(
        "gap",
        table({{"name", "stop"}, {"node", "mass"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-2}, {"law", contact_law}}),
        {});
    const Value force = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 20}, {"frequency", 3}});
    model.add("load", table({{"nodes", "mass"}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    return model;
}

struct Way {
    const char* name;
    const char* method;
    Value contact;
};

class Dissipation : public testing::TestWithParam<Way> {};

// Over any stretch that begins and ends in flight: the sum of the works of the impacts in it. Over all of it: the account's
// terms, contact damping and transition. Both by the same sums in another order, so to round-off of the work done.
TEST_P(Dissipation, IsThatOfTheImpactsAndOfTheAccount) {
    const record::Run run =
        execute(system_of(driven(GetParam().contact)),
                options_of({{"method", table({{"family", "method"}, {"kind", GetParam().method}})},
                            {"step", 2e-5},
                            {"duration", 2},
                            {"record", table({{"probes", words({"mass.ux", "mass.ux_velocity", "energy.contact_damping",
                                                                "energy.transition"})}})}}),
                Session{});
    ASSERT_GT(run.impacts().size(), 10u);
    const auto flying = [&](double t) {
        for (const time::Impact& i : run.impacts()) {
            if (t >= i.time_in - 2e-4 && t <= i.time_out.value_or(2) + 2e-4) return false;
        }
        return true;
    };
    int stretches = 0;
    for (const auto& [from, to] : {std::pair(0.0, 2.0), std::pair(0.31, 1.73), std::pair(0.9, 1.1)}) {
        if (!flying(from) || !flying(to)) continue;
        ++stretches;
        double work = 0;
        for (const time::Impact& i : run.impacts()) work += i.time_in > from && i.time_in < to ? i.work : 0.0;
        EXPECT_NEAR(run.dissipation().of_contact(0, from, to), work, 1e-12) << from << " " << to;
        const auto taken = [&](double t) { return run.at("energy.contact_damping", t) + run.at("energy.transition", t); };
        // The account integrates the loss, the log the force: they differ by the quadrature of the elastic part.
        EXPECT_NEAR(run.dissipation().of_contact(0, from, to), taken(to) - taken(from), 2e-4 * work + 1e-9) << from << " " << to;
    }
    EXPECT_GE(stretches, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, Dissipation,
    testing::Values(Way{"flores", "newmark", law("flores", {{"stiffness", 1e8}, {"restitution", 0.7}})},
                    Way{"kelvin_voigt", "newmark", law("kelvin_voigt", {{"stiffness", 1e6}, {"damping", 200}})},
                    Way{"rigid", "newmark", law("rigid", {{"restitution", 0.7}})},
                    Way{"flores_event_driven", "event_driven", law("flores", {{"stiffness", 1e8}, {"restitution", 0.7}})},
                    Way{"rigid_event_driven", "event_driven", law("rigid", {{"restitution", 0.7}})}),
    [](const auto& way) { return std::string(way.param.name); });

// Every contact that begins has its row, in the order of the impact log, at the surface of the stop, with the log's speed: for a
// rigid stop the velocity before and -e times it after.
TEST(Onsets, AreTheImpactsOfTheLog) {
    for (const auto& [method, events, rigid] : {std::tuple("newmark", "locate", true), std::tuple("event_driven", "locate", true),
                                                std::tuple("newmark", "locate", false), std::tuple("newmark", "stepwise", false),
                                                std::tuple("event_driven", "locate", false)}) {
        const Value contact =
            rigid ? law("rigid", {{"restitution", 0.7}}) : law("flores", {{"stiffness", 1e8}, {"restitution", 0.7}});
        const record::Run run = execute(system_of(driven(contact)),
                                        options_of({{"method", table({{"family", "method"}, {"kind", method}})},
                                                    {"step", 1e-4},
                                                    {"events", events},
                                                    {"duration", 2},
                                                    {"record", table({{"probes", words({"mass.ux", "mass.ux_velocity"})}})}}),
                                        Session{});
        const record::Onsets& onsets = run.onsets();
        ASSERT_EQ(onsets.size(), run.impacts().size());
        ASSERT_GT(onsets.size(), 10u);
        for (std::size_t i = 0; i < onsets.size(); ++i) {
            ASSERT_EQ(onsets.impacts[i], i);
            const time::Impact& impact = run.impacts()[i];
            // Located to 1e-12 of a step; found stepwise, between the ends of a step of 1e-4 s.
            const double place = std::string(events) == "stepwise" ? 1e-6 : 1e-10;
            EXPECT_NEAR(onsets.before[2 * i], impact.side * 1e-2, place) << method << events << i;
            EXPECT_NEAR(onsets.before[2 * i + 1], impact.side * impact.speed_in, 1e4 * place) << method << events << i;
            if (!rigid) {
                EXPECT_EQ(onsets.after[2 * i + 1], onsets.before[2 * i + 1]) << "a force takes time";
            } else if (impact.speed_in > 1e-3) {
                EXPECT_NEAR(onsets.after[2 * i + 1], -0.7 * onsets.before[2 * i + 1], 1e-12);
            }
        }
    }
}

// 300 000 steps: as many rows as are kept, and the same sums.
TEST(DissipationLog, StaysSmall) {
    const record::Run run = execute(system_of(driven(law("flores", {{"stiffness", 1e8}, {"restitution", 0.7}}))),
                                    options_of({{"step", 1e-5}, {"duration", 3}, {"energy", false}}), Session{});
    EXPECT_GE(run.dissipation().resolution(), 3.0 / time::DissipationLog::most * 0.99);
    EXPECT_LE(run.dissipation().resolution(), 3.0 / time::DissipationLog::most * 4.01);
    double work = 0;
    for (const time::Impact& i : run.impacts()) work += i.work;
    ASSERT_TRUE(run.impacts().back().time_out) << "ends in flight";
    EXPECT_NEAR(run.dissipation().of_contact(0, 0, 3), work, 1e-11);
}

}  // namespace
}  // namespace jounce::test::dissipation_test
