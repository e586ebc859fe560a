// Reduction method "free_interface": the modes of the free structure, and the part of the responses to forces that they
// leave out.
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "modal/reductions/table.hpp"

namespace jounce::modal::reductions {

namespace {

BasisVectors free_interface_vectors(Structure& structure, Interface interface, const ReductionSettings& settings) {
    BasisVectors out = free_modes(structure, settings);
    out.statics = answers(std::move(interface));
    return out;
}

}  // namespace

const ReductionMethod& free_interface() {
    static const ReductionMethod method = {
        .name = "free_interface",
        .summary =
            "The lowest modes of the structure with every gap open, and the residual attachment modes of its interface "
            "(gaps, frictions, kept nodes) and of the loads, with their inertia.",
        .sources = {{"S. Rubin", 1975, "10.2514/3.60497", ""}, {"R. R. Craig, C.-J. Chang", 1977, "", ""}},
        .vectors = free_interface_vectors,
    };
    return method;
}

}  // namespace jounce::modal::reductions
