// The response of the local motion at the end of a step to local forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Response of the local motion at the end of a step to local forces f (left-hand side): k x k each, over the rows of
/// B,
///     x = x_free - compliance.x f,   v = v_free - compliance.v f.
struct Compliance {
    linalg::Matrix x;  ///< [m/N]; beta h^2 B S^-1 B^T of Newmark
    linalg::Matrix v;  ///< [m/(N s)]; gamma h B S^-1 B^T
};

}  // namespace jounce::time
