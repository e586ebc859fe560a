// The march: repeats steps of one integrator, halves them where Newton fails, and tells the observers.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

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
          observers_(observers) {}
    ~Walk() {
        if (state_ != &result_) std::swap(result_, spare_);
    }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    MarchReport run() {
        const Clock::time_point begin = Clock::now();
        const double start = state_->time;
        // A duration that is a multiple of the step to round-off takes that many steps; otherwise the last one is shortened.
        const double ratio = options_.duration / options_.step;
        const double rounded = std::round(ratio);
        const bool multiple = std::abs(ratio - rounded) <= 1e-9 * std::fmax(1.0, rounded);
        const auto steps = static_cast<std::int64_t>(multiple ? rounded : std::ceil(ratio));
        for (std::int64_t i = 0; i < steps; ++i) {
            if (--until_asked_ <= 0 && asked_to_stop()) break;
            const bool last = i + 1 == steps;
            const double end = last ? start + options_.duration : start + static_cast<double>(i + 1) * options_.step;
            const double h = last && !multiple ? end - state_->time : options_.step;
            advance(h, end, 0);
        }
        report_.wall_seconds = seconds_since(begin);
        return report_;
    }

  private:
    void advance(double h, double end_time, int depth) {
        const StepReport step = stepper_.step(*state_, *next_, h, end_time);
        report_.newton_iterations += step.iterations;
        report_.law_evaluations += step.evaluations;
        if (!step.converged) {
            if (depth == options_.max_halvings) throw newton_failed(system_, step, state_->time, h);
            if (depth == 0) ++report_.halvings;
            if (options_.log && depth == 0) {
                options_.log(
                    fmt::format("t = {} s: Newton did not converge in '{}', the step of {:.3g} s is halved", state_->time,
                                step.contact >= 0 ? system_.contacts[static_cast<std::size_t>(step.contact)].name : "?", h));
            }
            const double middle = state_->time + 0.5 * h;
            advance(0.5 * h, middle, depth + 1);
            advance(0.5 * h, end_time, depth + 1);
            return;
        }
        // One number that every coordinate enters: cheaper than looking at each, and NaN or infinity survives the sum. Motion
        // that is not finite makes the acceleration of the same or the next step so.
        if (!std::isfinite(next_->a.sum())) throw not_finite(system_, end_time);
        ++report_.steps;
        if (step.iterations > 0) ++report_.steps_in_contact;
        const AcceptedStep accepted{*state_, *next_, step};
        for (Observer* observer : observers_) observer->accepted(accepted);
        std::swap(state_, next_);  // the pointers: the old state becomes the next one's storage
    }

    // Looks at the clock every so many steps, so that asking costs nothing and still happens every few milliseconds.
    bool asked_to_stop() {
        until_asked_ = interval_;
        if (!options_.interrupted) return false;
        const Clock::time_point now = Clock::now();
        const double passed = std::chrono::duration<double>(now - last_asked_).count();
        if (passed < 2e-3 && interval_ < 4096) interval_ *= 2;
        if (passed > 2e-2 && interval_ > 1) interval_ /= 2;
        last_asked_ = now;
        report_.interrupted = options_.interrupted();
        return report_.interrupted;
    }

    const System& system_;
    Stepper& stepper_;
    const MarchOptions& options_;
    State& result_;  // the caller's; holds the last accepted state when the walk is over
    State spare_;
    State* state_;
    State* next_;
    std::span<Observer* const> observers_;
    MarchReport report_;
    std::int64_t interval_ = 1;  // steps between two looks at the clock
    std::int64_t until_asked_ = 0;
    Clock::time_point last_asked_ = Clock::now();
};

}  // namespace

MarchReport march(const System& system, Stepper& stepper, const MarchOptions& options, State& state,
                  std::span<Observer* const> observers) {
    stepper.start(state);
    for (Observer* observer : observers) observer->begin(system, state);
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
