// Reduction method "guyan": only the static responses to the interface and the loads.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reductions/table.hpp"

namespace jounce::modal::reductions {

namespace {

BasisVectors guyan_vectors(const Structure& structure, const Interface& interface, const ReductionSettings&) {
    BasisVectors out;
    out.modes.resize(structure.size(), 0);
    const Forces rows = structure.independent(
        {beside(interface.rows.vectors, interface.loads.vectors), beside(interface.rows.answers, interface.loads.answers)});
    // Besides the rigid-body modes, the shapes of least energy for given interface coordinates come from forces in
    // balance.
    out.statics = rows.answers * structure.balanced(rows.vectors);
    return out;
}

}  // namespace

const ReductionMethod& guyan() {
    static const ReductionMethod method = {
        .name = "guyan",
        .summary = "Static condensation to gaps, frictions, kept nodes and loads; no modes.",
        .sources = {{"R. J. Guyan", 1965, "10.2514/3.2874", ""}, {"B. Irons", 1965, "10.2514/3.3027", ""}},
        .takes_modes = false,
        .vectors = guyan_vectors,
    };
    return method;
}

}  // namespace jounce::modal::reductions
