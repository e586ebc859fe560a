// Time and memory of what is done once with a large model: assembly, modes, many right-hand sides, reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::bench {

/// Prints a line for each piece of work on a tube of `around` x `around` shell nodes (6 dofs each), each in a process of its own
/// so that its peak of memory is its own. \returns exit status
[[nodiscard]] int print_large_table(int around);

}  // namespace jounce::bench
