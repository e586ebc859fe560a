// event_driven for Systems with joints: adaptive Runge-Kutta steps of the index-1 equations, ended at located events.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "base/limits.hpp"
#include "time/dormand_prince.hpp"
#include "time/mechanism_looks.hpp"
#include "time/mechanism_scales.hpp"
#include "time/mechanism_stepper.hpp"

namespace jounce::time {

namespace {

using linalg::Vector;

constexpr int looks = MechanismLooks::parts;
/// What a step may err in a contact's speed, of that at its onset: tighter costs more than it saves, looser shows events that are
/// none.
constexpr double of_impact_speed = 1e-3;

/// State::algorithm[0] is the size of the next step, 0 when there is none to go on with.
class MechanismEvents final : public MechanismStepper {
  public:
    MechanismEvents(const System& system, double tolerance)
        : MechanismStepper(system),
          tolerance_(tolerance),
          scales_(system),
          flow_(dynamics_),
          looks_(dynamics_, flow_),
          steps_(flow_.size(), flow_.motion_size()) {
        const std::size_t n = flow_.size();
        for (auto* v : {&y_, &start_, &increment_, &trial_, &end_, &dense_}) v->resize(n);
        at_end_.assign(n, std::numeric_limits<double>::quiet_NaN());
        q_ = v_ = Vector::Zero(dynamics_.size());
        located_.reserve(static_cast<std::size_t>(system.sides));
        turned_.resize(static_cast<std::size_t>(system.sides));
        passed_.resize(turned_.size());
        mobility_.resize(turned_.size());
    }

    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] std::span<const int> located() const override { return located_; }

    StepReport step(const State& from, State& to, double /*h*/, double end_time) override {
        located_.clear();
        to.algorithm = from.algorithm;
        const double length = end_time - from.time;
        StepReport report;
        const bool as_before = flow_.begin(from);
        flow_.fill(from, y_.data());
        begin_rates(as_before);
        looks_.take(0, from.q.data(), from.v.data());
        grain_ = scales_.grain(dynamics_, from);
        for (std::size_t s = 0; s < mobility_.size(); ++s)
            mobility_[s] = from.sides[s].memory.closed ? dynamics_.mobility(dynamics_.sides()[s]) : 0;
        std::fill(passed_.begin(), passed_.end(), 0);
        const double proposed = from.algorithm[0] > 0 ? from.algorithm[0] : scales_.first_step(dynamics_, from, tolerance_);
        double h = std::min(proposed, length);
        bool touching = false;
        for (const SideState& side : from.sides) touching = touching || side.memory.closed;
        double next = 0;
        for (int trial = 0;; ++trial) {
            const auto result = integrate(from, h, report);
            if (result.converged) {
                // A step that was cut to the end asked for says nothing against the size proposed.
                next = h == length && h < proposed ? std::max(result.next, proposed) : result.next;
                std::optional<Crossing> first = earliest(from, h, h == length ? end_time : from.time + h, report);
                if (!first) break;
                const double whole = h;
                bool found = locate(from, *first, h, report);
                for (std::optional<Crossing> before; found && (before = overtaken(h, from.time + h)); first = before) {
                    located_.clear();
                    std::fill(turned_.begin(), turned_.end(), 0);
                    found = locate(from, *before, h, report);
                }
                if (found) {
                    if (!is_smooth(*first)) next = 0;
                    if (!is_smooth(*first) || h > instant(from)) break;
                    // It is here already, and time would stand still.
                    passed_[first->side] = 1;
                    h = whole;
                }
            } else {
                h = result.next;
            }
            const bool vanishing = !(h > 32 * epsilon * std::max(std::abs(from.time), 1e-12));
            if (trial > 100 || vanishing) {
                report.converged = false;
                report.vanishing = vanishing ? h : 0;
                return report;
            }
        }
        carry(from, to, h == length ? end_time : from.time + h);
        for (std::size_t i = 0; i < flow_.coordinates(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            to.q[at] = from.q[at] + increment_[1 + i];
            to.v[at] = from.v[at] + increment_[1 + flow_.coordinates() + i];
        }
        for (std::size_t f = 0; f < flow_.frictions(); ++f)
            to.frictions[f].bristle[0] += increment_[1 + 2 * flow_.coordinates() + f];
        dynamics_.set_time(to.time);
        dynamics_.project_positions(to.q.data());
        dynamics_.project_rates(to.q.data(), to.v.data());
        dynamics_.complete(to, false);
        flow_.sort(increment_.data(), work_);
        to.algorithm[0] = next;
        for (std::size_t s = 0; s < turned_.size(); ++s) {
            if (turned_[s] == 0) continue;
            turned_[s] = 0;
            SideState& side = to.sides[s];
            const contact::Law& law = *dynamics_.sides()[s].law;
            if (side.motion.indentation >= side.memory.max_indentation * (1 - 1e-12)) set_turned(law, side.motion, side.memory);
        }
        report.iterations = touching ? 1 : 0;
        return report;
    }

    const StepWork* work(const State& /*from*/, const State& /*to*/) override { return &work_; }

  protected:
    void begin_history(State& state) override { state.algorithm = Vector::Zero(1); }

  private:
    using Crossing = MechanismLooks::Crossing;

    /// Nothing jumps where a contact is deepest or presses hardest, unless its law asks for the turning point.
    [[nodiscard]] bool is_smooth(const Crossing& c) const {
        return c.what == Crossing::What::peak ||
               (c.what == Crossing::What::turn && !dynamics_.sides()[c.side].law->turning_point);
    }

    /// Times closer than this cannot be told apart.
    [[nodiscard]] static double instant(const State& from) { return 16 * epsilon * std::abs(from.time); }

    DormandPrince::Result integrate(const State& from, double h, StepReport& report) {
        const double speed = scales_.largest(from.v);
        const std::size_t n = flow_.coordinates();
        const double noise = 8 * h * grain_;
        const auto error = [&](const double* increment, const double* change) {
            double fast = std::max(speed, noise / tolerance_);
            for (std::size_t i = 0; i < n; ++i) {
                if (!std::isfinite(increment[1 + n + i])) return infinite;
                fast = std::max(fast, scales_.length(i) * std::abs(increment[1 + n + i]));
            }
            if (!(fast > 0)) return 0.0;
            double largest = 0;
            for (std::size_t i = 0; i < n; ++i) {
                largest = std::max(largest, scales_.length(i) * std::abs(change[1 + i]) / (fast * h));
                largest = std::max(largest, scales_.length(i) * std::abs(change[1 + n + i]) / fast);
                if (!std::isfinite(change[1 + n + i])) return infinite;
            }
            for (std::size_t f = 0; f < flow_.frictions(); ++f) {
                const double z = std::abs(from.frictions[f].bristle[0]) + std::abs(increment[1 + 2 * n + f]);
                if (z > 0) largest = std::max(largest, 1e-2 * std::abs(change[1 + 2 * n + f]) / z);
            }
            // What is little in the motion of all may be much in that of a contact that began slowly, whose force would then
            // show events that are none.
            double in_contact = 0;
            for (std::size_t s = 0; s < mobility_.size(); ++s) {
                if (mobility_[s] == 0) continue;
                const double v0 =
                    std::max({flow_.memory(s).impact_speed, dynamics_.sides()[s].law->minimum_speed, noise / of_impact_speed});
                in_contact = std::max(in_contact, mobility_[s] * std::abs(change[flow_.impulse(s)]) / v0);
            }
            return std::max(largest / tolerance_, in_contact / of_impact_speed);
        };
        const auto result = steps_.step(flow_, error, y_.data(), start_.data(), h, increment_.data());
        report.evaluations += result.evaluations;
        return result;
    }

    /// Motion at a share x of the step, on the quintic through both ends.
    void between(const State& from, double h, double x) {
        const std::size_t n = flow_.coordinates();
        // Quintic from q, v, a at the begin and at the end.
        const double u = 1 - x;
        const double x3 = x * x * x;
        const double b0 = 1 - x3 * (10 - 15 * x + 6 * x * x), b1 = x * u * u * u * (1 + 3 * x), b2 = 0.5 * x * x * u * u * u;
        const double e0 = 1 - b0, e1 = -x3 * u * (4 - 3 * x), e2 = 0.5 * x3 * u * u;
        const double d0 = -30 * x * x * u * u, d1 = 1 - x * x * (18 - 32 * x + 15 * x * x),
                     d2 = x * (1 - x * (4.5 - x * (6 - 2.5 * x)));
        const double f1 = -x * x * (12 - 28 * x + 15 * x * x), f2 = 0.5 * x * x * (3 - 8 * x + 5 * x * x);
        for (std::size_t i = 0; i < n; ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            const double q0 = from.q[at], v0 = from.v[at], a0 = start_[1 + n + i];
            const double dq = increment_[1 + i], v1 = v0 + increment_[1 + n + i], a1 = end_[1 + n + i];
            q_[at] = q0 + dq * e0 + h * (v0 * b1 + v1 * e1) + h * h * (a0 * b2 + a1 * e2);
            v_[at] = -dq * d0 / h + v0 * d1 + v1 * f1 + h * (a0 * d2 + a1 * f2);
        }
    }
    /// Most steps begin where the last one ended, to the bit, and need not ask again.
    void begin_rates(bool as_before) {
        if (as_before && std::equal(y_.begin(), y_.begin() + static_cast<std::ptrdiff_t>(flow_.motion_size()), at_end_.begin())) {
            start_ = end_;
            dynamics_.set_time(y_[0]);
        } else {
            at_end_[0] = std::numeric_limits<double>::quiet_NaN();  // with other memories
            flow_.rate(y_.data(), start_.data());
        }
    }
    void set_end(double time) {
        for (std::size_t i = 0; i < y_.size(); ++i) at_end_[i] = y_[i] + increment_[i];
        at_end_[0] = time;
        flow_.rate(at_end_.data(), end_.data());
    }

    /// The first event within the step as the quintic shows it. Of a turn, the dense output decides whether it is there.
    std::optional<Crossing> earliest(const State& from, double h, double end_time, StepReport& report) {
        set_end(end_time);
        if (looks_.empty()) return {};
        dynamics_.set_time(end_time);
        looks_.take(looks, at_end_.data() + 1, at_end_.data() + 1 + flow_.coordinates());
        if (looks_.far_from_contact(h)) return {};
        dense_ready_ = false;
        const double resolution = tolerance_ * scales_.largest(from.v);
        for (std::size_t k = 1; k <= static_cast<std::size_t>(looks); ++k) {
            if (k < static_cast<std::size_t>(looks)) {
                const double x = static_cast<double>(k) / looks;
                between(from, h, x);
                dynamics_.set_time(from.time + x * h);
                looks_.take(k, q_.data(), v_.data());
            }
            std::optional<Crossing> first;
            for (std::size_t s = 0; s < from.sides.size(); ++s) {
                std::optional<Crossing> found = looks_.crossing(s, k, from.time, h, tolerance_, resolution);
                if (!found) continue;
                if (is_smooth(*found) && passed_[s] != 0) continue;
                // What changes nothing and cannot be told from an end of the step does not end it.
                const auto apart = [&] {
                    return !is_smooth(*found) || (found->guess > instant(from) && found->guess < h - instant(from));
                };
                if (!apart() || !foretell(from, *found, h, report) || !apart()) continue;
                if (!first || found->guess < first->guess) first = found;
            }
            if (first) return first;
        }
        return {};
    }
    struct Value {
        double value = 0, slope = 0;
        double enough = 0;  // values this small are zero
    };
    /// An event function where the motion has gone on by `increment`: rises through zero at the event.
    Value value(const Crossing& c, double time, const double* increment) {
        dynamics_.set_time(time);
        for (std::size_t i = 0; i < 1 + 2 * flow_.coordinates(); ++i) trial_[i] = y_[i] + increment[i];
        const double* q = trial_.data() + 1;
        const double* v = q + flow_.coordinates();
        dynamics_.move(q, v, false);
        const MechanismDynamics::Side& side = dynamics_.sides()[c.side];
        const contact::ContactMemory& memory = flow_.memory(c.side);
        const contact::Relaxation surface = surface_of(*side.law, memory, time);
        const double enough =
            std::max(1e-3 * tolerance_, 4 * epsilon) *
            std::max(system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance, 1e-9 * scales_.reach());
        switch (c.what) {
            case Crossing::What::close:
                return {side.motion.indentation - surface.value, side.motion.rate - surface.first, enough};
            case Crossing::What::open:
                return {surface.value - side.motion.indentation, surface.first - side.motion.rate, enough};
            case Crossing::What::turn:
                return {-side.motion.rate, 0, MechanismLooks::slow_turn * std::abs(memory.impact_speed)};
            case Crossing::What::peak:
                return {0, 0, 1};
            case Crossing::What::push:
            case Crossing::What::pull:
                break;
        }
        const double force = closed_response(*side.law, side.motion, memory).force;
        return {c.what == Crossing::What::push ? force : -force, 0, 1e-2 * tolerance_ * looks_.largest_force(c.side)};
    }
    /// Sets the guess to where the dense output of the step of size h passes the event. \returns false when a turn or a
    /// pull is not there
    bool foretell(const State& from, Crossing& c, double h, StepReport& report) {
        if (c.what == Crossing::What::peak) return true;
        if (!dense_ready_) report.evaluations += steps_.prepare(flow_, y_.data(), end_.data(), h, increment_.data());
        dense_ready_ = true;
        const auto at = [&](double x) {
            steps_.within(x / h, 1 + 2 * flow_.coordinates(), dense_.data());
            return value(c, from.time + x, dense_.data());
        };
        double low = c.low, high = c.high;
        double f_low = at(low).value, f_high = at(high).value;
        // Where a force is sensitive to the motion's rate, the quintic may show a pull that is none: the step does not end in it.
        const bool none =
            c.what == Crossing::What::pull && looks_.end_force(c.side) >= 0 && !dynamics_.sides()[c.side].law->turning_point;
        if (!(f_high > 0)) return c.what != Crossing::What::turn && !none;
        if (!(f_low < 0)) return c.what != Crossing::What::turn;
        for (int i = 0, last = 0; i < 60; ++i) {
            const Value f = at(c.guess);
            if (std::abs(f.value) <= 0.1 * f.enough) break;
            const int sign = f.value > 0 ? 1 : -1;
            if (sign == last) (sign > 0 ? f_low : f_high) *= 0.5;  // regula falsi then cannot stand still
            (sign > 0 ? high : low) = c.guess;
            (sign > 0 ? f_high : f_low) = f.value;
            last = sign;
            c.guess = low + (high - low) * f_low / (f_low - f_high);
        }
        return true;
    }
    /// Ends the step at the event. \returns false when it cannot be located in this step: h is then the size of a shorter one
    bool locate(const State& from, const Crossing& c, double& h, StepReport& report) {
        // The function is negative at low, positive at high: to be confirmed by trials. It may have other zeros outside.
        double low = c.low, high = c.high;
        bool widened = false;
        double f_low = -1, f_high = 1;
        bool known_low = false, known_high = false;
        int last = 0;
        double at = std::clamp(c.guess, c.low, c.high);
        if (!(at > 0)) at = 0.5 * c.high;
        const double smallest = 16 * epsilon * std::max(std::abs(from.time), c.high);
        for (int i = 0; i < 80; ++i) {
            const auto result = integrate(from, at, report);
            if (!result.converged) {
                // What is not smooth beyond the event disturbs the step before it: go on from a place in between.
                h = known_low ? low : std::min(result.next, 0.6 * at);
                return false;
            }
            const Value f = value(c, from.time + at, increment_.data());
            // Where nothing jumps, the dense output's place will do: what is largest there differs in second order.
            if (is_smooth(c) || std::abs(f.value) <= f.enough ||
                (high - low <= smallest && (widened || (known_low && known_high)))) {
                h = at;
                finish(c, from.time + at);
                return true;
            }
            // Of two ends on the same side in turn the other one's value is halved: regula falsi then cannot stand still.
            if (f.value > 0) {
                if (last > 0) f_low *= 0.5;
                high = at;
                f_high = f.value;
                known_high = true;
            } else {
                if (last < 0) f_high *= 0.5;
                low = at;
                f_low = f.value;
                known_low = true;
            }
            last = f.value > 0 ? 1 : -1;
            if (high - low <= smallest && !(known_low && known_high)) {
                // Beyond the bracket lie the events of other sides: up to its end nothing has happened here.
                if (!known_high && high < h - smallest) {
                    h = high;
                    return false;
                }
                widened = true;
                if (!known_low) low = 0;
            }
            double next = 0;
            const double newton = f.slope > 0 ? at - f.value / f.slope : -1;
            if (newton > low && newton < high) {
                next = newton;
            } else if (known_low && known_high) {
                next = low + (high - low) * f_low / (f_low - f_high);
                if (i % 8 == 7) next = 0.5 * (low + high);
            } else if (known_high) {
                next = 0.5 * (low + high);
            } else {
                next = std::min(high, at + std::max(at - low, 0.25 * (c.high - c.low)));
                if (next >= high) next = 0.5 * (low + high);
            }
            if (!(next > low && next < high)) next = 0.5 * (low + high);
            at = next;
        }
        h *= 0.5;
        return false;
    }
    /// The closing of a side that was apart and is indented where the step now ends, at the event that was located last.
    std::optional<Crossing> overtaken(double h, double time) const {
        for (std::size_t s = 0; s < dynamics_.sides().size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            if (flow_.memory(s).closed || std::ranges::count(located_, static_cast<int>(s)) > 0) continue;
            const double allowed = 1e-2 * tolerance_ * system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
            const double depth = side.motion.indentation - surface_of(*side.law, flow_.memory(s), time).value;
            const double begin = looks_.at_begin(s, time - h);
            if (begin < -allowed && depth > allowed) return Crossing{Crossing::What::close, s, 0, h, h * begin / (begin - depth)};
        }
        return {};
    }
    /// What happens at the end of the step: the event located, and others at the same instant.
    void finish(const Crossing& c, double time) {
        if (c.what == Crossing::What::turn) turned_[c.side] = dynamics_.sides()[c.side].law->turning_point ? 1 : 0;
        if (c.what == Crossing::What::turn || c.what == Crossing::What::peak) return;
        located_.push_back(static_cast<int>(c.side));
        if (c.what != Crossing::What::close) return;
        for (std::size_t s = 0; s < dynamics_.sides().size(); ++s) {
            if (s == c.side || flow_.memory(s).closed) continue;
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            const double clearance = system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
            const double depth = side.motion.indentation - surface_of(*side.law, flow_.memory(s), time).value;
            if (side.motion.rate > 0 && std::abs(depth) <= 1e-11 * clearance) located_.push_back(static_cast<int>(s));
        }
    }
    double tolerance_;
    MechanismScales scales_;
    MechanismFlow flow_;
    MechanismLooks looks_;
    DormandPrince steps_;
    bool dense_ready_ = false;
    double grain_ = 0;
    std::vector<char> passed_;  // of each side: are its smooth events left out of the step under way?
    std::vector<double> y_, start_, increment_, trial_, dense_;
    std::vector<double> at_end_, end_;  // the last step tried: its end, and the rates there
    Vector q_, v_;
    std::vector<int> located_;
    std::vector<char> turned_;
    std::vector<double> mobility_;  // of closed sides [1/kg]
};

}  // namespace

std::unique_ptr<Stepper> mechanism_event_stepper(const System& system, double tolerance) {
    return std::make_unique<MechanismEvents>(system, tolerance);
}

}  // namespace jounce::time
