// The value may jump, its slope, or the speed may change beyond all bounds; what remains is a jump of a higher derivative.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "system/signals/kink.hpp"
#include "system/signals/signal_scan.hpp"

namespace jounce::signals {

namespace {

/// Do fourth differences over microseconds reach an eighth of their maximum in a third of all places? Those of a jump or a
/// corner do in a few.
std::optional<double> scatter_about(SampledMotion& motion, double t) {
    constexpr std::size_t count = 65, many = 20;
    const double reach = std::min({32 * motion.scales().finest, t - motion.begin(), motion.end() - t});
    std::array<double, count> difference{};
    for (std::size_t i = 0; i < count; ++i) difference[i] = motion.value(t + reach * (static_cast<double>(i) / 32 - 1));
    for (int k = 0; k < 4; ++k) {
        for (std::size_t i = count - 1; i > static_cast<std::size_t>(k); --i) difference[i] -= difference[i - 1];
    }
    double largest = 0;
    for (std::size_t i = 4; i < count; ++i) largest = std::max(largest, difference[i] = std::abs(difference[i]));
    if (!(largest > 0)) return {};
    const auto reach_it = [&](double d) { return d >= largest / 8; };
    if (std::count_if(difference.begin() + 4, difference.end(), reach_it) < static_cast<std::ptrdiff_t>(many)) return {};
    return largest / 3;  // a jump of the size 1 has differences of 1, 3, 3, 1
}

[[noreturn]] void refuse(SampledMotion& motion, MotionFault kind, double time, double within, int returned) {
    if (const auto scatter = scatter_about(motion, time)) throw FoundFault{{MotionFault::noise, time, *scatter, returned}};
    throw FoundFault{{kind, time, within, returned}};
}

void refuse_in_run(SampledMotion& motion, const Place& place, PlaceFinding& finding) {
    signals::refuse_in_run(motion, place);
    finding.kinks.push_back(place.end);
}

void classify_by_values(SampledMotion& motion, const Place& place, PlaceFinding& out) {
    const double a = place.begin, b = place.end, width = b - a;
    const MotionScales& scales = motion.scales();
    const auto value = [&](double t) { return motion.value(t); };
    for (const double more : {0.0, width / 4}) {  // it may be at an end
        if (const auto kink = kink_within(value, a - more, b + more)) {
            out.kinks.push_back(*kink);
            return;
        }
    }
    // A jump of the acceleration, and even a power of 1.5, change the speed about as much as beside it, or by little.
    const auto change = [&](double begin) {
        const double h = width / 8;
        double slowest = infinite, fastest = -infinite;
        for (int i = 0; i < 8; ++i) {
            const double speed = (value(begin + (i + 1) * h) - value(begin + i * h)) / h;
            slowest = std::min(slowest, speed);
            fastest = std::max(fastest, speed);
        }
        return fastest - slowest;
    };
    const double uncertain =
        (8 * epsilon * (std::abs(value(a)) + std::abs(b) * scales.largest[0]) + scales.smooth[0]) / (width / 8);
    const double here = change(a);
    if (here > share_of_speed * scales.largest[0] + uncertain && here > 4 * std::max(change(a - width), change(b)))
        refuse_in_run(motion, place, out);
    // A square root: ever faster towards one instant.
    double from = a, to = b;
    for (int i = 0; i < 8; ++i) {
        const double middle = from + (to - from) / 2;
        (std::abs(value(middle) - value(from)) > std::abs(value(to) - value(middle)) ? to : from) = middle;
    }
    const double beside = std::max(std::abs(value(a) - value(a - width)), std::abs(value(b + width) - value(b))) / width;
    const double fastest = std::abs(value(to) - value(from)) / (to - from);
    if (fastest > 4 * beside + share_of_speed * scales.largest[0] + 32 * uncertain) refuse_in_run(motion, place, out);
    out.may_bend = true;
}

void classify_by_slope(SampledMotion& motion, const Place& place, PlaceFinding& out) {
    const double a = place.begin, b = place.end;
    const MotionScales& scales = motion.scales();
    const auto slope = [&](double t) { return motion.slope(t); };
    const double jump = std::abs(slope(b) - slope(a));
    int ignored = 0;
    const auto kink = jump > scales.smooth[1] ? find_jump(slope, a, b, ignored) : std::nullopt;
    const double allowed = share_of_speed * (kink ? jump : scales.largest[0]) + scales.smooth[1];
    const double before = slope(a), after = slope(b);
    constexpr int places = 16;
    for (int i = 1; i < places; ++i) {
        const double t = a + (b - a) * i / places;
        const double expected = kink ? (t < *kink ? before : after) : before + (after - before) * i / places;
        if (std::abs(slope(t) - expected) > allowed + scales.largest[1] * (b - a)) refuse_in_run(motion, place, out);
    }
    if (kink) {
        out.kinks.push_back(*kink);
    } else {
        out.may_bend = true;
    }
}

}  // namespace

void refuse_in_run(SampledMotion& motion, const Place& place) {
    if (motion.in_run(place.end) || motion.in_run(place.begin))
        refuse(motion, MotionFault::unresolved, place.begin + (place.end - place.begin) / 2, place.end - place.begin,
               place.returned);
}

PlaceFinding classify(SampledMotion& motion, const Place& given) {
    PlaceFinding out;
    Place place = given;
    const double a = place.begin, b = place.end;
    place.returned = motion.at(a).motion.returned;
    const double width = b - a, before = motion.value(a), gradient = (before - motion.value(a - width / 2)) / (width / 2);
    const auto beside_line = [&](double t) { return motion.value(t) - gradient * (t - a); };
    const double rounding = 1e2 * epsilon * (std::abs(before) + std::abs(b * gradient));
    int ignored = 0;
    if (std::abs(beside_line(b) - before) > motion.scales().smooth[0] / 64 + rounding) {
        if (const auto jump = find_jump(beside_line, a, b, ignored)) {
            if (motion.in_run(*jump)) refuse(motion, MotionFault::value_jumps, *jump, 0, place.returned);
            out.kinks.push_back(*jump);
            return out;
        }
    }
    if (place.returned > 1) {
        classify_by_slope(motion, place, out);
    } else {
        place.returned = 1;
        classify_by_values(motion, place, out);
    }
    return out;
}

}  // namespace jounce::signals
