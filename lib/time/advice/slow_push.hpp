// The response of a structure to a slow push.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "linalg/sparse/factorisation.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// u' K u/u' M u [1/s^2]; 0 without motion.
[[nodiscard]] double squared_frequency(const System& system, const linalg::Vector& u);

/// Angular frequency of the modes that a sudden force excites, by Rayleigh's quotient of the deflection K^-1 f, without the part
/// of the force that accelerates the structure as a rigid body [rad/s]; 0: none.
[[nodiscard]] double excited_by_force(const System& system, linalg::Vector force);

/// Of a structure to a slow push; zeros without stiffness.
struct PushResponse {
    double mass = 0;       ///< u^T M u/(b u)^2 [kg]
    double frequency = 0;  ///< Rayleigh's quotient [rad/s]
    double damping = 0;    ///< ratio u^T C u/(2 w u^T M u) at this frequency w
};

/// The response u = K^-1 b^T to a slow push along b; a rigid motion if the structure is not supported against it.
class SlowPush {
  public:
    explicit SlowPush(const System& system);
    [[nodiscard]] PushResponse response(const linalg::Vector& b) const;
    /// K^-1 b; zeros without stiffness
    [[nodiscard]] linalg::Vector deflection(const linalg::Vector& b) const;

  private:
    const System& system_;
    std::optional<linalg::Factorisation> factor_;
};

}  // namespace jounce::time
