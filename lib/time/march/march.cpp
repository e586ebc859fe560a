// The march: repeats steps of one integrator, ends them at events, halves them if Newton fails, calls the observers.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/march.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "system/mechanism/mechanism.hpp"
#include "system/mechanism/singular_configuration.hpp"
#include "time/contact/depth_limits.hpp"
#include "time/contact/stop_places.hpp"
#include "time/events/event_location.hpp"
#include "time/events/switching.hpp"
#include "time/march/event_progress.hpp"
#include "time/march/march_errors.hpp"
#include "time/march/march_pauses.hpp"
#include "time/march/march_plan.hpp"
#include "time/stepper/friction_locator.hpp"

namespace jounce::time {

namespace {

constexpr std::int64_t halvings_told = 5;  // in the log, one by one

// Of a step: rebounds of a fixed step that are shorter belong to impacts that accumulate.
constexpr double unresolved_flight = 1e-6;

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
          examine_(options.events == Events::locate || stepper.locates_events()),
          stepwise_sticks_(!examine_ && !system.frictions.empty()),
          watch_(system, stepper.locates_events() && !system.mechanism,
                 friction_locator_ != nullptr ? &friction_locator_->held_motions() : nullptr),
          limits_(system),
          progress_(system, options.step),
          pauses_(options, report_),
          places_(system, options.step),
          location_(stepper, watch_, report_),
          switching_(system, stepper, watch_, examine_, observers, report_, state, options.step) {}
    ~Walk() {
        if (state_ != &result_) std::swap(result_, spare_);
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    MarchReport run() {
        if (options_.resume) report_ = options_.resume->report;
        limits_.require(*state_);
        plan_ = plan(system_, options_, state_->time, stepper_.locates_events(), examine_);
        pauses_.begin(plan_);
        places_.begin(*state_);
        if (options_.begun && !options_.resume) pass_begin();
        const bool behind_start = plan_.first > 0 || (options_.resume && options_.begun);
        if (behind_start) plan_.breaks.pass_until(plan_.start + static_cast<double>(plan_.first) * plan_.step);
        for (std::int64_t i = plan_.first; i < plan_.steps; ++i) {
            const std::int64_t stride = plan_.stride(i, stepper_.locates_events());
            if (pauses_.before(i, stride, *state_)) break;
            i += stride - 1;
            switching_.set_shortest_flight(stepper_.locates_events() ? 0.0 : unresolved_flight * options_.step);
            switching_.allow(stride == 1 ? options_.max_events_per_step : events_in(stride));
            const double end = plan_.end_of(i);
            if (plan_.breaks.one_until(end)) {
                advance_over_breaks(end);
            } else {
                advance(plan_.size(i, stride, state_->time), end, true);
            }
        }
        pauses_.end(*state_);
        return report_;
    }

  private:
    /// Advances to `end_time`, across the events in between. \param h end_time - time without round-off
    void advance(double h, double end_time, bool grid) {
        for (;;) {
            if (advance_to_parting(h, end_time)) h = end_time - state_->time;
            const StepReport step = try_step(h, end_time);
            if (!step.converged) return halve(step, h, end_time, grid);
            if (options_.tolerance > 0 && stepper_.error_estimate(*state_, *next_, h, options_.step) > options_.tolerance) {
                return refine(h, end_time, grid);
            }
            if (examine_ && !stepper_.has_examined() && watch_.examine(*state_, *next_)) {
                const bool whole = !(next_->time < end_time);
                const double begin = state_->time;
                advance_to_event(whole ? h : next_->time - state_->time, whole ? end_time : next_->time, grid && whole);
                if (stepper_.locates_events()) progress_.advanced(state_->time - begin, state_->time, event_);
            } else if (next_->time < end_time || !stepper_.located().empty() || !located_frictions(friction_locator_).empty()) {
                // A method that controls its own steps.
                const bool arrived = next_->time >= end_time;
                accept(step, grid && arrived);
                switch_located();
                if (arrived) return;
                pauses_.within_step();
            } else {
                accept(step, grid);
                if (stepwise_sticks_) settle_sticks();
                return;
            }
            if (state_->time >= end_time) return;
            pauses_.within_step();
            // Other methods have at most `max_events_per_step` switches in a step.
            if (stepper_.locates_events()) progress_.stands_at(state_->time, event_);
            h = end_time - state_->time;
        }
    }

    /// Where given motions begin to part what sticks and closed rigid stops hold, a step ends. \returns does one end there?
    bool advance_to_parting(double h, double end_time) {
        if (state_->time == parted_) return false;
        const double resolution = std::max(1e-12 * h, 4 * epsilon * std::abs(end_time));
        const double at = switching_.given_motions_part(*state_, end_time, resolution);
        if (!(at < end_time)) return false;
        parted_ = at;
        const double before = at - resolution;
        if (before > state_->time + resolution) advance(before - state_->time, before, false);
        state_->time = at;
        switching_.restart(*state_);
        return true;
    }

    /// Stepwise: frictions that have come to rest begin to stick with consistent accelerations; otherwise their force
    /// would oscillate from step to step.
    void settle_sticks() {
        if (switching_.end_slips(*next_, *state_)) return;
        for (std::size_t i = 0; i < state_->frictions.size(); ++i) {
            if (state_->frictions[i].status != FrictionStatus::stick || next_->frictions[i].status == FrictionStatus::stick)
                continue;
            return switching_.restart(*state_);
        }
    }

    StepReport try_step(double h, double end_time) { return location_.try_step(*state_, *next_, h, end_time); }

    void halve(const StepReport& step, double h, double end_time, bool grid) {
        if (depth_ == options_.max_halvings && step.contact < 0) {
            if (const std::string dead = dead_point(system_, state_->time, state_->q); !dead.empty())
                throw computation_failed(dead);
        }
        if (depth_ == options_.max_halvings)
            throw step_failed(system_, step, state_->time, h, stepper_.locates_events(), {plan_.start, plan_.end});
        if (depth_ == 0) {
            ++report_.halvings;
            if (options_.log && report_.halvings <= halvings_told) {
                options_.log(step_halved(system_, step, state_->time, h, stepper_.locates_events()) +
                             (report_.halvings == halvings_told ? "; further halvings are only counted in the summary" : ""));
            }
        }
        ++depth_;
        const double middle = state_->time + 0.5 * h;
        advance(0.5 * h, middle, false);
        advance(0.5 * h, end_time, grid);
        --depth_;
    }

    /// Two halves replace a step with too large an error. No memory of earlier steps: the same state gives the same
    /// steps.
    void refine(double h, double end_time, bool grid) {
        if (refinement_ == options_.max_refinements) {
            throw computation_failed(
                fmt::format("model '{}': the tolerance of {} is not reached at t = {:.12g} s with a step of {:.3g} s",
                            system_.name, options_.tolerance, state_->time, h));
        }
        ++report_.refinements;
        ++refinement_;
        const double middle = state_->time + 0.5 * h;
        advance(0.5 * h, middle, false);
        advance(0.5 * h, end_time, grid);
        --refinement_;
    }

    /// Ends the march when the derivatives of a user's law are wrong at the present motion.
    void check_laws(const State& state) const {
        for (const SideState& side : state.sides) {
            if (!side.memory.closed || !(side.motion.indentation > 0)) continue;
            const int s = static_cast<int>(&side - state.sides.data());
            try {
                watch_.law(s).check(side.motion, side.memory);
            } catch (const Error& error) {
                const Contact& contact = system_.contacts[static_cast<std::size_t>(watch_.contact(s))];
                throw Error(error.failure(),
                            fmt::format("{} (gap '{}', t = {:.9g} s)", error.message(), contact.name, state.time),
                            error.origin());
            }
        }
    }

    void accept(const StepReport& step, bool grid) {
        // A step that ends just before a jump of the loads ends, for the observers, at the jump.
        if (next_->time == just_before_) next_->time = jump_;
        // One sum over all coordinates is cheaper than a check of each, and NaN or infinity survives it. A motion that
        // is not finite makes the acceleration of the same or the next step not finite.
        if (!std::isfinite(next_->a.sum())) throw not_finite(system_, next_->time);
        limits_.require(*next_);
        places_.require(*next_);
        check_laws(*next_);
        ++report_.steps;
        if (step.iterations > 0) ++report_.steps_in_contact;
        const AcceptedStep accepted{*state_, *next_, step, grid, &stepper_};
        for (Observer* observer : observers_) observer->accepted(accepted);
        std::swap(state_, next_);  // the pointers: the old state becomes the next one's storage
    }

    /// The step just tried, of size h, has an event: ends a step at the first one, and switches.
    void advance_to_event(double h, double end_time, bool grid) {
        const EventLocation::Result found = location_.find(*state_, *next_, h, end_time);
        switching_.clear();
        event_ = found.event;
        switch (found.outcome) {
            case EventLocation::Outcome::failed:
                return halve(found.step, h, end_time, grid);
            case EventLocation::Outcome::none:
                --report_.trial_steps;  // this one is kept
                return accept(found.step, grid && next_->time >= end_time);
            case EventLocation::Outcome::at_begin:
                switching_.add(found.event);
                switching_.add_sides_with_the_same_event(*next_, *state_);
                if (EventLocation::without_force(found.event, *state_)) look_ahead(found, h, end_time);
                break;
            case EventLocation::Outcome::at_end:
                --report_.trial_steps;
                collect_switches(found.event, found.together);
                accept(found.step, grid && next_->time >= end_time);
                break;
        }
        switching_.add_sides_about_to_close(*state_, found.together);
        switching_.apply(*state_);
    }

    /// Sticks that break at once, together, in directions that only an instant later shows.
    void look_ahead(const EventLocation::Result& found, double h, double end_time) {
        for (const EventCandidate& c : watch_.candidates())
            if (c.after <= found.together && EventLocation::without_force(c, *state_)) switching_.add(c);
        location_.look_ahead(found.event, *state_, *next_, h, end_time);
        switching_.look_ahead(*next_);
    }

    /// Switches of `first` and of all sides with an event within `together` of the end of the trial step.
    void collect_switches(const EventCandidate& first, double together) {
        switching_.add(first);
        switching_.add_sides_with_the_same_event(*state_, *next_);
        const double h = next_->time - state_->time;
        if (!watch_.examine(*state_, *next_)) return;
        for (const EventCandidate& c : watch_.candidates()) {
            if (c.after >= h - together) switching_.add(c);
        }
    }

    /// Applies the switches located by the method itself.
    void switch_located() {
        const std::span<const int> sides = stepper_.located();
        const auto frictions = located_frictions(friction_locator_);
        if (sides.empty() && frictions.empty()) return;
        switching_.clear();
        event_ = !frictions.empty() ? EventCandidate{frictions.front().friction, frictions.front().event, 0, true}
                                    : EventCandidate{sides.front(), ContactEvent::onset, 0, true};
        if (!frictions.empty()) (void)watch_.examine(*next_, *state_);  // the slips at the start of the step
        for (const FrictionLocator::Located& at : frictions) switching_.add_friction(at.friction, at.event);
        for (const int s : sides) {
            const bool closed = state_->sides[static_cast<std::size_t>(s)].memory.closed;
            switching_.add(s, closed ? Switch::What::opened : Switch::What::closed);
        }
        switching_.add_sides_with_the_same_event(*next_, *state_);
        switching_.apply(*state_);
    }

    /// What happens at the instant of a state with which another march has ended.
    void pass_begin() {
        const std::optional<double> jump = plan_.breaks.pass_until(plan_.start);
        if (jump) state_->time = std::max(state_->time, *jump);
        switching_.allow(options_.max_events_per_step);
        if (options_.other_motion) {
            switching_.begin(*state_);
        } else if (jump) {
            switching_.restart(*state_);
        }
    }

    /// Largest number of events in this number of nominal steps.
    [[nodiscard]] int events_in(std::int64_t steps) const {
        return static_cast<int>(std::min<std::int64_t>(options_.max_events_per_step * steps, 2000000000));
    }

    void advance_over_breaks(double end) {
        while (plan_.breaks.one_until(end)) {
            const double at = plan_.breaks.pass();
            const bool grid = std::abs(at - end) <= plan_.instant;
            // To the last instant before the jump, then the loads after it.
            const bool at_end = at >= plan_.end - plan_.instant;
            jump_ = at_end ? plan_.end : at;
            just_before_ = std::nextafter(at, -1.0);
            if (just_before_ > state_->time) advance(just_before_ - state_->time, just_before_, grid);
            just_before_ = -1;
            if (jump_ > state_->time) state_->time = jump_;
            if (!at_end) switching_.restart(*state_);  // what follows the end has no effect
            if (grid) return;
        }
        advance(end - state_->time, end, true);
    }

    const System& system_;
    Stepper& stepper_;
    const MarchOptions& options_;
    State& result_;  // the caller's; contains the last accepted state at the end
    State spare_;
    State* state_;
    State* next_;
    std::span<Observer* const> observers_;
    MarchReport report_;
    FrictionLocator* friction_locator_ = dynamic_cast<FrictionLocator*>(&stepper_);
    bool examine_;  // does the march itself search for events?
    bool stepwise_sticks_;
    EventWatch watch_;
    DepthLimits limits_;
    EventProgress progress_;
    MarchPauses pauses_;
    StopPlaces places_;
    EventLocation location_;
    Switching switching_;
    MarchPlan plan_;
    double just_before_ = -1, jump_ = -1;
    double parted_ = -1;  // where a step ended last because given motions part
    int depth_ = 0;
    int refinement_ = 0;
    std::optional<EventCandidate> event_;  // the last one
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
