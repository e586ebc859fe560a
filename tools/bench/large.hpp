// Time and memory of what is done once with a large model: assembly, modes, many right-hand sides, reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::bench {

enum class LargeTable { whole, short_one };

/// Prints a line for each piece of work on a tube of `around` x `around` shell nodes (6 dofs each), each in a process of its own
/// so that its peak of memory is its own. The short table has the assembly and the modes only. \returns exit status
[[nodiscard]] int print_large_table(int around, LargeTable table = LargeTable::whole);

}  // namespace jounce::bench
