// The points of a sweep and their order, against what is written out here by hand; samples against the two properties that define
// a Latin hypercube and against frozen numbers of the 64-bit Mersenne twister, whose sequence the C++ standard fixes.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sweep/over.hpp"

namespace jounce::test::plan_test {
namespace {

using sweep::Axis;
using sweep::Plan;
using sweep::Way;

Table axis(const std::string& name, List values) {
    Table out;
    out.set("name", name);
    out.set("values", std::move(values));
    return out;
}

std::string written(const Plan& plan) {
    std::string out;
    for (const sweep::Point& point : plan.points) {
        for (const Value& value : point.at) out += sweep::value_text(value);
        out += point.way == Way::up ? "+ " : point.way == Way::down ? "- " : " ";
    }
    return out;
}

List three() { return {1.0, 2.0, 3.0}; }

TEST(Plan, TheLastAxisVariesFirst) {
    const auto axes = sweep::read_axes(List{axis("a", {"x", "y"}), axis("b", three())}, sweep::AxesFor::grid);
    const Plan plan = sweep::grid(axes, "", "up");
    EXPECT_EQ(written(plan), "x1 x2 x3 y1 y2 y3 ");
    EXPECT_EQ(plan.lines.size(), 6u);
}

TEST(Plan, ALineGoesUpThenDownWithTheTurningValueTwice) {
    const auto axes = sweep::read_axes(List{axis("a", {"x", "y"}), axis("b", three())}, sweep::AxesFor::grid);
    EXPECT_EQ(written(sweep::grid(axes, "b", "both")), "x1+ x2+ x3+ x3- x2- x1- y1+ y2+ y3+ y3- y2- y1- ");
    EXPECT_EQ(written(sweep::grid(axes, "b", "down")), "x3- x2- x1- y3- y2- y1- ");
    EXPECT_EQ(sweep::grid(axes, "b", "both").lines.size(), 2u);
    // Carried along the first axis, too, the points of a line stand together.
    const auto turned = sweep::read_axes(List{axis("b", three()), axis("a", {"x", "y"})}, sweep::AxesFor::grid);
    EXPECT_EQ(written(sweep::grid(turned, "b", "up")), "1x+ 2x+ 3x+ 1y+ 2y+ 3y+ ");
}

TEST(Plan, SpacesValuesEvenly) {
    EXPECT_EQ(sweep::spaced(2.5, 3.5, 5, false), (std::vector<double>{2.5, 2.75, 3.0, 3.25, 3.5}));
    EXPECT_EQ(sweep::spaced(1e-3, 1e3, 7, true), (std::vector<double>{1e-3, 1e-2, 0.1, 1, 10, 100, 1000}));
    EXPECT_EQ(sweep::spaced(8, 1, 4, true), (std::vector<double>{8, 4, 2, 1}));
    EXPECT_EQ(sweep::spaced(1e-300, 1e300, 7, true), (std::vector<double>{1e-300, 1e-200, 1e-100, 1, 1e100, 1e200, 1e300}));
    // Between them no number is rounded that is not a short decimal one.
    const std::vector<double> halves = sweep::spaced(1, 10, 3, true);
    EXPECT_NEAR(halves[1], std::sqrt(10), 1e-15);
}

TEST(Plan, SpacesDecimalNumbersExactly) {
    // Whole numbers: a seed or an index must be one.
    for (int from = -30; from <= 30; ++from) {
        for (int to = from + 1; to <= 300; to += 37) {
            const std::vector<double> whole = sweep::spaced(from, to, static_cast<std::size_t>(to - from) + 1, false);
            for (std::size_t i = 0; i < whole.size(); ++i)
                ASSERT_EQ(whole[i], from + static_cast<double>(i)) << from << " " << to;
        }
    }
    // Tenths and hundredths, as the script would write them; up and down, and zero between.
    for (int count = 2; count < 100; ++count) {
        const std::vector<double> up = sweep::spaced(-0.3, (count - 4) / 10.0, static_cast<std::size_t>(count), false);
        const std::vector<double> down = sweep::spaced(0.5, (51.0 - count) / 100, static_cast<std::size_t>(count), false);
        for (int i = 0; i < count; ++i) {
            ASSERT_EQ(sweep::value_text(Value(up[static_cast<std::size_t>(i)])), sweep::value_text(Value((i - 3) / 10.0)));
            ASSERT_EQ(sweep::value_text(Value(down[static_cast<std::size_t>(i)])), sweep::value_text(Value((50 - i) / 100.0)));
        }
    }
    EXPECT_EQ(sweep::spaced(-1, 0.5, 4, false), (std::vector<double>{-1, -0.5, 0, 0.5}));
    EXPECT_EQ(sweep::spaced(0, 1, 4, false)[1], 1.0 / 3);
    EXPECT_EQ(sweep::spaced(-1.6e308, 1.6e308, 3, false)[1], 0);  // no overflow on the way
    const sweep::Axis over = sweep::read_over("f=-10:20:31");
    for (std::size_t i = 0; i < 31; ++i) EXPECT_EQ(*over.values[i].number(), static_cast<double>(i) - 10);
}

TEST(Plan, TakesAListAsItIs) {
    Table first, second;
    first.set("b", 1.0);
    first.set("a", "x");
    second.set("a", "y");
    second.set("b", 2.0);
    EXPECT_EQ(written(sweep::listed({}, List{first, second})), "x1 y2 ");
    second.set("c", 1.0);
    EXPECT_THROW(static_cast<void>(sweep::listed({}, List{first, second})), Error);
}

std::vector<Axis> ranges() {
    Axis a{"a", "m", {}, 0, 1, false}, b{"b", "Hz", {}, 1, 100, true};
    return {a, b};
}

TEST(Plan, CountsItsPointsBeforeItMakesOne) {
    const auto long_axis = [](const std::string& name) {
        Table out;
        out.set("name", name);
        out.set("from", 0.0);
        out.set("to", 1.0);
        out.set("count", 1e6);
        return out;
    };
    int asked = 0;
    const auto ask = [&] { ++asked; };
    EXPECT_THROW(static_cast<void>(sweep::read_axes(List{long_axis("a"), long_axis("b")}, sweep::AxesFor::grid, ask)), Error);
    EXPECT_EQ(asked, 0) << "no value was made";
    const std::vector<Axis> one = sweep::read_axes(List{long_axis("a")}, sweep::AxesFor::grid, ask);
    EXPECT_GT(asked, 100) << "a signal is seen between the values";
    asked = 0;
    EXPECT_EQ(sweep::grid(one, "", "up", ask).points.size(), 1000000u);
    EXPECT_GT(asked, 100) << "and between the points";
}

TEST(Samples, OfALatinHypercubeFillEveryStratumOnce) {
    const Plan plan = sweep::sampled(ranges(), {"latin_hypercube", 50, 7});
    std::vector<int> a(50), b(50);
    for (const sweep::Point& point : plan.points) {
        ++a[static_cast<std::size_t>(*point.at[0].number() * 50)];
        ++b[static_cast<std::size_t>(std::log10(*point.at[1].number()) / 2 * 50)];
    }
    EXPECT_EQ(a, std::vector<int>(50, 1));
    EXPECT_EQ(b, std::vector<int>(50, 1));
    // Control: independent points leave some stratum empty (probability of none: 50!/50^50 = 3e-21).
    std::vector<int> c(50);
    for (const sweep::Point& point : sweep::sampled(ranges(), {"random", 50, 7}).points)
        ++c[static_cast<std::size_t>(*point.at[0].number() * 50)];
    EXPECT_NE(c, std::vector<int>(50, 1));
}

TEST(Samples, DependOnTheSeedAlone) {
    const auto text = [](int seed) { return written(sweep::sampled(ranges(), {"latin_hypercube", 20, seed})); };
    EXPECT_EQ(text(1), text(1));
    EXPECT_NE(text(1), text(2));
    std::mt19937_64 random(3);
    const Plan plan = sweep::sampled({ranges()[0]}, {"random", 2, 3});
    for (const sweep::Point& point : plan.points) EXPECT_EQ(*point.at[0].number(), static_cast<double>(random() >> 11) * 0x1p-53);
}

}  // namespace
}  // namespace jounce::test::plan_test
