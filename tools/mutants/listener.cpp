// Part of every test binary that tools/mutate builds: writes which mutants exist, and which of them each test computes, into the
// file that the environment variable JOUNCE_MUTANTS_FILE names. One line each: `exists N...`, `before N...` (initialisers of
// tables), `test NAME passed|failed MILLISECONDS N...`. A test computes what the programs compute that it starts.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

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
    std::filesystem::path children;
    Listener(std::FILE* to, const std::string& folder) : file(to), children(folder) {}

    /// Marks what the programs of a test reached, and forgets them.
    void read_children() const {
        for (const auto& entry : std::filesystem::directory_iterator(children)) {
            std::ifstream in(entry.path());
            for (int number = 0; in >> number;)
                if (number >= 0 && number < mutants::most) mutants::reached[number] = 1;
            std::filesystem::remove(entry.path());
        }
    }

    void OnTestProgramStart(const testing::UnitTest&) override {
        std::fputs("exists", file);
        write_numbers(file, mutants::exists);
        std::fputs("before", file);
        write_numbers(file, mutants::reached);
        std::filesystem::create_directories(children);
        setenv("JOUNCE_MUTANTS_CHILDREN", children.c_str(), 1);  // for programs that tests start; this one has read it
    }
    void OnTestEnd(const testing::TestInfo& test) override {
        read_children();
        std::fprintf(file, "test %s.%s %s %lld", test.test_suite_name(), test.name(),
                     test.result()->Failed() ? "failed" : "passed", static_cast<long long>(test.result()->elapsed_time()));
        write_numbers(file, mutants::reached);
        std::memset(mutants::reached, 0, sizeof mutants::reached);
    }
};

const bool listens = [] {
    const char* const path = std::getenv("JOUNCE_MUTANTS_FILE");
    std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
    if (file) testing::UnitTest::GetInstance()->listeners().Append(new Listener(file, std::string(path) + ".children"));
    return file != nullptr;
}();

}  // namespace
