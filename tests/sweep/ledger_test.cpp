// What is done and what comes next: a line goes on behind its last record; a point that is computed again takes those behind it
// along; a shard reads the records of the others and removes none of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/ledger.hpp"
#include "support/folder.hpp"

#include <gtest/gtest.h>

namespace jounce::test::ledger_test {
namespace {

namespace fs = std::filesystem;
using sweep::Ledger;
using sweep::Result;

/// Two lines of four points.
sweep::Plan plan() {
    sweep::Axis a{"a", "", {1.0, 2.0}}, b{"b", "", {1.0, 2.0, 3.0, 4.0}};
    return sweep::grid({a, b}, "b", "up");
}

Result row() {
    Result out;
    out.row = {{"y", 1.0}};
    out.state = "state";
    return out;
}

using Lines = std::vector<std::vector<std::size_t>>;

TEST(Ledger, GoesOnBehindTheLastRecord) {
    const Folder folder;
    const sweep::Plan points = plan();
    const sweep::Store store(folder.path);
    store.begin({});
    for (const std::size_t point : {0, 1, 3, 4}) store.write(point, to_bytes(point == 1 ? sweep::failed_result("no") : row()));
    for (const std::size_t point : {2, 3}) fs::create_directories(store.runs(point));
    Ledger ledger(points);
    ledger.read(store, {}, false);
    EXPECT_EQ(ledger.rest({}), (Lines{{2, 3}, {5, 6, 7}}));
    EXPECT_EQ(ledger.counted(), "3 of 8 points");
    EXPECT_EQ(ledger.failed(), 1u);
    EXPECT_FALSE(store.read(3)) << "it began with a point that is computed again";
    EXPECT_FALSE(fs::exists(store.runs(3))) << "its runs began there, too";
    EXPECT_TRUE(fs::exists(store.runs(2))) << "it goes on from its checkpoints";
    // Past the failed one.
    EXPECT_EQ(ledger.before(2), 0u);
    EXPECT_EQ(ledger.result(0).state, "state");
    EXPECT_EQ(ledger.before(0), Ledger::none);
    ledger.set(2, row());
    EXPECT_EQ(ledger.result(0).state, "") << "nothing begins with it any more";

    Ledger again(points);
    again.read(store, {}, true);
    EXPECT_EQ(again.rest({}), (Lines{{1, 2, 3}, {5, 6, 7}}));
}

TEST(Ledger, NamesPointsWithoutARecord) {
    const Folder folder;
    const sweep::Plan points = plan();
    const sweep::Store store(folder.path);
    store.begin({});
    Ledger ledger(points);
    for (std::size_t point = 0; point < 8; ++point) {
        if (point == 6) continue;
        store.write(point, to_bytes(row()));
        ledger.set(point, row());
    }
    const auto said = [&](const sweep::Store& records, const sweep::Shard& shard) -> std::string {
        try {
            ledger.require_complete(records, shard);
        } catch (const Error& error) {
            return error.message();
        }
        return {};
    };
    EXPECT_EQ(said({}, {0, 2}), "");
    EXPECT_EQ(said({}, {1, 2}), "sweep: 1 of 8 points have no record (7)");
    store.remove(1);
    EXPECT_EQ(said(store, {}), "sweep: 2 of 8 points have no record (2, 7)");
    EXPECT_EQ(ledger.counted(), "6 of 8 points");
}

TEST(Ledger, MissesNoRecordOfAPointThatWasKilled) {
    const Folder folder;
    const sweep::Plan points = plan();
    const sweep::Store store(folder.path);
    store.begin({});
    Ledger ledger(points);
    for (std::size_t point = 0; point < 8; ++point) {
        Result result = row();
        if (point == 1) result = sweep::failed_result("was killed");
        if (point == 1) result.kind = Result::Kind::killed;
        if (point != 1) store.write(point, to_bytes(result));
        ledger.set(point, result);
    }
    EXPECT_NO_THROW(ledger.require_complete(store, {}));
    EXPECT_EQ(ledger.failed(), 1u);
    EXPECT_EQ(ledger.killed(), 1u);
    // The next time it is computed again, with what began behind it.
    Ledger again(points);
    again.read(store, {}, false);
    EXPECT_EQ(again.rest({}), (Lines{{1, 2, 3}}));
}

TEST(Ledger, OfAShardLeavesTheOthersAlone) {
    const Folder folder;
    const sweep::Plan points = plan();
    const sweep::Store store(folder.path);
    store.begin({});
    for (const std::size_t point : {1, 5}) store.write(point, to_bytes(row()));
    Ledger ledger(points);
    ledger.read(store, {1, 2}, true);
    EXPECT_TRUE(store.read(1)) << "the other shard writes this line, perhaps just now";
    EXPECT_FALSE(store.read(5));
    EXPECT_EQ(ledger.rest({1, 2}), (Lines{{4, 5, 6, 7}}));
    EXPECT_EQ(ledger.rest({0, 2}), (Lines{{0, 1, 2, 3}}));
}

}  // namespace
}  // namespace jounce::test::ledger_test
