// Matrices and vectors by ranges of rows.
// SPDX-License-Identifier: BSD-3-Clause
#include "petsc/rows.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace jounce::petsc {

namespace {

/// Entries of a column of a compressed symmetric matrix, which is also a row.
struct Entries {
    const int* index;
    const double* value;
    int count;
};

Entries entries(const linalg::SparseMatrix& matrix, PetscInt row) {
    const int begin = matrix.outerIndexPtr()[row];
    return {matrix.innerIndexPtr() + begin, matrix.valuePtr() + begin, matrix.outerIndexPtr()[row + 1] - begin};
}

}  // namespace

int counted(Eigen::Index number) {
    if (number > std::numeric_limits<int>::max()) throw std::runtime_error("more than 2147483647 entries of a matrix on a rank");
    return static_cast<int>(number);
}

Rows::Rows(Eigen::Index n, Eigen::Index block) : all_(static_cast<PetscInt>(n)), firsts_(static_cast<std::size_t>(ranks()) + 1) {
    const auto size = static_cast<Eigen::Index>(ranks());
    for (Eigen::Index r = 0; r <= size; ++r)
        firsts_[static_cast<std::size_t>(r)] = static_cast<PetscInt>(n / block * r / size * block);
}

OwnedMat Rows::matrix(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s) const {
    if (!K.isCompressed() || !M.isCompressed()) throw std::logic_error("petsc: the matrices must be compressed");
    std::vector<PetscInt> starts = {0}, columns;
    std::vector<PetscScalar> values;
    const PetscInt end = first() + count();
    for (PetscInt row = first(); row < end; ++row) {
        const Entries k = entries(K, row), m = s == 0 ? Entries{nullptr, nullptr, 0} : entries(M, row);
        for (int i = 0, j = 0; i < k.count || j < m.count;) {  // merged, both ascending
            const int at_k = i < k.count ? k.index[i] : all_, at_m = j < m.count ? m.index[j] : all_;
            columns.push_back(std::min(at_k, at_m));
            values.push_back((at_k <= at_m ? k.value[i] : 0) - (at_m <= at_k ? s * m.value[j] : 0));
            i += at_k <= at_m;
            j += at_m <= at_k;
        }
        starts.push_back(static_cast<PetscInt>(columns.size()));
    }
    OwnedMat out;
    call(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, count(), count(), all_, all_, starts.data(), columns.data(), values.data(),
                                   out.out()));
    call(MatSetOption(out, MAT_SYMMETRIC, PETSC_TRUE));
    call(MatSetOption(out, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
    return out;
}

OwnedVec Rows::vector() const {
    OwnedVec out;
    call(VecCreateMPI(PETSC_COMM_WORLD, count(), all_, out.out()));
    return out;
}

void Rows::scatter(const double* whole, Vec to) const {
    PetscScalar* local = nullptr;
    call(VecGetArrayWrite(to, &local));
    std::copy_n(whole + first(), count(), local);
    call(VecRestoreArrayWrite(to, &local));
}

void Rows::gather(Vec from, double* whole) const {
    const PetscScalar* local = nullptr;
    call(VecGetArrayRead(from, &local));
    std::vector<int> counts;
    for (std::size_t r = 0; r + 1 < firsts_.size(); ++r) counts.push_back(firsts_[r + 1] - firsts_[r]);
    call_mpi(MPI_Allgatherv(local, count(), MPI_DOUBLE, whole, counts.data(), firsts_.data(), MPI_DOUBLE, PETSC_COMM_WORLD));
    call(VecRestoreArrayRead(from, &local));
}

void Rows::gather(const linalg::Matrix& local, Eigen::Ref<linalg::Matrix> whole) const {
    const Eigen::Index columns = local.cols();
    std::vector<double> all(static_cast<std::size_t>(counted(all_ * columns)));
    std::vector<int> counts, places;
    for (std::size_t r = 0; r + 1 < firsts_.size(); ++r) {
        counts.push_back(counted((firsts_[r + 1] - firsts_[r]) * columns));
        places.push_back(counted(firsts_[r] * columns));
    }
    call_mpi(MPI_Allgatherv(local.data(), counts[static_cast<std::size_t>(rank())], MPI_DOUBLE, all.data(), counts.data(),
                            places.data(), MPI_DOUBLE, PETSC_COMM_WORLD));
    for (std::size_t r = 0; r + 1 < firsts_.size(); ++r) {
        const Eigen::Index rows = firsts_[r + 1] - firsts_[r];
        whole.middleRows(firsts_[r], rows) =
            Eigen::Map<const linalg::Matrix>(all.data() + static_cast<std::size_t>(places[r]), rows, columns);
    }
}

}  // namespace jounce::petsc
