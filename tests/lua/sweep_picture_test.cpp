// What a picture of a sweep joins, parts and leaves open, read off its data: lines hold points of one line alone, maps hide no
// row.
//
// The rows are a = 100 f + 10 c + s of the axes f, c, s and the direction, so that each value drawn says which row it is.
// Controls: without the other axes, and with `at` for each of them, there is one curve, or one map.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweeps/sweep_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/messages/error.hpp"

namespace jounce::test::sweep_picture_test {
namespace {

using lua::SweepPicture;
using record::Figure;
using record::FigureCurve;
using record::Mark;

sweep::Axis axis(const std::string& name, int count, const std::string& unit = "") {
    sweep::Axis out{name, unit, {}};
    for (int i = 1; i <= count; ++i) out.values.emplace_back(static_cast<double>(i));
    return out;
}

/// a, and a word: "low" for f <= 2, "aperiodic" for f = 3, "unsettled" above.
sweep::Sweep computed(sweep::Plan plan) {
    sweep::Sweep out;
    out.name = "sweep";
    for (const sweep::Point& point : plan.points) {
        double a = point.way == sweep::Way::down ? 1000 : 0, weight = 100;
        for (const Value& value : point.at) {
            a += weight * *value.number();
            weight /= 10;
        }
        const double f = *point.at.front().number();
        sweep::Result result;
        result.row = {{"a", a}, {"label", Value(f <= 2 ? "low" : f == 3 ? "aperiodic" : "unsettled")}};
        out.results.push_back(result);
    }
    out.plan = std::move(plan);
    out.columns = sweep::row_columns(out.results);
    return out;
}

SweepPicture picture(const std::string& x, const std::string& y, const std::string& by = "", const std::string& colour = "") {
    SweepPicture out;
    out.x = x;
    out.y = y;
    out.by = by;
    out.colour = colour;
    return out;
}

Value table(const std::vector<std::pair<std::string, Value>>& entries) {
    Table out;
    for (const auto& [name, value] : entries) out.set(name, value);
    return out;
}

std::string message_of(const sweep::Sweep& sweep, const SweepPicture& settings) {
    try {
        static_cast<void>(sweep_figure(sweep, settings));
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

TEST(SweepPicture, LinesJoinPointsOfOneLineAlone) {
    const sweep::Sweep sweep = computed(sweep::grid({axis("f", 5, "Hz"), axis("c", 2, "m"), axis("s", 3)}, "", "up"));
    for (const char* by : {"", "c", "s"}) {
        const Figure figure = sweep_figure(sweep, picture("f", "a", by));
        ASSERT_EQ(figure.panels.size(), 1u);
        const std::vector<FigureCurve>& curves = figure.panels.front().curves;
        ASSERT_EQ(curves.size(), 6u) << by;
        std::size_t named = 0;
        for (const FigureCurve& curve : curves) {
            EXPECT_EQ(curve.mark, Mark::both);
            EXPECT_EQ(curve.x, (std::vector<double>{1, 2, 3, 4, 5}));
            for (const double y : curve.y) EXPECT_EQ(std::fmod(y, 100), std::fmod(curve.y.front(), 100)) << by;
            named += curve.name.empty() ? 0 : 1;
        }
        // One name and one colour for each value of `by`.
        EXPECT_EQ(named, std::string(by).empty() ? 6u : std::string(by) == "c" ? 2u : 3u);
    }
    EXPECT_EQ(sweep_figure(sweep, picture("f", "a")).panels[0].curves[1].name, "c = 1 m, s = 2");
    SweepPicture one = picture("f", "a");
    one.at = table({{"c", 2.0}, {"s", 3.0}});
    EXPECT_EQ(sweep_figure(sweep, one).panels[0].curves.at(0).y, (std::vector<double>{123, 223, 323, 423, 523}));
    EXPECT_EQ(sweep_figure(sweep, one).panels[0].curves.size(), 1u);
}

TEST(SweepPicture, BothDirectionsAreLinesOfTheirOwn) {
    const sweep::Sweep sweep = computed(sweep::grid({axis("f", 3), axis("c", 2)}, "f", "both"));
    const std::vector<FigureCurve> curves = sweep_figure(sweep, picture("", "a", "c")).panels[0].curves;
    ASSERT_EQ(curves.size(), 4u);
    EXPECT_EQ(curves[0].name, "c = 1, up");
    EXPECT_EQ(curves[0].y, (std::vector<double>{110, 210, 310}));
    EXPECT_EQ(curves[1].name, "c = 1, down");
    EXPECT_EQ(curves[1].x, (std::vector<double>{3, 2, 1}));
    EXPECT_TRUE(curves[1].dashed && !curves[0].dashed);
    EXPECT_EQ(curves[1].colour, curves[0].colour);
    EXPECT_NE(curves[2].colour, curves[0].colour);
}

TEST(SweepPicture, LinesBreakAtFailedPoints) {
    sweep::Sweep sweep = computed(sweep::grid({axis("f", 5)}, "", "up"));
    sweep.results[2] = sweep::failed_result("boom");
    const FigureCurve curve = sweep_figure(sweep, picture("f", "a")).panels[0].curves.at(0);
    ASSERT_EQ(curve.x, (std::vector<double>{1, 2, 3, 4, 5}));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(std::isfinite(curve.y[i]), i != 2) << i;
    for (sweep::Result& result : sweep.results) result = sweep::failed_result("boom");
    EXPECT_EQ(message_of(sweep, picture("f", "a")), "sweep:plot: there is nothing to draw: no point has a row");
}

TEST(SweepPicture, MapsHideNoRow) {
    const sweep::Sweep sweep = computed(sweep::grid({axis("f", 4), axis("c", 3), axis("s", 2)}, "f", "both"));
    for (const char* colour : {"a", "label"}) {
        const Figure figure = sweep_figure(sweep, picture("f", "c", "", colour));
        ASSERT_EQ(figure.panels.size(), 4u);  // s = 1 and 2, up and down
        std::size_t cells = 0;
        for (const record::FigurePanel& panel : figure.panels) {
            for (const FigureCurve& curve : panel.curves) {
                EXPECT_EQ(curve.mark, Mark::cells);
                cells += curve.x.size();
            }
            // One scale of colours, or the same words in the same order.
            EXPECT_EQ(panel.shade.from, figure.panels[0].shade.from);
            ASSERT_EQ(panel.curves.size(), figure.panels[0].curves.size());
            for (std::size_t k = 0; k < panel.curves.size(); ++k)
                EXPECT_EQ(panel.curves[k].name, figure.panels[0].curves[k].name);
        }
        EXPECT_EQ(cells, sweep.results.size()) << colour;
        EXPECT_EQ(figure.panels[1].title, "s = 1, down");
    }
    SweepPicture one = picture("f", "c", "", "a");
    one.at = table({{"s", 2.0}, {"direction", Value("down")}});
    const Figure figure = sweep_figure(sweep, one);
    ASSERT_EQ(figure.panels.size(), 1u);
    EXPECT_EQ(figure.panels[0].curves.at(0).x.size(), 12u);
    EXPECT_EQ(figure.panels[0].curves[0].shade[0], 1412.0);
    const sweep::Sweep many = computed(sweep::grid({axis("f", 2), axis("c", 2), axis("s", 13)}, "", "up"));
    EXPECT_EQ(
        message_of(many, picture("f", "c", "", "a")),
        "sweep:plot: a map for each value of the other axes makes 13 maps (s: 13 values), at most 12 are possible; 'at' fixes an "
        "axis: at = { s = ... }");
    EXPECT_EQ(message_of(many, picture("f", "c", "label", "a")),
              "sweep:plot: 'by' of a map must be another axis (s), got 'label'");
}

TEST(SweepPicture, UnsettledAndAperiodicDiffer) {
    const sweep::Sweep sweep = computed(sweep::grid({axis("f", 4), axis("c", 2)}, "", "up"));
    for (const char* y : {"c", "a"}) {  // a map, and points
        const std::vector<FigureCurve> curves = sweep_figure(sweep, picture("f", y, "", "label")).panels[0].curves;
        ASSERT_EQ(curves.size(), 3u);
        EXPECT_EQ(curves[0].tone, record::Tone::colour);
        EXPECT_EQ(curves[1].name, "aperiodic");
        EXPECT_EQ(curves[1].tone, record::Tone::dark);
        EXPECT_EQ(curves[2].tone, record::Tone::grey);
    }
}

// More words than a reader tells apart: the rarest ones share a colour and a name that says how many they are.
TEST(SweepPicture, TheRarestOfManyWordsShareAColour) {
    sweep::Sweep sweep = computed(sweep::grid({axis("f", 10), axis("c", 10)}, "", "up"));
    // Words 0 to 19 three times, 20 to 59 once: 60 words, 23 with a colour of their own.
    for (std::size_t i = 0; i < 100; ++i)
        sweep.results[i].row[1].second = Value("word " + std::to_string(i < 60 ? i % 20 : i - 40));
    for (const char* y : {"c", "a"}) {
        const std::vector<FigureCurve> curves = sweep_figure(sweep, picture("f", y, "", "label")).panels[0].curves;
        ASSERT_EQ(curves.size(), 24u);
        const auto others = std::ranges::find(curves, "37 other words", &FigureCurve::name);
        ASSERT_NE(others, curves.end());
        EXPECT_EQ(others->tone, record::Tone::black);
        EXPECT_EQ(others->x.size(), 37u);
        std::set<std::size_t> colours;
        for (const FigureCurve& curve : curves)
            if (curve.colour) colours.insert(*curve.colour);
        EXPECT_EQ(colours.size(), 23u);
    }
}

// Samples lie anywhere in the plane: rectangles between the places of all others would be as good as lines of no width.
TEST(SweepPicture, SamplesAndListsArePoints) {
    sweep::Axis f{"f", "Hz", {}, 1, 2}, c{"c", "", {}, 3, 4};
    List points;
    for (const double at : {1.0, 3.0, 2.0}) points.push_back(table({{"f", at}, {"c", 5 - at}}));
    for (const sweep::Sweep& sweep :
         {computed(sweep::sampled({f, c}, {"latin_hypercube", 20, 1})), computed(sweep::listed({}, points))}) {
        for (const SweepPicture& settings : {picture("f", "c", "", "a"), picture("f", "c", "", "label"), picture("f", "a")}) {
            std::size_t count = 0;
            const Figure figure = sweep_figure(sweep, settings);
            for (const FigureCurve& curve : figure.panels[0].curves) {
                EXPECT_EQ(curve.mark, Mark::points);
                count += curve.x.size();
            }
            EXPECT_EQ(count, sweep.results.size());
        }
    }
}

TEST(SweepPicture, ManyCurvesAreColouredByABarOrRefused) {
    const sweep::Sweep sweep = computed(sweep::grid({axis("f", 3), axis("k", 41, "N/m")}, "", "up"));
    for (const char* by : {"", "k"}) {
        const record::FigurePanel panel = sweep_figure(sweep, picture("f", "a", by)).panels[0];
        ASSERT_EQ(panel.curves.size(), 41u);
        EXPECT_EQ(panel.shade.label, "k [N/m]");
        for (std::size_t i = 0; i < 41; ++i) {
            EXPECT_EQ(panel.curves[i].level, static_cast<double>(i + 1));
            EXPECT_EQ(panel.curves[i].name, "");
        }
    }
    const sweep::Sweep more = computed(sweep::grid({axis("f", 3), axis("k", 5), axis("s", 6)}, "", "up"));
    EXPECT_EQ(message_of(more, picture("f", "a")),
              "sweep:plot: the other axes make 30 curves (k: 5 values, s: 6 values), at most 24 can be distinguished; 'by' "
              "selects one of "
              "them, 'at' fixes one: at = { k = ... }");
    sweep::Sweep words = computed(sweep::grid({axis("f", 25)}, "", "up"));
    for (std::size_t i = 0; i < 25; ++i) words.results[i].row[1].second = Value("word " + std::to_string(i));
    EXPECT_EQ(message_of(words, picture("f", "a", "label")),
              "sweep:plot: 'by' must be a column of numbers or of at most 24 words, got 'label' with 25");
}

TEST(SweepPicture, NumbersAndWordsInOneColumnAreAnError) {
    sweep::Sweep sweep = computed(sweep::grid({axis("f", 3)}, "", "up"));
    sweep.results[1].row[1].second = 3.0;
    EXPECT_EQ(message_of(sweep, picture("f", "label")),
              "sweep:plot: column 'label' must have only numbers or only words to be drawn, got 3 beside words");
}

}  // namespace
}  // namespace jounce::test::sweep_picture_test
