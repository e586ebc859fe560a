// Impulses in Coulomb's cones by a path of smoothed laws, where sweeps over the contacts converge too slowly.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "linalg/basics/types.hpp"
#include "time/contact/friction_cones.hpp"

namespace jounce::time {

/// The problem of FrictionCones in units in which the diagonal of W is one or less. \param x first guess
/// \returns nothing where the path ends before a solution
[[nodiscard]] std::optional<linalg::Vector> follow_smoothed_laws(const FrictionCones& problem, linalg::Vector x);

}  // namespace jounce::time
