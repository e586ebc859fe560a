// The clock is read every few steps: negligible cost, and still a check every few milliseconds.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/march_pauses.hpp"

#include "base/messages/error.hpp"

namespace jounce::time {

void MarchPauses::begin(const MarchPlan& plan) {
    start_ = plan.start;
    first_ = plan.first;
    steps_ = plan.steps;
    wall_seconds_before_ = report_.wall_seconds;
}

bool MarchPauses::before(std::int64_t steps, std::int64_t stride, const State& state) {
    if (--until_asked_ <= 0 && asked_to_stop(steps, state)) return true;
    const std::int64_t every = options_.between_every, last = steps + stride - 1;
    if (every > 0 && last > first_ && last / every != (last - stride) / every) stand(steps, state);
    return false;
}

void MarchPauses::within_step() {
    constexpr int often = 2048;
    if (++since_asked_ % often == 0 && options_.interrupted && options_.interrupted())
        throw Error(Failure::interrupted, "interrupted");
}

void MarchPauses::end(const State& state) {
    if (!report_.interrupted) stand(steps_, state);
    report_.wall_seconds = wall_seconds();
}

bool MarchPauses::asked_to_stop(std::int64_t steps, const State& state) {
    until_asked_ = interval_;
    if (!options_.interrupted) return false;
    const Clock::time_point now = Clock::now();
    const double passed = std::chrono::duration<double>(now - last_asked_).count();
    if (passed < 2e-3 && interval_ < 4096) interval_ *= 2;
    if (passed > 2e-2 && interval_ > 1) interval_ /= 2;
    last_asked_ = now;
    report_.interrupted = options_.interrupted();
    stand(steps, state);
    return report_.interrupted;
}

void MarchPauses::stand(std::int64_t steps, const State& state) {
    if (!options_.between) return;
    MarchPosition position{start_, steps, steps_, report_};
    position.report.wall_seconds = wall_seconds();
    position.report.interrupted = false;
    options_.between(state, position);
}

double MarchPauses::wall_seconds() const {
    return wall_seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

}  // namespace jounce::time
