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

/// In the order of each direction; both share their first point, which the second one leaves empty.
using PointsBothWays = std::array<std::vector<FoundPoint>, 2>;

/// Without FoundPoint::special, which are rows of the walks.
[[nodiscard]] std::string to_bytes(const PointsBothWays& points);
/// \param walks of the same file, which give the special points their rows
/// \param name of the file, for messages \throws Error (bad_case) for damaged bytes, or more points than rows
[[nodiscard]] PointsBothWays points_from_bytes(const std::string& name, std::string bytes,
                                               const std::array<nonlinear::Walk, 2>& walks);

class BranchReader {
  public:
    /// \param branch the followed branch; `branch` and `problem` must outlive this object
    BranchReader(const FoundBranch& branch, const nonlinear::BranchProblem& problem) : branch_(branch), problem_(problem) {}

    /// Reads the new points after each step, before the walk frees their data. Points removed by the step are dropped.
    void read(const nonlinear::Branch& branch);
    /// The points read so far that are points of the branch, as bytes.
    [[nodiscard]] std::string bytes(const nonlinear::Branch& branch) const;
    /// Takes the points of a saved branch.
    void restore(const std::string& file, const std::string& bytes, const nonlinear::Branch& branch);
    [[nodiscard]] std::size_t points() const {
        return points_[0].size() + points_[1].size() - (points_[1].empty() ? 0 : 1);  // both directions share their first point
    }
    [[nodiscard]] std::size_t special() const;
    /// In order along the branch, from the end of the second direction to that of the first one.
    [[nodiscard]] std::vector<FoundPoint> take();

  private:
    /// Number of the first points of a direction that are its first rows. \param from known to be
    [[nodiscard]] std::size_t unchanged(std::size_t way, const std::vector<nonlinear::WalkRow>& rows, std::size_t from) const;
    [[nodiscard]] FoundPoint point_of(const nonlinear::WalkRow& row) const;

    const FoundBranch& branch_;
    const nonlinear::BranchProblem& problem_;
    PointsBothWays points_;
    std::array<std::vector<linalg::Vector>, 2> unknowns_;  // of the rows of these points
};

}  // namespace jounce::lua
