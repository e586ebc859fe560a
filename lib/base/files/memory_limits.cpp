// Free memory, from /proc, the limits of the process and its control groups.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/memory_limits.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>

namespace jounce {

namespace fs = std::filesystem;

namespace {

std::string whole(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::optional<double> number_in_text(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end == text.data()) return {};
    return static_cast<double>(value);
}

/// The number after a name at the begin of a line.
std::optional<double> entry(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
        if (at == 0 || text[at - 1] == '\n') return number_in_text(text.substr(at + name.size()));
    return {};
}

/// What a limit of the process leaves. \param used its entry in /proc/self/status, in kB
void add_limit_of_process(std::vector<MemoryLimit>& limits, decltype(RLIMIT_AS) resource, std::string_view used) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    const std::optional<double> kilobytes = entry(whole("/proc/self/status"), used);
    if (!kilobytes) return;
    limits.push_back({{MemoryHolder::process}, std::max(0.0, static_cast<double>(limit.rlim_cur) - 1024 * *kilobytes)});
}

/// The files of one version of control groups, and the entries of memory.stat that the kernel can take back.
struct GroupFiles {
    const char *most, *used;
    std::array<std::string_view, 3> reclaimable;
};
constexpr GroupFiles group_files_1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file ", "total_active_file ", "slab_reclaimable "}};
constexpr GroupFiles group_files_2{"memory.max", "memory.current", {"inactive_file ", "active_file ", "slab_reclaimable "}};

/// Nothing is added without a limit.
void add_limit_of_group(std::vector<MemoryLimit>& limits, const fs::path& folder, const GroupFiles& files) {
    const std::optional<double> most = number_in_text(whole(folder / files.most));
    const std::optional<double> used = number_in_text(whole(folder / files.used));
    struct stat about {};
    if (!most || !used || ::stat(folder.c_str(), &about) != 0) return;
    const std::string statistics = whole(folder / "memory.stat");
    double free = *most - *used;
    for (const std::string_view name : files.reclaimable) free += entry(statistics, name).value_or(0);
    limits.push_back({{MemoryHolder::group, about.st_dev, about.st_ino}, std::clamp(free, 0.0, *most)});
}

/// Of a group and its parents. In a container the path can be that outside, and its parents there: then only the root exists.
void add_limits_of_branch(std::vector<MemoryLimit>& limits, fs::path folder, std::string_view path, const GroupFiles& files) {
    add_limit_of_group(limits, folder, files);
    for (const fs::path& part : fs::path(path).relative_path()) {
        if (part == "..") break;
        folder /= part;
        add_limit_of_group(limits, folder, files);
    }
}

}  // namespace

std::vector<MemoryLimit> limits_of_groups(std::string_view groups, const fs::path& root) {
    std::vector<MemoryLimit> out;
    while (!groups.empty()) {  // lines of number:controllers:path
        const std::string_view line = groups.substr(0, groups.find('\n'));
        groups.remove_prefix(std::min(groups.size(), line.size() + 1));
        const std::size_t first = line.find(':'), second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos) continue;
        const std::string controllers = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
        const std::string_view path = line.substr(second + 1);
        if (controllers == ",,") {
            add_limits_of_branch(out, root, path, group_files_2);
            add_limits_of_branch(out, root / "unified", path, group_files_2);
        } else if (controllers.find(",memory,") != std::string::npos) {
            add_limits_of_branch(out, root / "memory", path, group_files_1);
        }
    }
    return out;
}

std::optional<double> available_in(std::string_view meminfo) {
    const std::optional<double> available = entry(meminfo, "MemAvailable:");
    if (!available) return {};
    return 1024 * (*available + entry(meminfo, "SwapFree:").value_or(0));
}

std::vector<MemoryLimit> memory_limits() {
    std::vector<MemoryLimit> out = limits_of_groups(whole("/proc/self/cgroup"), "/sys/fs/cgroup");
    if (const auto machine = available_in(whole("/proc/meminfo"))) out.push_back({{MemoryHolder::machine}, *machine});
    add_limit_of_process(out, RLIMIT_AS, "VmSize:");
    add_limit_of_process(out, RLIMIT_DATA, "VmData:");
    return out;
}

std::optional<double> least_of(const std::vector<MemoryLimit>& limits) {
    if (limits.empty()) return {};
    return std::ranges::min_element(limits, {}, &MemoryLimit::left)->left;
}

std::optional<MemoryDemand> tightest(const std::vector<MemoryDemand>& demands) {
    std::optional<MemoryDemand> out;
    for (const MemoryDemand& of_one : demands) {
        MemoryDemand together = of_one;
        if (of_one.limit.holder.kind != MemoryHolder::process)
            for (const MemoryDemand& other : demands)
                if (other.process != of_one.process && other.limit.holder == of_one.limit.holder) {
                    together.needed += other.needed;
                    together.processes += other.processes;
                    together.limit.left = std::min(together.limit.left, other.limit.left);
                }
        if (!out || together.limit.left * out->needed < out->limit.left * together.needed) out = together;
    }
    return out;
}

}  // namespace jounce
