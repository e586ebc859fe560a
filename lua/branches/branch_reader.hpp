// Reads the points of a branch as it grows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <utility>

#include "branches/branch.hpp"

namespace jounce::lua {

/// The allowed values of `detect`.
inline constexpr std::array detected_kinds = {nonlinear::SpecialKind::fold,           nonlinear::SpecialKind::period_doubling,
                                              nonlinear::SpecialKind::neimark_sacker, nonlinear::SpecialKind::branch_point,
                                              nonlinear::SpecialKind::grazing,        nonlinear::SpecialKind::corner};

/// Fills the values of the probes. \param ranges of a run over the orbit; without them if it fails
void take_ranges(const FoundBranch& branch, const std::function<std::vector<nonlinear::ProbeRange>()>& ranges, FoundPoint& point);

class BranchReader {
  public:
    /// \param branch the followed branch; `branch` and `problem` must outlive this object
    BranchReader(const FoundBranch& branch, const nonlinear::BranchProblem& problem) : branch_(branch), problem_(problem) {}

    /// Reads the new points after each step, before the walk frees their data. Points removed by the step are dropped.
    void read(const nonlinear::Branch& branch);
    [[nodiscard]] std::size_t points() const {
        return walks_[0].size() + walks_[1].size() - (walks_[1].empty() ? 0 : 1);  // both directions share their first point
    }
    [[nodiscard]] std::size_t special() const;
    /// In order along the branch, from the end of the second direction to that of the first one.
    [[nodiscard]] std::vector<FoundPoint> take();

  private:
    struct Read {
        linalg::Vector U;
        FoundPoint point;
    };
    [[nodiscard]] FoundPoint point_of(const nonlinear::WalkRow& row) const;

    const FoundBranch& branch_;
    const nonlinear::BranchProblem& problem_;
    std::array<std::vector<Read>, 2> walks_;
};

}  // namespace jounce::lua
