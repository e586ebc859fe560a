// Reduction method "modal": the lowest modes of the free structure, with or without a static correction.
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "modal/reductions/table.hpp"

namespace jounce::modal::reductions {

namespace {

BasisVectors modal_vectors(Structure& structure, Interface interface, const ReductionSettings& settings) {
    BasisVectors out = free_modes(structure, settings);
    if (settings.correction) out.statics = answers(std::move(interface));
    return out;
}

}  // namespace

const ReductionMethod& modal() {
    static const ReductionMethod method = {
        .name = "modal",
        .summary =
            "The lowest modes of the structure with every gap open; with 'correction' further vectors, one for each gap and "
            "load, restore the part of the static responses that these modes leave out.",
        .sources = {{"J. M. Dickens, J. M. Nakagawa, M. J. Wittbrodt", 1997, "", "Computers & Structures 62, 985-998"}},
        .takes_nodes = false,
        .vectors = modal_vectors,
    };
    return method;
}

}  // namespace jounce::modal::reductions
