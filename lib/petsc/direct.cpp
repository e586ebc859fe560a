// Factors by MUMPS.
// SPDX-License-Identifier: BSD-3-Clause
#include "petsc/direct.hpp"

#include <dmumps_c.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files/memory.hpp"
#include "base/files/memory_limits.hpp"
#include "base/messages/error.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "petsc/ranks.hpp"

namespace jounce::petsc {

namespace {

constexpr PetscInt together = 64;  // columns of a solve

PetscInt info(Mat factor, PetscInt which) {
    PetscInt out = 0;
    call(MatMumpsGetInfo(factor, which, &out));
    return out;
}

PetscInt infog(Mat factor, PetscInt which) {
    PetscInt out = 0;
    call(MatMumpsGetInfog(factor, which, &out));
    return out;
}

/// OpenBLAS maps this much for its first product of matrices, and where a limit of the process forbids it, it tries without end.
constexpr double buffer_of_blas = 134'221'824;
bool blas_has_its_buffer = false;

/// The demands of the ranks of this machine, on each of them.
std::vector<MemoryDemand> demands_on_machine(double needed) {
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(PETSC_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    std::vector<MemoryDemand> own;
    for (const MemoryLimit& limit : memory_limits()) {
        // Only what is written counts in the memory of a machine or a group.
        const bool maps = limit.holder.kind == MemoryHolder::process && !blas_has_its_buffer;
        own.push_back({limit, needed + (maps ? buffer_of_blas : 0), rank()});
    }
    int ranks = 0;
    MPI_Comm_size(machine, &ranks);
    std::vector<int> bytes(static_cast<std::size_t>(ranks)), begins(bytes.size());
    const int of_own = static_cast<int>(own.size() * sizeof(MemoryDemand));
    MPI_Allgather(&of_own, 1, MPI_INT, bytes.data(), 1, MPI_INT, machine);
    std::exclusive_scan(bytes.begin(), bytes.end(), begins.begin(), 0);
    std::vector<MemoryDemand> all(static_cast<std::size_t>(begins.back() + bytes.back()) / sizeof(MemoryDemand));
    MPI_Allgatherv(own.data(), of_own, MPI_BYTE, all.data(), bytes.data(), begins.data(), MPI_BYTE, machine);
    MPI_Comm_free(&machine);
    return all;
}

/// What the ranks that share a memory need together must be free there; all ranks fail if one memory is short.
/// \param megabytes of this rank
void require_memory_of_all(double megabytes, PetscInt unknowns) {
    constexpr double small = 64e6;
    MemoryDemand demand = tightest(demands_on_machine(1e6 * megabytes)).value_or(MemoryDemand{});
    struct {
        double part;
        int rank;
    } worst = {demand.needed > small ? demand.limit.left / demand.needed : 1, rank()};
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MINLOC, PETSC_COMM_WORLD);
    if (worst.part >= 1) return;
    MPI_Bcast(&demand, sizeof demand, MPI_BYTE, worst.rank, PETSC_COMM_WORLD);
    const std::string where =
        demand.processes > 1 ? fmt::format("{} ranks that share it", demand.processes) : fmt::format("rank {}", demand.process);
    throw computation_failed(fmt::format("the factor of {} unknowns by MUMPS on {} needs about {} of memory, {} are free",
                                         unknowns, where, memory_text(demand.needed), memory_text(demand.limit.left)));
}

OwnedMat factored(const Rows& rows, Mat matrix) {
    OwnedMat out;
    MatFactorInfo about;
    call(MatFactorInfoInitialize(&about));
    // Pivoting can need more memory than the analysis expects, by a percentage that ICNTL(14) allows for. A factor that has
    // failed returns at once when it is asked again: each attempt is a new one.
    for (const PetscInt reserve : {30, 100, 300, 1000}) {
        out.reset();
        call(MatGetFactor(matrix, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, out.out()));
        call(MatMumpsSetIcntl(out, 13, 1));  // the last front on one rank: only then are all negative pivots counted
        call(MatMumpsSetIcntl(out, 14, reserve));
        call(MatCholeskyFactorSymbolic(out, matrix, nullptr, &about));
        if (infog(out, 1) >= 0) require_memory_of_all(info(out, 15), rows.all());
        call(MatCholeskyFactorNumeric(out, matrix, &about));
        const PetscInt status = infog(out, 1);
        if (status != -8 && status != -9) break;
    }
    return out;
}

}  // namespace

DirectFactor::DirectFactor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s) : rows_(K.rows()) {
    OwnedMat matrix = rows_.matrix(K, M, s);
    OwnedMat factor = factored(rows_, matrix);
    matrix.reset();
    const PetscInt status = infog(factor, 1), detail = infog(factor, 2);
    if (status < 0) {
        factor.reset();  // on all ranks: the status is the same
        if (status == -10) throw linalg::SingularMatrix(-1, 0);
        if (status == -13 || status == -19)
            throw computation_failed(fmt::format("MUMPS has not enough memory for the factor of {} unknowns", rows_.all()));
        throw std::runtime_error(fmt::format("MUMPS has failed with status {} ({})", status, detail));
    }
    blas_has_its_buffer = true;
    call(MatGetInertia(factor, &negative_, nullptr, nullptr));
    factor_ = std::move(factor);
}

void DirectFactor::solve_in_place(Eigen::Ref<linalg::Matrix> columns) const {
    if (columns.cols() == 1) require_same_on_ranks(columns);
    const PetscInt count = rows_.count();
    for (Eigen::Index first = 0; first < columns.cols(); first += together) {
        const auto k = std::min<PetscInt>(together, static_cast<PetscInt>(columns.cols() - first));
        auto part = columns.middleCols(first, k);
        linalg::Matrix right = part.middleRows(rows_.first(), count), left(count, k);
        if (k == 1) {
            const OwnedVec b = rows_.vector(), x = rows_.vector();
            rows_.scatter(part.data(), b);
            call(MatSolve(factor_, b, x));
            rows_.gather(x, part.data());
            continue;
        }
        OwnedMat B, X;
        call(MatCreateDense(PETSC_COMM_WORLD, count, PETSC_DECIDE, rows_.all(), k, right.data(), B.out()));
        call(MatCreateDense(PETSC_COMM_WORLD, count, PETSC_DECIDE, rows_.all(), k, left.data(), X.out()));
        call(MatMatSolve(factor_, B, X));
        rows_.gather(left, part);
    }
}

std::string mumps_version() { return "MUMPS " MUMPS_VERSION; }

}  // namespace jounce::petsc
