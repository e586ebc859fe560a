// The numbers at the axes of a picture: they stand at round values, no two of them collide, none is longer than it must be, and
// small or large values give a power of ten to the label. References are written out by hand.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure.hpp"

#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/messages/error.hpp"
#include "record/plots/figure_axis.hpp"
#include "record/plots/figure_text.hpp"
#include "support/folder.hpp"

namespace jounce::test::figure_test {
namespace {

namespace fs = std::filesystem;
using record::FigureAxis;

std::string written(const record::Tics& tics) {
    std::string out;
    for (const auto& [at, text] : tics.marks) out += text + " ";
    return out + "| " + tics.label;
}

TEST(Tics, OfASmallOrbitAreShort) {
    EXPECT_EQ(written(record::tics({"pin.ux [m]"}, -2e-4, 2e-4, 9)), "-200 -150 -100 -50 0 50 100 150 200 | pin.ux [10⁻⁶ m]");
    EXPECT_EQ(written(record::tics({"F"}, 0, 3e6, 7)), "0.0 0.5 1.0 1.5 2.0 2.5 3.0 | F [10⁶]");
    EXPECT_EQ(written(record::tics({"w [rad/s]"}, 2.5, 3.5, 8)), "2.6 2.8 3.0 3.2 3.4 | w [rad/s]");
}

TEST(Tics, NeverCollide) {
    for (double width = 1e-9; width < 1e9; width *= 3.7) {
        for (const double low : {0.0, -width / 3, 7 * width}) {
            const record::Tics tics = record::tics({"x"}, low, low + width, 6);
            EXPECT_GE(tics.marks.size(), 2u) << width;
            EXPECT_LE(tics.marks.size(), 8u) << width;
            for (const auto& [at, text] : tics.marks) {
                EXPECT_LE(text.size(), 8u) << text;
                // The number is the place: no digit is missing.
                EXPECT_NEAR(std::stod(text), at, 1e-9 * (tics.high - tics.low)) << text;
            }
        }
    }
}

// A difference of two values that overflows, and values without a power of ten of their own.
TEST(Tics, OfTheLargestAndSmallestNumbers) {
    EXPECT_EQ(written(record::tics({"x"}, -1e308, 1e308, 5)), "-100 -50 0 50 100 | x [10³⁰⁶]");
    for (const bool logarithmic : {false, true}) {
        for (const auto& [low, high] : {std::pair(5e-324, 5e-324), {5e-324, 1.7e308}, {1.7e308, 1.7e308}}) {
            const record::Tics some = record::tics({"x", logarithmic}, low, high, 8);
            EXPECT_TRUE(std::isfinite(some.low) && std::isfinite(some.high) && some.low < some.high) << low << " " << high;
            EXPECT_LE(some.marks.size(), 10u) << low << " " << high;
        }
    }
}

TEST(Tics, OfDecades) {
    EXPECT_EQ(written(record::tics({"e", true}, 1e-8, 1e-2, 8)), "10⁻⁸ 10⁻⁷ 10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² | e");
    EXPECT_EQ(written(record::tics({"b [Hz]", true}, 1, 40, 8)), "1 2 5 10 20 | b [Hz]");
    // Within a decade round numbers, as on a linear axis; a single value has some beside it.
    EXPECT_EQ(written(record::tics({"b [Hz]", true}, 2.1, 4.2, 8)), "2.5 3.0 3.5 4.0 | b [Hz]");
    EXPECT_EQ(written(record::tics({"b", true}, 2.5, 9.5, 8)), "3 4 5 6 7 8 9 | b");
    EXPECT_EQ(written(record::tics({"F [N]", true}, 1e7, 1.2e7, 5)), "10.0 10.5 11.0 11.5 12.0 | F [10⁶ N]");
    for (double low = 1e-12; low < 1e12; low *= 3.3) {
        for (const double ratio : {1.0, 1.001, 1.3, 4.0, 30.0, 1e4, 1e9}) {
            const record::Tics some = record::tics({"x", true}, low, low * ratio, 8);
            EXPECT_GE(some.marks.size(), 2u) << low << " " << ratio;
            EXPECT_LE(some.marks.size(), 10u) << low << " " << ratio;
        }
    }
    FigureAxis words{"law"};
    words.categories = {"hertz", "flores"};
    EXPECT_EQ(written(record::tics(words, 1, 2, 8)), "hertz flores | law");
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string message_of(const record::Figure& figure, const fs::path& file) {
    try {
        record::draw_figure("plot", figure, file);
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

TEST(Figure, DrawsCurvesPointsAndCells) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    record::FigurePanel curves;
    curves.x.label = "time [s]";
    curves.y = {"force [N]", true};
    curves.curves.push_back({"it's one", {0, 1, 2}, {1, 10, 100}});
    curves.curves.push_back({"other", {0, 1, 2}, {2, std::nan(""), 0}, record::Mark::both});
    record::FigurePanel map;
    map.shade.label = "impacts";
    map.curves.push_back({"", {0, 1, 0, 1}, {0, 0, 1, 1}, record::Mark::cells, {1, 2, 3, 4}});
    record::draw_figure("plot", {"both", {curves, map}}, folder / "a.svg");
    const std::string svg = text_of(folder / "a.svg");
    for (const char* part : {"<svg", "both", "time [s]", "force [N]", "it's one", "other", "impacts", "</svg>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    record::draw_figure("plot", {"both", {map}}, folder / "b.png");
    EXPECT_EQ(text_of(folder / "b.png").substr(1, 3), "PNG");
    // A wrong ending is an error, and so is nothing to draw: it leaves no file.
    EXPECT_THROW(record::draw_figure("plot", {"both", {map}}, folder / "b.pdf"), Error);
    record::FigurePanel empty;
    empty.y.logarithmic = true;
    empty.curves.push_back({"a", {1, 2, std::nan("")}, {-1, 0, 1}});
    EXPECT_EQ(
        message_of({"", {map, empty}}, folder / "c.png"),
        "plot.panels[2]: there is nothing to draw: no curve has a point of two finite numbers, above 0 on a logarithmic axis");
    EXPECT_FALSE(fs::exists(folder / "c.png"));
}

// An end of an axis beyond all values would turn the axis round; with the other end given there would be nothing to see.
TEST(Figure, RefusesRangesWithoutValues) {
    record::FigurePanel panel;
    panel.curves.push_back({"", {1, 2, 3}, {1, 2, 3}});
    panel.y.from = 100;
    EXPECT_EQ(message_of({"", {panel}}, "a.png"), "plot: 'y_from' must be below the largest y, 3, got 100");
    panel.y.to = 200;
    EXPECT_EQ(message_of({"", {panel}}, "a.png"), "plot: there is nothing to draw: no point lies in the range of the axes");
    panel.y = {};
    panel.x.to = 1;
    EXPECT_EQ(message_of({"", {panel}}, "a.png"), "plot: 'x_to' must be above the smallest x, 1, got 1");
}

// gnuplot does not interpret file names: two lines, a pipe, a quote, a percent sign, backquotes.
/// The key shows a dashed line dashed, also where a solid one of its colour stands beside it.
TEST(Figure, DashesAreInTheKeyToo) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    record::FigurePanel panel;
    for (const bool dashed : {false, true}) {
        record::FigureCurve curve;
        curve.name = dashed ? "unstable" : "stable";
        curve.x = {0, 1};
        curve.y = {0, dashed ? 1.0 : 2.0};
        curve.colour = 0;
        curve.dashed = dashed;
        panel.curves.push_back(curve);
    }
    record::draw_figure("plot", {"", {panel}}, folder / "a.svg");
    const std::string svg = text_of(folder / "a.svg");
    int dashes = 0;
    for (std::size_t at = svg.find("stroke-dasharray"); at != std::string::npos; at = svg.find("stroke-dasharray", at + 1))
        ++dashes;
    EXPECT_EQ(dashes, 2);  // the curve and its sample
}

TEST(Figure, GoesIntoFilesOfAnyName) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    record::FigurePanel panel;
    panel.curves.push_back({"", {1, 2}, {1, 2}});
    for (const char* file : {"two\nlines.svg", "|cat.svg", "it's 5 %d.svg", "~`a`.svg", "a folder's\nname/a.svg"}) {
        record::draw_figure("plot", {"", {panel}}, folder / file);
        EXPECT_NE(text_of(folder / file).find("</svg>"), std::string::npos) << file;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 5);
}

// Cairo draws no picture beyond 32767 pixels.
TEST(Figure, RefusesMoreThanAPictureHolds) {
    record::FigurePanel panel;
    panel.curves.push_back({"", {1, 2}, {1, 2}});
    panel.x.categories.resize(1000, "word");
    EXPECT_EQ(message_of({"", {panel}}, "a.png").substr(0, 67),
              "plot: the picture must be at most 16000 pixels wide and high, got 2");
}

// What gnuplot takes for a format (%), an end of its text (NUL), a quote or no character at all is drawn, or drawn as U+FFFD.
TEST(Figure, DrawsWordsAsTheyStand) {
    const std::string odd = std::string("50 % %d '") + '\0' + "\t\xff<&>";
    EXPECT_EQ(record::drawable(odd), "50 % %d '\ufffd \ufffd<&>");
    EXPECT_EQ(record::drawable("日本 Ω\xc0\x80"), "日本 Ω\ufffd\ufffd");
    const Folder temporary;
    const fs::path& folder = temporary.path;
    record::FigurePanel panel;
    panel.title = "title " + odd;
    panel.x = {"x " + odd, false, {}, {}, {"one " + odd, "two"}};
    panel.y.label = "y " + odd;
    panel.shade.label = "bar " + odd;
    panel.curves.push_back({"a " + odd, {1, 2}, {1, 2}});
    panel.curves.push_back({"b", {1, 2}, {1, 2}, record::Mark::points, {1, 2}});
    record::draw_figure("plot", {"", {panel}}, folder / "a.svg");
    const std::string svg = text_of(folder / "a.svg");
    for (const char* part : {"title", "x", "one", "y", "bar", "a"})
        EXPECT_NE(svg.find(part + std::string(" 50 % %d '\ufffd \ufffd&lt;&amp;>")), std::string::npos) << part;
}

// What gnuplot takes for the end of a text, an escape, a command of the shell, a macro or a comment is drawn as it stands: in a
// title, the label of an axis, a category, a name.
TEST(Figure, DrawsWordsThatGnuplotWouldRead) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    const std::vector<std::string> odd = {"'95 data",       "''",        "it''s '", "say `echo b`", "\\140", "\\",
                                          "@GPVAL_VERSION", "{/Bold b}", "x_1^2",   "# no",         "\\n",   "`'\\@"};
    for (const std::string& word : odd) {
        record::FigurePanel panel;
        panel.x = {word, false, {}, {}, {word, "two"}};
        panel.curves.push_back({word, {1, 2}, {1, 2}});
        panel.curves.push_back({"b", {1, 2}, {2, 3}});
        record::draw_figure("plot", {word, {panel}}, folder / "a.svg");
        const std::string svg = text_of(folder / "a.svg");
        int count = 0;
        for (std::size_t at = svg.find(">" + word + "<"); at != std::string::npos; at = svg.find(">" + word + "<", at + 1))
            ++count;
        EXPECT_EQ(count, 4) << word;
    }
}

/// Whether a process still computes.
bool runs(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string number, program, state;
    in >> number >> program >> state;
    return !state.empty() && state != "Z" && state != "X";
}

/// A figure of many points.
record::Figure many_points(std::size_t count) {
    record::FigureCurve curve;
    for (std::size_t i = 0; i < count; ++i) {
        curve.x.push_back(static_cast<double>(i));
        curve.y.push_back(std::sin(static_cast<double>(i)));
    }
    curve.mark = record::Mark::points;
    record::FigurePanel panel;
    panel.curves.push_back(std::move(curve));
    return {"", {panel}};
}

// An interrupt is asked for several times while numbers are written, and leaves the old picture alone.
TEST(Figure, EndsWhereItIsAskedTo) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    std::ofstream(folder / "a.svg") << "old";
    int asked = 0;
    const auto third = [&] {
        if (++asked == 3) throw Error(Failure::interrupted, "interrupted");
    };
    EXPECT_THROW(record::draw_figure("plot", many_points(20'000), folder / "a.svg", third), Error);
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(text_of(folder / "a.svg"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

// gnuplot is a program here that starts another one and never ends. The interrupt comes as soon as both run; afterwards neither
// does.
TEST(Figure, EndsGnuplotWithAllThatItStarted) {
    const Folder temporary;
    const fs::path& folder = temporary.path;
    fs::create_directory(folder / "bin");
    const fs::path numbers = folder / "bin/numbers";
    std::ofstream(folder / "bin/gnuplot") << "#!/bin/sh\nsleep 1000 &\necho $$ $! > " << numbers.string() << ".new\nmv "
                                          << numbers.string() << ".new " << numbers.string() << "\nwait\n";
    fs::permissions(folder / "bin/gnuplot", fs::perms::owner_all);
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", ((folder / "bin").string() + ":" + path).c_str(), 1);
    const auto both = [&] {
        if (fs::exists(numbers)) throw Error(Failure::interrupted, "interrupted");
    };
    Failure failure = Failure::bad_case;
    try {
        record::draw_figure("plot", many_points(100), folder / "a.svg", both);
    } catch (const Error& error) {
        failure = error.failure();
    }
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(failure, Failure::interrupted);
    std::ifstream in(numbers);
    int program = 0, started = 0;
    ASSERT_TRUE(in >> program >> started);
    // The system needs a moment to end a program that is not a child of this one.
    for (int i = 0; i < 500 && (runs(program) || runs(started)); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(runs(program));
    EXPECT_FALSE(runs(started));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1) << "bin alone";
}

}  // namespace
}  // namespace jounce::test::figure_test
