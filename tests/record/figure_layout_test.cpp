// Words in a picture: none collides with another one, with a frame, a colour bar or a piece of the key, and none leaves the
// picture, whatever the picture holds. Rooms are oriented rectangles, which collide unless an edge of one of them parts them
// (separating axes). Widths are compared with those of DejaVu Sans, read off the font. One scale for both axes is one scale.
// Controls: a word moved by a line collides; a shorter frame than the words ask for cuts them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "base/messages/error.hpp"
#include "record/plots/figure_data.hpp"
#include "record/plots/figure_fonts.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::test::figure_layout_test {
namespace {

using record::Figure;
using record::FigureCurve;
using record::FigurePanel;
using record::lay_out;
using record::Layout;
using record::Mark;
using record::PlacedText;
using record::Rectangle;
using Corners = std::array<std::pair<double, double>, 4>;

Corners corners(const Rectangle& r) {
    return {{{r.x, r.y}, {r.x + r.width, r.y}, {r.x + r.width, r.y + r.height}, {r.x, r.y + r.height}}};
}

bool parted_by_an_edge(const Corners& a, const Corners& b) {
    for (std::size_t i = 0; i < 4; ++i) {
        const double nx = a[(i + 1) % 4].second - a[i].second, ny = a[i].first - a[(i + 1) % 4].first;
        double nearest = INFINITY;
        for (const auto& [x, y] : b) nearest = std::min(nearest, (x - a[i].first) * nx + (y - a[i].second) * ny);
        if (nearest >= 0) return true;
    }
    return false;
}

bool collide(const Corners& a, const Corners& b) { return !parted_by_an_edge(a, b) && !parted_by_an_edge(b, a); }

/// The first collision as words, or "".
std::string collision(const Layout& layout) {
    std::vector<std::pair<std::string, Corners>> things;
    for (const PlacedText& text : layout.texts) {
        things.emplace_back(text.text, record::corners(text));
        for (const auto& [x, y] : things.back().second) {
            if (x < 0 || y < 0 || x > layout.width || y > layout.height) return "'" + text.text + "' leaves the picture";
        }
    }
    const std::size_t texts = things.size();
    for (const record::PlacedPanel& panel : layout.panels) {
        things.emplace_back("a frame", corners(panel.frame));
        if (panel.bar) things.emplace_back("a bar", corners(*panel.bar));
    }
    for (const record::KeySample& sample : layout.key)
        things.emplace_back("a piece of the key", corners(Rectangle{sample.x, sample.y - 6, record::key_sample, 12}));
    for (std::size_t i = 0; i < things.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (i >= texts && k >= texts && things[i].first == "a bar" && things[k].first == "a bar") continue;
            if (collide(things[i].second, things[k].second)) return "'" + things[i].first + "' on '" + things[k].first + "'";
        }
    }
    return "";
}

const std::string long_text =
    "The response of the hollow shaft on its worn bearing with a clearance that grows over the time, measured and computed, at "
    "all "
    "speeds between 0 and 3000 rpm_without_any_space_to_break_the_line_at_and_so_on_and_so_on_and_so_on";

std::vector<std::string> words(int count, int length) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(std::to_string(i) + std::string(static_cast<std::size_t>(length), 'm'));
    return out;
}

FigureCurve line(double width, double height, const std::string& name = "") { return {name, {-width, width}, {-height, height}}; }

/// Panels of all kinds: small numbers, decades, words along x and y, maps, one scale, long titles, many names.
std::vector<FigurePanel> panels() {
    std::vector<FigurePanel> out;
    const auto add = [&out](FigureCurve curve) -> FigurePanel& {
        FigurePanel panel;
        panel.x.label = "frequency of the excitation [Hz]";
        panel.y.label = "pin.eccentricity_y [m]";
        panel.curves.push_back(std::move(curve));
        out.push_back(std::move(panel));
        return out.back();
    };
    add(line(1, 1));
    FigurePanel& orbit = add(line(2e-4, 1.3e-4));
    orbit.equal = true;
    orbit.circle = 2e-4;
    add(line(100, 1)).equal = true;
    add(line(1, 100)).equal = true;
    add(line(1e308, 1e-308)).title = long_text;
    add({"", {123456.789, 123456.7891}, {-1e-9, 1e5}}).y.label = long_text;
    FigurePanel& decades = add({"", {1e-9, 3e-9}, {1e-300, 1e300}});
    decades.x.logarithmic = decades.y.logarithmic = true;
    decades.x.label = long_text;
    for (const int count : {2, 7, 25, 40, 100}) {
        for (const int length : {1, 12, 60}) {
            FigureCurve curve;
            for (int i = 1; i <= count; ++i) {
                curve.x.push_back(i);
                curve.y.push_back(1e6 * i);
            }
            add(curve).x.categories = words(count, length);
            std::swap(curve.x, curve.y);
            add(curve).y.categories = words(count, length);
        }
    }
    FigurePanel& map = add({"", {0, 1, 0, 1}, {0, 0, 1, 1}, Mark::cells, {1e5, -12345678, 3, 4}});
    map.shade.label = "force on the stop of the bearing, the largest one in the period [N]";
    map.title = "a map";
    FigurePanel& many = add(line(1, 1, long_text));
    for (int i = 0; i < 41; ++i) many.curves.push_back(line(1, i, "curve " + std::to_string(i)));
    return out;
}

TEST(FigureLayout, NothingCollides) {
    const std::vector<FigurePanel> all = panels();
    for (const FigurePanel& panel : all) {
        for (const char* title : {"", "response", long_text.c_str()}) {
            const Layout layout = lay_out({title, {panel}}, "plot");
            EXPECT_EQ(collision(layout), "") << panel.x.categories.size() << " " << panel.y.categories.size() << " " << title;
            EXPECT_LE(layout.width, 4000);
            EXPECT_LE(layout.height, 4000);
        }
    }
    for (const int columns : {1, 2, 3, 6}) {
        for (std::size_t first = 0; first < all.size(); first += 2) {
            Figure figure;
            figure.title = long_text;
            figure.columns = columns;
            figure.one_key = first % 4 == 2;
            figure.shared_x = columns == 1;
            for (std::size_t i = 0; i < 4; ++i) figure.panels.push_back(all[(first + i * 5) % all.size()]);
            EXPECT_EQ(collision(lay_out(figure, "plot")), "") << columns << " columns, from panel " << first;
        }
    }
    // One bar for maps of one scale.
    Figure maps;
    maps.columns = 2;
    maps.one_key = true;
    for (int i = 0; i < 3; ++i) {
        maps.panels.push_back(all[all.size() - 2]);
        maps.panels.back().title = "map " + std::to_string(i);
    }
    const Layout layout = lay_out(maps, "plot");
    EXPECT_EQ(collision(layout), "");
    EXPECT_TRUE(layout.panels[0].bar && !layout.panels[1].bar && !layout.panels[2].bar);
}

TEST(FigureLayout, TheTestSeesCollisions) {
    const Layout layout = lay_out({"title", panels()}, "plot");
    ASSERT_EQ(collision(layout), "");
    for (std::size_t i = 0; i < layout.texts.size(); i += 7) {
        Layout moved = layout;
        moved.texts[i].x = moved.texts[(i + 1) % layout.texts.size()].x;
        moved.texts[i].y = moved.texts[(i + 1) % layout.texts.size()].y;
        EXPECT_NE(collision(moved), "") << layout.texts[i].text;
    }
    Layout cut = layout;
    cut.width -= 20;
    EXPECT_NE(collision(cut), "");
}

std::vector<std::string> key_of(const Figure& figure) {
    const Layout layout = lay_out(figure, "plot");
    std::vector<std::string> out;
    for (const PlacedText& text : layout.texts)
        if (text.anchor == record::Anchor::left) out.push_back(text.text);
    return out;
}

// Runs of one model have one name; a curve without a point is named as such; panels of the same curves have one key.
TEST(FigureLayout, TheKeyTellsCurvesApart) {
    FigurePanel panel;
    for (const char* name : {"shaft", "other", "shaft", ""}) panel.curves.push_back(line(1, 1, name));
    panel.curves.push_back({"none", {1}, {std::nan("")}});
    EXPECT_EQ(key_of({"", {panel}}), (std::vector<std::string>{"shaft (1)", "other", "shaft (2)", "none (nothing to draw)"}));
    panel.curves.resize(2);
    Figure figure{"", {panel, panel}};
    EXPECT_EQ(key_of(figure).size(), 4u);
    figure.one_key = true;
    EXPECT_EQ(key_of(figure), (std::vector<std::string>{"shaft", "other"}));
    panel.curves.resize(1);
    EXPECT_EQ(key_of({"", {panel}}).size(), 0u);
}

// DejaVu Sans, advance widths in 1/2048 of the size: digits 1303, W 2025, m 1995, i 569, x 1212, minus 1716, raised digits 821.
TEST(FigureLayout, WordsHaveTheRoomOfAWideFont) {
    const double unit = record::font_size / 2048;
    const std::pair<const char*, double> references[] = {{"0123456789", 13030 * unit}, {"WWWW", 8100 * unit},
                                                         {"mmmm", 7980 * unit},        {"iiii", 2276 * unit},
                                                         {"xx", 2424 * unit},          {"¹²³", 2463 * unit}};
    for (const auto& [text, width] : references) {
        EXPECT_GE(record::text_width(text), width) << text;
        EXPECT_LE(record::text_width(text), 1.45 * width) << text;
    }
}

TEST(FigureLayout, LongWordsAreBrokenAndShortened) {
    EXPECT_EQ(record::wrapped("", 100, 3).size(), 0u);
    EXPECT_EQ(record::wrapped("one two", 1000, 3), std::vector<std::string>{"one two"});
    EXPECT_EQ(record::wrapped("one two", record::text_width("one tw"), 3), (std::vector<std::string>{"one", "two"}));
    std::string joined;
    for (const std::string& line : record::wrapped(long_text, 300, 100)) {
        EXPECT_LE(record::text_width(line), 300.001);
        joined += line;
    }
    std::string without_spaces = long_text;
    std::erase(joined, ' ');
    std::erase(without_spaces, ' ');
    EXPECT_EQ(joined, without_spaces);
    const std::vector<std::string> three = record::wrapped(long_text, 300, 3);
    ASSERT_EQ(three.size(), 3u);
    EXPECT_TRUE(three.back().ends_with("…")) << three.back();
    EXPECT_EQ(record::shortened("日本語日本語", record::text_width("日本語日") + 1), "日本語…");
}

TEST(FigureLayout, OneScaleForBothAxes) {
    for (const auto& [width, height] :
         {std::pair(1.0, 1.0), {100.0, 1.0}, {1.0, 100.0}, {2e-4, 1e-9}, {1.0, 0.0}, {1e308, 1.0}}) {
        FigurePanel panel;
        panel.equal = true;
        panel.curves.push_back(line(width, height));
        const record::Axes axes = lay_out({"", {panel}}, "plot").panels[0].axes;
        ASSERT_EQ(axes.x.factor, axes.y.factor);
        const double x = axes.frame.width / (axes.x.high - axes.x.low), y = axes.frame.height / (axes.y.high - axes.y.low);
        EXPECT_NEAR(x / y, 1, 1e-9) << width << " " << height;
        EXPECT_GE(axes.frame.height, 0.39 * axes.frame.width);
        EXPECT_GE(axes.y.marks.size(), 2u) << width << " " << height;
    }
    FigurePanel held;
    held.equal = true;
    held.y.from = 0;
    held.y.to = 1;
    held.curves.push_back({"", {0, 5}, {0, 1}});
    const record::Axes axes = lay_out({"", {held}}, "plot").panels[0].axes;
    EXPECT_NEAR(axes.frame.height / axes.frame.width, 1 / (axes.x.high - axes.x.low), 1e-9);
    EXPECT_EQ(axes.y.high, 1);
    held.curves[0].x = {0, 1000};
    try {
        static_cast<void>(lay_out({"", {held}}, "plot"));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.message().substr(0, 44), "plot: 'equal' with these ranges makes one ax");
    }
}

TEST(FigureLayout, CharactersWithoutAFontAreNamed) {
    FigurePanel panel;
    panel.x.label = "Ω 日本";
    panel.curves.push_back(line(1, 1));
    const Layout before = lay_out({"", {panel}}, "plot");
    Layout layout = before;
    mark_missing(layout, [](const std::vector<char32_t>&) { return true; });
    EXPECT_EQ(layout.texts.size(), before.texts.size());
    mark_missing(layout, [](const std::vector<char32_t>& all) {
        return std::ranges::none_of(all, [](char32_t c) { return c >= 0x4e00 && c < 0xa000; });
    });
    EXPECT_EQ(layout.texts.back().text, "in no installed font: U+65E5, U+672C");
    EXPECT_TRUE(std::ranges::any_of(layout.texts, [](const PlacedText& text) { return text.text == "Ω \ufffd\ufffd"; }));
    EXPECT_EQ(collision(layout), "");
    EXPECT_GT(layout.height, before.height);
}

// A gap in the numbers is a gap in the line: a blank line parts the pieces, and no piece holds a number of the other side.
TEST(FigureData, LinesBreakAtGaps) {
    FigurePanel panel;
    panel.curves.push_back({"", {1, 2, 3, 4, 5}, {1, 2, std::nan(""), 2, 1}});
    const record::Axes axes = lay_out({"", {panel}}, "plot").panels[0].axes;
    EXPECT_EQ(record::line_data(panel.curves[0], axes), "1 1\n2 2\n\n4 2\n5 1\n");
    EXPECT_EQ(record::point_data(panel.curves[0], axes), "1 1\n2 2\n4 2\n5 1\n");
}

// Twenty periods of a sine by 20 000 points: at most a tenth of them are written, and the distance of the sine from the lines
// is below a pixel of 1500 (one pixel for points in the same one, a fifth for points left out). The control: one point that
// stands out stays.
TEST(FigureData, PointsOnTheLineBetweenOthersAreLeftOut) {
    constexpr int points = 20000;
    FigurePanel panel;
    panel.curves.push_back({"", {}, {}});
    for (int i = 0; i <= points; ++i) {
        const double x = 40 * std::numbers::pi * i / points;
        panel.curves[0].x.push_back(x);
        panel.curves[0].y.push_back(i == 7777 ? 1.5 : std::sin(x));
    }
    const record::Axes axes = lay_out({"", {panel}}, "plot").panels[0].axes;
    const double wide = (axes.x.high - axes.x.low) / 1500, high = (axes.y.high - axes.y.low) / 1500;  // of a pixel
    std::istringstream text(record::line_data(panel.curves[0], axes));
    int written = 0;
    double x0 = 0, y0 = 0, worst = 0, highest = 0;
    for (double x = 0, y = 0; text >> x >> y; ++written, x0 = x, y0 = y) {
        highest = std::max(highest, y);
        if (written == 0 || y == 1.5 || y0 == 1.5) continue;
        for (const double part : {0.25, 0.5, 0.75}) {
            const double across = (x - x0) / wide, up = (y - y0) / high;
            const double beside = y0 + part * (y - y0) - std::sin(axes.x.factor * (x0 + part * (x - x0)));
            worst = std::max(worst, std::abs(beside / high * across) / std::hypot(across, up));
        }
    }
    EXPECT_GT(written, 200);
    EXPECT_LT(written, points / 10);
    EXPECT_EQ(highest, 1.5);
    EXPECT_DOUBLE_EQ(axes.x.factor * x0, 40 * std::numbers::pi);
    EXPECT_LT(worst, 1);
    // A line that returns to where it came from: what it went out to stays.
    panel.curves[0] = {"", {1, 1, 1, 2, 2, 2}, {0, 5, 0, 0, 3, 0}};
    const record::Axes stems = lay_out({"", {panel}}, "plot").panels[0].axes;
    EXPECT_EQ(record::line_data(panel.curves[0], stems), "1 0\n1 5\n1 0\n2 0\n2 3\n2 0\n");
}

}  // namespace
}  // namespace jounce::test::figure_layout_test
