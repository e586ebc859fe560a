// What the series of a run takes, and where it lies when memory should not hold it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/spilled_bytes.hpp"
#include "record/run.hpp"

namespace jounce::record {

/// Records of a run at most, without the rows that events add.
[[nodiscard]] double records_expected(const RunOptions& options);

/// For rows beyond `Session::series_memory`: in the output folder; without one in $TMPDIR, /var/tmp or below the root of the
/// session's outputs, whichever may be written first.
/// \param folder of the run; empty: none
[[nodiscard]] std::shared_ptr<SpillFile> spill_file(const std::filesystem::path& folder, const Session& session);

/// One line on what the series takes, where that is more than a gigabyte; else empty.
/// \param folder of the run; empty: none
[[nodiscard]] std::string record_size_note(const System& system, const RunOptions& options, const std::filesystem::path& folder,
                                           SpillFile& file);

}  // namespace jounce::record
