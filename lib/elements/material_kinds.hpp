// The family of materials: so far one kind, the isotropic one of `jounce.material{...}`.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/kind.hpp"
#include "elements/material.hpp"

namespace jounce::elements {

/// The family "material", with the single kind "isotropic". Its messages contain "material", like the script.
[[nodiscard]] const Family<Material>& material_family();

}  // namespace jounce::elements
