// The family of section kinds: a new kind is one file in sections/ and one line in section_kinds.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements {

/// The family "section".
[[nodiscard]] const Family<Section>& section_family();

}  // namespace jounce::elements
