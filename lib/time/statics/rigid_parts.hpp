// The parts of a System that nothing holds, and their rigid motions: no factor is needed to find them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "system/state/system.hpp"
#include "time/statics/free_motions.hpp"
#include "time/statics/parts.hpp"

namespace jounce::time {

/// The stiffness that resists motions of a System: K, with a spring in place of each row of B unless gaps are absent.
class Resistance {
  public:
    Resistance(const System& system, Gaps gaps);

    [[nodiscard]] const linalg::SparseMatrix& matrix() const { return with_springs_ ? *with_springs_ : system_.linear.K; }
    /// The ratio of stiffness to mass of most coordinates [1/s^2]; 1 without stiffness
    [[nodiscard]] double ratio() const { return ratio_; }
    /// The same of soft coordinates: of a thin shell that of displacements, where rotations have a far larger one [1/s^2]
    [[nodiscard]] double low_ratio() const { return low_ratio_; }

  private:
    const System& system_;
    double ratio_ = 1, low_ratio_ = 1;
    std::optional<linalg::SparseMatrix> with_springs_;
};

struct RigidParts {
    std::vector<FreeMotions::Rigid> motions;  ///< by parts
    linalg::Matrix shapes;                    ///< n x k, M-orthonormal
    bool too_many = false;                    ///< more than a hundred parts: those of the others are not among these
};

/// The rigid motions of each part about its centre that have no strain energy; of the first hundred parts, and of no part of a
/// reduced System.
[[nodiscard]] RigidParts rigid_parts(const System& system, const Resistance& resistance);

}  // namespace jounce::time
