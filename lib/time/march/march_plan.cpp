// A duration that is a multiple of the step to round-off takes that many steps; otherwise the last one is shortened.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/march_plan.hpp"

#include <algorithm>
#include <cmath>

#include "time/march/load_breaks.hpp"

namespace jounce::time {

namespace {

std::vector<double> breaks_of(const System& system, const MarchOptions& options, bool own_steps, const MarchPlan& plan) {
    const double from = options.begun ? plan.start - plan.instant : plan.start;
    // For structures, methods with their own steps take the signals of loads and supports piece by piece.
    std::vector<double> out = load_breaks(system, options.order, own_steps && !system.mechanism, from, plan.end);
    for (const double at : options.jumps) {
        if (at > from) out.push_back(at);
    }
    std::erase_if(out, [&](double at) { return at > plan.end + plan.instant; });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

std::int64_t MarchPlan::stride(std::int64_t i, bool own_steps) const {
    if (!own_steps || i + 1 >= quiet) return 1;
    return std::min(quiet - i, std::max<std::int64_t>(quiet / 256, 1));
}

MarchPlan plan(const System& system, const MarchOptions& options, double time, bool own_steps, bool examine) {
    MarchPlan out;
    out.start = options.resume ? options.resume->start : time;
    out.end = out.start + options.duration;
    out.step = options.step;
    out.instant = 1e-9 * std::min(options.step, options.duration);
    const double ratio = options.duration / options.step, rounded = std::round(ratio);
    out.multiple = rounded >= 1 && std::abs(ratio - rounded) <= 1e-9 * rounded;
    out.first = options.resume ? options.resume->steps : 0;
    out.steps = static_cast<std::int64_t>(out.multiple ? rounded : std::ceil(ratio));
    out.quiet = static_cast<std::int64_t>((options.stride_until - out.start) / options.step);
    if (examine) out.breaks = Breaks(breaks_of(system, options, own_steps, out), out.instant);
    return out;
}

}  // namespace jounce::time
