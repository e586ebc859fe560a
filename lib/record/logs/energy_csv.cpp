// energy.csv: the terms of the energy account over time.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/logs/energy_csv.hpp"

#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::record {

const OutputList& energy_outputs() {
    static const OutputList list = [] {
        OutputList out = {"energy",
                          "Energy account",
                          "The rows of `energy.csv`; each term is also the probe `energy.<term>` and a field of "
                          "`run.summary.energy`. kinetic + strain + contact + structural_damping + contact_damping + friction + "
                          "transition - external - base + remainder keeps its value at the start.",
                          {{"time", "number", "s", "Simulated time."}}};
        for (const EnergyTerm& term : energy_terms)
            out.columns.push_back({std::string(term.name), "number", "J", std::string(term.meaning)});
        return out;
    }();
    return list;
}

void EnergyRecorder::begin(const System& /*system*/, const State& state) {
    begun_ = true;
    if (cadence_.due(state.time)) record(state);
}

void EnergyRecorder::accepted(const time::AcceptedStep& step) {
    if (step.grid && cadence_.due(step.after.time)) record(step.after);
}

void EnergyRecorder::end(const State& state) {
    if (begun_ && !stopped_ && (!any_ || state.time > last_time_)) record(state);
    if (file_ != nullptr) file_->close();
}

void EnergyRecorder::record(const State& state) {
    const time::EnergyTerms terms = account_.terms(state);
    const auto values = time::as_array(terms);
    stopped_ = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i])) continue;
        throw computation_failed("energy: '" + std::string(time::energy_term_names[i]) + "' is not finite at t = " +
                                 time_text(state.time) + " s; the step may be above the method's limit of stability");
    }
    if (file_ != nullptr) {
        file_->number(state.time);
        for (const double value : values) file_->number(value);
        file_->end_row();
    }
    stopped_ = false;
    last_ = terms;
    last_time_ = state.time;
    any_ = true;
}

}  // namespace jounce::record
