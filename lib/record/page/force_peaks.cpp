// Peaks of contact forces in the charts of a page.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/force_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace jounce::record {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Adds a curve with values at instants of its own.
void add_marks(Chart& chart, const std::string& name, const std::vector<double>& times, const std::vector<double>& values) {
    const std::size_t rows = chart.x.size();
    chart.x.insert(chart.x.end(), times.begin(), times.end());
    for (Curve& curve : chart.curves) curve.values.resize(chart.x.size(), none);
    Curve marks{name, std::vector<double>(rows, none), true};
    marks.values.insert(marks.values.end(), values.begin(), values.end());
    chart.curves.push_back(std::move(marks));
    std::vector<std::size_t> order(chart.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return chart.x[i]; });
    const auto sorted = [&](const std::vector<double>& of) {
        std::vector<double> out;
        for (const std::size_t i : order) out.push_back(of[i]);
        return out;
    };
    chart.x = sorted(chart.x);
    for (Curve& curve : chart.curves) curve.values = sorted(curve.values);
}

}  // namespace

void add_force_peaks(Chart& chart, const TableFile& impacts) {
    const auto gap = impacts.find("gap"), time = impacts.find("time_in"), force = impacts.find("peak_force");
    if (!gap || !time || !force || chart.x.empty()) return;
    const auto onsets = impacts.numbers(*time), forces = impacts.numbers(*force);
    if (!onsets || !forces) return;
    const std::vector<double> recorded = chart.x;
    const auto [first, last] = std::ranges::minmax(recorded);
    std::vector<std::string> names;
    for (const Curve& curve : chart.curves) names.push_back(curve.name);
    for (const std::string& name : names) {
        std::vector<double> times, values;
        for (std::size_t i = 0; i < impacts.rows.size(); ++i) {
            const bool of_curve = name == impacts.rows[i][*gap] + ".force [N]";
            if (!of_curve || !std::isfinite((*forces)[i]) || (*onsets)[i] < first || (*onsets)[i] > last) continue;
            times.push_back((*onsets)[i]);
            values.push_back((*forces)[i]);
        }
        if (!times.empty()) add_marks(chart, name.substr(0, name.size() - 4) + ", peaks [N]", times, values);
    }
}

}  // namespace jounce::record
