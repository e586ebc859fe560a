// What the loads of a run demand of a method: jumps, pulses, functions of the script, the vibration they begin.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/choice_loads.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "system/state/load_words.hpp"
#include "time/advice/critical_step.hpp"
#include "time/advice/slow_push.hpp"
#include "time/equations/open_signals.hpp"

namespace jounce::record {

namespace {
constexpr double radians_of_turn = 2 * std::numbers::pi;
}

double window(const RunOptions& options) {
    const double quiet = std::max(options.record_from - begin_time(options), 0.0);
    const double left = options.duration - quiet;
    return left > 0 ? left : options.duration;
}

std::vector<double> jumps_of(const std::vector<time::SampledLoad>& sampled) {
    std::vector<double> out;
    for (const time::SampledLoad& of : sampled) {
        out.insert(out.end(), of.scan.jumps.begin(), of.scan.jumps.end());
        out.insert(out.end(), of.scan.edges.begin(), of.scan.edges.end());
    }
    std::ranges::sort(out);
    return out;
}

double records_for(const std::vector<time::SampledLoad>& sampled, const RunOptions& options, double records) {
    constexpr double of_pulse = 10;
    for (const time::SampledLoad& of : sampled)
        records = std::clamp(window(options) / of.scan.step / of_pulse, records, std::max(records, 50 * most_records));
    return records;
}

bool knows_loads(const System& system, const RunOptions& options, const time::StepBasis& basis) {
    const double begin = begin_time(options);
    return std::ranges::all_of(system.loads, [&](const Load& load) {
        if (!time::is_open(load, begin) || load.signal->angular_frequency(begin, begin + options.duration) > 0) return true;
        return std::ranges::any_of(
            basis.sampled, [&](const time::SampledLoad& of) { return of.signal == load.signal && !of.scan.too_many_jumps; });
    });
}

double cubics(const System& system, const RunOptions& options) {
    constexpr double none = std::numeric_limits<double>::infinity();
    const double begin = begin_time(options);
    const double of_period = radians_of_turn / std::pow(1680 * (system.contacts.size() > 1 ? 1e-8 : 1e-6), 0.25);
    if (time::open_by_rates(system, begin)) return none;
    double out = 0;
    for (const Load& load : system.loads) {
        if (!time::is_open(load, begin)) continue;
        const double w = load.signal->angular_frequency(begin, begin + options.duration);
        out = std::max(out, w > 0 ? options.duration * w / radians_of_turn * of_period
                                  : options.duration * time::largest_angular_frequency(system) / 40);
    }
    return out;
}

bool resolves_functions(const System& system, const RunOptions& options, const time::StepBasis& basis) {
    return knows_loads(system, options, basis) && records_for(basis.sampled, options, fewest_records) < most_records;
}

FreeVibration free_vibration(const System& system, const RunOptions& options) {
    FreeVibration out;
    const time::SlowPush push(system);
    for (const Load& load : system.loads) {
        if (load.pattern.isZero(0)) continue;
        const time::PushResponse response = push.response(load.pattern);
        const double w = response.frequency;
        if (!(w > 0)) continue;
        out.highest = std::max(out.highest, w);
        const double lasting = std::min(options.duration, response.damping > 0 ? 1 / (response.damping * w) : options.duration);
        const double step = std::sqrt(12 * 5e-4 / (w * w * w * lasting));
        if (step >= out.step) continue;
        out.step = step;
        out.frequency = w;
        out.load = load_words(load);
    }
    return out;
}

}  // namespace jounce::record
