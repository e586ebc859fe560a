// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/within_step.hpp"

#include <algorithm>
#include <utility>

namespace jounce::nonlinear {

WithinStep::WithinStep(const System& system, const time::Method& method)
    : system_(system),
      method_(method),
      rubs_(std::ranges::any_of(system.frictions, [](const Friction& friction) { return friction.contact < 0; })),
      signals_(system, method.load_tolerance()) {
    if (!system.mechanism && time::ModalFlight::applies(system.linear)) flight_ = std::make_unique<time::ModalFlight>(system);
}

void WithinStep::begin(const time::AcceptedStep& step) {
    from_ = &step.before;
    const bool touching = std::ranges::any_of(step.before.sides, [](const SideState& side) { return side.memory.closed; });
    double end = step.after.time;
    flies_ = flight_ && !touching && !rubs_ && signals_.refresh(step.before.time, step.after.time, end) && end >= step.after.time;
    if (flies_) flight_->begin(step.before, signals_, step.after.time - step.before.time);
}

const State& WithinStep::motion(double after) {
    if (here_.q.size() != from_->q.size()) here_ = *from_;
    flight_->at(after);
    flight_->motion(here_.q.data(), here_.v.data(), here_.a.data());
    here_.time = from_->time + after;
    return here_;
}

const State* WithinStep::at(double time) {
    constexpr int most_steps = 1000;  // without an event within it, the whole step needed one
    if (!stepper_) stepper_ = method_.bind(system_, time::Events::locate);
    here_ = *from_;
    for (int steps = 0; here_.time < time && steps < most_steps; ++steps) {
        spare_ = here_;
        const time::StepReport report = stepper_->step(here_, spare_, time - here_.time, time);
        if (!report.converged || !(spare_.time > here_.time)) return nullptr;
        std::swap(here_, spare_);
    }
    return here_.time >= time ? &here_ : nullptr;
}

}  // namespace jounce::nonlinear
