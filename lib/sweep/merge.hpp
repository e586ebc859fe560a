// The table of a sweep from the records of its shards.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "sweep/table.hpp"

namespace jounce::sweep {

/// Copies the points of all folders, with their printed text and the outputs of their runs, into the first folder, and
/// writes its sweep.csv (sections.csv) and summary. If several folders contain a line, the one with the fewest missing
/// points is used, then the one with the fewest failed points, then the first: a row has priority over a failure in any
/// order of the folders.
/// \throws Error (bad_case) for a folder of another sweep, naming what differs, and while points are missing, naming some
[[nodiscard]] Sweep merged(const std::vector<std::filesystem::path>& folders);

/// summary.lua of a sweep.
struct SweepCounts {
    std::size_t points = 0, done = 0, failed = 0;
};
void write_summary(const std::filesystem::path& folder, const std::string& case_file, const std::string& name, const Plan& plan,
                   const SweepCounts& counts, const std::string& status, const std::string& message = {});

}  // namespace jounce::sweep
