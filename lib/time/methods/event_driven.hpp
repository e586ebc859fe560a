// The reference method: exact linear flight between contacts, adaptive steps of high order in contact, located events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Flight in closed form in modal coordinates, closings isolated by bounds, extrapolation in a regularising clock in contact
/// (docs/theory/event_driven.md).
struct EventDrivenSettings {
    double tolerance = 1e-10;  ///< local error of a step in contact relative to the motion in it
};

[[nodiscard]] MethodPointer event_driven(const EventDrivenSettings& settings);

}  // namespace jounce::time
