// All recorders of a run as one observer: if one fails, the run ends, and every file is still complete.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/recording.hpp"

#include <exception>
#include <utility>

namespace jounce::record {

void Recording::begin(const System& system, const State& state) {
    time_ = state.time;
    for (time::Observer* part : parts_) part->begin(system, state);
}

void Recording::accepted(const time::AcceptedStep& step) {
    time_ = step.after.time;
    ++steps_;
    try {
        for (time::Observer* part : parts_) part->accepted(step);
    } catch (...) {
        // The other recorders, and the account and the impact log before them, have seen this step: it is part of the
        // run.
        end_quietly(step.after);
        throw;
    }
}

void Recording::switched(const time::SwitchedState& event) {
    for (time::Observer* part : parts_) part->switched(event);
}

void Recording::end(const State& state) {
    if (std::exchange(ended_, true)) return;
    std::exception_ptr first;
    for (time::Observer* part : parts_) {
        try {
            part->end(state);
        } catch (...) {
            if (!first) first = std::current_exception();
        }
    }
    if (first) std::rethrow_exception(first);
}

void Recording::end_quietly(const State& state) noexcept {
    try {
        end(state);
    } catch (...) {  // the failure that led here is reported
    }
}

}  // namespace jounce::record
