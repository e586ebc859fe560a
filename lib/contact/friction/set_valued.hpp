// Common part of the set-valued friction laws (Coulomb's, Karnopp's).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/friction/friction.hpp"

namespace jounce::contact::friction {

/// The single-valued part of f in mu N Sign(v).
class SetValued final : public FrictionLaw {
  public:
    explicit SetValued(const FrictionCone& settings) { cone = settings; }
    [[nodiscard]] FrictionResponse evaluate(const Slip& v, double normal_force, const BristleStep&) const noexcept override {
        const double speed = norm(v);
        if (!(speed > 0)) return {};
        return along_slip(v, normal_force, {cone->coefficient, 0, cone->coefficient / speed}, speed);
    }
};

}  // namespace jounce::contact::friction
