// Closed rigid stops at the end of an exact step: the motion is put back onto them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "system/state/gap_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/exact/exact_motion.hpp"

namespace jounce::time {

/// Closed rigid stops are at rest at the end of the step, with a small position error: the load is integrated exactly,
/// their force is a mean. For a System with M = 1. Workspace only.
class HeldPlaces {
  public:
    explicit HeldPlaces(const System& system);

    /// Puts the motion at the end of a step back onto the closed stops by the least change: q -= B^T (B B^T)^-1 off.
    void put_back(const ExactMotion& motion, ContactKernel& contacts, const State& from, State& to);
    /// The sides closed in the last step.
    [[nodiscard]] std::span<const int> sides() const { return sides_; }

  private:
    const System& system_;
    std::vector<int> sides_, pivots_;
    std::vector<NormalRows> rows_;
    std::vector<double> off_, gram_;
};

}  // namespace jounce::time
