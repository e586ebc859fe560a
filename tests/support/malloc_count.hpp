// Counts heap allocations: proof that a piece of code makes none. Counts malloc itself, because Eigen does not use operator new.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::tests {

/// False where a sanitizer owns malloc: every count is then zero, and a test must not expect more.
extern const bool mallocs_are_counted;

/// Calls of malloc, calloc, realloc and aligned allocation by the whole process since it started.
long mallocs_so_far();

/// Allocations made while the function runs.
template <class Function>
long mallocs_in(Function function) {
    const long before = mallocs_so_far();
    function();
    return mallocs_so_far() - before;
}

}  // namespace jounce::tests
