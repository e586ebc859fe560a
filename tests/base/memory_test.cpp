// Free memory, and the error of a computation that needs more.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"

namespace jounce::test::memory_test {
namespace {

std::string answer(double bytes) {
    try {
        require_memory(bytes, "the factor of 10 unknowns");
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        return error.message();
    }
    return "";
}

TEST(Memory, IsReadFromTheKernelsTable) {
    const char* table = "MemTotal:       24683520 kB\nMemFree:         1000 kB\nMemAvailable:    2000 kB\nSwapFree:     50 kB\n";
    EXPECT_EQ(available_in(table), 1024.0 * 2050);
    EXPECT_EQ(available_in("MemAvailable: 7 kB\n"), 1024.0 * 7);
    EXPECT_EQ(available_in("XMemAvailable: 7 kB\n"), std::nullopt);
    EXPECT_EQ(available_in(""), std::nullopt);
    EXPECT_EQ(available_in("MemAvailable: none\n"), std::nullopt);
}

TEST(Memory, MoreThanIsFreeIsAnErrorThatSaysBoth) {
    const auto free = available_memory();
    ASSERT_TRUE(free);
    EXPECT_GT(*free, 1e6);
    EXPECT_EQ(answer(1e3), "");
    EXPECT_EQ(answer(0.5 * *free), "") << "the negative control";
    const std::string said = answer(1e15);
    EXPECT_EQ(said.find("the factor of 10 unknowns needs about 1000000.0 GB of memory, "), 0u) << said;
    EXPECT_NE(said.find(" are free"), std::string::npos) << said;
    EXPECT_EQ(memory_text(5.72e9), "5.7 GB");
    EXPECT_EQ(memory_text(480.4e6), "480 MB");
    EXPECT_EQ(memory_text(999.7e6), "1.0 GB");
}

TEST(Memory, ALimitOfTheProcessCounts) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "a sanitizer reserves terabytes of address space";
#endif
    constexpr double more = 8 << 20U;
    double pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
    rlimit small = before;
    small.rlim_cur = static_cast<rlim_t>(pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) + more);
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &small), 0);
    const auto free = available_memory();
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    ASSERT_TRUE(free);
    EXPECT_LE(*free, more);
    EXPECT_GT(*free, 0.5 * more);
}

}  // namespace
}  // namespace jounce::test::memory_test
