// The observers of a run: impacts, frictions, energy, series and frames, with the files that grow during the run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "record/files/csv.hpp"
#include "record/frames/frames.hpp"
#include "record/logs/energy_csv.hpp"
#include "record/run/checkpoint.hpp"
#include "record/run/recording.hpp"
#include "record/run/run.hpp"
#include "record/series/onsets.hpp"
#include "record/series/series_recorder.hpp"
#include "time/account/energy.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

/// The observers of one run. They point to each other and are neither copied nor moved.
struct Recorders {
    time::ImpactLog impacts;
    time::FrictionLog frictions;
    std::optional<OnsetRecorder> onsets;
    std::optional<time::EnergyAccount> account;
    int energy_every = 1;
    std::optional<CsvFile> series_file, energy_file;
    std::optional<EnergyRecorder> energy;
    std::optional<SeriesRecorder> series;
    std::optional<FrameRecorder> frames;
    Recording recording;
    std::vector<time::Observer*> observers;  // in the order in which they see a step

    Recorders() = default;
    Recorders(const Recorders&) = delete;
    Recorders& operator=(const Recorders&) = delete;

    /// \param data filled by them
    /// \param folder of the files; empty: none
    /// \param resumed positions at which the files are continued; null: new files
    /// \throws Error when a probe is not known or a file cannot be written
    void open(const System& system, const RunOptions& options, Run::Data& data, const std::filesystem::path& folder,
              const FileHead& head, const FilesWritten* resumed);
    /// \param like any state of this run
    void load(ArchiveReader& archive, const System& system, Run::Data& data, const State& like);
    void save(ArchiveWriter& archive, const Run::Data& data) const;
    /// Writes rows to the disk, for users who watch the files.
    void flush();
};

}  // namespace jounce::record
