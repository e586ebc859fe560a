// Work in pieces: each done once, and an exception of a piece is one of the caller.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/threads/pieces.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace jounce::pieces_test {
namespace {

constexpr std::ptrdiff_t count = 1000;

template <class Call>
void with_threads(const Call& call) {
    const int usual = omp_get_max_threads();
    for (const int threads : {1, 2, 5}) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        omp_set_num_threads(threads);
        for (const bool equal : {true, false})
            call([equal](const auto& work) {
                equal ? for_each_piece(count, true, work) : for_each_unequal_piece(count, true, work);
            });
    }
    omp_set_num_threads(usual);
}

TEST(Pieces, AreDoneOnceEach) {
    with_threads([](const auto& for_each) {
        std::vector<int> done(count, 0);
        for_each([&](std::ptrdiff_t piece) { ++done[static_cast<std::size_t>(piece)]; });
        EXPECT_EQ(done, std::vector<int>(count, 1));
    });
}

/// Within a region of one thread an inner region would have threads of its own, made each time.
TEST(Pieces, NotSharedAreNoRegion) {
    const auto none = [](std::ptrdiff_t) { EXPECT_EQ(omp_get_level(), 0); };
    for_each_piece(count, false, none);
    for_each_unequal_piece(count, false, none);
    for_each_piece(1, true, none);
    for_each_unequal_piece(1, true, none);
    std::atomic<int> deepest = 0;
    for_each_piece(count, true, [&](std::ptrdiff_t) { deepest = std::max(deepest.load(), omp_get_level()); });
    EXPECT_EQ(deepest, 1) << "the control";
}

/// Every piece from 300 on fails: the exception is that of piece 300, and all before it are done, on any number of threads.
TEST(Pieces, ThrowTheExceptionOfTheFirstThatFails) {
    with_threads([](const auto& for_each) {
        std::vector<int> done(count, 0);
        std::string said;
        try {
            for_each([&](std::ptrdiff_t piece) {
                if (piece >= 300) throw std::runtime_error("piece " + std::to_string(piece));
                done[static_cast<std::size_t>(piece)] = 1;
            });
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        EXPECT_EQ(said, "piece 300");
        EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), 300);
    });
}

TEST(Pieces, KeepTheTypeOfAnException) {
    with_threads([](const auto& for_each) {
        const auto fails = [](std::ptrdiff_t piece) {
            if (piece == count - 1) throw std::bad_alloc();
        };
        EXPECT_THROW(for_each(fails), std::bad_alloc);
        EXPECT_NO_THROW(for_each([](std::ptrdiff_t) {})) << "an exception does not outlive its region";
    });
}

/// The status with which a process ends that has address space for a few stacks of its threads, and is told to use 64.
template <class Work>
int status_without_space_for_threads(const Work& work) {
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(STDERR_FILENO);
        // A thread of its own: a forked one has lost those of its regions.
        std::thread([&] {
            double pages = 0;
            std::ifstream("/proc/self/statm") >> pages;
            rlimit small{};
            ::getrlimit(RLIMIT_AS, &small);
            small.rlim_cur = static_cast<rlim_t>(pages * static_cast<double>(::sysconf(_SC_PAGESIZE))) + (32U << 20U);
            if (::setrlimit(RLIMIT_AS, &small) != 0) ::_exit(2);
            omp_set_num_threads(64);
            ::_exit(work());
        }).join();
    }
    int status = 0;
    return process > 0 && ::waitpid(process, &status, 0) == process && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A stack has 8 MB: there is space for fewer than 64, and OpenMP ends a process that cannot have as many threads as it asks for.
TEST(Pieces, AreDoneByAsManyThreadsAsTheSystemPermits) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the address sanitizer reserves more address space than any limit that this test could set";
#endif
    const auto work = [] {
        std::vector<int> done(count, 0), widths(count, 0);
        const auto piece = [&](std::ptrdiff_t p) {
            ++done[static_cast<std::size_t>(p)];
            widths[static_cast<std::size_t>(p)] = omp_get_num_threads();
        };
        for_each_piece(count, true, piece);
        for_each_unequal_piece(count, true, piece);
        const int widest = *std::ranges::max_element(widths);
        return done == std::vector<int>(count, 2) && widest == available_threads() && widest < 64 ? 0 : 1;
    };
    EXPECT_EQ(status_without_space_for_threads(work), 0);
    const auto region = [] {
        std::atomic<int> threads = 0;
#pragma omp parallel
        ++threads;
        return threads == 64 ? 0 : 2;
    };
    EXPECT_EQ(status_without_space_for_threads(region), 1) << "the control: libgomp ends the process";
}

TEST(Pieces, HaveAvailableThreads) {
    with_threads([](const auto& for_each) {
        EXPECT_EQ(available_threads(), omp_get_max_threads());
        for_each([](std::ptrdiff_t) {
            if (omp_in_parallel() != 0) {
                EXPECT_EQ(available_threads(), 1);
            }
        });
    });
}

}  // namespace
}  // namespace jounce::pieces_test
