// Events within an explicit step: statuses, turns and kinks between its ends, by its dense output.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "contact/response/status.hpp"
#include "contact/response/tension_cut.hpp"
#include "time/adaptive/explicit_steps.hpp"
#include "time/equations/stick_excess.hpp"
#include "time/events/side_events.hpp"

namespace jounce::time {

namespace {
constexpr int parts = 8;        // of a step, sampled at their ends
constexpr double margin = 4;    // factor on the displacement at the larger speed in a step
constexpr double apart = 1e-9;  // of a step: a turn closer to an end counts as at the end
}  // namespace

void ExplicitSteps::look(double x) {
    steps_.within(x, flow_.motion_size(), dense_.data());
    for (std::size_t i = 0; i < flow_.motion_size(); ++i) dense_[i] += y_[i];
    flow_.rate(dense_.data(), rate_.data(), false);
}

bool ExplicitSteps::switched(const State& from) {
    const State& at = flow_.at();
    for (std::size_t s = 0; s < at.sides.size(); ++s) {
        const SideState& side = at.sides[s];
        const contact::Law& law = *law_[s];
        if (!side.memory.closed) {
            if (force_closes_apart(law) && closed_response(law, side.motion, side.memory).force > 0) return true;
            const auto inside = [&](const SideState& of, double time) {
                return above_surface(law, of.motion, of.memory, time).indentation > 0;
            };
            if (inside(side, at.time) && !inside(from.sides[s], from.time) && !motions_.hold(from, s)) return true;
        } else if (law.rigid || opens_by_force(law)) {
            if (side.response.force < 0) return true;
        } else if (depth(side.motion, side.memory) < 0) {
            return true;
        }
    }
    for (std::size_t f = 0; f < at.frictions.size(); ++f) {
        const auto& cone = system_.frictions[f].law->cone;
        const FrictionState& friction = at.frictions[f];
        if (!cone) continue;
        if (friction.status == FrictionStatus::stick && stick_excess(*cone, friction) > 0) return true;
        if (friction.status != FrictionStatus::slip) continue;
        if (slip_switched(from, f)) return true;
    }
    return false;
}

bool ExplicitSteps::slip_switched(const State& from, std::size_t f) const {
    const Friction& of = system_.frictions[f];
    const FrictionState& friction = flow_.at().frictions[f];
    const double band = of.law->cone->dead_band, ends_at = friction.breaking ? 0.0 : band;
    if (slips_in_plane(of, from.frictions[f]))
        return plane_[f].ended(friction.velocity, ends_at) > 0 || (friction.breaking && contact::norm(friction.velocity) > band);
    const double along = contact::dot(friction.velocity, friction.direction);
    return along < ends_at || (friction.breaking && along > band);
}

bool ExplicitSteps::quiet(const State& from, double h) const {
    const State& to = flow_.at();
    for (std::size_t s = 0; s < to.sides.size(); ++s) {
        const contact::Motion& a = from.sides[s].motion;
        const contact::Motion& b = to.sides[s].motion;
        const double way = margin * h * std::max(std::abs(a.rate), std::abs(b.rate));
        if (to.sides[s].memory.closed || force_closes_apart(*law_[s])) return false;
        if (std::max(a.indentation, b.indentation) + way > 0) return false;
    }
    for (std::size_t f = 0; f < to.frictions.size(); ++f) {
        if (!system_.frictions[f].law->cone) continue;
        const FrictionState& a = from.frictions[f];
        const FrictionState& b = to.frictions[f];
        if (b.status == FrictionStatus::open) continue;
        if (b.status == FrictionStatus::stick || a.breaking) return false;
        const contact::Slip change{b.velocity[0] - a.velocity[0], b.velocity[1] - a.velocity[1]};
        const double slowest = std::min(contact::dot(a.velocity, a.direction), contact::dot(b.velocity, a.direction));
        if (slowest < system_.frictions[f].law->cone->dead_band + margin * contact::norm(change)) return false;
    }
    return true;
}

double ExplicitSteps::end_within(const State& from, double h, StepReport& report) {
    if (from.sides.empty() && from.frictions.empty()) return h;
    for (std::size_t i = 0; i < end_.size(); ++i) end_[i] = y_[i] + increment_[i];
    flow_.rate(end_.data(), end_rate_.data());
    ++report.evaluations;
    if (quiet(from, h)) return h;
    // Events at the end are found by the march, except a turn, which is no event of its own.
    const bool seen = switched(from);
    report.evaluations += steps_.prepare(flow_, y_.data(), end_rate_.data(), h, increment_.data());
    double last = 0;
    take_margins(from, margins_[0]);
    for (int k = 1; k <= parts; ++k) {
        const double x = static_cast<double>(k) / parts;
        look(x);
        ++report.evaluations;
        if (k < parts ? switched(from) : seen) return x * h;
        margins_[2].swap(margins_[1]);
        margins_[1].swap(margins_[0]);
        take_margins(flow_.at(), margins_[0]);
        if (const double at = below_zero(k, report); std::isfinite(at)) return at * h;
        if (const double at = turn_or_kink(from, last, x); std::isfinite(at)) return at > apart && at < 1 - apart ? at * h : h;
        last = x;
    }
    return h;
}

double ExplicitSteps::cut(std::size_t side, const SideState& begin, double low, double high) {
    const auto force = [&](double x) {
        look(x);
        return closed_response(*law_[side], flow_.at().sides[side].motion, begin.memory).force;
    };
    const double before = force(low), after = force(high);
    if (!(before * after < 0)) return infinite;
    const double at = bracketed_root_of_values(force, low, high);
    return at > apart ? at : infinite;  // the step begins there
}

double ExplicitSteps::turn_or_kink(const State& from, double low, double high) {
    const auto motion = [this](std::size_t side) -> const contact::Motion& { return flow_.at().sides[side].motion; };
    double first = infinite;
    for (std::size_t s = 0; s < law_.size(); ++s) {
        const SideState& begin = from.sides[s];
        if (!begin.memory.closed || law_[s]->rigid) continue;
        look(high);
        // When the step begins at the turn itself, the rate is round-off.
        const bool turns = begin.motion.rate > apart * begin.memory.impact_speed && motion(s).rate < 0;
        const double clearance = system_.contacts[contact_[s]].gap.clearance;
        const double close = 16 * epsilon * (2 * std::abs(clearance) + std::abs(begin.motion.indentation));
        double kink = kink_on_way(*law_[s], begin.memory, begin.motion.indentation, motion(s).indentation, close);
        // Ahead of the surface, a force that acts before the bodies touch stores nothing.
        const double surface = begin.memory.permanent_indentation;
        if (force_closes_apart(*law_[s]) && depth(begin.motion, begin.memory) < -close && depth(motion(s), begin.memory) > 0)
            kink = std::min(kink, surface);
        if (cuts_tension(*law_[s])) first = std::min(first, cut(s, begin, low, high));
        if (!turns && !std::isfinite(kink)) continue;
        const double way = begin.motion.indentation < kink ? 1 : -1;
        const auto before = [&](double x) {
            look(x);
            return std::isfinite(kink) ? way * (motion(s).indentation - kink) : -motion(s).rate;
        };
        first = std::min(first, before(low) < 0 ? bracketed_root_of_values(before, low, high) : low);
    }
    return first;
}

void ExplicitSteps::take_margins(const State& at, std::vector<double>& margins) {
    for (std::size_t f = 0; f < at.frictions.size(); ++f) {
        const FrictionState& friction = at.frictions[f];
        const Friction& of = system_.frictions[f];
        margins[f] = infinite;
        if (friction.status == FrictionStatus::stick) {
            margins[f] = -stick_excess(*of.law->cone, friction);
        } else if (of.law->cone && friction.status == FrictionStatus::slip && of.directions == 1) {
            margins[f] =
                contact::dot(friction.velocity, friction.direction) - (friction.breaking ? 0.0 : of.law->cone->dead_band);
        }
    }
    for (std::size_t s = 0; s < law_.size(); ++s) {
        const SideState& side = at.sides[s];
        double& left = margins[at.frictions.size() + s];
        if (side.memory.closed) {
            left = opens_by_force(*law_[s]) || law_[s]->rigid ? side.response.force : depth(side.motion, side.memory);
        } else if (force_closes_apart(*law_[s])) {
            left = infinite;
        } else {
            left = surface_rounding(system_.contacts[contact_[s]].gap) -
                   above_surface(*law_[s], side.motion, side.memory, at.time).indentation;
            if (left < 0 && motions_.hold(at, s)) left = infinite;
        }
    }
}

double ExplicitSteps::below_zero(int looks, StepReport& report) {
    if (looks < 2) return infinite;
    constexpr double part = 1.0 / parts;
    const double middle = (looks - 1) * part;
    double first = infinite;
    for (std::size_t i = 0; i < margins_[0].size(); ++i) {
        const double a = -margins_[2][i], b = -margins_[1][i], c = -margins_[0][i];
        if (!std::isfinite(a + b + c) || a > 0 || c > 0 || b < a || b < c || !(b > std::min(a, c))) continue;
        const auto excess_at = [&](double x) {
            look(x);
            ++report.evaluations;
            take_margins(flow_.at(), margins_[3]);
            return -margins_[3][i];
        };
        first =
            std::min(first, place_above_zero(excess_at, {middle - part, middle, middle + part}, {a, b, c}).value_or(infinite));
    }
    return first;
}

}  // namespace jounce::time
