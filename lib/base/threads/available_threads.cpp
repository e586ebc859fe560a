// Threads are created by trial, because no single limit of the system gives their number.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/threads/available_threads.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

// <omp.h> is part of the compiler; clang-tidy does not find it
extern "C" int omp_get_max_threads(void);
extern "C" int omp_in_parallel(void);

namespace jounce {

namespace {

/// How many threads, at most `wanted`, can exist beside those that exist now.
int further_threads(int wanted) noexcept {
    std::vector<std::thread> created;
    std::mutex gate;
    try {
        const std::scoped_lock closed(gate);  // all of them exist at the same time
        created.reserve(static_cast<std::size_t>(wanted));
        for (int i = 0; i < wanted; ++i) created.emplace_back([&gate] { const std::scoped_lock passed(gate); });
    } catch (const std::exception&) {  // one more is not permitted, or has no memory
    }
    for (std::thread& thread : created) thread.join();
    return static_cast<int>(created.size());
}

}  // namespace

int available_threads() noexcept {
    if (omp_in_parallel() != 0) return 1;
    // OpenMP keeps the threads of each thread that begins regions for the next one.
    thread_local int tried = 1, possible = 1;
    const int wanted = omp_get_max_threads();
    if (wanted > tried) {
        tried = wanted;
        possible = 1 + further_threads(wanted - 1);
    }
    return std::min(wanted, possible);
}

}  // namespace jounce
