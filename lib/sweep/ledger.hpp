// Which points of a sweep are done, with their results, and which are computed next.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/plan.hpp"
#include "sweep/result.hpp"
#include "sweep/shard.hpp"
#include "sweep/store.hpp"

namespace jounce::sweep {

class Ledger {
  public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    explicit Ledger(const Plan& plan);

    /// Reads the records on disk. On a line of this shard, points after one that must be computed are not valid: their
    /// records and outputs are removed, as the points will start from another state. The first point itself may resume
    /// from the outputs of its runs.
    void read(const Store& store, const Shard& shard, bool retry_failed);
    /// The points of a shard's lines that are still to be computed.
    [[nodiscard]] std::vector<std::vector<std::size_t>> rest(const Shard& shard) const;

    /// The nearest earlier point on the line that has a row, or none.
    [[nodiscard]] std::size_t before(std::size_t point) const;
    /// Stores a result; states that no later point needs are removed.
    void set(std::size_t point, Result result);
    /// The lines of a shard must be complete, here and (except for killed points) in `store`: missing points count as
    /// not done from now on.
    /// \throws Error (computation) naming some of the points that are missing
    void require_complete(const Store& store, const Shard& shard);
    /// \throws Error (bad_case) when the row has other columns than the first known one
    void require_same_columns(std::size_t point, const Result& result);

    [[nodiscard]] const Result& result(std::size_t point) const { return results_[point]; }
    [[nodiscard]] std::size_t size() const { return done_.size(); }
    [[nodiscard]] std::size_t finished() const { return finished_; }
    [[nodiscard]] std::size_t failed() const { return failed_; }
    /// The failed points that leave no record.
    [[nodiscard]] std::size_t killed() const { return killed_; }
    /// "12 of 200 points"
    [[nodiscard]] std::string counted() const;
    [[nodiscard]] std::vector<Result> take() { return std::move(results_); }

  private:
    [[nodiscard]] bool has_row(std::size_t point) const { return done_[point] != 0 && results_[point].kind == Result::Kind::row; }

    const Plan& plan_;
    std::vector<Result> results_;
    std::vector<char> done_;
    std::vector<std::size_t> before_;  // previous point on the line
    std::size_t finished_ = 0, failed_ = 0, killed_ = 0;
    std::size_t first_ = none;  // first point with a row
};

}  // namespace jounce::sweep
