// Contact forces at past instants as a value in State::algorithm.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// A view of State::algorithm: [number of points, then for each point its time and its k forces], the newest first. The
/// spacing is arbitrary.
class ForceHistory {
  public:
    ForceHistory(int points, int rows) : points_(points), rows_(rows), wide_(1 + rows) {}

    [[nodiscard]] Eigen::Index numbers() const { return 1 + static_cast<Eigen::Index>(points_) * wide_; }
    [[nodiscard]] static int known(const Vector& data) { return static_cast<int>(data[0]); }
    [[nodiscard]] double time(const Vector& data, int point) const { return data[1 + point * wide_]; }
    [[nodiscard]] const double* forces(const Vector& data, int point) const { return data.data() + 2 + point * wide_; }
    [[nodiscard]] bool any_force(const Vector& data) const {
        for (int p = 0; p < known(data); ++p) {
            const double* f = forces(data, p);
            for (int r = 0; r < rows_; ++r) {
                if (f[r] != 0) return true;
            }
        }
        return false;
    }
    /// Number of points usable for a step of length h from the newest one. Closely spaced points (after a first step
    /// that was much shorter) would amplify their rounding by h over their distance, once for each point: then only the
    /// newest one is used.
    [[nodiscard]] int usable(const Vector& data, double h) const {
        const int count = known(data);
        return h <= widest * (time(data, 0) - time(data, count - 1)) ? count : 1;
    }
    /// `to` becomes `from` with one more point; the oldest one is dropped, or the newest one if the new point nearly
    /// coincides with it. `from` and `to` may be the same vector.
    void push(const Vector& from, double time_now, const double* force, Vector& to) const {
        const int count = known(from);
        const bool close = count > 1 && closest * (time_now - time(from, 0)) < time(from, 0) - time(from, 1);
        const int skipped = close ? 1 : 0;
        const int kept = std::min(count - skipped, points_ - 1);
        const double* kept_begin = from.data() + 1 + skipped * wide_;
        double* kept_to = to.data() + 1 + wide_;
        // Few numbers; copied from the end because they may overlap.
        for (int i = kept * wide_ - 1; i >= 0; --i) kept_to[i] = kept_begin[i];
        to[0] = kept + 1;
        to[1] = time_now;
        for (int r = 0; r < rows_; ++r) to[2 + r] = force[r];
    }

  private:
    static constexpr double widest = 8;    // steps per span of the points used
    static constexpr double closest = 80;  // a step shorter than the previous one by this factor adds no point

    int points_, rows_, wide_;
};

}  // namespace jounce::time
