// Reduction method "guyan": only the static responses to the interface and the loads.
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "modal/reductions/table.hpp"

namespace jounce::modal::reductions {

namespace {

/// The interface and the loads as one list.
Forces joined(Interface interface) {
    const Eigen::Index n = interface.rows.answers.rows(), p = interface.rows.vectors.cols(),
                       all = p + interface.loads.vectors.cols();
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index j = 0; j < all; ++j) {
        const bool of_rows = j < p;
        const SparseMatrix& from = of_rows ? interface.rows.vectors : interface.loads.vectors;
        for (SparseMatrix::InnerIterator it(from, of_rows ? j : j - p); it; ++it)
            entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    }
    Forces out{SparseMatrix(n, all), Matrix(n, all)};
    out.vectors.setFromTriplets(entries.begin(), entries.end());
    out.answers << interface.rows.answers, interface.loads.answers;
    return out;
}

BasisVectors guyan_vectors(Structure& structure, Interface interface, const ReductionSettings&) {
    BasisVectors out;
    out.modes.resize(structure.size(), 0);
    const Forces rows = structure.independent(joined(std::move(interface)));
    // Besides the rigid-body modes, the shapes of least energy for given interface coordinates come from forces in
    // balance.
    out.statics.emplace_back(rows.answers * structure.balanced(rows.vectors));
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
