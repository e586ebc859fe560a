// Interposes glibc's allocation functions: each call is counted and handed on.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/malloc_count.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace jounce::tests {

namespace {

std::atomic<long> calls{0};

}  // namespace

long mallocs_so_far() { return calls.load(); }

#if defined(JOUNCE_SANITIZED) || defined(__SANITIZE_ADDRESS__)
const bool mallocs_are_counted = false;
#else
const bool mallocs_are_counted = true;
#endif

void count_malloc() { calls.fetch_add(1, std::memory_order_relaxed); }

}  // namespace jounce::tests

#if !defined(JOUNCE_SANITIZED) && !defined(__SANITIZE_ADDRESS__)

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
    jounce::tests::count_malloc();
    return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
    jounce::tests::count_malloc();
    return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
    jounce::tests::count_malloc();
    return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
    jounce::tests::count_malloc();
    return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
    jounce::tests::count_malloc();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
    jounce::tests::count_malloc();
    void* found = __libc_memalign(alignment, size);
    if (found == nullptr) return ENOMEM;
    *to = found;
    return 0;
}

}  // extern "C"

#endif
