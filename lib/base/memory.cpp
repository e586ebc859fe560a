// Free memory, from /proc, the limits of the process and its control group.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "base/error.hpp"

namespace jounce {

namespace {

std::string whole(const char* file) {
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

std::optional<double> left_of_process() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    const std::optional<double> pages = number_in_text(whole("/proc/self/statm"));
    if (!pages) return {};
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - *pages * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

/// Of version 2, seen from within; its page cache can be dropped.
std::optional<double> left_of_group() {
    const std::optional<double> most = number_in_text(whole("/sys/fs/cgroup/memory.max"));
    const std::optional<double> used = number_in_text(whole("/sys/fs/cgroup/memory.current"));
    if (!most || !used) return {};
    const double cache = entry(whole("/sys/fs/cgroup/memory.stat"), "inactive_file ").value_or(0);
    return std::max(0.0, *most - *used + cache);
}

}  // namespace

std::optional<double> available_in(std::string_view meminfo) {
    const std::optional<double> available = entry(meminfo, "MemAvailable:");
    if (!available) return {};
    return 1024 * (*available + entry(meminfo, "SwapFree:").value_or(0));
}

std::optional<double> available_memory() {
    std::optional<double> least;
    for (const std::optional<double>& one : {available_in(whole("/proc/meminfo")), left_of_process(), left_of_group()})
        if (one && (!least || *one < *least)) least = one;
    return least;
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

}  // namespace jounce
