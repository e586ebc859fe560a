// States at records, from which a stretch between records can be integrated again.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/state_log.hpp"

#include <algorithm>

#include "system/state/state_check.hpp"

namespace jounce::record {

namespace {

std::size_t bytes_of(const State& s) {
    const auto numbers = static_cast<std::size_t>(s.q.size() + s.v.size() + s.a.size() + s.multipliers.size() +
                                                  s.continuous.size() + s.algorithm.size()) +
                         s.load_values.size();
    return sizeof(State) + sizeof(double) * numbers + sizeof(SideState) * s.sides.size() +
           sizeof(FrictionState) * s.frictions.size();
}

}  // namespace

void StateLog::keep(const State& state) {
    if (seen_++ % stride_ != 0) return;
    kept_.push_back(state);
    used_ += bytes_of(state);
    if (used_ <= budget_ || kept_.size() < 2) return;
    std::size_t next = 0;
    used_ = 0;
    for (std::size_t i = 0; i < kept_.size(); i += 2) {
        used_ += bytes_of(kept_[i]);
        if (next != i) kept_[next] = std::move(kept_[i]);
        ++next;
    }
    kept_.resize(next);
    stride_ *= 2;
}

void StateLog::replace(const State& state) {
    if (!kept_.empty() && kept_.back().time == state.time) kept_.back() = state;
}

void StateLog::require(const ArchiveReader& archive, const State& like) const {
    for (const State& state : kept_) require_state(archive, state, like);
    archive.require(std::ranges::is_sorted(kept_, {}, &State::time), "a log of states is out of order");
}

const State* StateLog::before(double time) const {
    const auto next = std::upper_bound(kept_.begin(), kept_.end(), time, [](double t, const State& s) { return t < s.time; });
    return next == kept_.begin() ? nullptr : &*std::prev(next);
}

}  // namespace jounce::record
