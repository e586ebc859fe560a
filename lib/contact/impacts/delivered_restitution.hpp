// The restitution that a law delivers, which may differ from the requested one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/families/law.hpp"

namespace jounce::contact {

/// The restitution that a law delivers in a free impact: from its closed form, else by `free_impact`. The closed form is empty
/// when it needs a mass and `mass` is NaN.
[[nodiscard]] double delivered_restitution(const Law& law, double reduced_mass, double speed);

}  // namespace jounce::contact
