// Forces on the held dofs of a structure.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "system/builder/builder.hpp"
#include "system/supports/supports.hpp"

namespace jounce {

/// The full model's matrices and the structural damping (null without one).
struct FullMatrices {
    const FullMatrix &mass, &dampers, &stiffness;
    const Matrix& of_mass_loads;  ///< mass times the acceleration of each mass load, a column each
    const DampingMatrix* damping = nullptr;
    const linalg::Ranks* ranks = nullptr;  ///< mass and stiffness are the parts that these ranks have, to be summed
};

/// \returns null when no dof is held
[[nodiscard]] std::shared_ptr<const Supports> supports_of(const Builder& builder, const FullMatrices& full);

}  // namespace jounce
