// Series that lie in a file: the same bytes and answers as in memory, also after an interruption; a full disk; what is said
// before. Reference: the same run in memory. Control: a run that fits says nothing and has no file.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/record_size.hpp"

#include "checkpoint_cases.hpp"
#include "full_disk.hpp"
#include "record/series/series.hpp"

namespace jounce::test::spilled_series_test {
namespace {

using checkpoint_cases::shaken;
using checkpoint_cases::shaken_options;
using record::execute;
using record::RunOptions;
using record::Session;

const std::vector<std::string> probes = {"a.ux", "b.ux_velocity", "stop.force", "energy.strain"};

Session in_memory(const fs::path& folder) { return session_in(folder); }

Session spilled(const fs::path& folder) {
    Session out = session_in(folder);
    out.series_memory = 0;
    return out;
}

RunOptions every_step(const std::string& method, double step = 1e-5) {
    RunOptions out = shaken_options(method, step, false);
    out.record_every = 1;
    return out;
}

TEST(SpilledSeries, AnswersAsInMemory) {
    for (const char* method : {"newmark", "event_driven"}) {
        const Folder one, other;
        const record::Run kept = execute(system_of(shaken("flores")), every_step(method), in_memory(one.path));
        const record::Run file = execute(system_of(shaken("flores")), every_step(method), spilled(other.path));
        EXPECT_FALSE(kept.recorded().times.spilled());
        EXPECT_TRUE(file.recorded().times.spilled());
        for (const char* name : {"series.csv", "impacts.csv"})
            EXPECT_EQ(text_of(one.path / "out" / name), text_of(other.path / "out" / name)) << name;
        for (const std::string& probe : probes) {
            EXPECT_EQ(kept.series(probe), file.series(probe));
            EXPECT_EQ(kept.at(probe, 0.123456), file.at(probe, 0.123456));
            EXPECT_EQ(kept.peak(probe, 0.05), file.peak(probe, 0.05));
            EXPECT_EQ(kept.integral(probe, 0.02, 0.19), file.integral(probe, 0.02, 0.19));
        }
    }
}

TEST(SpilledSeries, GoesOnFromACheckpointWithTheSameBytes) {
    const Folder whole, halves;
    const record::Run run = execute(system_of(shaken("flores")), every_step("newmark"), spilled(whole.path));
    Session session = spilled(halves.path);
    int asked = 0;
    session.interrupted = [&] { return ++asked > 8; };
    ASSERT_TRUE(execute(system_of(shaken("flores")), every_step("newmark"), session).interrupted());
    session.interrupted = {};
    session.outputs->clear();
    session.resume = true;
    const record::Run resumed = execute(system_of(shaken("flores")), every_step("newmark"), session);
    for (const char* name : {"series.csv", "impacts.csv", "energy.csv"})
        EXPECT_EQ(text_of(whole.path / "out" / name), text_of(halves.path / "out" / name)) << name;
    for (const std::string& probe : probes) EXPECT_EQ(run.series(probe), resumed.series(probe));
}

/// A mass that strikes its stops repeatedly beside one that rests on its stop: the row of the second mass is among the first of
/// the log, changes until the end, and is stored pages before the last ones.
Model strikes_beside_rest() {
    Model model = bouncer();
    model.add("point", table({{"name", "rest"}, {"at", vector(0, 1, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "rest"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}}), {});
    const Value law = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}});
    model.add("gap",
              table({{"name", "seat"}, {"node", "rest"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", law}}), {});
    model.add("load", table({{"nodes", "rest"}, {"direction", vector(1, 0, 0)}, {"force", 5}}), {});
    return model;
}

// The work and the impulse of the second mass come from all steps: a row that is not updated would lack them.
TEST(SpilledImpacts, KeepOngoingContactsAcrossCheckpoints) {
    RunOptions options = shaken_options("newmark", 1e-4, false);
    options.probes = {"mass.ux"};
    options.duration = 4;
    const Folder one, other, pieces;
    const record::Run kept = execute(system_of(strikes_beside_rest()), options, in_memory(one.path));
    ASSERT_GT(kept.impacts().size(), 300U) << "several pages of rows";
    (void)execute(system_of(strikes_beside_rest()), options, spilled(other.path));
    const std::string impacts = text_of(one.path / "out" / "impacts.csv");
    EXPECT_EQ(impacts, text_of(other.path / "out" / "impacts.csv"));
    Session session = spilled(pieces.path);
    int interruptions = 0;
    for (bool ended = false; !ended; session.resume = true, session.outputs->clear(), session.locks->clear()) {
        int asked = 0;
        session.interrupted = [&] { return ++asked > 12; };
        ended = !execute(system_of(strikes_beside_rest()), options, session).interrupted();
        interruptions += ended ? 0 : 1;
        ASSERT_LT(interruptions, 1000);
    }
    EXPECT_GT(interruptions, 3);
    EXPECT_EQ(impacts, text_of(pieces.path / "out" / "impacts.csv"));
}

/// A block on a belt, held by a spring: it sticks and slips alternately, about twice a second.
Model stick_slip() {
    Model model = oscillator(100);
    const Value coulomb =
        table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}, {"static_coefficient", 0.45}});
    const Value drive = table({{"family", "signal"}, {"kind", "ramp"}, {"to_time", 200}, {"to_value", 10}});
    model.add("point", table({{"name", "belt"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("prescribe", table({{"nodes", "belt"}, {"dof", "ux"}, {"motion", drive}}), {});
    model.add("friction",
              table({{"name", "surface"},
                     {"from", "belt"},
                     {"to", "mass"},
                     {"direction", vector(1, 0, 0)},
                     {"normal_force", 10},
                     {"friction", coulomb}}),
              {});
    return model;
}

TEST(SpilledFrictionEvents, AreThoseInMemoryAcrossCheckpoints) {
    RunOptions options = shaken_options("newmark", 1e-3, false);
    options.probes = {"mass.ux"};
    options.duration = 200;
    const Folder one, other, pieces;
    const record::Run kept = execute(system_of(stick_slip()), options, in_memory(one.path));
    ASSERT_GT(kept.friction_events().size(), 120U) << "more than a page of events";
    (void)execute(system_of(stick_slip()), options, spilled(other.path));
    const std::string events = text_of(one.path / "out" / "friction_events.csv");
    EXPECT_EQ(events, text_of(other.path / "out" / "friction_events.csv"));
    Session session = spilled(pieces.path);
    int interruptions = 0;
    for (bool ended = false; !ended; session.resume = true, session.outputs->clear(), session.locks->clear()) {
        int asked = 0;
        session.interrupted = [&] { return ++asked > 12; };
        ended = !execute(system_of(stick_slip()), options, session).interrupted();
        interruptions += ended ? 0 : 1;
        ASSERT_LT(interruptions, 1000);
    }
    EXPECT_GT(interruptions, 3);
    EXPECT_EQ(events, text_of(pieces.path / "out" / "friction_events.csv"));
}

TEST(SpilledSeries, GivesTheRecordsOfAStretch) {
    const Folder root;
    const record::Run run = execute(system_of(shaken("flores")), every_step("newmark"), spilled(root.path));
    const auto [times, values] = run.series("a.ux");
    const auto [some_times, some_values] = run.series("a.ux", 0.05, 0.15);
    ASSERT_GT(some_times.size(), 9'990U);
    EXPECT_GE(some_times.front(), 0.05);
    EXPECT_LE(some_times.back(), 0.15);
    const auto first = std::ranges::find(times, some_times.front()) - times.begin();
    EXPECT_TRUE(std::equal(some_times.begin(), some_times.end(), times.begin() + first));
    EXPECT_TRUE(std::equal(some_values.begin(), some_values.end(), values.begin() + first));
    EXPECT_LT(times[static_cast<std::size_t>(first) - 1], 0.05);
    EXPECT_THROW((void)run.series("a.ux", 0.05, 7), Error);
}

// The first pieces of the series, 32 768 numbers of each, reach the disk behind 3 MB of series.csv; each has its own megabyte of
// the file.
TEST(SpilledSeries, FailsWithASummaryWhereTheDiskIsFull) {
    const Folder root;
    std::string message;
    {
        const FullDisk disk(4'000'000);
        try {
            (void)execute(system_of(shaken("flores")), every_step("newmark", 5e-6), spilled(root.path));
        } catch (const Error& error) {
            message = error.message();
        }
    }
    EXPECT_NE(message.find("cannot be written there: File too large"), std::string::npos) << message;
    EXPECT_NE(text_of(root.path / "out" / "summary.lua").find("status = \"failed\""), std::string::npos);
    const std::vector<std::string> lines = lines_of(root.path / "out" / "series.csv");
    ASSERT_GT(lines.size(), 1000U);
    for (std::size_t i = 4; i < lines.size(); ++i) ASSERT_EQ(cells_of(lines[i]).size(), 5U);
}

// 1e9 steps, one record each, of 4 probes: 5 cells of 21 bytes and 17 numbers with two marks, twice with checkpoints.
TEST(SpilledSeries, IsAnnouncedWhereItIsLarge) {
    const Folder root;
    const auto system = system_of(shaken("flores"));
    RunOptions options = every_step("newmark");
    SpillFile file({root.path});
    EXPECT_EQ(record::record_size_note(*system, options, root.path, file), "");
    options.duration = 1e4;
    const std::string place = root.path.string();
    const std::string note = record::record_size_note(*system, options, root.path, file);
    EXPECT_TRUE(
        note.starts_with("about 1e+09 records take 1e+02 GB in series.csv and, until the script ends, 2.8e+02 GB more in " +
                         place + "; 'record.every' keeps fewer"))
        << note;
    options.checkpoint_on = false;
    EXPECT_TRUE(record::record_size_note(*system, options, "", file)
                    .starts_with("about 1e+09 records take 1.4e+02 GB in " + place + " until the script ends;"));
    SpillFile nowhere({"/not/there"});
    EXPECT_EQ(record::record_size_note(*system, options, "", nowhere),
              "about 1e+09 records take 1.4e+02 GB of memory: no folder for a file is available; 'record.every' keeps fewer");
}

}  // namespace
}  // namespace jounce::test::spilled_series_test
