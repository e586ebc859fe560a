// A stepper that finds the events of set-valued frictions itself.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "contact/response/contact_event.hpp"

namespace jounce::time {

class HeldMotions;

class FrictionLocator {
  public:
    struct Located {
        int friction = 0;
        contact::ContactEvent event = contact::ContactEvent::slip_ends;
    };
    virtual ~FrictionLocator() = default;
    /// Events of frictions at the end of the last step.
    [[nodiscard]] virtual std::span<const Located> located_frictions() const = 0;
    /// Of the run: the march uses the same.
    [[nodiscard]] virtual HeldMotions& held_motions() = 0;
};

/// Of a stepper that may be none.
[[nodiscard]] inline std::span<const FrictionLocator::Located> located_frictions(const FrictionLocator* stepper) {
    return stepper != nullptr ? stepper->located_frictions() : std::span<const FrictionLocator::Located>{};
}

}  // namespace jounce::time
