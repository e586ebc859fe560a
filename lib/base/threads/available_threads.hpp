// The number of threads of a parallel region.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce {

/// Threads of a parallel region that the calling thread begins: OpenMP's number (the cores, OMP_NUM_THREADS, --threads), or as
/// many as the system permits (`ulimit -u`, `ulimit -v`, control groups). OpenMP ends the process where a thread cannot be
/// created: before it is asked for more threads than ever before, as many are created and ended here. 1 within a parallel region.
[[nodiscard]] int available_threads() noexcept;

}  // namespace jounce
