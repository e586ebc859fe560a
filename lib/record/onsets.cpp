// Values of the probes where contacts begin: both sides of an instant at which velocities and forces may jump.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/onsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/hermite.hpp"

namespace jounce::record {

OnsetRecorder::OnsetRecorder(Onsets& onsets, std::vector<Probe> probes, const time::ImpactLog& log)
    : onsets_(onsets), probes_(std::move(probes)), log_(log) {}

void OnsetRecorder::begin(const System& system, const State& /*state*/) {
    system_ = &system;
    seen_ = log_.impacts().size();
}

void OnsetRecorder::save(ArchiveWriter& archive) const { archive(seen_, onsets_.impacts, onsets_.before, onsets_.after); }

void OnsetRecorder::load(ArchiveReader& archive, const System& system) {
    system_ = &system;
    archive(seen_, onsets_.impacts, onsets_.before, onsets_.after);
    const std::size_t values = onsets_.impacts.size() * probes_.size();
    const std::size_t known = log_.impacts().size();
    archive.require(onsets_.before.size() == values && onsets_.after.size() == values && seen_ <= known &&
                        std::ranges::all_of(onsets_.impacts, [&](std::size_t impact) { return impact < known; }),
                    "the onsets of impacts are incomplete");
}

/// \param within time since `before`, if both states are the ends of a step
void OnsetRecorder::add(std::size_t impact, const State& before, const State& after, double within) {
    const double h = after.time - before.time;
    onsets_.impacts.push_back(impact);
    for (const Probe& probe : probes_) {
        if (probe.quantity == Probe::Quantity::energy) {
            onsets_.before.push_back(std::numeric_limits<double>::quiet_NaN());
            onsets_.after.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        double x0 = evaluate(probe, *system_, before);
        double x1 = evaluate(probe, *system_, after);
        if (h > 0) {
            const double v0 = evaluate_rate(probe, *system_, before);
            const double v1 = evaluate_rate(probe, *system_, after);
            const bool cubic = std::isfinite(v0) && std::isfinite(v1);
            const double slope = (x1 - x0) / h;
            x0 = x1 = CubicHermite{h, x0, cubic ? v0 : slope, x1, cubic ? v1 : slope}.value(std::clamp(within, 0.0, h));
        }
        onsets_.before.push_back(x0);
        onsets_.after.push_back(x1);
    }
}

void OnsetRecorder::accepted(const time::AcceptedStep& step) {
    for (; seen_ < log_.impacts().size(); ++seen_) {
        add(seen_, step.before, step.after, log_.impacts()[seen_].time_in - step.before.time);
    }
}

void OnsetRecorder::switched(const time::SwitchedState& event) {
    for (; seen_ < log_.impacts().size(); ++seen_) add(seen_, event.before, event.after, 0);
}

}  // namespace jounce::record
