// What the command line says about every run of a script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "record/files/folder_lock.hpp"

namespace jounce::record {

/// Progress of a run.
struct Progress {
    double time = 0;      ///< simulated [s]
    double end_time = 0;  ///< [s]
    std::int64_t steps = 0;
    std::int64_t impacts = 0;
    double wall_seconds = 0;  ///< since the first step
    bool finished = false;    ///< the last call of this run
};

/// Options of the command line for every run of a script.
struct Session {
    std::string case_file;    ///< for file headers
    std::string output_root;  ///< --output: all outputs go below it; empty: the working folder
    bool force = false;       ///< --force
    double most_records = 0;  ///< rows of a series; 0: no bound
    double most_frames = 0;   ///< of a run; 0: no bound
    /// Bytes of a run's series that are kept in memory; the rest is in an unnamed file (record_size.hpp).
    std::size_t series_memory = std::size_t{64} << 20U;
    bool quiet = false;   ///< no progress
    bool resume = false;  ///< --resume: runs resume from their checkpoints
    std::function<bool()> interrupted = {};
    std::function<void(const std::string&)> log = {};  ///< lines for stderr (warnings, halved steps)
    /// Called every few milliseconds of computing, and once at the end; not called when `quiet`.
    std::function<void(const Progress&)> progress = {};
    /// Lines of advice already given, so that a study of a thousand runs prints each one once; copies of a session
    /// share it.
    std::shared_ptr<std::set<std::string>> advice = std::make_shared<std::set<std::string>>();
    /// Notes that need the response of a model (`run_doubts`, `damping_note`), by model and interval of time; copies of a session
    /// share them. Null: not looked for, in points of sweeps.
    std::shared_ptr<std::map<std::string, std::vector<std::string>>> doubts =
        std::make_shared<std::map<std::string, std::vector<std::string>>>();
    /// Folders of finished runs that keep their checkpoint until `forget_checkpoints`: if the script is killed in a
    /// later run, they need not be computed again. Null: a finished run removes its checkpoint at once.
    std::shared_ptr<std::set<std::string>> finished = {};
    /// Output folders used by runs of this session; copies of a session share it.
    std::shared_ptr<std::set<std::string>> outputs = std::make_shared<std::set<std::string>>();
    /// Their locks, which other processes see.
    std::shared_ptr<std::map<std::string, FolderLock>> locks = std::make_shared<std::map<std::string, FolderLock>>();
};

}  // namespace jounce::record
