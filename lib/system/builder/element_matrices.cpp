// The sum of element matrices, column by column.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/builder/element_matrices.hpp"

#include <algorithm>
#include <limits>

namespace jounce {

void ElementMatrices::add(std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix) {
    const int size = static_cast<int>(dofs.size());
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * matrix.cwiseAbs().maxCoeff();
    const bool symmetric = (matrix - matrix.transpose()).cwiseAbs().maxCoeff() <= rounding;
    elements_.push_back({dofs_.size(), values_.size(), size, symmetric});
    dofs_.insert(dofs_.end(), dofs.begin(), dofs.end());
    for (int j = 0; j < size; ++j)
        for (int i = symmetric ? j : 0; i < size; ++i)
            values_.push_back(symmetric ? 0.5 * matrix(i, j) + 0.5 * matrix(j, i) : matrix(i, j));
}

double ElementMatrices::value(const Element& element, int i, int j) const {
    const double* values = values_.data() + element.first_value;
    if (!element.symmetric) return values[j * element.size + i];
    const int row = std::max(i, j), col = std::min(i, j);
    return values[col * element.size - col * (col - 1) / 2 + row - col];
}

SparseMatrix ElementMatrices::sum(int n) const {
    // Where each dof occurs: element and number within it, as the place in `dofs_`.
    std::vector<std::size_t> first(n + 1, 0);
    for (const int dof : dofs_) ++first[dof + 1];
    for (int dof = 0; dof < n; ++dof) first[dof + 1] += first[dof];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    std::vector<int> owner(dofs_.size()), place(dofs_.size());
    for (std::size_t e = 0; e < elements_.size(); ++e)
        for (int i = 0; i < elements_[e].size; ++i) {
            const std::size_t at = next[dofs_[elements_[e].first_dof + i]]++;
            owner[at] = static_cast<int>(e);
            place[at] = i;
        }

    std::vector<int> seen(n, -1);
    std::vector<double> total(n, 0);
    std::vector<int> rows;
    const auto gather = [&](int col) {
        rows.clear();
        for (std::size_t at = first[col]; at < first[col + 1]; ++at) {
            const Element& element = elements_[owner[at]];
            for (int i = 0; i < element.size; ++i) {
                const double term = value(element, i, place[at]);
                if (term == 0) continue;
                const int row = dofs_[element.first_dof + i];
                if (seen[row] != col) {
                    seen[row] = col;
                    total[row] = 0;
                    rows.push_back(row);
                }
                total[row] += term;
            }
        }
    };
    SparseMatrix out(n, n);
    int* outer = out.outerIndexPtr();
    for (int col = 0; col < n; ++col) {
        gather(col);
        outer[col + 1] = outer[col] + static_cast<int>(rows.size());
    }
    out.resizeNonZeros(outer[n]);
    std::fill(seen.begin(), seen.end(), -1);
    for (int col = 0; col < n; ++col) {
        gather(col);
        std::sort(rows.begin(), rows.end());
        for (std::size_t k = 0; k < rows.size(); ++k) {
            out.innerIndexPtr()[outer[col] + static_cast<int>(k)] = rows[k];
            out.valuePtr()[outer[col] + static_cast<int>(k)] = total[rows[k]];
        }
    }
    return out;
}

}  // namespace jounce
