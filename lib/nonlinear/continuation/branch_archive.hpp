// A branch as bytes and back, to continue it later.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "nonlinear/continuation/branch.hpp"
#include "nonlinear/continuation/plane_branch.hpp"

namespace jounce::nonlinear {

/// Without Jacobians and points of maps: `refresh` computes the required ones again.
[[nodiscard]] std::string to_bytes(const Branch& branch);
[[nodiscard]] std::string to_bytes(const PlaneBranch& branch);
/// \param name of the file, for messages \throws Error (bad_case) for damaged bytes
[[nodiscard]] Branch branch_from_bytes(const std::string& name, std::string bytes);
[[nodiscard]] PlaneBranch plane_branch_from_bytes(const std::string& name, std::string bytes);

}  // namespace jounce::nonlinear
