// Probes over time as they are drawn, between their records.
// Reference: functions written down, and a mass that meets a Hertz stop, in closed form: m v^2 / 2 = K d^(5/2) 2/5 at the largest
// indentation d, with the force K d^(3/2). Controls: straight lines between the records, and records that miss the contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/time_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "record/run/run.hpp"
#include "small_cases.hpp"

namespace jounce::test::time_curve_test {
namespace {

using record::add_peaks;
using record::Column;
using record::ContactPeak;
using record::drawn_curve;
using record::Interval;
using record::Series;
using record::TimeCurve;

// Sixteen records in a period of 1 s: the cubic errs by h^4/384 (2 pi)^4, a straight line by h^2/8 (2 pi)^2.
TEST(TimeCurve, OfAnOscillationIsRoundBetweenItsRecords) {
    const double omega = 2 * 3.14159265358979324, h = 1.0 / 16;
    Series series;
    series.columns = {Column{"x", "m", {}, {}}};
    for (int i = 0; i <= 32; ++i) {
        series.times.push_back(h * i);
        series.columns[0].values.push_back(std::sin(omega * h * i));
        series.columns[0].rates.push_back(omega * std::cos(omega * h * i));
    }
    const TimeCurve curve = drawn_curve(series, series.columns[0], {0.1, 1.9}, {});
    EXPECT_EQ(curve.times.front(), 0.1);
    EXPECT_EQ(curve.times.back(), 1.9);
    double largest_interval = 0;
    for (std::size_t i = 0; i < curve.times.size(); ++i) {
        EXPECT_NEAR(curve.values[i], std::sin(omega * curve.times[i]), std::pow(omega * h, 4) / 384 * 1.001);
        if (i > 0) largest_interval = std::max(largest_interval, curve.times[i] - curve.times[i - 1]);
    }
    EXPECT_LT(largest_interval, 0.1 * h) << "straight lines between the points";
    EXPECT_GT(std::pow(omega * h, 2) / 8, 20 * std::pow(omega * h, 4) / 384) << "control";
}

TEST(TimeCurve, PassesThroughTheExtremesOfStepsThatAreNotRecorded) {
    Series series;
    series.times = {0, 1, 2};
    series.columns = {Column{"f", "N", {0, 1, 0}, {0, 0, 0}, {-3, 0}, {7, 1}}};
    series.intervals = {Interval::contact, Interval::contact};
    const TimeCurve curve = drawn_curve(series, series.columns[0], {0, 2}, {});
    EXPECT_EQ(curve.values, (std::vector<double>{0, -3, 7, 1, 0}));
    EXPECT_EQ(drawn_curve(series, series.columns[0], {0, 2}, {{0.4, 0.5, 7}}).values, (std::vector<double>{0, 1, 0}))
        << "the contact is known";
}

TEST(TimeCurve, HasThePeaksOfContacts) {
    TimeCurve curve{{0, 1, 2, 3}, {0, 0, 4, 0}};
    add_peaks(curve, {{0.4, 0.6, 5}, {1.5, 2.4, 6}, {2.5, 2.75, 1e-3}});
    EXPECT_EQ(curve.times, (std::vector<double>{0, 0.4, 0.5, 0.6, 1, 1.5, 2, 2.2, 2.4, 2.5, 2.625, 2.75, 3}));
    EXPECT_EQ(curve.values, (std::vector<double>{0, 0, 5, 0, 0, 0, 4, 6, 0, 0, 1e-3, 0, 0}));
    TimeCurve reached{{0, 1, 2}, {0, 3, 0}};
    add_peaks(reached, {{0.5, 1.5, 3.002}});
    EXPECT_EQ(reached.values, (std::vector<double>{0, 3, 0})) << "within a thousandth";
    TimeCurve rising{{0, 1, 2, 3}, {0, 2, 3, 0}};
    add_peaks(rising, {{0, 3, 4}});
    EXPECT_EQ(rising.times, (std::vector<double>{0, 1, 1.5, 2, 3})) << "on the side of the larger neighbour";
}

// Of `hertz_ball`.
const double peak_force = 1e12 * std::pow(1.25e-12, 0.6);

record::Run run_of(const char* method, double step, int every, const fs::path& root) {
    return record::execute(system_of(hertz_ball(1.5e-3)),
                           options_of({{"method", table({{"family", "method"}, {"kind", method}})},
                                       {"step", step},
                                       {"duration", 5e-3},
                                       {"record", table({{"every", every}, {"probes", words({"wall.force"})}})}}),
                           session_in(root));
}

/// The smallest vertical coordinate of each curve of a picture.
std::vector<double> tops(const std::string& svg) {
    std::vector<double> out;
    for (std::size_t at = svg.find("<g id=\"gnuplot_plot_"); at != std::string::npos;
         at = svg.find("<g id=\"gnuplot_plot_", at + 1)) {
        double top = 1e9;
        const std::size_t end = svg.find("<g id=\"gnuplot_plot_", at + 1);
        for (std::size_t path = svg.find(" d='", at); path < end; path = svg.find(" d='", path + 1)) {
            if (svg.compare(svg.rfind("<path", path) + 14, 7, "rgb( 96") == 0) continue;  // the frame
            std::string numbers = svg.substr(path + 4, svg.find('\'', path + 4) - path - 4);
            std::ranges::replace_if(
                numbers, [](char c) { return c == 'M' || c == 'L' || c == ','; }, ' ');
            std::istringstream words(numbers);
            for (double x = 0, y = 0; words >> x >> y;) top = std::min(top, y);
        }
        out.push_back(top);
    }
    return out;
}

// Both runs are drawn over the same axes: one records every step, the other one a few records without a force. Its picture is
// integrated again, or (more than a million steps) has the peak of the impact log.
TEST(TimeCurve, OfARunShowsAContactBetweenTwoRecords) {
    const Folder root;
    const record::Run fine = run_of("newmark", 1e-6, 1, root.path);
    ASSERT_NEAR(fine.peak("wall.force", 0), peak_force, 2e-3 * peak_force);
    struct Coarse {
        const char* method;
        double step;
        int every;
    };
    for (const Coarse& way : {Coarse{"newmark", 1e-6, 1000}, Coarse{"newmark", 4e-9, 250000}, Coarse{"precise", 1e-6, 1000},
                              Coarse{"event_driven", 1e-3, 1}}) {
        SCOPED_TRACE(std::string(way.method) + " every " + std::to_string(way.every));
        const record::Run coarse = run_of(way.method, way.step, way.every, root.path);
        for (const double force : coarse.series("wall.force").second) ASSERT_EQ(force, 0) << "control: the records miss it";
        fine.plot({"wall.force"}, "a.svg", {&coarse});
        const std::vector<double> found = tops(text_of(root.path / "a.svg"));
        ASSERT_EQ(found.size(), 2u);
        EXPECT_NEAR(found[0], found[1], 2) << "points of a picture several hundred points high";
        const record::PlotRange later{2.5e-3, {}};
        fine.plot({"wall.force"}, "b.svg", {&coarse}, later);
        const std::vector<double> flat = tops(text_of(root.path / "b.svg"));
        ASSERT_EQ(flat.size(), 2u);
        EXPECT_NEAR(flat[0], flat[1], 2);
        EXPECT_GT(flat[0], found[0] + 50) << "control: no force behind the contact";
    }
}

}  // namespace
}  // namespace jounce::test::time_curve_test
