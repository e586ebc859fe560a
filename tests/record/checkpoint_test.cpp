// Checkpoints: a run that was interrupted anywhere ends in the same bits, and a checkpoint that does not fit is refused by name.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <tuple>

#include "checkpoint_cases.hpp"
#include "record/files/folder.hpp"
#include "record/series/onsets.hpp"

namespace jounce::test::checkpoint_test {
namespace {

using namespace checkpoint_cases;

/// The summary without what it cost.
std::string summary_of(const fs::path& folder) {
    std::string out;
    for (const std::string& line : lines_of(folder / "summary.lua")) {
        if (!has(line, "wall_seconds") && !has(line, "nanoseconds_per_step")) out += line + "\n";
    }
    return out;
}

void expect_same_files(const fs::path& is, const fs::path& should) {
    std::size_t frames = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(should)) {
        const fs::path name = fs::relative(entry.path(), should);
        if (entry.is_directory() || name == "summary.lua") continue;
        frames += name.extension() == ".vtu" ? 1 : 0;
        EXPECT_TRUE(text_of(is / name) == text_of(entry.path())) << name;
    }
    EXPECT_GT(frames, 5u);
    EXPECT_EQ(summary_of(is), summary_of(should));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(is))
        EXPECT_TRUE(fs::exists(should / fs::relative(entry.path(), is))) << entry.path() << " is left over";
}

using Numbers = std::pair<std::vector<double>, std::vector<double>>;

struct Way {
    const char* method;
    const char* law;
    double tolerance = 0;
    bool sweeps = false;
};

class Resumed : public testing::TestWithParam<Way> {};

// Interrupted again and again, after 0, 1, 3, 7, ... steps since the last time: some 30 checkpoints, in flight and in contact;
// with a sweep also within the cubics that event_driven replaces it by.
TEST_P(Resumed, EndsInTheSameBits) {
    const Folder root;
    const auto system = system_of(shaken(GetParam().law, 100, GetParam().sweeps));
    RunOptions options = shaken_options(GetParam().method);
    options.tolerance = GetParam().tolerance;
    const record::Run whole = execute(system, options, session_in(root.path / "whole"));
    ASSERT_GT(whole.impacts().size(), 4u);

    const fs::path out = root.path / "parts/out";
    Session session = session_in(root.path / "parts");
    int parts = 0, in_contact = 0;
    for (;; ++parts) {
        ASSERT_LT(parts, 1000);
        session.resume = parts > 0;
        session.outputs->clear();
        const int limit = 1 + parts % 8;
        int asked = 0;
        session.interrupted = [&] { return ++asked > limit; };
        const record::Run run = execute(system, options, session);
        if (run.interrupted()) {
            ASSERT_TRUE(fs::exists(out / "checkpoint.bin"));
            const auto [times, force] = run.series("stop.force");
            in_contact += !force.empty() && force.back() != 0 ? 1 : 0;
            continue;
        }
        for (const char* probe : {"a.ux", "b.ux_velocity", "stop.force", "energy.strain"}) {
            EXPECT_EQ(run.series(probe), whole.series(probe));
            for (const double from : {0.0, 0.0501, 0.15}) EXPECT_EQ(run.peak(probe, from), whole.peak(probe, from));
            for (const double at : {0.0123, 0.0777, 0.19}) EXPECT_EQ(run.at(probe, at), whole.at(probe, at));
        }
        EXPECT_EQ(run.onsets().impacts, whole.onsets().impacts);
        for (const auto& [is, should] :
             {std::pair(&run.onsets().before, &whole.onsets().before), std::pair(&run.onsets().after, &whole.onsets().after)}) {
            ASSERT_EQ(is->size(), should->size());
            for (std::size_t i = 0; i < is->size(); ++i)
                EXPECT_TRUE((*is)[i] == (*should)[i] || (std::isnan((*is)[i]) && std::isnan((*should)[i])));
        }
        for (const double from : {0.0, 0.0501, 0.15})
            EXPECT_EQ(run.dissipation().of_contact(0, from, 0.2), whole.dissipation().of_contact(0, from, 0.2));
        break;
    }
    EXPECT_GT(parts, 20);
    if (std::string(GetParam().law) != "rigid") {
        EXPECT_GT(in_contact, 0);
    }
    expect_same_files(out, root.path / "whole/out");
}

INSTANTIATE_TEST_SUITE_P(Methods, Resumed,
                         testing::Values(Way{"newmark", "flores"}, Way{"newmark", "rigid"}, Way{"generalized_alpha", "flores"},
                                         Way{"generalized_alpha", "rigid"}, Way{"newmark", "flores", 1e-5},
                                         Way{"event_driven", "flores"}, Way{"event_driven", "rigid"}, Way{"precise", "flores"},
                                         Way{"precise", "rigid"}, Way{"event_driven", "flores", 0, true},
                                         Way{"event_driven", "rigid", 0, true}),
                         [](const auto& way) {
                             return std::string(way.param.method) + "_" + way.param.law +
                                    (way.param.tolerance > 0 ? "_adaptive" : "") + (way.param.sweeps ? "_sweep" : "");
                         });

TEST_F(Interrupted, GoesOnAndSaysSo) {
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark")), "");
    EXPECT_TRUE(has(log, "run of 'shaken': resumes at t = 0.0")) << log;
    EXPECT_TRUE(has(log, " s from " + file)) << log;
    EXPECT_FALSE(fs::exists(file)) << "the run is done";
    EXPECT_FALSE(fs::exists(out / "checkpoint.series"));
    log.clear();
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark")), "");
    EXPECT_TRUE(has(log, "run of 'shaken': no checkpoint in " + out.string() + ", it begins anew\n")) << log;
}

TEST_F(Interrupted, RefusesAnotherModelByName) {
    EXPECT_EQ(message(shaken("flores", 101), shaken_options("newmark")),
              "run: --resume: " + file + ": model 'shaken' of cases/test.lua has changed since it was written" + anew);
    session.case_file = "cases/other.lua";
    session.force = true;
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark")),
              "run: --resume: " + file +
                  ": belongs to model 'shaken' of cases/test.lua, not to model 'shaken' of cases/other.lua" + anew);
}

TEST_F(Interrupted, RefusesAnotherOptionByName) {
    const std::string whose = "' of the run of model 'shaken' of cases/test.lua was ";
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark", 2e-4)),
              "run: --resume: " + file + ": 'step" + whose + "0.0001 when it was written and is 0.0002" + anew);
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark", 1e-4, false)),
              "run: --resume: " + file + ": 'vtk.every" + whose + "250 when it was written and is none" + anew);
    const std::string text = message(shaken("flores"), shaken_options("event_driven"));
    EXPECT_TRUE(has(text, "'method" + whose + "newmark (beta 0.25, gamma 0.5) when it was written and is event_driven")) << text;
    RunOptions budget = shaken_options("newmark");
    budget.energy_budget = 0.5;
    budget.checkpoint_every = 7;
    EXPECT_EQ(message(shaken("flores"), budget), "") << "what decides no number may change";
}

// The digest of the model knows no more of a user's function than where it was written.
TEST(Checkpoint, OfARunWithAnotherFunctionAtTheSamePlaceIsRefused) {
    const Folder root;
    Session session = session_in(root.path);
    const RunOptions options = options_of({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}});
    const auto model = [](double factor) {
        return bouncer(std::shared_ptr<const Callable>(
            std::make_shared<Function>([factor](double t) { return factor * std::sin(30 * t); })));
    };
    int asked = 0;
    session.interrupted = [&] { return ++asked > 3; };
    EXPECT_TRUE(execute(system_of(model(1)), options, session).interrupted());
    session.interrupted = {};
    session.resume = true;
    session.outputs->clear();
    EXPECT_TRUE(has(error_of([&] { (void)execute(system_of(model(1.01)), options, session); }),
                    "model 'oscillator' of cases/test.lua has changed since it was written"));
    EXPECT_EQ(error_of([&] { (void)execute(system_of(model(1)), options, session); }), "");
}

TEST(Checkpoint, IsWrittenByStepsAndNotAtAllWhenSwitchedOff) {
    for (const bool on : {true, false}) {
        const Folder root;
        Session session = session_in(root.path);
        int seen = 0;
        session.progress = [&](const record::Progress&) { seen += fs::exists(root.path / "out/checkpoint.bin") ? 1 : 0; };
        const Value checkpoint = on ? Value(table({{"every_steps", 40}})) : Value(false);
        (void)execute(system_of(bouncer()),
                      options_of({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"checkpoint", checkpoint}}), session);
        EXPECT_EQ(seen > 0, on);
        EXPECT_FALSE(fs::exists(root.path / "out/checkpoint.bin"));
    }
}

// A script that is killed in its third run finds the first two as they were.
TEST(Checkpoint, OfARunThatIsDoneServesUntilItIsForgotten) {
    const Folder root;
    Session session = session_in(root.path);
    session.finished = std::make_shared<std::set<std::string>>();
    RunOptions options = shaken_options("newmark");
    options.checkpoint_every_steps = 300;
    const record::Run whole = execute(system_of(shaken("flores")), options, session);
    const fs::path out = root.path / "out";
    ASSERT_TRUE(fs::exists(out / "checkpoint.bin"));
    fs::create_directory(root.path / "kept");
    fs::copy(out, root.path / "kept", fs::copy_options::recursive);
    for (const char* file : {"checkpoint.bin", "checkpoint.series", "checkpoint.events"}) fs::remove(root.path / "kept" / file);

    std::string log;
    session.locks->clear();  // as the end of a process does
    Session later = session_in(root.path);
    later.finished = std::make_shared<std::set<std::string>>();
    later.resume = true;
    later.log = [&](const std::string& line) { log += line; };
    const record::Run again = execute(system_of(shaken("flores")), options, later);
    EXPECT_TRUE(has(log, "run of 'shaken': is complete, read from " + (out / "checkpoint.bin").string())) << log;
    EXPECT_EQ(again.series("a.ux"), whole.series("a.ux"));
    EXPECT_EQ(again.peak("stop.force", 0.05), whole.peak("stop.force", 0.05));
    EXPECT_EQ(again.impacts().size(), whole.impacts().size());
    record::forget_checkpoints(later);
    expect_same_files(out, root.path / "kept");
}

TEST(Checkpoint, OfAShortRunIsNotKept) {
    const Folder root;
    Session session = session_in(root.path);
    session.finished = std::make_shared<std::set<std::string>>();
    (void)execute(system_of(shaken("flores")), shaken_options("newmark"), session);
    EXPECT_FALSE(fs::exists(root.path / "out/checkpoint.bin"));
    EXPECT_TRUE(session.finished->empty());
}

// A run that left no checkpoint, as short ones do, is computed again; another one than that whose results are there would spoil
// them before a later run of the script is refused.
TEST(Checkpoint, NoneIsNoLeaveToOverwriteAnotherModelsResults) {
    const Folder root;
    Session session = session_in(root.path);
    (void)execute(system_of(shaken("flores")), shaken_options("newmark"), session);
    const std::string series = text_of(root.path / "out/series.csv");
    session.locks->clear();  // as the end of a process does
    Session later = session_in(root.path);
    later.resume = true;
    const std::string refused =
        error_of([&] { (void)execute(system_of(shaken("flores", 101)), shaken_options("newmark"), later); });
    EXPECT_TRUE(has(refused, "contains results of an earlier version of this model (digest ")) << refused;
    EXPECT_EQ(text_of(root.path / "out/series.csv"), series);
    EXPECT_EQ(error_of([&] { (void)execute(system_of(shaken("flores")), shaken_options("newmark"), later); }), "");
    EXPECT_EQ(text_of(root.path / "out/series.csv"), series) << "computed again, to the same bits";
}

TEST(Checkpoint, NeedsAnOutputAndSaysSo) {
    std::string log;
    Session session;
    session.resume = true;
    session.log = [&](const std::string& line) { log += line; };
    (void)execute(system_of(bouncer()), options_of({{"step", 1e-4}, {"duration", 0.01}}), session);
    EXPECT_TRUE(has(log, "run of 'oscillator': without 'output' there is no checkpoint, it begins anew")) << log;
}

// A folder that does not exist has nothing to resume; the run creates it, and locks it as any other.
TEST(Checkpoint, OfAFolderThatIsNotThereIsNone) {
    const Folder root;
    std::string log;
    Session session = session_in(root.path);
    session.resume = true;
    session.log = [&](const std::string& line) { log += line + "\n"; };
    RunOptions options = shaken_options("newmark");
    (void)execute(system_of(shaken("flores")), options, session);
    EXPECT_TRUE(has(log, "no checkpoint in " + (root.path / "out").string() + ", it begins anew")) << log;
    EXPECT_FALSE(has(log, "locked")) << log;
    ASSERT_EQ(session.locks->size(), 1u);
    EXPECT_EQ(session.locks->begin()->second.missing(), "");
    EXPECT_THROW(record::lock_folder(root.path / "out", session_in(root.path)), Error);
}

TEST(Checkpoint, OptionsAreChecked) {
    const auto message = [](const Value& checkpoint) {
        return error_of([&] { (void)options_of({{"step", 1e-4}, {"duration", 0.01}, {"checkpoint", checkpoint}}); });
    };
    EXPECT_EQ(message(Value(30)), "run: 'checkpoint' must be a table or false, got 30");
    EXPECT_EQ(message(table({{"every", 0}})), "run.checkpoint: 'every' must be positive, got 0");
    EXPECT_NE(message(table({{"every_steps", 0}})), "");
    EXPECT_NE(message(table({{"every_steps", 2.5}})), "");
    EXPECT_EQ(message(Value(false)), "");
}

}  // namespace
}  // namespace jounce::test::checkpoint_test
