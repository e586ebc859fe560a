// The errors of a reduced basis: frequencies, static responses, mass and initial values, compared with the full model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "modal/projection.hpp"
#include "modal/reduction.hpp"
#include "modal/structure.hpp"

namespace jounce::modal {

/// Load patterns without those that differ by a factor only, as columns (n x l), with the names that the report uses.
struct ReductionLoads {
    Matrix patterns;
    std::vector<std::string> names;
};
[[nodiscard]] ReductionLoads distinct_loads(const System& system);

/// The rigid motions of the model in reduced coordinates, r x 6.
[[nodiscard]] Matrix reduction_rigid_motions(const Structure& structure, const ModalBasis& basis);

/// The forces for which static responses are compared.
struct ReductionForces {
    const Forces& rows;  ///< the first are System::rows, in their order
    const Forces& loads;
    const std::vector<std::string>& load_names;
};

/// Fills in the errors of the report. Rigid-body modes are the first columns of the basis.
void measure_errors(const Structure& structure, const ModalBasis& basis, const ReductionForces& forces, ReductionReport& report);

}  // namespace jounce::modal
