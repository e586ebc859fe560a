// Reduction method "craig_bampton": static modes of the interface, and the modes of the structure with fixed interface.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>
#include <utility>

#include "modal/reductions/table.hpp"

namespace jounce::modal::reductions {

namespace {

BasisVectors craig_bampton_vectors(Structure& structure, Interface interface, const ReductionSettings& settings) {
    const double omega = 2 * std::numbers::pi * settings.frequency;
    Structure::HeldModes held = structure.held_modes(interface.rows.vectors, settings.modes, omega * omega);
    BasisVectors out;
    out.highest = held.eigenvalues.size() > 0 ? held.eigenvalues[held.eigenvalues.size() - 1] : 0;
    out.complete = held.complete;
    out.modes = std::move(held.shapes);
    // With the rigid-body modes, the responses to forces at the interface span the constraint modes
    // (docs/theory/reduction.md, eq. 6), and where the structure can move as a rigid body also the inertia-relief
    // modes.
    out.statics = answers(std::move(interface));
    return out;
}

}  // namespace

const ReductionMethod& craig_bampton() {
    static const ReductionMethod method = {
        .name = "craig_bampton",
        .summary =
            "Constraint modes of the interface (gaps, frictions, kept nodes), static responses to the loads, and the lowest "
            "modes of the structure with fixed interface.",
        .sources = {{"R. R. Craig, M. C. C. Bampton", 1968, "10.2514/3.4741", ""}},
        .held_interface = true,
        .vectors = craig_bampton_vectors,
    };
    return method;
}

}  // namespace jounce::modal::reductions
