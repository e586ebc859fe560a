// Checks: what a picture cannot show.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/plots/figure.hpp"

namespace jounce::record {

/// \param subject the beginning of messages
/// \throws Error (bad_case) for a panel with nothing to draw, and for an end of an axis beyond all values
void require_drawable(const std::string& subject, const Figure& figure);

}  // namespace jounce::record
