// Contact forces at past instants as a value in State::algorithm.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "linalg/types.hpp"

namespace jounce::time {

/// A view of State::algorithm: [number of points, then for each point its time and its k forces], the newest first. Instants
/// may lie at any distances.
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
    /// `to` becomes `from` with one more point; the oldest one falls out. They may be one vector.
    void push(const Vector& from, double time, const double* force, Vector& to) const {
        const int kept = std::min(known(from), points_ - 1);
        std::copy_backward(from.data() + 1, from.data() + 1 + kept * wide_, to.data() + 1 + (kept + 1) * wide_);
        to[0] = kept + 1;
        to[1] = time;
        std::copy(force, force + rows_, to.data() + 2);
    }

  private:
    int points_, rows_, wide_;
};

}  // namespace jounce::time
