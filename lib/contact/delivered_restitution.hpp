// The restitution that a law delivers, which need not be the one asked for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/law.hpp"

namespace jounce::contact {

/// The restitution that a law delivers in a free impact: its closed form (which is empty when it needs a mass that is NaN), else
/// by `free_impact`.
[[nodiscard]] double delivered_restitution(const Law& law, double reduced_mass, double speed);

}  // namespace jounce::contact
