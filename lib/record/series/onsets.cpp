// Values of the probes where contacts begin: both sides of an instant at which velocities and forces may jump.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/onsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/numbers/hermite.hpp"

namespace jounce::record {

OnsetRecorder::OnsetRecorder(Onsets& onsets, std::vector<Probe> probes, const time::ImpactLog& log)
    : onsets_(onsets), probes_(std::move(probes)), log_(log) {}

void OnsetRecorder::begin(const System& system, const State& /*state*/) {
    system_ = &system;
    seen_ = log_.impacts().size();
}

void OnsetRecorder::spill_to(const std::shared_ptr<SpillFile>& file, std::size_t memory) {
    onsets_.impacts.spill_to(file, memory);
    onsets_.before.spill_to(file, memory);
    onsets_.after.spill_to(file, memory);
}

void OnsetRecorder::load(ArchiveReader& archive, const System& system) {
    system_ = &system;
    archive(seen_);
    const std::size_t known = log_.impacts().size();
    archive.require(seen_ <= known, "the onsets of impacts are incomplete");
    onsets_.impacts.visit([&](std::size_t impact) { archive.require(impact < known, "the onsets of impacts are incomplete"); });
}

void OnsetRecorder::save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i) {
        archive(onsets_.impacts[i]);
        for (std::size_t k = i * probes_.size(); k < (i + 1) * probes_.size(); ++k) archive(onsets_.before[k], onsets_.after[k]);
    }
    onsets_.impacts.rest();
    onsets_.before.rest();
    onsets_.after.rest();
}

void OnsetRecorder::load_rows(ArchiveReader& archive, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        archive(onsets_.impacts.emplace_back());
        for (std::size_t k = 0; k < probes_.size(); ++k) archive(onsets_.before.emplace_back(), onsets_.after.emplace_back());
    }
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
