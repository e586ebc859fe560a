// Dense and sparse matrices as parts of an archive; their numbers keep their bits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "base/files/archive.hpp"
#include "linalg/basics/types.hpp"

namespace jounce {

/// A dense matrix of any type, fixed or dynamic: sizes, then its numbers by columns.
template <class Matrix>
struct DenseInArchive {
    Matrix& matrix;
};
template <class Matrix>
DenseInArchive(Matrix&) -> DenseInArchive<Matrix>;

template <class Matrix>
void transfer(ArchiveWriter& archive, const DenseInArchive<Matrix>& dense) {
    const Matrix& m = dense.matrix;
    archive(static_cast<std::int64_t>(m.rows()), static_cast<std::int64_t>(m.cols()),
            std::vector<double>(m.data(), m.data() + m.size()));
}

/// \throws Error (bad_case) when sizes and numbers do not fit, or a number is not finite
template <class Matrix>
void transfer(ArchiveReader& archive, DenseInArchive<Matrix>& dense) {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> numbers;
    archive(rows, cols, numbers);
    const auto count = static_cast<std::int64_t>(numbers.size());
    const auto fits = [](std::int64_t size, int fixed, int most) {
        return size >= 0 && (fixed == Eigen::Dynamic ? most == Eigen::Dynamic || size <= most : size == fixed);
    };
    archive.require(fits(rows, Matrix::RowsAtCompileTime, Matrix::MaxRowsAtCompileTime) &&
                        fits(cols, Matrix::ColsAtCompileTime, Matrix::MaxColsAtCompileTime) &&
                        (rows == 0 || cols <= count / rows) && rows * cols == count,
                    "the size of a matrix is wrong");
    dense.matrix = Eigen::Map<const Eigen::MatrixXd>(numbers.data(), rows, cols);
    archive.require(dense.matrix.allFinite(), "a number of a matrix is not finite");
}

void transfer(ArchiveWriter& archive, const SparseMatrix& matrix);
/// \throws Error (bad_case) when the bytes are no compressed matrix with sorted rows and finite numbers
void transfer(ArchiveReader& archive, SparseMatrix& matrix);

}  // namespace jounce
