// Sums and shares of columns by messages.
// SPDX-License-Identifier: BSD-3-Clause
#include "petsc/ranks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/messages/error.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "petsc/library.hpp"
#include "petsc/rows.hpp"

namespace jounce::petsc {

namespace {

/// What this rank receives from the others: of rank r, `counts[r]` numbers from `places[r]` on.
struct Arrivals {
    std::vector<int> counts, places;
    int all = 0;

    explicit Arrivals(std::vector<int> given) : counts(std::move(given)) {
        Eigen::Index end = 0;
        for (const int count : counts) {
            places.push_back(counted(end));
            end += count;
        }
        all = counted(end);
    }
};

Arrivals all_gathered(int own) {
    std::vector<int> counts(static_cast<std::size_t>(ranks()));
    call_mpi(MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, PETSC_COMM_WORLD));
    return Arrivals(std::move(counts));
}

template <class Number>
std::vector<Number> gathered(const std::vector<Number>& own, MPI_Datatype type, const Arrivals& from) {
    std::vector<Number> out(static_cast<std::size_t>(from.all));
    call_mpi(MPI_Allgatherv(own.data(), static_cast<int>(own.size()), type, out.data(), from.counts.data(), from.places.data(),
                            type, PETSC_COMM_WORLD));
    return out;
}

/// Entries [to.places[r], + to.counts[r]) of `own` to each rank r.
template <class Number>
std::vector<Number> exchanged(const Number* own, MPI_Datatype type, const Arrivals& to, const Arrivals& from) {
    std::vector<Number> out(static_cast<std::size_t>(from.all));
    call_mpi(MPI_Alltoallv(own, to.counts.data(), to.places.data(), type, out.data(), from.counts.data(), from.places.data(),
                           type, PETSC_COMM_WORLD));
    return out;
}

}  // namespace

int MpiRanks::rank() const { return petsc::rank(); }

int MpiRanks::size() const { return petsc::ranks(); }

void MpiRanks::sum(Eigen::Ref<linalg::Matrix> x) const {
    if (x.size() == 0) return;
    // Columns without other numbers between them are one message, as far as an int counts their entries.
    const bool dense = x.outerStride() == x.rows();
    const Eigen::Index most = dense ? std::max<Eigen::Index>(1, std::numeric_limits<int>::max() / x.rows()) : 1;
    for (Eigen::Index first = 0; first < x.cols(); first += most) {
        double* columns = x.col(first).data();
        const int numbers = counted(x.rows() * std::min(most, x.cols() - first));
        // A sum that each rank forms for itself may differ from another by rounding.
        call_mpi(MPI_Reduce(rank() == 0 ? MPI_IN_PLACE : columns, columns, numbers, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD));
        call_mpi(MPI_Bcast(columns, numbers, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    }
}

linalg::SparseMatrix MpiRanks::sum(const linalg::SparseMatrix& x) const {
    std::vector<int> rows, columns;
    std::vector<double> values;
    for (int j = 0; j < x.outerSize(); ++j) {
        for (linalg::SparseMatrix::InnerIterator it(x, j); it; ++it) {
            rows.push_back(static_cast<int>(it.row()));
            columns.push_back(j);
            values.push_back(it.value());
        }
    }
    const Arrivals from = all_gathered(counted(static_cast<Eigen::Index>(values.size())));
    rows = gathered(rows, MPI_INT, from);
    columns = gathered(columns, MPI_INT, from);
    values = gathered(values, MPI_DOUBLE, from);
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) entries.emplace_back(rows[i], columns[i], values[i]);
    linalg::SparseMatrix out(x.rows(), x.cols());
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

void MpiRanks::complete(Eigen::Ref<linalg::Matrix> x) const {
    const Rows rows(x.rows());
    for (Eigen::Index first = 0; first < x.cols(); first += linalg::together) {
        const Eigen::Index columns = std::min(linalg::together, x.cols() - first);
        const linalg::Matrix own = x.block(rows.first(), first, rows.count(), columns);
        rows.gather(own, x.middleCols(first, columns));
    }
}

linalg::SparseMatrix MpiRanks::own_columns(linalg::SparseMatrix&& given) const {
    linalg::SparseMatrix part;
    part.swap(given);
    part.makeCompressed();
    const Eigen::Index n = part.cols();
    const auto many = static_cast<std::size_t>(size());
    const auto [first, end] = own(n);
    const auto width = static_cast<std::size_t>(end - first);

    // The number of entries in each column, then the entries: both in the order of the columns.
    std::vector<int> lengths(static_cast<std::size_t>(n)), columns_for(many), entries_for(many);
    for (Eigen::Index j = 0; j < n; ++j)
        lengths[static_cast<std::size_t>(j)] = part.outerIndexPtr()[j + 1] - part.outerIndexPtr()[j];
    for (std::size_t r = 0; r < many; ++r) {
        const Eigen::Index a = this->first(n, static_cast<int>(r)), b = this->first(n, static_cast<int>(r) + 1);
        columns_for[r] = static_cast<int>(b - a);
        entries_for[r] = part.outerIndexPtr()[b] - part.outerIndexPtr()[a];
    }
    std::vector<int> arriving(many);
    call_mpi(MPI_Alltoall(entries_for.data(), 1, MPI_INT, arriving.data(), 1, MPI_INT, PETSC_COMM_WORLD));
    const Arrivals to(std::move(entries_for)), from(std::move(arriving));
    lengths = exchanged(lengths.data(), MPI_INT, Arrivals(std::move(columns_for)),
                        Arrivals(std::vector<int>(many, static_cast<int>(width))));
    std::vector<int> rows = exchanged(part.innerIndexPtr(), MPI_INT, to, from);
    std::vector<double> values = exchanged(part.valuePtr(), MPI_DOUBLE, to, from);
    part = linalg::SparseMatrix();

    // Column by column, the entries of all ranks, each ascending.
    linalg::SparseMatrix out(n, n);
    std::vector<std::size_t> next(from.places.begin(), from.places.end());
    std::vector<double> total(static_cast<std::size_t>(n), 0);
    std::vector<int> seen(static_cast<std::size_t>(n), -1), present;
    out.resizeNonZeros(from.all);
    int filled = 0;
    for (std::size_t c = 0; c < width; ++c) {
        const int column = static_cast<int>(first) + static_cast<int>(c);
        present.clear();
        for (std::size_t r = 0; r < many; ++r) {
            for (int k = 0; k < lengths[r * width + c]; ++k, ++next[r]) {
                const int row = rows[next[r]];
                if (seen[static_cast<std::size_t>(row)] != column) {
                    seen[static_cast<std::size_t>(row)] = column;
                    total[static_cast<std::size_t>(row)] = 0;
                    present.push_back(row);
                }
                total[static_cast<std::size_t>(row)] += values[next[r]];
            }
        }
        std::ranges::sort(present);
        for (const int row : present) {
            out.innerIndexPtr()[filled] = row;
            out.valuePtr()[filled++] = total[static_cast<std::size_t>(row)];
        }
        out.outerIndexPtr()[column + 1] = filled;
    }
    for (Eigen::Index j = end; j < n; ++j) out.outerIndexPtr()[j + 1] = filled;
    out.resizeNonZeros(filled);
    rows = {};
    values = {};
    if (filled < from.all - from.all / 8) out.data().squeeze();  // a copy, for the entries of several ranks at one place
    return out;
}

void require_same_on_ranks(const Eigen::Ref<const linalg::Matrix>& right) {
    if (ranks() == 1) return;
    std::uint64_t digest = 0xcbf29ce484222325u;  // FNV-1a by words
    for (const double value : right.reshaped()) digest = (digest ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3u;
    std::array<std::uint64_t, 2> most{digest, ~digest};
    call_mpi(MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_UINT64_T, MPI_MAX, PETSC_COMM_WORLD));
    if (most[0] != ~most[1])
        throw bad_case(
            "the ranks of mpirun must do the same work: the forces of an equilibrium differ between them (a law that is a "
            "function of the script has other values on another rank, perhaps by random numbers)");
}

const linalg::Ranks* shared_ranks() {
    static const MpiRanks all;
    return ranks() > 1 ? &all : nullptr;
}

}  // namespace jounce::petsc
