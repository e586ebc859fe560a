// Work in pieces that threads share. No exception may leave a parallel region of OpenMP, which would end the process: it is kept
// and thrown after the region.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>

#include "base/threads/available_threads.hpp"

namespace jounce {

/// The exception of the first piece that has one, whichever thread meets one first.
class FirstFailure {
  public:
    /// Calls `work`, unless an earlier piece has failed.
    template <class Work>
    void watch(std::ptrdiff_t piece, const Work& work) noexcept {
        if (piece > failed_.load(std::memory_order_relaxed)) return;
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (piece > failed_.load(std::memory_order_relaxed)) return;
            failed_.store(piece, std::memory_order_relaxed);
            exception_ = std::current_exception();
        }
    }
    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

  private:
    std::atomic<std::ptrdiff_t> failed_ = std::numeric_limits<std::ptrdiff_t>::max();
    std::mutex mutex_;
    std::exception_ptr exception_;
};

/// Calls `work(piece)` for pieces 0 to count - 1, each thread for a range of them if `shared`, one thread for all of them
/// otherwise. After an exception later pieces are left out, earlier ones are not, so that the exception thrown does not depend on
/// the number of threads.
template <class Work>
void for_each_piece(std::ptrdiff_t count, bool shared, const Work& work) {
    // No region for one thread: within it, an inner one would make threads of its own each time.
    if (!shared || count < 2) {
        for (std::ptrdiff_t piece = 0; piece < count; ++piece) work(piece);
        return;
    }
    FirstFailure failure;
#pragma omp parallel for schedule(static) num_threads(available_threads())
    for (std::ptrdiff_t piece = 0; piece < count; ++piece) failure.watch(piece, [&] { work(piece); });
    failure.rethrow();
}

/// The same for pieces of unequal work: a thread takes the next one when it is free.
template <class Work>
void for_each_unequal_piece(std::ptrdiff_t count, bool shared, const Work& work) {
    if (!shared || count < 2) return for_each_piece(count, false, work);
    FirstFailure failure;
#pragma omp parallel for schedule(dynamic, 1) num_threads(available_threads())
    for (std::ptrdiff_t piece = 0; piece < count; ++piece) failure.watch(piece, [&] { work(piece); });
    failure.rethrow();
}

}  // namespace jounce
