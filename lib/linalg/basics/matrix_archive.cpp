// Sparse matrices as parts of an archive: sizes, begin of each column, rows, numbers.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/matrix_archive.hpp"

#include <limits>

namespace jounce {

void transfer(ArchiveWriter& archive, const SparseMatrix& matrix) {
    if (!matrix.isCompressed()) {
        SparseMatrix compressed = matrix;
        compressed.makeCompressed();
        return transfer(archive, compressed);
    }
    const int* begins = matrix.outerIndexPtr();
    const int* rows = matrix.innerIndexPtr();
    const double* numbers = matrix.valuePtr();
    archive(static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols()),
            std::vector<int>(begins, begins + matrix.cols() + 1), std::vector<int>(rows, rows + matrix.nonZeros()),
            std::vector<double>(numbers, numbers + matrix.nonZeros()));
}

void transfer(ArchiveReader& archive, SparseMatrix& matrix) {
    std::int64_t rows = 0, cols = 0;
    std::vector<int> begins, indices;
    std::vector<double> numbers;
    archive(rows, cols, begins, indices, numbers);
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    const auto count = static_cast<std::int64_t>(numbers.size());
    archive.require(rows >= 0 && rows <= most && cols >= 0 && cols < most && count <= most &&
                        static_cast<std::int64_t>(begins.size()) == cols + 1 && begins.front() == 0 && begins.back() == count &&
                        indices.size() == numbers.size(),
                    "the size of a sparse matrix is wrong");
    for (std::size_t j = 0; j + 1 < begins.size(); ++j) {
        archive.require(begins[j] <= begins[j + 1] && begins[j + 1] <= count, "a column of a sparse matrix is wrong");
        for (auto e = static_cast<std::size_t>(begins[j]); e < static_cast<std::size_t>(begins[j + 1]); ++e) {
            const bool sorted = e == static_cast<std::size_t>(begins[j]) || indices[e - 1] < indices[e];
            archive.require(sorted && indices[e] >= 0 && indices[e] < rows, "a row of a sparse matrix is wrong");
        }
    }
    SparseMatrix out = Eigen::Map<const SparseMatrix>(rows, cols, count, begins.data(), indices.data(), numbers.data());
    matrix.swap(out);
    archive.require(matrix.coeffs().allFinite(), "a number of a matrix is not finite");
}

}  // namespace jounce
