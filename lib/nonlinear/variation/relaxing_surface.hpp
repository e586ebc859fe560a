// The remaining compression of an open side (`relaxation`), as a function of the memory of its last contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/response/status.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::nonlinear {

/// The rates of a relaxing surface x_f(t), and the variations of x_f and x_f' at a fixed time.
struct RelaxingSurface {
    double first = 0, second = 0;    ///< x_f' [m/s], x_f'' [m/s2]
    Eigen::RowVectorXd place, rate;  ///< d(x_f), d(x_f') over the columns of Phi
};

/// \param kept, impact_speed variations of the compression at the release, and of the impact speed
[[nodiscard]] RelaxingSurface relaxing_surface(const contact::Law& law, const contact::ContactMemory& memory, double time,
                                               const Eigen::RowVectorXd& kept, const Eigen::RowVectorXd& impact_speed);

}  // namespace jounce::nonlinear
