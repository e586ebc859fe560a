// The report of `jounce check`: a model and a run, before the run is computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/messages/stage.hpp"
#include "record/run/run.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

/// Mass, held dofs, given motions, unrestrained motions, lowest frequency, and the model's notes; one line each.
/// \param proceed as of modal::modes
[[nodiscard]] std::vector<std::string> model_report(const System& system, const StageReport& proceed = {});

/// The same without notes; of a large model mass and coordinates alone, as modes take time.
[[nodiscard]] std::vector<std::string> model_facts(const System& system);

/// A doubt about damping above critical in the lowest elastic mode; empty for none, and for large models.
[[nodiscard]] std::string damping_note(const System& system);

/// The recommended step, if the steps are those of the script, and the contact time of each gap. \param contacts, advice before
/// the run \param options with a method
[[nodiscard]] std::vector<std::string> contact_lines(const System& system, const std::vector<time::ContactTime>& contacts,
                                                     const std::optional<time::StepAdvice>& advice, const RunOptions& options);

/// Method and step, with the reason if they were chosen; the recommended step, contact times, unrestrained motions.
[[nodiscard]] std::vector<std::string> run_report(const System& system, const RunOptions& options);

/// "0.385 kg, 120 coordinates, 1 gap": the head of a run's summary.
[[nodiscard]] std::string model_line(const System& system);

}  // namespace jounce::record
