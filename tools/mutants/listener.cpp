// Part of every test binary that tools/mutate builds: writes which mutants exist, and which of them each test computes, into the
// file that the environment variable JOUNCE_MUTANTS_FILE names. One line each: `exists N...`, `before N...` (initialisers of
// tables), `test NAME passed|failed MILLISECONDS N...`.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <gtest/gtest.h>

#include "../../lib/mutants_operators.hpp"  // of the copy

namespace {

void write_numbers(std::FILE* file, const unsigned char* marks) {
    for (int i = 0; i < mutants::most; ++i)
        if (marks[i]) std::fprintf(file, " %d", i);
    std::fputc('\n', file);
    std::fflush(file);
}

struct Listener : testing::EmptyTestEventListener {
    std::FILE* file = nullptr;
    explicit Listener(std::FILE* to) : file(to) {}

    void OnTestProgramStart(const testing::UnitTest&) override {
        std::fputs("exists", file);
        write_numbers(file, mutants::exists);
        std::fputs("before", file);
        write_numbers(file, mutants::reached);
    }
    void OnTestEnd(const testing::TestInfo& test) override {
        std::fprintf(file, "test %s.%s %s %lld", test.test_suite_name(), test.name(),
                     test.result()->Failed() ? "failed" : "passed", static_cast<long long>(test.result()->elapsed_time()));
        write_numbers(file, mutants::reached);
        std::memset(mutants::reached, 0, sizeof mutants::reached);
    }
};

const bool listens = [] {
    const char* const path = std::getenv("JOUNCE_MUTANTS_FILE");
    std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
    if (file) testing::UnitTest::GetInstance()->listeners().Append(new Listener(file));
    return file != nullptr;
}();

}  // namespace
