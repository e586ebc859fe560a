// The response of a structure to a slow push.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>

#include "linalg/factorisation.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// u' K u/u' M u [1/s^2]; 0 without motion.
[[nodiscard]] double squared_frequency(const System& system, const linalg::Vector& u);

/// Angular frequency of the modes that a sudden force excites, by Rayleigh's quotient of the deflection K^-1 f, without the part
/// of the force that accelerates the structure as a rigid body [rad/s]; 0: none.
[[nodiscard]] double excited_by_force(const System& system, linalg::Vector force);

/// The response u = K^-1 b^T to a slow push along b; a rigid motion if the structure is not supported against it.
class SlowPush {
  public:
    explicit SlowPush(const System& system);
    /// Mass [kg] and angular frequency [rad/s]; zeros without stiffness.
    [[nodiscard]] std::pair<double, double> mass_and_frequency(const linalg::Vector& b) const;

  private:
    const System& system_;
    std::optional<linalg::Factorisation> factor_;
};

}  // namespace jounce::time
