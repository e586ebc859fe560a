// Memory that a computation needs, compared with what is free before it begins.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jounce {

/// Memory that this process can still use [bytes]: the machine's available memory and free swap (/proc/meminfo), the rest of its
/// own limits (RLIMIT_AS, RLIMIT_DATA) and those of its control groups, whichever is least. Empty where the system does not say.
[[nodiscard]] std::optional<double> available_memory();

/// "5.7 GB", "480 MB"
[[nodiscard]] std::string memory_text(double bytes);

/// \throws Error (computation) "the factor of 998784 unknowns needs about 5.7 GB of memory, 3.1 GB are free" when there is less;
/// asks the system only for 64 MB or more
void require_memory(double bytes, const std::string& what);

/// Whether the message of an error says that memory was short, by require_memory or by an allocation ("out of memory"): the same
/// computation may succeed where there is more.
[[nodiscard]] bool lacks_memory(std::string_view message);

/// How a program keeps freed memory; it calls this before it starts threads. Changes no result.
void choose_heap() noexcept;

/// Whether a model or a product of so many dofs leaves much behind that is worth `give_back_memory`.
[[nodiscard]] constexpr bool leaves_much_memory(std::ptrdiff_t dofs) noexcept { return dofs >= 10'000; }
/// Returns the free pages between the blocks in use to the system: after a phase with many blocks that are no longer needed.
void give_back_memory() noexcept;

/// Asks the system to back an array of 8 MB or more by large pages before it is first written: a page fault each 2 MB, not each 4
/// kB. Changes nothing else; large pages may be switched off.
void use_large_pages(const void* data, std::size_t bytes) noexcept;

}  // namespace jounce
