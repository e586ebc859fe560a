// The numbers at the axes of a picture: they stand at round values, no two of them collide, none is longer than it must be, and
// small or large values give a power of ten to the label. References are written out by hand.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "record/figure_axis.hpp"

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

TEST(Tics, OfDecades) {
    EXPECT_EQ(written(record::tics({"e", true}, 1e-8, 1e-2, 8)), "10⁻⁸ 10⁻⁷ 10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² | e");
    EXPECT_EQ(written(record::tics({"b [Hz]", true}, 1, 40, 8)), "1 2 5 10 20 | b [Hz]");
    FigureAxis words{"law"};
    words.categories = {"hertz", "flores"};
    EXPECT_EQ(written(record::tics(words, 1, 2, 8)), "hertz flores | law");
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Figure, DrawsCurvesPointsAndCells) {
    std::string name = (fs::temp_directory_path() / "jounce_figure_XXXXXX").string();
    const fs::path folder = ::mkdtemp(name.data());
    record::FigurePanel curves;
    curves.x.label = "time [s]";
    curves.y = {"force [N]", true};
    curves.curves.push_back({"it's one", {0, 1, 2}, {1, 10, 100}});
    curves.curves.push_back({"other", {0, 1, 2}, {2, std::nan(""), 0}, record::Mark::both});
    record::FigurePanel map;
    map.shade_label = "impacts";
    map.curves.push_back({"", {0, 1, 0, 1}, {0, 0, 1, 1}, record::Mark::cells, {1, 2, 3, 4}});
    record::draw_figure("plot", {"both", {curves, map}}, folder / "a.svg");
    const std::string svg = text_of(folder / "a.svg");
    for (const char* part : {"<svg", "both", "time [s]", "force [N]", "it's one", "other", "impacts", "</svg>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    // Nothing to draw is an empty frame, and a wrong ending an error.
    record::draw_figure("plot", {"none", {{}}}, folder / "b.png");
    EXPECT_EQ(text_of(folder / "b.png").substr(1, 3), "PNG");
    EXPECT_THROW(record::draw_figure("plot", {"none", {{}}}, folder / "b.pdf"), Error);
    fs::remove_all(folder);
}

}  // namespace
}  // namespace jounce::test::figure_test
