// What a run leaves at its end: its summary, the logs of events and the list of its files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/files/csv.hpp"
#include "record/run/recorders.hpp"
#include "record/run/run.hpp"
#include "record/run/run_data.hpp"
#include "record/summary/summary.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

/// A run at its end, or where it was ended.
struct Outcome {
    const System& assembled;  ///< as the script described it; the method may march another System
    const RunOptions& options;
    const Recorders& recorders;
    const FileHead& head;
    const std::string& case_file;
    const std::optional<time::StepAdvice>& advice;
    const std::vector<std::string>& doubts;       ///< that need the response of the model
    const std::string& unsupported;               ///< a note on motions without support; empty: none
    const std::vector<std::string>& start_notes;  ///< of the first state
    const std::vector<std::string>& contacts;     ///< what `contact_lines` says before the run
};

/// Fills `data.summary` from what was recorded; impacts and friction events are in `data`.
void fill_summary(const Outcome& outcome, Run::Data& data);

/// Writes impacts.csv and friction_events.csv. \param logs becomes what was written, also when another file cannot be
/// \throws Error when a file cannot be written
void write_event_logs(const std::filesystem::path& folder, const FileHead& head, const Run::Data& data,
                      std::vector<WrittenFile>& logs);

/// The files of a folder. \param logs of `write_event_logs`
[[nodiscard]] std::vector<WrittenFile> files_of(const Recorders& recorders, const std::vector<WrittenFile>& logs);

/// Writes summary.lua and view.py. \throws Error when a file cannot be written
void write_summary(const std::filesystem::path& folder, const Run::Data& data, const Recorders& recorders);

}  // namespace jounce::record
