// Energy dissipated by each gap and each friction, as functions of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/dissipation.hpp"

#include <algorithm>

#include "base/files/archive.hpp"

namespace jounce::time {

namespace {

double dot(const contact::Slip& a, const contact::Slip& b) { return a[0] * b[0] + a[1] * b[1]; }

/// Half of this sum is the mean.
contact::Slip both(const contact::Slip& a, const contact::Slip& b) { return {a[0] + b[0], a[1] + b[1]}; }

}  // namespace

void DissipationLog::bind(const System& system) {
    contacts_ = system.contacts.size();
    side_contact_.assign(static_cast<std::size_t>(system.sides), 0);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s) side_contact_[static_cast<std::size_t>(contact.first_side + s)] = c;
    }
}

/// Once for the whole run, so that nothing allocates inside a step; pages never written take no memory.
void DissipationLog::reserve() {
    if (work_.empty()) return;
    times_.reserve(most);
    kept_.reserve(most * work_.size());
}

void DissipationLog::save(ArchiveWriter& archive) const { archive(work_, times_, kept_, stride_, steps_); }

void DissipationLog::load(ArchiveReader& archive, const System& system) {
    bind(system);
    archive(work_, times_, kept_, stride_, steps_);
    archive.require(work_.size() == contacts_ + system.frictions.size(), "the contact work was recorded for other gaps");
    archive.require(
        stride_ > 0 && times_.size() <= most && kept_.size() == times_.size() * work_.size() && std::ranges::is_sorted(times_),
        "the contact work is incomplete");
    reserve();
}

void DissipationLog::begin(const System& system, const State& state) {
    bind(system);
    work_.assign(system.contacts.size() + system.frictions.size(), 0);
    times_.clear();
    kept_.clear();
    stride_ = 1;
    steps_ = 0;
    reserve();
    keep(state);
}

void DissipationLog::accepted(const AcceptedStep& step) {
    for (std::size_t s = 0; s < side_contact_.size(); ++s) {
        if (!step.before.sides[s].memory.closed && !step.after.sides[s].memory.closed) continue;
        work_[side_contact_[s]] += side_work(step, s).work;
    }
    const double h = step.after.time - step.before.time;
    const StepWork* along = step.after.frictions.empty() ? nullptr : step.work();
    for (std::size_t f = 0; f < step.after.frictions.size(); ++f) {
        const FrictionState& before = step.before.frictions[f];
        const FrictionState& after = step.after.frictions[f];
        if (along != nullptr && !along->frictions.empty()) {
            work_[contacts_ + f] += along->frictions[f];
            continue;
        }
        work_[contacts_ + f] += 0.25 * h * dot(both(before.force, after.force), both(before.velocity, after.velocity));
    }
    if (++steps_ >= stride_) keep(step.after);
}

void DissipationLog::switched(const SwitchedState& event) {
    for (const Switch& change : event.switches) {
        const auto s = static_cast<std::size_t>(change.side);
        work_[side_contact_[s]] += 0.5 * change.impulse * (event.before.sides[s].motion.rate + event.after.sides[s].motion.rate);
    }
    for (std::size_t f = 0; f < event.after.frictions.size(); ++f) {
        const FrictionState& after = event.after.frictions[f];
        work_[contacts_ + f] += 0.5 * dot(after.impulse, both(after.speed_before, after.velocity));
    }
}

void DissipationLog::end(const State& state) {
    if (steps_ > 0) keep(state);
}

void DissipationLog::keep(const State& state) {
    steps_ = 0;
    if (work_.empty()) return;
    if (times_.size() == most) thin();
    times_.push_back(state.time);
    kept_.insert(kept_.end(), work_.begin(), work_.end());
    double* row = kept_.data() + (times_.size() - 1) * work_.size();
    for (std::size_t s = 0; s < side_contact_.size(); ++s) row[side_contact_[s]] -= state.sides[s].response.stored_energy;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) row[contacts_ + f] -= state.frictions[f].stored_energy;
}

void DissipationLog::thin() {
    const std::size_t width = work_.size();
    const std::size_t left = (times_.size() + 1) / 2;
    for (std::size_t i = 1; i < left; ++i) {
        times_[i] = times_[2 * i];
        std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(2 * i * width), width,
                    kept_.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    times_.resize(left);
    kept_.resize(left * width);
    stride_ *= 2;
}

double DissipationLog::at(std::size_t sum, double time) const {
    const std::size_t width = work_.size();
    const auto next = std::upper_bound(times_.begin(), times_.end(), time);
    if (next == times_.begin()) return kept_[sum];
    const auto i = static_cast<std::size_t>(next - times_.begin()) - 1;
    const double begin = kept_[i * width + sum];
    if (next == times_.end()) return begin;
    const double share = (time - times_[i]) / (times_[i + 1] - times_[i]);
    return begin + share * (kept_[(i + 1) * width + sum] - begin);
}

double DissipationLog::of_contact(std::size_t contact, double from, double to) const {
    return at(contact, to) - at(contact, from);
}

double DissipationLog::of_friction(std::size_t friction, double from, double to) const {
    return at(contacts_ + friction, to) - at(contacts_ + friction, from);
}

double DissipationLog::resolution() const {
    double out = 0;
    for (std::size_t i = 1; i < times_.size(); ++i) out = std::max(out, times_[i] - times_[i - 1]);
    return out;
}

}  // namespace jounce::time
