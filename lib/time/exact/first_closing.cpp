// The first closing of an open gap side on a span of linear motion, isolated by bounds so that none is missed.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/first_closing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "contact/response/gap.hpp"
#include "contact/response/status.hpp"
#include "time/exact/first_rise.hpp"

namespace jounce::time {

namespace {
constexpr double few = 64;  // roundings
}  // namespace

FirstClosing::FirstClosing(const System& system, double tolerance, HeldMotions& motions)
    : tolerance_(tolerance), motions_(motions) {
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            sides_[static_cast<std::size_t>(contact.first_side + s)] = {&contact, s, static_cast<std::size_t>(contact.first_row),
                                                                        contact.gap.sign(s),
                                                                        contact.gap.shape == contact::GapShape::plane};
        }
    }
    tail_.resize(static_cast<std::size_t>(system.size()) + 1);
    far_.resize(sides_.size());
}

FirstClosing::Path FirstClosing::path(const ModalFlight& flight, const Side& side, double reach, std::size_t first) const {
    const contact::Relaxation surface = surface_of(*side.contact->law, *memory_, time_ + flight.instant());
    const double clearance = side.contact->gap.clearance + surface.value;
    const RowMotion x = flight.row_without(side.row, first);
    // The relaxation of a kept compression slows down: its derivatives are largest now.
    if (side.plane) {
        return {side.sign * x.value - clearance, side.sign * x.first - surface.first, side.sign * x.second - surface.second,
                x.third_bound + std::abs(surface.third)};
    }
    const RowMotion y = flight.row_without(side.row + 1, first);
    const double third = std::hypot(x.third_bound, y.third_bound);
    const double second = std::hypot(x.second, y.second) + third * reach;
    const double rate = std::hypot(x.first, y.first) + second * reach;
    const double place = std::hypot(x.value, y.value) + rate * reach;
    const double c = clearance > 0 ? clearance : 1.0;
    return {
        ((x.value - clearance) * (x.value + clearance) + y.value * y.value) / (2 * c),
        (x.value * x.first + y.value * y.first - clearance * surface.first) / c,
        (x.first * x.first + y.first * y.first + x.value * x.second + y.value * y.second - surface.first * surface.first -
         clearance * surface.second) /
            c,
        (3 * rate * second + place * third + 3 * std::abs(surface.first * surface.second) + std::abs(clearance * surface.third)) /
            c};
}

FirstClosing::Path FirstClosing::path_at(ModalFlight& flight, const Side& side, double s) const {
    flight.at(s);
    return path(flight, side, 0, flight.size());
}

contact::Motion FirstClosing::motion(const ModalFlight& flight, const Side& side) const {
    const RowMotion x = flight.row(side.row);
    const RowMotion y = side.plane ? RowMotion{} : flight.row(side.row + 1);
    const double place[2] = {x.value, y.value};
    const double rate[2] = {x.first, y.first};
    return contact::side_motion(side.contact->gap, side.number, place, rate).motion;
}

std::optional<double> FirstClosing::pushing(ModalFlight& flight, const Side& side, double length) const {
    const contact::Law& law = *side.contact->law;
    const bool linear = law.smooth_onset;  // F = k delta + c rate
    // Just released: the force is zero and falling; it first has to become negative.
    const auto force = [&](double s, double reach) {
        flight.at(s, reach);
        const contact::Motion m = motion(flight, side);
        const RowMotion x = flight.row(side.row);
        double acceleration = side.sign * x.second, third = x.third_bound;
        if (!side.plane) {
            // The path of a circular gap is its indentation only at zero; doubled, it is a bound without guarantee.
            const RowMotion y = flight.row(side.row + 1);
            const double radius = std::max(std::hypot(x.value, y.value), contact::centre_radius);
            const double across = (x.value * y.first - y.value * x.first) / radius;
            acceleration = (x.value * x.second + y.value * y.second + across * across) / radius;
            third = 2 * path(flight, side, reach, flight.size()).third;
        }
        if (!linear && !(depth(m, *memory_) > 0)) return Rising{-1, 0, 0, reach};  // they have separated
        if (!linear) return rising_force(law, *memory_, m, acceleration, third, reach);
        const contact::Response r = closed_response(law, {}, *memory_);
        return Rising{r.stiffness * m.indentation + r.damping * m.rate, r.stiffness * m.rate + r.damping * acceleration,
                      r.stiffness * (std::abs(acceleration) + third * reach) + r.damping * third, reach};
    };
    const double round_off = 4 * epsilon * (std::abs(time_) + length);
    return first_rise(force, length, linear ? round_off : std::max(round_off, 1e-12 * length), false);
}

std::optional<double> FirstClosing::leave(ModalFlight& flight, const Side& side, double length, double& s) const {
    const auto out = [&](double at, double reach) {
        flight.at(at, reach);
        const Path p = path(flight, side, reach, flight.size());
        return Rising{-p.d, -p.r, std::abs(p.a) + p.third * reach, reach};
    };
    s = first_rise(out, length, 4 * epsilon * (std::abs(time_) + length), true).value_or(length);
    if (!force_closes_indented(*side.contact->law)) return {};
    return pushing(flight, side, s);
}

std::optional<double> FirstClosing::closing(ModalFlight& flight, const Side& side, const SideState& state, double time,
                                            double length) {
    memory_ = &state.memory;
    time_ = time;
    const contact::Law& law = *side.contact->law;
    if (force_closes_apart(law)) return pushing(flight, side, length);
    const double vanishes = surface_of(law, state.memory, time).end;  // the kept compression has vanished by then
    const std::size_t all = flight.size();
    const double clearance = side.contact->gap.clearance;
    double amplitude = flight.amplitude(side.row);
    if (!side.plane) amplitude = std::hypot(amplitude, flight.amplitude(side.row + 1));
    const double round_off = 4 * epsilon * (std::abs(clearance) + amplitude);
    double s = 0;
    Path here = path_at(flight, side, 0);
    // An integrated contact ends with an indentation of the order of the tolerance, too.
    const double size = std::max({std::abs(clearance), std::abs(here.d + clearance), state.memory.max_indentation});
    // A contact within the round-off of an instant is ignored.
    const double smallest = 4 * epsilon * (std::abs(time) + length);
    double limit = std::max(tolerance_ * size, round_off) + (std::abs(here.r) + std::abs(here.a) * smallest) * smallest;
    if (law.rigid) limit = std::max(limit, here.d);  // no force closes it again: its present position must not be passed
    // A side just released is on its surface to round-off: disarmed until it has left.
    const double away = law.transition->relaxes ? limit : round_off;
    bool armed = here.d < -away;
    if (here.d > limit && !law.transition->relaxes) {
        if (const auto again = leave(flight, side, length, s)) return again;
        if (s >= length) return {};
        here = path_at(flight, side, s);
        armed = armed || here.d < -away;
    }
    // A rebound within one step of the search: it leaves, at least up to its turn.
    if (!armed && here.d <= limit && here.r < 0 && here.a > 0) {
        const double turn = -here.r / here.a;
        flight.at(s, turn);
        if (s + turn < length && here.r / 2 + path(flight, side, turn, all).third * turn * turn / 6 < 0) {
            const Path there = path_at(flight, side, s + turn);
            if (there.d < -away) {
                armed = true;
                s += turn;
                here = there;
            } else if (const double back = s + 2 * turn; law.rigid && back < length && path_at(flight, side, back).r > 0) {
                // Too low for its place to tell: it returns with its speed. What falls in to the limit instead has more than
                // that, and would rebound without end.
                return back;
            }
        }
    }
    // The rise through zero; a side that begins on the surface, to round-off, has to exceed the tolerance.
    const auto rise = [&](double from, double d_from, double to) {
        const double level = armed && d_from < 0 ? 0.0 : limit;
        const auto at = [&](double x) {
            const Path p = path_at(flight, side, x);
            return std::pair{p.d - level, p.r};
        };
        return bracketed_root(at, from, to);
    };
    double last = length;
    if (!side.plane) {
        const double speed = std::abs(here.r) + std::sqrt(std::abs(here.a) * std::abs(clearance));
        if (speed > 0) last = std::abs(clearance) / speed;
    }
    double before = s;  // not in contact there
    double d_before = here.d;
    while (true) {
        double reach = std::min(length - s, 8 * last);
        if (s < vanishes) reach = std::min(reach, std::max(vanishes - s, smallest));
        flight.at(s, reach);
        here = path(flight, side, reach, all);
        armed = armed || here.d < -away;
        // Below the limit when the bounds let it pass; the crossing is just behind.
        if (here.r > 0 && here.d > (armed && d_before < 0 ? 0.0 : limit)) return before < s ? rise(before, d_before, s) : s;
        if (s >= length) return {};
        double next = s;
        if (side.plane && here.d < 0) {
            // Fast vibrations that together cannot cover the gap only narrow it.
            flight.tails(side.row, tail_.data());
            std::size_t first = all;
            while (first > 0 && tail_[first - 1] <= -0.2 * here.d) --first;
            if (first < all) {
                const Path slow = path(flight, side, reach, first);
                const double d = slow.d + tail_[first];
                if (d < 0) next = s + std::min(reach, clear_advance(d, slow.r, slow.a, slow.third, 0));
            }
        }
        const double advance = std::min(reach, clear_advance(here.d, here.r, here.a, here.third, limit));
        const double curved = std::min(reach, here.third > 0 ? 0.9 * std::abs(here.a) / here.third : infinite);
        if (here.d >= 0 && here.r < 0) {
            // Moving away: half way to where the bound no longer guarantees that it falls, to begin the next step
            // outside.
            next = s + std::min(reach, 0.5 * clear_advance(0, here.r, here.a, here.third, 0));
        } else if (s + curved > next && curved > advance) {
            // The curvature keeps its sign: the largest indentation is at an end or at the only zero of the rate.
            const double end = s + curved;
            const Path there = path_at(flight, side, end);
            if (here.a >= 0 || there.r >= 0) {
                const bool rising = here.a >= 0 || here.r > 0;
                if (rising && there.d > (armed && here.d < 0 ? 0.0 : limit)) return rise(s, here.d, end);
            } else if (here.r > 0) {
                const auto rate = [&](double x) {
                    const Path p = path_at(flight, side, x);
                    return std::pair{p.r, p.a};
                };
                const double top = bracketed_root(rate, s, end);
                if (path_at(flight, side, top).d > limit) return rise(s, here.d, top);
            }
            next = end;
        } else {
            next = std::max(next, s + advance);
        }
        before = s;
        d_before = here.d;
        last = std::max(next - s, smallest);
        s = std::min(length, s + last);
    }
}

double FirstClosing::find(ModalFlight& flight, const State& from, double length, std::vector<int>& sides) {
    sides.clear();
    double first = length;
    time_ = from.time;
    flight.at(0, length);
    for (std::size_t k = 0; k < sides_.size(); ++k)
        far_[k] = from.sides[k].memory.closed || stays_apart(flight, k, from, length) || motions_.hold(from, k) ? 1 : 0;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        if (far_[k] != 0) continue;
        if (from.step == 0 && rests(flight, k, from)) {
            if (first > 4 * epsilon * (std::abs(from.time) + length)) sides.clear();
            first = 0;
            sides.push_back(static_cast<int>(k));
            continue;
        }
        // Two stops reached at the same instant to round-off close together, in any order of examination.
        const double together = 4 * epsilon * (std::abs(from.time) + first + length);
        const auto s = closing(flight, sides_[k], from.sides[k], from.time, std::min(length, first + together));
        if (!s) continue;
        if (*s < first - together) sides.clear();
        first = std::min(first, *s);
        sides.push_back(static_cast<int>(k));
    }
    if (!sides.empty()) add_rigid(flight, from, first, sides);
    return first;
}

bool FirstClosing::rests(ModalFlight& flight, std::size_t k, const State& from) {
    const Side& side = sides_[k];
    if (!side.contact->law->rigid) return false;
    memory_ = &from.sides[k].memory;
    const Path here = path_at(flight, side, 0);
    const double size = std::abs(side.contact->gap.clearance) + flight.amplitude(side.row);
    if (std::abs(here.d) > 4 * epsilon * size) return false;
    if (!side.plane) {
        const RowMotion x = flight.row(side.row), y = flight.row(side.row + 1);
        const double speed = std::hypot(x.first, y.first), pull = std::hypot(x.second, y.second);
        const double radius = std::hypot(x.value, y.value), rounding = few * epsilon;
        if (std::abs(here.a) <= rounding * (pull + speed * speed / radius))
            return std::abs(here.r) <= rounding * speed && bends_out(flight, side, radius, speed, pull);
    }
    return here.a > 0 && here.r * here.r <= 4 * epsilon * size * here.a;
}

// d = r = a = 0 to rounding: a motion along the circle at which nothing presses yet, such as that of a pendulum where its string
// has no tension. A thousandth of the radius further on d has grown by far more than rounding, or it leaves.
bool FirstClosing::bends_out(ModalFlight& flight, const Side& side, double radius, double speed, double pull) const {
    const double way = 1e-3 * radius;
    const double reach = std::min(speed > 0 ? way / speed : infinite, pull > 0 ? std::sqrt(2 * way / pull) : infinite);
    if (!std::isfinite(reach)) return false;
    return std::ranges::all_of(std::array{0.25, 0.5, 1.0}, [&](double part) {
        const Path there = path_at(flight, side, part * reach);
        return there.d > 0 && there.r > 0;
    });
}

bool FirstClosing::stays_apart(const ModalFlight& flight, std::size_t k, const State& from, double length) {
    const Side& side = sides_[k];
    const contact::Law& law = *side.contact->law;
    if (!side.plane || force_closes_apart(law) || law.transition->relaxes) return false;
    memory_ = &from.sides[k].memory;
    const Path here = path(flight, side, length, flight.size());
    return here.d < 0 && clear_advance(here.d, here.r, here.a, here.third, 0.5 * here.d) >= length;
}

void FirstClosing::add_rigid(ModalFlight& flight, const State& from, double s, std::vector<int>& sides) {
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        const Side& side = sides_[k];
        if (!side.contact->law->rigid || from.sides[k].memory.closed || std::ranges::count(sides, static_cast<int>(k)) > 0)
            continue;
        memory_ = &from.sides[k].memory;
        time_ = from.time;
        const Path here = path_at(flight, side, s);
        const double clearance = std::abs(side.contact->gap.clearance);
        const double near = std::min(tolerance_, 1e-9) * clearance + 16 * epsilon * (clearance + flight.amplitude(side.row));
        if (here.r > 0 && std::abs(here.d) <= near) sides.push_back(static_cast<int>(k));
    }
}

}  // namespace jounce::time
