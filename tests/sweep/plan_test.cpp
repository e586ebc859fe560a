// The points of a sweep and their order, against what is written out here by hand; samples against the two properties that define
// a Latin hypercube and against frozen numbers of the 64-bit Mersenne twister, whose sequence the C++ standard fixes.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

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
    const std::vector<double> decades = sweep::spaced(1e-3, 10, 5, true);
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(decades[i], std::pow(10, static_cast<double>(i) - 3), 1e-15 * decades[i] * 10);
    EXPECT_EQ(decades.back(), 10);  // the ends exactly
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
