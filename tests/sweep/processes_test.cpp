// Points in processes of their own: whatever ends one of them leaves the others alone; lines keep their order; what one point has
// kept the next one sees. No time is measured: an endless loop ends by the limit.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/processes.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "base/messages/error.hpp"

namespace jounce::test::processes_test {
namespace {

using sweep::Outcome;

struct Collected {
    std::map<std::size_t, Outcome> outcomes;
    std::vector<std::size_t> order;
};

Collected run(std::vector<std::vector<std::size_t>> lines, const sweep::PoolOptions& options,
              const std::function<std::string(std::size_t, const Collected&)>& compute) {
    Collected out;
    std::size_t next = 0;
    sweep::compute_in_processes([&] { return next < lines.size() ? lines[next++] : std::vector<std::size_t>(); }, options,
                                [&](std::size_t point) { return compute(point, out); },
                                [&](std::size_t point, Outcome outcome) {
                                    out.order.push_back(point);
                                    out.outcomes[point] = std::move(outcome);
                                });
    return out;
}

TEST(Processes, KeepOneAnothersEnds) {
    const auto compute = [](std::size_t point, const Collected&) -> std::string {
        if (point == 1) std::raise(SIGSEGV);
        if (point == 2) std::raise(SIGKILL);
        if (point == 3) std::_Exit(7);
        if (point == 4) throw std::runtime_error("no");
        if (point == 5)
            for (;;) ::pause();
        return std::string(200000, static_cast<char>('a' + point));  // more than a pipe holds
    };
    std::signal(SIGSEGV, SIG_DFL);
    const Collected got = run({{0}, {1}, {2}, {3}, {4}, {5}, {6}}, {.jobs = 3, .limit = 0.3}, compute);
    ASSERT_EQ(got.outcomes.size(), 7u);
    EXPECT_EQ(got.outcomes.at(0).bytes, std::string(200000, 'a'));
    EXPECT_EQ(got.outcomes.at(6).bytes, std::string(200000, 'g'));
#ifndef JOUNCE_SANITIZED
    EXPECT_EQ(got.outcomes.at(1).failure, "crashed (signal 11, Segmentation fault)");
#endif
    EXPECT_EQ(got.outcomes.at(2).failure, "was killed (signal 9): out of memory, or by a command");
    EXPECT_EQ(got.outcomes.at(3).failure, "ended with exit status 7 before it returned a row");
    EXPECT_EQ(got.outcomes.at(4).failure, "ended with exit status 3 before it returned a row");
    EXPECT_EQ(got.outcomes.at(5).failure, "took longer than 'limit', 0.3 s");
}

TEST(Processes, FollowEachOtherOnALine) {
    const auto compute = [](std::size_t point, const Collected& so_far) {
        const auto before = so_far.outcomes.find(point - 1);
        return (before != so_far.outcomes.end() ? before->second.bytes : std::string()) + std::to_string(point);
    };
    const Collected got = run({{1, 2, 3}, {5, 6, 7}}, {.jobs = 2}, compute);
    EXPECT_EQ(got.outcomes.at(3).bytes, "123");
    EXPECT_EQ(got.outcomes.at(7).bytes, "567");
}

TEST(Processes, AreCopiesOfTheStateBefore) {
    int counter = 0;
    const auto compute = [&](std::size_t, const Collected&) { return std::to_string(++counter); };
    const Collected got = run({{0}, {1}, {2}}, {.jobs = 1}, compute);
    for (const auto& [point, outcome] : got.outcomes) EXPECT_EQ(outcome.bytes, "1");
    EXPECT_EQ(counter, 0);
}

/// A pipe of which every process that a point starts holds the writing end: it ends when all of them have ended.
class Descendants {
  public:
    Descendants() { EXPECT_EQ(::pipe(ends_), 0); }
    ~Descendants() { ::close(ends_[0]); }
    /// Have all ended, within ten seconds? Ours is closed first.
    bool ended() {
        ::close(ends_[1]);
        pollfd reading{ends_[0], POLLIN, 0};
        char byte = 0;
        return ::poll(&reading, 1, 10000) == 1 && ::read(ends_[0], &byte, 1) == 0;
    }

  private:
    int ends_[2] = {-1, -1};
};

TEST(Processes, EndWithAllThatTheyHaveStarted) {
    const auto start = [](std::size_t point, const Collected&) -> std::string {
        const int status = std::system(point == 0 ? "sleep 600" : "sleep 600 &");
        return std::to_string(status);
    };
    {  // by the limit
        Descendants descendants;
        const Collected got = run({{0}}, {.jobs = 1, .limit = 0.3}, start);
        EXPECT_EQ(got.outcomes.at(0).failure, "took longer than 'limit', 0.3 s");
        EXPECT_FALSE(got.outcomes.at(0).killed) << "its own limit";
        EXPECT_TRUE(descendants.ended());
    }
    {  // by an interrupt
        Descendants descendants;
        const auto begin = std::chrono::steady_clock::now();
        const auto interrupted = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(300); };
        EXPECT_TRUE(run({{0}}, {.jobs = 1, .interrupted = interrupted}, start).outcomes.empty());
        EXPECT_TRUE(descendants.ended());
    }
    {  // by their end
        Descendants descendants;
        EXPECT_EQ(run({{1}}, {.jobs = 1}, start).outcomes.at(1).bytes, "0");
        EXPECT_TRUE(descendants.ended());
    }
}

TEST(Processes, KnowAKillFromACrash) {
    const auto compute = [](std::size_t signal, const Collected&) -> std::string {
        if (signal == 0) throw Error(Failure::interrupted, "interrupted");  // by a signal that was caught
        std::signal(static_cast<int>(signal), SIG_DFL);
        std::raise(static_cast<int>(signal));
        return "no";
    };
    const Collected got = run({{0}, {SIGKILL}, {SIGTERM}, {SIGHUP}, {SIGABRT}}, {.jobs = 2}, compute);
    for (const int killed : {0, SIGKILL, SIGTERM, SIGHUP})
        EXPECT_TRUE(got.outcomes.at(static_cast<std::size_t>(killed)).killed) << killed;
    EXPECT_EQ(got.outcomes.at(0).failure, "was killed (signal 15, Terminated)");
    EXPECT_FALSE(got.outcomes.at(SIGABRT).killed) << "the next attempt would crash as well";
}

TEST(Processes, HandOnWhatIsDoneWhenOneIsRefused) {
    std::vector<std::size_t> kept;
    std::size_t next = 0;
    EXPECT_THROW(
        sweep::compute_in_processes([&] { return next < 9 ? std::vector<std::size_t>{next++} : std::vector<std::size_t>(); },
                                    {.jobs = 1}, [](std::size_t point) { return std::to_string(point); },
                                    [&](std::size_t point, const Outcome&) {
                                        if (point == 3) throw bad_case("no");
                                        kept.push_back(point);
                                    }),
        Error);
    EXPECT_EQ(kept, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace jounce::test::processes_test
