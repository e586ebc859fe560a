// The stage of a long computation, told while it computes: for a progress bar, and for an interrupt.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>

namespace jounce {

/// What a computation is at.
struct Stage {
    const char* name = "";  ///< "factor"; a literal
    double fraction = -1;   ///< of its work that is done, 0 to 1; negative: not known
};

/// Called repeatedly by a computation, and by several of its threads at the same time where they share work; an exception from it
/// ends the computation.
using StageReport = std::function<void(const Stage&)>;

/// The part of a stage from fraction `begin` to `end`; nobody is told without a report, which must outlive it.
class StagePart {
  public:
    StagePart() = default;
    StagePart(const StageReport& report, const char* name, double begin = 0, double end = 1)
        : report_(report ? &report : nullptr), name_(name), begin_(begin), end_(end) {}

    /// Tells that a fraction of this part is done.
    void done(double fraction) const {
        if (report_ != nullptr) (*report_)({name_, begin_ + fraction * (end_ - begin_)});
    }

  private:
    const StageReport* report_ = nullptr;
    const char* name_ = "";
    double begin_ = 0, end_ = 1;
};

/// Work that several threads add up.
class SharedStage {
  public:
    /// \param total in any unit, positive
    SharedStage(const StagePart& part, double total) : part_(part), total_(total) {}

    void add(double work) {
        const double before = done_.fetch_add(work, std::memory_order_relaxed);
        part_.done(std::min(1.0, (before + work) / total_));
    }

  private:
    StagePart part_;
    double total_;
    std::atomic<double> done_ = 0;
};

}  // namespace jounce
