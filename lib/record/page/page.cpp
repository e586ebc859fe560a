// Pieces of a page of HTML: text, tables, interactive curves. The page loads nothing from outside.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jounce::record {

namespace {
constexpr std::size_t most_intervals = 2000;  // of a chart: more than the pixel columns of a screen
constexpr std::array colours = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"};

constexpr std::string_view own_style = R"css(
body { font: 15px/1.45 sans-serif; color: #222; max-width: 1100px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.2em; margin-top: 2em; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; }
td, th { border: 1px solid #ddd; padding: 2px 8px; text-align: left; white-space: nowrap; }
td:last-child { white-space: normal; overflow-wrap: anywhere; min-width: 6em; }
th { background: #f4f4f4; } pre { background: #f7f7f7; padding: 1em; overflow-x: auto; font-size: 13px; }

.dygraph-legend { background: rgba(255,255,255,0.7); left: auto !important; right: 4px; width: auto !important; }
.chart { width: 100%; height: 320px; margin: 1em 0 2.5em; } figure { margin: 1em 0; } img { max-width: 100%; }
)css";

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) -> unsigned { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u; };
        const unsigned word = at(i) << 16U | at(i + 1) << 8U | at(i + 2);
        for (unsigned k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : letters[word >> (18 - 6 * k) & 63U];
    }
    return out;
}
}  // namespace

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string script_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || code < 0x20) {
            out += fmt::format("\\u{:04x}", code);
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::vector<std::size_t> thinned_by_extremes(const std::vector<Curve>& curves, std::size_t rows, std::size_t intervals) {
    std::vector<std::size_t> out;
    const std::size_t kept_of_each = 2 + 2 * curves.size();
    if (rows <= kept_of_each * intervals) {
        for (std::size_t i = 0; i < rows; ++i) out.push_back(i);
        return out;
    }
    for (std::size_t k = 0; k < intervals; ++k) {
        const std::size_t from = k * rows / intervals, to = (k + 1) * rows / intervals;
        out.push_back(from);
        out.push_back(to - 1);
        for (const Curve& curve : curves) {
            std::size_t low = from, high = from;
            for (std::size_t i = from; i < to; ++i) {
                // A comparison with NaN is false: the first number takes its place.
                if (curve.values[i] < curve.values[low] || std::isnan(curve.values[low])) low = i;
                if (curve.values[i] > curve.values[high] || std::isnan(curve.values[high])) high = i;
            }
            out.push_back(low);
            out.push_back(high);
        }
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

Page::Page(std::string title, std::string library, std::string style)
    : title_(std::move(title)), library_(std::move(library)), style_(std::move(style)) {}

void Page::section(std::string_view title) { body_ += "<h2>" + html_text(title) + "</h2>\n"; }
void Page::paragraph(std::string_view text) { body_ += "<p>" + html_text(text) + "</p>\n"; }
void Page::preformatted(std::string_view text) { body_ += "<pre>" + html_text(text) + "</pre>\n"; }

void Page::table(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows, std::size_t most) {
    body_ += "<table><thead><tr>";
    for (const std::string& column : columns) body_ += "<th>" + html_text(column) + "</th>";
    body_ += "</tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
        body_ += "<tr>";
        for (const std::string& cell : rows[i]) body_ += "<td>" + html_text(cell) + "</td>";
        body_ += "</tr>\n";
    }
    body_ += "</tbody></table>\n";
    if (rows.size() > most) paragraph(fmt::format("The first {} of {} rows; the file has all.", most, rows.size()));
}

void Page::chart(const Chart& chart) {
    const std::vector<std::size_t> rows = thinned_by_extremes(chart.curves, chart.x.size(), most_intervals);
    if (rows.empty() || chart.curves.empty()) return;
    ++charts_;
    if (!chart.title.empty()) body_ += "<h3>" + html_text(chart.title) + "</h3>\n";
    if (library_.empty()) {
        drawing(chart, rows);
    } else {
        interactive(chart, rows);
    }
    if (rows.size() < chart.x.size()) {
        paragraph(
            fmt::format("{} of {} rows are drawn: the smallest and the largest value of every interval of time are among them.",
                        rows.size(), chart.x.size()));
    }
}

void Page::points(std::vector<NamedPoint> points, const std::string& x_label, const std::string& y_label) {
    std::erase_if(points, [](const NamedPoint& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    Chart all{"", x_label, y_label, {}, {}, true, true};
    for (const NamedPoint& p : points) {
        if (std::ranges::find(all.curves, p.name, &Curve::name) == all.curves.end())
            all.curves.push_back({p.name, std::vector<double>(points.size(), std::numeric_limits<double>::quiet_NaN())});
    }
    std::ranges::stable_sort(points, {}, &NamedPoint::x);
    for (std::size_t i = 0; i < points.size(); ++i) {
        all.x.push_back(points[i].x);
        std::ranges::find(all.curves, points[i].name, &Curve::name)->values[i] = points[i].y;
    }
    chart(all);
}

void Page::interactive(const Chart& chart, const std::vector<std::size_t>& rows) {
    const auto number = [](double value) { return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string("null"); };
    body_ += fmt::format("<div class=\"chart\" id=\"chart{}\"></div>\n<script>jounceCharts.push(new Dygraph(", charts_);
    body_ += fmt::format("document.getElementById(\"chart{}\"),[", charts_);
    for (const std::size_t i : rows) {
        if (!std::isfinite(chart.x[i])) continue;
        body_ += "[" + fmt::format("{:.12g}", chart.x[i]);
        for (const Curve& curve : chart.curves) body_.append(",").append(number(curve.values[i]));
        body_ += "],\n";
    }
    body_ += "],{labels:[" + script_text(chart.x_label);
    for (const Curve& curve : chart.curves) body_.append(",").append(script_text(curve.name));
    // dygraphs takes labels of axes as HTML.
    body_ += "],xlabel:" + script_text(html_text(chart.x_label)) + ",ylabel:" + script_text(html_text(chart.y_label));
    body_ += chart.points ? ",drawPoints:true,pointSize:2.5" : "";
    const bool marked = std::ranges::any_of(chart.curves, &Curve::marks);  // at other instants than the lines
    if (marked) body_ += ",series:{";
    for (const Curve& curve : chart.curves)
        if (curve.marks) body_ += script_text(curve.name) + ":{drawPoints:true,pointSize:2.5,strokeWidth:0},";
    if (marked) body_ += "},connectSeparatedPoints:true";
    // A zoom between two points shows the line between them.
    body_ += chart.joined ? ",connectSeparatedPoints:true,strokeWidth:1" : chart.points ? ",strokeWidth:0" : "";
    body_ +=
        ",axes:{x:{axisLabelWidth:70},y:{axisLabelWidth:80}},labelsSeparateLines:true,legend:\"always\",sigFigs:5}));</script>\n";
}

/// Without the library: the same curves as a static drawing.
void Page::drawing(const Chart& chart, const std::vector<std::size_t>& rows) {
    constexpr double width = 1000, height = 300;
    const double none = std::numeric_limits<double>::infinity();
    double left = none, right = -none, low = none, high = -none;
    for (const std::size_t i : rows) {
        left = std::min(left, chart.x[i]);
        right = std::max(right, chart.x[i]);
        for (const Curve& curve : chart.curves) {
            if (!std::isfinite(curve.values[i])) continue;
            low = std::min(low, curve.values[i]);
            high = std::max(high, curve.values[i]);
        }
    }
    const auto part = [](double value, double from, double to) { return to > from ? (value - from) / (to - from) : 0.5; };
    body_ += fmt::format("<svg class=\"chart\" viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\">\n", width, height);
    for (std::size_t c = 0; c < chart.curves.size(); ++c) {
        const Curve& curve = chart.curves[c];
        const char* colour = colours[c % colours.size()];
        const bool points = chart.points || curve.marks;
        if (!points) body_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" points=\"", colour);
        for (const std::size_t i : rows) {
            if (!std::isfinite(curve.values[i]) || !std::isfinite(chart.x[i])) continue;
            const double x = width * part(chart.x[i], left, right), y = height * (1 - part(curve.values[i], low, high));
            body_ += points ? fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\" fill=\"{}\"/>", x, y, colour)
                            : fmt::format("{:.1f},{:.1f} ", x, y);
        }
        body_ += points ? "\n" : "\"/>\n";
    }
    body_ += "</svg>\n";
    std::string names;
    for (const Curve& curve : chart.curves) names += (names.empty() ? "" : ", ") + curve.name;
    paragraph(fmt::format("{}: {:.6g} to {:.6g} over {} {:.6g} to {:.6g}", names, low, high, chart.x_label, left, right));
}

void Page::picture(std::string_view name, std::string_view type, std::string_view bytes) {
    body_ += "<figure><img alt=\"" + html_text(name) + "\" src=\"data:" + std::string(type) + ";base64," + base64(bytes) +
             "\"><figcaption>" + html_text(name) + "</figcaption></figure>\n";
}

std::string Page::text() const {
    // The policy also covers the content of pictures and scripts from other sources.
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
    out += html_text(title_) + "</title>\n<style>" + style_ + std::string(own_style) + "</style>\n";
    if (!library_.empty()) out += "<script>" + library_ + "</script>\n<script>var jounceCharts = [];</script>\n";
    return out + "</head><body>\n<h1>" + html_text(title_) + "</h1>\n" + body_ + "</body></html>\n";
}

}  // namespace jounce::record
