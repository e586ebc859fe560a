// Where a law that may not pull has no force, though its contact lasts until the bodies part.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/response/response.hpp"

namespace jounce::contact {

/// Is a tension cut within the contact? Where that begins or ends the force is continuous, and its derivatives jump.
[[nodiscard]] inline bool cuts_tension(const Law& law) noexcept {
    return !law.rigid && !law.adhesion && !law.transition->opens_by_force;
}

}  // namespace jounce::contact
