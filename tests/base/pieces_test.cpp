// Work in pieces: each done once, and an exception of a piece is one of the caller.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/threads/pieces.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
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

}  // namespace
}  // namespace jounce::pieces_test
