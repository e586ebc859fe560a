// A stop that does not yield: what its impacts with friction return along the surface, beside the restitution along the normal.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/families/law.hpp"

namespace jounce::contact {

/// Its forces are multipliers and impulses, computed with the motion of the whole system, so there is no force to evaluate.
class RigidLaw final : public Law {
  public:
    RigidLaw(double restitution, double tangential_restitution) : tangential_(tangential_restitution) {
        rigid = true;
        restitution_asked = restitution;
    }
    [[nodiscard]] Response evaluate(const Motion&, const ContactMemory&) const override { return {}; }
    /// e_T of a friction that holds at an impact.
    [[nodiscard]] double tangential_restitution() const { return tangential_; }

  private:
    double tangential_;
};

}  // namespace jounce::contact
