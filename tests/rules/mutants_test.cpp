// tools/mutate: its operators compute what a source says in all but one mutant, and there the error that they stand for; places
// are found where code computes, and nowhere else.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../../tools/mutants/operators.hpp"

namespace jounce::test::mutants_test {
namespace {

constexpr int wrong = 7, right = 8;

/// Each operator once, of numbers 3 and 2 and of vectors (3, 5) and (1, 2).
template <int N>
std::vector<double> computed() {
    const double a = 3, b = 2;
    const Eigen::Vector2d u(3, 5), v(1, 2);
    double sum = a, product = a;
    sum += mutants::Sign<N>{} = b;
    product *= mutants::Inverse<N>{} = b;
    const Eigen::Vector2d plus = u + mutants::Plus<N>{} + v, minus = u - mutants::Minus<N>{} - v,
                          twice = b * mutants::Times<N>{} * u, half = u / mutants::Over<N>{} / b,
                          opposite = mutants::Negative<N>{}->*u;
    return {a + mutants::Plus<N>{} + b,
            a - mutants::Minus<N>{} - b,
            a * mutants::Times<N>{} * b,
            a / mutants::Over<N>{} / b,
            mutants::Negative<N>{}->*a,
            sum,
            product,
            mutants::number<N>(a),
            mutants::min<N>(a, b),
            mutants::max<N>({a, b}),
            mutants::clamp<N>(a, 0.0, 1.0),
            mutants::abs<N>(-a),
            a < mutants::Less<N>{} < b ? 1.0 : 0.0,
            a >= mutants::AtLeast<N>{} >= b ? 1.0 : 0.0,
            (a == mutants::Equal<N>{}) == b ? 1.0 : 0.0,
            plus[1],
            minus[1],
            twice[1],
            half[1],
            opposite[1]};
}

TEST(Mutants, ComputeOneError) {
    ::setenv("JOUNCE_MUTANT", std::to_string(wrong).c_str(), 1);  // read once in a process
    EXPECT_EQ(computed<right>(), (std::vector<double>{5, 1, 6, 1.5, -3, 5, 6, 3, 2, 3, 1, 3, 0, 1, 0, 7, 3, 10, 2.5, -5}));
    EXPECT_EQ(computed<wrong>(), (std::vector<double>{1, 5, 1.5, 6, 3, 1, 1.5, 6, 3, 2, 3, -3, 1, 0, 1, 3, 7, 2.5, 10, 5}));
    const int i = 3;
    EXPECT_EQ(i - mutants::Minus<wrong>{} - 1, 2) << "whole numbers are passed through";
    EXPECT_EQ(std::string("a") + mutants::Plus<wrong>{} + "b", "ab");
    static_assert(3.0 - mutants::Minus<wrong>{} - 2.0 == 1, "so are constant expressions");
    EXPECT_TRUE(mutants::exists[wrong] && mutants::reached[wrong]);
}

// Precedence: -a * b + c < d || e, as without the operators.
TEST(Mutants, KeepThePrecedence) {
    const double a = 2, b = 3, c = 5, d = 0;
    using namespace mutants;
    EXPECT_EQ(Negative<1>{}->*a * Times<2>{} * b + Plus<3>{} + c < Less<4>{} < d, -a * b + c < d);
    EXPECT_EQ(a - Minus<1>{} - b - Minus<2>{} - c * Times<3>{} * d, a - b - c * d);
    EXPECT_EQ(a / Over<1>{} / b * Times<2>{} * c, a / b * c);
}

TEST(Mutants, AreFoundWhereCodeComputes) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / ("mutants_" + std::to_string(::getpid()) + ".cpp");
    std::ofstream(file) << "// a + b\n"
                           "#define F(x) (x + 1)\n"
                           "template <class T> double f(T a, const double* b, std::array<double, 2>& c) {\n"
                           "    const std::string text = \"a - b\";\n"
                           "    if (a < 1e-9) return -a;\n"
                           "    c[0] += 0.5 * std::max(a, *b);\n"
                           "    return a->x;\n"
                           "}\n";
    const std::string command =
        "python3 -B '" + std::string(JOUNCE_SOURCE_DIR) + "/tools/mutants/sites.py' '" + file.string() + "'";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string out;
    for (std::array<char, 256> part; std::fgets(part.data(), part.size(), pipe) != nullptr;) out += part.data();
    EXPECT_EQ(::pclose(pipe), 0);
    std::filesystem::remove(file);
    EXPECT_EQ(
        out,
        "5:11 < -> >\n5:26 unary - -> nothing\n6:10 += -> -=\n6:13 0.5 -> 2 * 0.5\n6:17 * -> /\n6:19 std::max -> std::min\n");
}

// A line that has moved to another file or is written anew ends tools/mutate before it begins.
TEST(Mutants, ListedAsEquivalentHaveTheirLines) {
    const std::filesystem::path root = JOUNCE_SOURCE_DIR;
    std::ifstream list(root / "tools/mutants/equivalent.txt");
    std::string entry;
    int entries = 0;
    while (std::getline(list, entry)) {
        if (entry.empty() || entry[0] == '#') continue;
        ++entries;
        const auto first = entry.find(" @ "), second = entry.find(" @ ", first + 3), third = entry.rfind(" @ ");
        ASSERT_TRUE(second != std::string::npos && third > second) << entry;
        const std::string code = entry.substr(second + 3, third - second - 3);
        std::ifstream source(root / entry.substr(0, first));
        bool found = false;
        for (std::string line; !found && std::getline(source, line);) {
            const auto begin = line.find_first_not_of(' ');
            found = begin != std::string::npos && line.compare(begin, std::string::npos, code) == 0;
        }
        EXPECT_TRUE(found) << entry;
    }
    EXPECT_GT(entries, 50);
}

}  // namespace
}  // namespace jounce::test::mutants_test
