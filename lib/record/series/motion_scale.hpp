// The size of a recorded motion, and the size above which a value is more than its round-off.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include "record/series/series.hpp"
#include "system/state/system.hpp"

namespace jounce::record {

/// Diagonal of the bounding box of all nodes of a System [m]; 0 when they coincide or there are none.
[[nodiscard]] double extent(const System& system);

/// The largest range of any recorded column of a unit. A rotation r moves points of a model of extent L by r L, so that m and
/// rad, m/s and rad/s have one scale when L is known.
class MotionScale {
  public:
    /// Ranges over [from, to]. \param extent [m]; 0: not known, angles are then compared with angles only
    MotionScale(const Series& series, double from, double to, double extent);
    /// Differences of a column of this unit up to this value are round-off: 1e-10 of the largest range. A run of 1e6
    /// steps has a round-off of about 1e-12 of the motion; a real motion of 1e-6 of the largest one is still resolved
    /// to 1e-4 of its range.
    [[nodiscard]] double round_off(const std::string& unit) const;

  private:
    void add_rates(const Series& series, const Column& column, double from, double to);

    std::map<std::string, double> ranges_;
};

}  // namespace jounce::record
