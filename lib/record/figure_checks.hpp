// What a picture cannot show.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/figure.hpp"

namespace jounce::record {

/// \param subject what messages begin with
/// \throws Error (bad_case) for a panel without anything to draw, and for an end of an axis that misses all values
void require_drawable(const std::string& subject, const Figure& figure);

}  // namespace jounce::record
