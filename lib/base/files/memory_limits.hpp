// What the machine, the control groups and the limits of a process leave of the memory, and who shares each of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace jounce {

/// Who has a memory: two processes of one machine share it if their holders are equal and it is not that of a process.
struct MemoryHolder {
    enum Kind : std::uint64_t { machine, group, process };
    Kind kind = machine;
    std::uint64_t device = 0, number = 0;  ///< of the folder of a control group
    bool operator==(const MemoryHolder&) const = default;
};

struct MemoryLimit {
    MemoryHolder holder;
    double left = 0;  ///< [bytes]
};

/// Every limit of this process: the machine's available memory and free swap (/proc/meminfo), its own limits (RLIMIT_AS,
/// RLIMIT_DATA), and those of its control groups and their parents.
[[nodiscard]] std::vector<MemoryLimit> memory_limits();

/// Empty without limits.
[[nodiscard]] std::optional<double> least_of(const std::vector<MemoryLimit>& limits);

/// The sum of MemAvailable and SwapFree of /proc/meminfo [bytes].
[[nodiscard]] std::optional<double> available_in(std::string_view meminfo);

/// What the control groups of a process and their parents leave, with what the kernel can take back of the page cache and of
/// slabs.
/// \param groups content of /proc/self/cgroup
/// \param root where groups are mounted (/sys/fs/cgroup): version 2 in it or in `unified`, version 1 in `memory`
[[nodiscard]] std::vector<MemoryLimit> limits_of_groups(std::string_view groups, const std::filesystem::path& root);

/// What processes need of a memory.
struct MemoryDemand {
    MemoryLimit limit;
    double needed = 0;  ///< [bytes]
    int process = 0;    ///< one of them
    int processes = 1;
};

/// Of the limits of processes of one machine the one with the least for what is needed of it, with the sum of those who share it.
/// \param demands one for each limit of each process; a process has each holder once, or has the same need for each. Empty
/// without any.
[[nodiscard]] std::optional<MemoryDemand> tightest(const std::vector<MemoryDemand>& demands);

}  // namespace jounce
