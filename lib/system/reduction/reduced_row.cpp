// A row over the full model's dofs as one over the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/reduced_row.hpp"

namespace jounce {

std::map<int, double> terms_over(std::span<const LinearTerm> row, const RowMajor& map) {
    std::map<int, double> out;
    for (const LinearTerm& term : row) {
        for (RowMajor::InnerIterator it(map, term.index); it; ++it)
            out[static_cast<int>(it.col())] += it.value() * term.coefficient;
    }
    return out;
}

SparseRow reduced_row(const AffineMap& map, const std::vector<LinearTerm>& terms) {
    const Vector full = full_vector(terms, static_cast<int>(map.T.rows()));
    const Vector free = map.T.transpose() * full;
    const Vector moved = map.P.transpose() * full;
    SparseRow row;
    for (int i = 0; i < free.size(); ++i) {
        if (free[i] == 0) continue;
        row.index.push_back(i);
        row.coefficient.push_back(free[i]);
    }
    for (int j = 0; j < moved.size(); ++j) {
        if (moved[j] == 0) continue;
        row.prescribed.push_back(j);
        row.prescribed_coefficient.push_back(moved[j]);
    }
    return row;
}

}  // namespace jounce
