// The table of a sweep from the records of its shards.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "sweep/table.hpp"

namespace jounce::sweep {

/// Takes the records of all folders into the first one, and writes its sweep.csv (sections.csv) and summary.
/// \throws Error (bad_case) for a folder of another sweep, naming what differs, and while points are missing, naming some
[[nodiscard]] Sweep merged(const std::vector<std::filesystem::path>& folders);

/// summary.lua of a sweep.
struct SweepCounts {
    std::size_t points = 0, done = 0, failed = 0;
};
void write_summary(const std::filesystem::path& folder, const std::string& case_file, const std::string& name, const Plan& plan,
                   const SweepCounts& counts, const std::string& status, const std::string& message = {});

}  // namespace jounce::sweep
