// Memory that a computation needs, and the heap of a program.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/memory.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>

#include "base/files/memory_limits.hpp"
#include "base/messages/error.hpp"

namespace jounce {

std::optional<double> available_memory() { return least_of(memory_limits()); }

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
