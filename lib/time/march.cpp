// The march: repeats steps of one integrator, ends them at events, halves them where Newton fails, and tells the observers.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "time/depth_limits.hpp"
#include "time/events.hpp"
#include "time/rigid_stops.hpp"
#include "time/start.hpp"

namespace jounce::time {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

Error newton_failed(const System& system, const StepReport& report, double time, double h) {
    const std::string where =
        report.contact >= 0 ? "contact '" + system.contacts[static_cast<std::size_t>(report.contact)].name + "'" : "the system";
    return computation_failed(fmt::format(
        "model '{}': Newton's method does not converge in {} at t = {} s: relative increment {:.3g} after {} iterations "
        "at a step of {:.3g} s; a smaller 'step' or a softer law is needed",
        system.name, where, time, report.residual, report.iterations, h));
}

Error not_finite(const System& system, double time) {
    return computation_failed(fmt::format(
        "model '{}': the motion is no longer finite at t = {} s; the step is too large for the contact", system.name, time));
}

class Walk {
  public:
    Walk(const System& system, Stepper& stepper, const MarchOptions& options, State& state, std::span<Observer* const> observers)
        : system_(system),
          stepper_(stepper),
          options_(options),
          result_(state),
          spare_(state),
          state_(&result_),
          next_(&spare_),
          observers_(observers),
          locate_(options.events == Events::locate),
          examine_(locate_ && !stepper.locates_events()),
          watch_(system),
          limits_(system),
          stops_(system) {
        switches_.reserve(static_cast<std::size_t>(2 * system.sides + 2));
        if (locate_ && system.sides > 0) at_event_ = state;
    }
    ~Walk() {
        if (state_ != &result_) std::swap(result_, spare_);
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    MarchReport run() {
        if (options_.resume) report_ = options_.resume->report;
        wall_seconds_before_ = report_.wall_seconds;
        const std::int64_t first = options_.resume ? options_.resume->steps : 0;
        start_ = options_.resume ? options_.resume->start : state_->time;
        limits_.require(*state_);
        const double start = start_;
        // A duration that is a multiple of the step to round-off takes that many steps; otherwise the last one is shortened.
        const double ratio = options_.duration / options_.step;
        const double rounded = std::round(ratio);
        const bool multiple = std::abs(ratio - rounded) <= 1e-9 * std::fmax(1.0, rounded);
        const auto steps = static_cast<std::int64_t>(multiple ? rounded : std::ceil(ratio));
        steps_ = steps;
        find_breaks(start, start + options_.duration);
        const double behind = start + static_cast<double>(first) * options_.step + 1e-9 * options_.step;
        while (first > 0 && next_break_ < breaks_.size() && breaks_[next_break_] <= behind) ++next_break_;
        for (std::int64_t i = first; i < steps; ++i) {
            if (--until_asked_ <= 0 && asked_to_stop(i)) break;
            if (options_.between_every > 0 && i % options_.between_every == 0 && i > first) stand_between(i);
            const bool last = i + 1 == steps;
            const double end = last ? start + options_.duration : start + static_cast<double>(i + 1) * options_.step;
            const double h = last && !multiple ? end - state_->time : options_.step;
            events_left_ = options_.max_events_per_step;
            if (next_break_ < breaks_.size() && breaks_[next_break_] <= end + 1e-9 * options_.step) {
                advance_over_breaks(end);
            } else {
                advance(h, end, true);
            }
        }
        if (!report_.interrupted) stand_between(steps);
        report_.wall_seconds = wall_seconds_before_ + seconds_since(begin_);
        return report_;
    }

  private:
    /// To `end_time`, over the events in between. \param h end_time - time without round-off
    void advance(double h, double end_time, bool grid) {
        for (;;) {
            const StepReport step = try_step(h, end_time);
            if (!step.converged) return halve(step, h, end_time, grid);
            if (options_.tolerance > 0 && stepper_.error_estimate(*state_, *next_, h, options_.step) > options_.tolerance) {
                return refine(h, end_time, grid);
            }
            if (examine_ && watch_.examine(*state_, *next_)) {
                advance_to_event(h, end_time, grid);
            } else if (next_->time < end_time || !stepper_.located().empty()) {
                // A method that controls its own steps.
                const bool arrived = next_->time >= end_time;
                accept(step, grid && arrived);
                switch_located();
                if (arrived) return;
            } else {
                return accept(step, grid);
            }
            if (state_->time >= end_time) return;
            h = end_time - state_->time;
        }
    }

    StepReport try_step(double h, double end_time) {
        const StepReport step = stepper_.step(*state_, *next_, h, end_time);
        report_.newton_iterations += step.iterations;
        report_.law_evaluations += step.evaluations;
        return step;
    }

    void halve(const StepReport& step, double h, double end_time, bool grid) {
        if (depth_ == options_.max_halvings) throw newton_failed(system_, step, state_->time, h);
        if (depth_ == 0) {
            ++report_.halvings;
            if (options_.log) {
                options_.log(fmt::format(
                    "t = {} s: Newton did not converge in '{}', the step of {:.3g} s is halved", state_->time,
                    step.contact >= 0 ? system_.contacts[static_cast<std::size_t>(step.contact)].name : system_.name, h));
            }
        }
        ++depth_;
        const double middle = state_->time + 0.5 * h;
        advance(0.5 * h, middle, false);
        advance(0.5 * h, end_time, grid);
        --depth_;
    }

    /// Two halves in place of a step that errs too much. No memory of earlier steps: the same state gives the same steps.
    void refine(double h, double end_time, bool grid) {
        if (refinement_ == options_.max_refinements) {
            throw computation_failed(
                fmt::format("model '{}': the tolerance of {} is not reached at t = {} s with a step of {:.3g} s", system_.name,
                            options_.tolerance, state_->time, h));
        }
        ++report_.refinements;
        ++refinement_;
        const double middle = state_->time + 0.5 * h;
        advance(0.5 * h, middle, false);
        advance(0.5 * h, end_time, grid);
        --refinement_;
    }

    void accept(const StepReport& step, bool grid) {
        // One number that every coordinate enters: cheaper than looking at each, and NaN or infinity survives the sum. Motion
        // that is not finite makes the acceleration of the same or the next step so.
        if (!std::isfinite(next_->a.sum())) throw not_finite(system_, next_->time);
        limits_.require(*next_);
        ++report_.steps;
        if (step.iterations > 0) ++report_.steps_in_contact;
        const AcceptedStep accepted{*state_, *next_, step, grid};
        for (Observer* observer : observers_) observer->accepted(accepted);
        std::swap(state_, next_);  // the pointers: the old state becomes the next one's storage
    }

    /// The step just tried, of size h, shows an event. Finds the first one by trial steps, ends a step there, and switches. When
    /// the trials show that there was none (the interpolation was wrong), a shorter step is all that happens.
    void advance_to_event(double h, double end_time, bool grid) {
        const double begin = state_->time;
        const double tolerance = std::fmax(1e-12 * h, 4e-16 * std::abs(begin));  // in time
        const double together = std::fmax(1e-9 * h, tolerance);                  // events closer than this are one
        EventCandidate first = watch_.candidates().front();
        double low = 0;
        double high = h;
        EventWatch::Value at_low = watch_.value(first.side, first.function, *state_);
        EventWatch::Value at_high = watch_.value(first.side, first.function, *next_);
        bool known_high = first.at_end;
        double trial = first.after;
        if (trial <= tolerance) return switch_at_begin(first, together);
        StepReport step;
        for (int iteration = 0;; ++iteration) {
            trial = std::fmin(trial, h);
            step = trial == h ? try_step(h, end_time) : try_step(trial, begin + trial);
            ++report_.trial_steps;
            if (!step.converged) throw newton_failed(system_, step, begin, trial);
            if (watch_.examine(*state_, *next_)) {
                const EventCandidate& now = watch_.candidates().front();
                if (now.side != first.side || now.function != first.function) {
                    // Another side is earlier.
                    if (now.after <= tolerance) return switch_at_begin(now, together);
                    first = now;
                    low = 0;
                    at_low = watch_.value(first.side, first.function, *state_);
                }
                if (!now.at_end) {
                    // Only the interpolation crosses: look there, or, when that leads nowhere, take the step as it is.
                    if (now.after >= trial - tolerance || iteration > 40) {
                        --report_.trial_steps;
                        return accept(step, grid && next_->time >= end_time);
                    }
                    trial = now.after;
                    continue;
                }
                high = trial;
                at_high = watch_.value(first.side, first.function, *next_);
                known_high = true;
            } else {
                low = trial;
                at_low = watch_.value(first.side, first.function, *next_);
                if (!known_high && low >= high - tolerance) {
                    --report_.trial_steps;
                    return accept(step, grid && next_->time >= end_time);
                }
            }
            // Where the event is, from the end of this trial.
            const EventWatch::Value value = watch_.value(first.side, first.function, *next_);
            double next = low;
            if (value.slope > 0) {
                next = trial - value.value / value.slope;
            } else if (known_high && at_high.value > at_low.value) {
                next = low - at_low.value * (high - low) / (at_high.value - at_low.value);
                // The secant closes in from one side only; every third trial halves the bracket.
                if (iteration % 3 == 2) next = 0.5 * (low + high);
            }
            const bool found = std::abs(next - trial) <= tolerance && value.slope > 0;
            if (found || (known_high && high - low <= tolerance) || value.value == 0) break;
            // Newton creeps towards a grazing root; every fourth trial halves the bracket.
            if (known_high && iteration % 4 == 3) next = 0.5 * (low + high);
            if (!(next > low && next < high)) next = known_high ? 0.5 * (low + high) : high;
            // Halved every fourth time, the bracket is below every other error by then.
            if (iteration > 240) break;
            trial = next;
        }
        --report_.trial_steps;
        collect_switches(first, together);
        accept(step, grid && next_->time >= end_time);
        apply_switches();
    }

    /// Of `first` and of all sides whose event lies within `together` of the end of the trial step.
    void collect_switches(const EventCandidate& first, double together) {
        switches_.clear();
        add_switch(first);
        const double h = next_->time - state_->time;
        if (watch_.examine(*state_, *next_)) {
            for (const EventCandidate& c : watch_.candidates()) {
                const auto listed = [&c](const Switch& w) { return w.side == c.side; };
                if (c.after >= h - together && std::none_of(switches_.begin(), switches_.end(), listed)) add_switch(c);
            }
        }
        add_sides_about_to_close(*next_, together);
    }

    void add_sides_about_to_close(const State& state, double together) {
        for (int s = 0; s < system_.sides; ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(s)];
            const double depth = side.motion.indentation;
            if (side.memory.closed || depth > 0 || side.motion.rate <= 0 || -depth > side.motion.rate * together) continue;
            const auto listed = [s](const Switch& w) { return w.side == s; };
            if (std::none_of(switches_.begin(), switches_.end(), listed)) switches_.push_back({s, Switch::What::closed, 0});
        }
    }

    void add_switch(const EventCandidate& candidate) {
        const bool opens = candidate.function == EventFunction::opening || candidate.function == EventFunction::tension;
        const Switch::What what = candidate.function == EventFunction::turning ? Switch::What::turned
                                  : opens                                      ? Switch::What::opened
                                                                               : Switch::What::closed;
        switches_.push_back({candidate.side, what, 0});
    }

    void switch_at_begin(const EventCandidate& first, double together) {
        switches_.clear();
        add_switch(first);
        add_sides_about_to_close(*state_, together);
        apply_switches();
    }

    void switch_located() {
        const std::span<const int> sides = stepper_.located();
        if (sides.empty()) return;
        switches_.clear();
        for (const int s : sides) {
            const bool closed = state_->sides[static_cast<std::size_t>(s)].memory.closed;
            switches_.push_back({s, closed ? Switch::What::opened : Switch::What::closed, 0});
        }
        apply_switches();
    }

    /// Switches the statuses in `state_`, gives the impulses of rigid stops, and restarts the integrator.
    void apply_switches() {
        if (--events_left_ < 0) {
            throw computation_failed(fmt::format(
                "model '{}': contact '{}' opens and closes more than {} times within one step at t = {} s; the step is too large "
                "for the contact or above the method's limit of stability",
                system_.name, system_.contacts[static_cast<std::size_t>(watch_.contact(switches_.front().side))].name,
                options_.max_events_per_step, state_->time));
        }
        report_.events += static_cast<std::int64_t>(switches_.size());
        at_event_ = *state_;
        bool struck = false;
        for (Switch& w : switches_) {
            SideState& side = state_->sides[static_cast<std::size_t>(w.side)];
            contact::ContactMemory& memory = side.memory;
            switch (w.what) {
                case Switch::What::closed:
                    memory.closed = true;
                    memory.unloading = false;
                    memory.impact_speed = std::fmax(side.motion.rate, 0.0);
                    memory.onset_time = state_->time;
                    memory.max_indentation = 0;
                    struck = struck || watch_.rigid(w.side);
                    break;
                case Switch::What::opened:
                    memory.closed = false;
                    break;
                case Switch::What::turned:
                    memory.unloading = true;
                    memory.max_indentation = std::fmax(memory.max_indentation, side.motion.indentation);
                    break;
                case Switch::What::struck:
                    break;
            }
        }
        if (struck) strike();
        stepper_.restart(*state_);
        if (struck) {
            // The impulses changed the speed of compliant contacts that begin at the same instant.
            for (const Switch& w : switches_) {
                SideState& side = state_->sides[static_cast<std::size_t>(w.side)];
                if (w.what == Switch::What::closed && !watch_.rigid(w.side))
                    side.memory.impact_speed = std::fmax(side.motion.rate, 0.0);
            }
        }
        if (stops_.any()) release_pulling_stops();
        const SwitchedState event{at_event_, *state_, switches_};
        for (Observer* observer : observers_) observer->switched(event);
        if (struck) strike_touching_stops();
    }

    /// An impact may set bodies in motion that touch another rigid stop already: that one is struck at the same instant.
    void strike_touching_stops() {
        switches_.clear();
        for (int s = 0; s < system_.sides; ++s) {
            const SideState& side = state_->sides[static_cast<std::size_t>(s)];
            if (!watch_.rigid(s) || side.memory.closed || !(side.motion.rate > 0)) continue;
            const double clearance = system_.contacts[static_cast<std::size_t>(watch_.contact(s))].gap.clearance;
            if (side.motion.indentation >= -1e-12 * (clearance + 1e-3)) switches_.push_back({s, Switch::What::closed, 0});
        }
        if (!switches_.empty()) apply_switches();
    }

    void strike() {
        std::vector<int> sides;
        for (int s = 0; s < system_.sides; ++s) {
            if (watch_.rigid(s) && state_->sides[static_cast<std::size_t>(s)].memory.closed) sides.push_back(s);
        }
        std::vector<RigidStops::Impulse> impulses;
        try {
            impulses = stops_.strike(*state_, sides);
        } catch (const std::runtime_error& error) {
            throw computation_failed(fmt::format("model '{}': t = {} s: {}", system_.name, state_->time, error.what()));
        }
        for (const RigidStops::Impulse& impulse : impulses) {
            contact::ContactMemory& memory = state_->sides[static_cast<std::size_t>(impulse.side)].memory;
            const auto of_side = [&](const Switch& w) { return w.side == impulse.side; };
            const auto known = std::find_if(switches_.begin(), switches_.end(), of_side);
            // A stop that held before and lets go in this impact opens; one that got a push was struck.
            if (known != switches_.end()) {
                known->impulse = impulse.value;
                known->what = impulse.sticks ? Switch::What::closed : Switch::What::struck;
            } else if (impulse.value > 0 || !impulse.sticks) {
                switches_.push_back({impulse.side, impulse.sticks ? Switch::What::closed : Switch::What::opened, impulse.value});
            }
            memory.closed = impulse.sticks;
        }
    }

    /// A rigid stop that would have to pull holds nothing: the one that pulls most is opened, until none does.
    void release_pulling_stops() {
        for (int round = 0; round < system_.sides; ++round) {
            int worst = -1;
            double pull = 0;
            for (int s = 0; s < system_.sides; ++s) {
                const SideState& side = state_->sides[static_cast<std::size_t>(s)];
                if (!watch_.rigid(s) || !side.memory.closed || side.response.force >= pull) continue;
                pull = side.response.force;
                worst = s;
            }
            if (worst < 0) return;
            state_->sides[static_cast<std::size_t>(worst)].memory.closed = false;
            state_->sides[static_cast<std::size_t>(worst)].response = {};
            const auto of_side = [worst](const Switch& w) { return w.side == worst; };
            const auto known = std::find_if(switches_.begin(), switches_.end(), of_side);
            if (known == switches_.end()) {
                switches_.push_back({worst, Switch::What::opened, 0});
            } else if (known->what == Switch::What::closed) {
                known->what = Switch::What::struck;
            }
            stepper_.restart(*state_);
        }
    }

    /// Steps end where a load jumps, so that no step sees both sides of the jump.
    void find_breaks(double from, double to) {
        if (!examine_) return;
        const auto add = [&](const Signal& signal, int derivative) {
            if (signal.smoothness() - derivative >= options_.order - 2) return;
            const std::vector<double> found = signal.breaks(from, to);
            breaks_.insert(breaks_.end(), found.begin(), found.end());
        };
        for (const Load& load : system_.loads) add(*load.signal, load.derivative);
        for (const PrescribedMotion& motion : system_.recovery.prescribed) add(*motion.signal, 0);
        // What jumps at the very end is not seen any more.
        std::erase_if(breaks_, [&](double at) { return at >= to - 1e-9 * options_.step; });
        std::sort(breaks_.begin(), breaks_.end());
        breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
    }

    void advance_over_breaks(double end) {
        while (next_break_ < breaks_.size() && breaks_[next_break_] <= end + 1e-9 * options_.step) {
            const double at = breaks_[next_break_++];
            const bool grid = std::abs(at - end) <= 1e-9 * options_.step;
            // Up to the last instant before the jump, then the loads behind it.
            const double just_before = std::nextafter(at, -1.0);
            if (just_before > state_->time) advance(just_before - state_->time, just_before, grid);
            if (at > state_->time) state_->time = at;
            switches_.clear();
            at_event_ = *state_;
            stepper_.restart(*state_);
            const SwitchedState event{at_event_, *state_, switches_};
            for (Observer* observer : observers_) observer->switched(event);
            if (grid) return;
        }
        advance(end - state_->time, end, true);
    }

    // Looks at the clock every so many steps, so that asking costs nothing and still happens every few milliseconds.
    bool asked_to_stop(std::int64_t steps) {
        until_asked_ = interval_;
        if (!options_.interrupted) return false;
        const Clock::time_point now = Clock::now();
        const double passed = std::chrono::duration<double>(now - last_asked_).count();
        if (passed < 2e-3 && interval_ < 4096) interval_ *= 2;
        if (passed > 2e-2 && interval_ > 1) interval_ /= 2;
        last_asked_ = now;
        report_.interrupted = options_.interrupted();
        stand_between(steps);
        return report_.interrupted;
    }

    void stand_between(std::int64_t steps) {
        if (!options_.between) return;
        MarchPosition position{start_, steps, steps_, report_};
        position.report.wall_seconds = wall_seconds_before_ + seconds_since(begin_);
        position.report.interrupted = false;
        options_.between(*state_, position);
    }

    const System& system_;
    Stepper& stepper_;
    const MarchOptions& options_;
    State& result_;  // the caller's; holds the last accepted state when the walk is over
    State spare_;
    State* state_;
    State* next_;
    std::span<Observer* const> observers_;
    bool locate_;
    bool examine_;  // the march itself looks for events
    EventWatch watch_;
    DepthLimits limits_;
    RigidStops stops_;
    std::vector<Switch> switches_;
    State at_event_;              // before the switches
    std::vector<double> breaks_;  // where a load jumps
    std::size_t next_break_ = 0;
    int depth_ = 0;
    int refinement_ = 0;
    int events_left_ = 0;
    MarchReport report_;
    double start_ = 0;
    std::int64_t steps_ = 0;          // nominal ones in all
    double wall_seconds_before_ = 0;  // of a march that this one goes on with
    const Clock::time_point begin_ = Clock::now();
    std::int64_t interval_ = 1;  // steps between two looks at the clock
    std::int64_t until_asked_ = 0;
    Clock::time_point last_asked_ = Clock::now();
};

}  // namespace

MarchReport march(const System& system, Stepper& stepper, const MarchOptions& options, State& state,
                  std::span<Observer* const> observers) {
    if (!options.resume) {
        if (!options.begun) stepper.start(state);
        for (Observer* observer : observers) observer->begin(system, state);
    }
    const auto walk = [&] { return Walk(system, stepper, options, state, observers).run(); };
    try {
        const MarchReport report = walk();
        for (Observer* observer : observers) observer->end(state);
        return report;
    } catch (...) {
        for (Observer* observer : observers) observer->end(state);
        throw;
    }
}

}  // namespace jounce::time
