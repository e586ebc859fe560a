// One of several parts of a sweep, for machines that share at most a file system.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace jounce::sweep {

/// Line k of the plan belongs to shard k mod count.
struct Shard {
    int index = 0;  ///< from 0
    int count = 1;
};

/// "2/8", the second of eight; or "slurm": (SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN)/SLURM_ARRAY_TASK_STEP, of
/// SLURM_ARRAY_TASK_COUNT: --array=1-64 and --array=0-20:5 are such arrays, --array=1,2,7 is not.
/// \throws Error (usage)
[[nodiscard]] Shard read_shard(const std::string& text);

}  // namespace jounce::sweep
