// Coulomb's law regularised near zero speed, for `coulomb` with a regularisation speed and for `coulomb_regularised`.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "contact/friction/friction.hpp"

namespace jounce::contact::friction {

/// F_T = mu N v/sqrt(v^2 + v_r^2)
class Regularised final : public FrictionLaw {
  public:
    Regularised(double coefficient, double transition_speed) : mu_(coefficient), transition_(transition_speed) {}
    [[nodiscard]] FrictionResponse evaluate(const Slip& v, double normal_force, const BristleStep&) const noexcept override {
        const double speed = norm(v);
        const double root = std::sqrt(speed * speed + transition_ * transition_);
        const double share = transition_ / root;
        return along_slip(v, normal_force, {mu_ * speed / root, mu_ * share * share / root, mu_ / root}, speed);
    }

  private:
    double mu_;
    double transition_;
};

}  // namespace jounce::contact::friction
