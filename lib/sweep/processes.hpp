// Points computed in processes of their own, a few at a time: a crash, a kill, an endless loop ends one point and nothing else.
// The only file of the sweeps that forks.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jounce::sweep {

struct PoolOptions {
    int jobs = 1;      ///< processes at a time
    double limit = 0;  ///< of one point [s]; 0: none
    /// The file that takes what a point prints; removed when it stays empty. Without this the outcome has it.
    std::function<std::filesystem::path(std::size_t point)> prints = {};
    std::function<bool()> interrupted = {};
    /// Called every `tick_seconds`, with the number of processes under way.
    std::function<void(std::size_t running)> tick = {};
    double tick_seconds = 0.1;
};

/// Bytes of a point's prints that are kept in memory.
constexpr std::size_t most_prints = 1 << 20;

/// What a process left.
struct Outcome {
    std::string bytes;    ///< what `compute` returned; empty where it did not come to its end
    std::string failure;  ///< why not: "was killed (signal 9, ...)"
    bool killed = false;  ///< by a signal from outside: the next attempt may come to its end
    std::string prints;   ///< what the point printed, where no file took it; of more than `most_prints` bytes the last ones
};

/// Asked for whenever a process is free. \returns points that follow each other, one after the other; empty: no more work
using NextLine = std::function<std::vector<std::size_t>()>;

/// Computes all points of all lines, each in a process group of its own, which ends with the point: what a point has started
/// outlives neither its end, nor `limit`, nor an interrupt. `compute` runs in a process of its own, a copy of this one as it is
/// when the point begins, so that it can read what `finished` has kept of the point before on its line. `finished` runs here, in
/// the order in which points end. One that throws ends the processes under way. After an interrupt those get SIGTERM, a second
/// later SIGKILL. \returns whether it was interrupted
bool compute_in_processes(const NextLine& next, const PoolOptions& options,
                          const std::function<std::string(std::size_t point)>& compute,
                          const std::function<void(std::size_t point, Outcome outcome)>& finished);

/// Cores that this process may use.
[[nodiscard]] int available_cores();

}  // namespace jounce::sweep
