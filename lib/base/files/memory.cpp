// Free memory, from /proc, the limits of the process and its control group.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/memory.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>

#include "base/messages/error.hpp"

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

std::optional<double> least(const std::optional<double>& a, const std::optional<double>& b) {
    return a && b ? std::min(*a, *b) : (a ? a : b);
}

/// What a limit of the process leaves. \param used its entry in /proc/self/status, in kB
std::optional<double> left_of(decltype(RLIMIT_AS) resource, std::string_view used) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    const std::optional<double> kilobytes = entry(whole("/proc/self/status"), used);
    if (!kilobytes) return {};
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - 1024 * *kilobytes);
}

/// Of the address space (`ulimit -v`) and of private memory that can be written (`--memory`, `ulimit -d`).
std::optional<double> left_of_process() { return least(left_of(RLIMIT_AS, "VmSize:"), left_of(RLIMIT_DATA, "VmData:")); }

/// The files of one version of control groups, and the entries of memory.stat that the kernel can take back.
struct GroupFiles {
    const char *most, *used;
    std::array<std::string_view, 3> reclaimable;
};
constexpr GroupFiles group_files_1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file ", "total_active_file ", "slab_reclaimable "}};
constexpr GroupFiles group_files_2{"memory.max", "memory.current", {"inactive_file ", "active_file ", "slab_reclaimable "}};

/// Of one group; empty without a limit.
std::optional<double> left_of_group(const fs::path& folder, const GroupFiles& files) {
    const std::optional<double> most = number_in_text(whole(folder / files.most));
    const std::optional<double> used = number_in_text(whole(folder / files.used));
    if (!most || !used) return {};
    const std::string statistics = whole(folder / "memory.stat");
    double free = *most - *used;
    for (const std::string_view name : files.reclaimable) free += entry(statistics, name).value_or(0);
    return std::clamp(free, 0.0, *most);
}

/// The least of a group and its parents. In a container the path can be that outside, and its parents there: then only the root
/// exists.
std::optional<double> left_of_branch(fs::path folder, std::string_view path, const GroupFiles& files) {
    std::optional<double> out = left_of_group(folder, files);
    for (const fs::path& part : fs::path(path).relative_path()) {
        if (part == "..") break;
        folder /= part;
        out = least(out, left_of_group(folder, files));
    }
    return out;
}

}  // namespace

std::optional<double> left_in_groups(std::string_view groups, const fs::path& root) {
    std::optional<double> out;
    while (!groups.empty()) {  // lines of number:controllers:path
        const std::string_view line = groups.substr(0, groups.find('\n'));
        groups.remove_prefix(std::min(groups.size(), line.size() + 1));
        const std::size_t first = line.find(':'), second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos) continue;
        const std::string controllers = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
        const std::string_view path = line.substr(second + 1);
        if (controllers == ",,") {
            out = least(out, left_of_branch(root, path, group_files_2));
            out = least(out, left_of_branch(root / "unified", path, group_files_2));
        } else if (controllers.find(",memory,") != std::string::npos) {
            out = least(out, left_of_branch(root / "memory", path, group_files_1));
        }
    }
    return out;
}

std::optional<double> available_in(std::string_view meminfo) {
    const std::optional<double> available = entry(meminfo, "MemAvailable:");
    if (!available) return {};
    return 1024 * (*available + entry(meminfo, "SwapFree:").value_or(0));
}

std::optional<double> available_memory() {
    return least(available_in(whole("/proc/meminfo")),
                 least(left_of_process(), left_in_groups(whole("/proc/self/cgroup"), "/sys/fs/cgroup")));
}

std::string memory_text(double bytes) {
    constexpr double mega = 1e6, giga = 1e9;
    return bytes < 0.9995 * giga ? fmt::format("{:.0f} MB", bytes / mega) : fmt::format("{:.1f} GB", bytes / giga);
}

void require_memory(double bytes, const std::string& what) {
    constexpr double small = 64e6;
    if (bytes < small) return;
    const std::optional<double> free = available_memory();
    if (free && bytes > *free)
        throw computation_failed(what + " needs about " + memory_text(bytes) + " of memory, " + memory_text(*free) + " are free");
}

bool lacks_memory(std::string_view message) {
    return message.starts_with("out of memory") ||
           (message.find(" needs about ") != std::string_view::npos && message.ends_with(" are free"));
}

void choose_heap() noexcept {
#ifdef __GLIBC__
    // Frames for ParaView take and return blocks of up to a megabyte: given back to the system at once, their pages are mapped
    // and cleared anew each time, which takes longer than the frame. These limits are those that glibc itself sets after the
    // first release of a block of 32 MB.
    constexpr int megabyte = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, 32 * megabyte);
    ::mallopt(M_TRIM_THRESHOLD, 64 * megabyte);
    // A heap of a thread's own keeps up to 64 MB that malloc_trim does not return: it leaves the end of such a heap alone.
    ::mallopt(M_ARENA_MAX, 1);
#endif
}

void give_back_memory() noexcept {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

void use_large_pages(const void* data, std::size_t bytes) noexcept {
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
    if (bytes < 4 * page) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(data), first = (begin + page - 1) / page * page;
    const std::uintptr_t end = (begin + bytes) / page * page;
    (void)::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace jounce
