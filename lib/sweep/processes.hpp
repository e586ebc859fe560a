// Points computed in separate processes, a few at a time: a crash, a kill or an endless loop affects one point only.
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
    /// The file for the text that a point prints; removed if it stays empty. Without a file the text is in the outcome.
    std::function<std::filesystem::path(std::size_t point)> prints = {};
    std::function<bool()> interrupted = {};
    /// Called every `tick_seconds`, with the number of running processes.
    std::function<void(std::size_t running)> tick = {};
    double tick_seconds = 0.1;
};

/// Bytes of a point's prints that are kept in memory.
constexpr std::size_t most_prints = 1 << 20;

/// The result of a process.
struct Outcome {
    std::string bytes;    ///< what `compute` returned; empty if it did not finish
    std::string failure;  ///< why it did not finish: "was killed (signal 9, ...)"
    bool killed = false;  ///< by a signal from outside: the next attempt may finish
    std::string prints;   ///< what the point printed, if there is no file; at most the last `most_prints` bytes
};

/// Called whenever a process is free. \returns points to compute one after the other; empty: no more work
using NextLine = std::function<std::vector<std::size_t>()>;

/// Computes all points of all lines, each in a separate process group. The group ends with the point, after `limit`, or
/// after an interrupt, together with all processes that the point has started. `compute` runs in a copy of this process
/// made when the point begins, so that it can read the data that `finished` has kept of the previous point on its line.
/// `finished` runs here, in the order in which points end; if it throws, the running processes are ended. After an
/// interrupt they get SIGTERM, and SIGKILL a second later. \returns whether it was interrupted
bool compute_in_processes(const NextLine& next, const PoolOptions& options,
                          const std::function<std::string(std::size_t point)>& compute,
                          const std::function<void(std::size_t point, Outcome outcome)>& finished);

/// Cores that this process may use.
[[nodiscard]] int available_cores();

}  // namespace jounce::sweep
