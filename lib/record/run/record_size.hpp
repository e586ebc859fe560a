// The size of a run's series, and the file for the part that is not kept in memory.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/files/spilled_bytes.hpp"
#include "record/run/run.hpp"

namespace jounce::record {

/// Largest number of records of a run, without the rows added by events.
[[nodiscard]] double records_expected(const RunOptions& options);

/// File for rows beyond `Session::series_memory`: in the output folder; without one, in the first writable folder of
/// $TMPDIR, /var/tmp and the root of the session's outputs.
/// \param folder of the run; empty: none
[[nodiscard]] std::shared_ptr<SpillFile> spill_file(const std::filesystem::path& folder, const Session& session);

/// One line on the size of the series if it is more than a gigabyte; else empty.
/// \param folder of the run; empty: none
[[nodiscard]] std::string record_size_note(const System& system, const RunOptions& options, const std::filesystem::path& folder,
                                           SpillFile& file);

}  // namespace jounce::record
