// Outlines in the plane.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/planar_outline.hpp"

#include <algorithm>
#include <numbers>

namespace jounce::record {

using bodies::Vector2;

namespace {

constexpr double pi = std::numbers::pi;

Vector2 unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// Points of an arc, both ends included.
void add_arc(const Vector2& centre, double radius, double from, double to, std::vector<Vector2>& out) {
    constexpr int parts = circle_corners / 2;
    for (int i = 0; i <= parts; ++i) out.push_back(centre + radius * unit(from + (to - from) * i / parts));
}

double turn(const Vector2& a, const Vector2& b, const Vector2& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

}  // namespace

std::vector<Vector2> circle(const Disc& disc, int corners) {
    std::vector<Vector2> out;
    for (int i = 0; i < corners; ++i) out.push_back(disc.centre + disc.radius * unit(2 * pi * i / corners));
    return out;
}

// A. M. Andrew (1979), doi:10.1016/0020-0190(79)90072-3: the lower and the upper chain of the sorted points.
std::vector<Vector2> hull(const std::vector<Disc>& discs) {
    std::vector<Vector2> points;
    for (const Disc& disc : discs) {
        const std::vector<Vector2> corners = circle(disc);
        points.insert(points.end(), corners.begin(), corners.end());
    }
    std::sort(points.begin(), points.end(),
              [](const Vector2& a, const Vector2& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
    std::vector<Vector2> out;
    for (int chain = 0; chain < 2; ++chain) {
        const std::size_t first = out.size();
        for (const Vector2& point : points) {
            while (out.size() >= first + 2 && turn(out[out.size() - 2], out.back(), point) <= 0) out.pop_back();
            out.push_back(point);
        }
        if (!out.empty()) out.pop_back();  // it begins the other chain
        std::reverse(points.begin(), points.end());
    }
    return out;
}

std::vector<Vector2> slot_outline(const contact::PlanarGap& gap, double half_width) {
    std::vector<Vector2> out;
    const double middle = std::atan2(gap.normal.y(), gap.normal.x());
    if (gap.arc) {
        const double low = middle - gap.half_angle, high = middle + gap.half_angle;
        add_arc(Vector2::Zero(), gap.radius + half_width, low, high, out);
        add_arc(gap.radius * unit(high), half_width, high, high + pi, out);
        add_arc(Vector2::Zero(), gap.radius - half_width, high, low, out);
        add_arc(gap.radius * unit(low), half_width, low - pi, low, out);
        return out;
    }
    const Vector2 along(gap.normal.y(), -gap.normal.x());
    add_arc(gap.half_length * along, half_width, middle - pi, middle, out);
    add_arc(-gap.half_length * along, half_width, middle, middle + pi, out);
    return out;
}

}  // namespace jounce::record
