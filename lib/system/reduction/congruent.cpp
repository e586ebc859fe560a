// Products A^T B A, column by column.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/congruent.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/files/memory.hpp"
#include "base/threads/pieces.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

namespace {

/// Calls `visit` with the places of (i, j) and (j, i) in a compressed matrix, for every stored entry below the diagonal.
/// \returns false as soon as one of them is not stored
template <class Visit>
bool for_each_pair(const SparseMatrix& matrix, const Visit& visit) {
    const int *outer = matrix.outerIndexPtr(), *inner = matrix.innerIndexPtr();
    // Column after column, the mirrored entries of each column follow one another.
    std::vector<int> next(outer, outer + matrix.cols());
    for (int j = 0; j < matrix.cols(); ++j) {
        int below = next[j];  // all entries above the diagonal of column j have been visited
        if (below < outer[j + 1] && inner[below] < j) return false;
        if (below < outer[j + 1] && inner[below] == j) ++below;
        for (; below < outer[j + 1]; ++below) {
            const int i = inner[below], mirrored = next[i]++;
            if (mirrored >= outer[i + 1] || inner[mirrored] != j) return false;
            visit(below, mirrored);
        }
    }
    return true;
}

/// Halves first: their sum is no larger than the largest number.
void average_pairs(SparseMatrix& matrix) {
    double* value = matrix.valuePtr();
    for_each_pair(matrix, [value](int a, int b) { value[a] = value[b] = 0.5 * value[a] + 0.5 * value[b]; });
}

/// x y, a term of the number at an index.
struct Term {
    int index;
    double x, y;
};

struct Entry {
    int index;
    double value;
};

/// Sums of the terms of each index.
class Sums {
  public:
    /// Terms of one index are added in their sequence. `out` is ascending.
    void add_up(const std::vector<Term>& terms, std::vector<Entry>& out) {
        out.clear();
        if (std::ranges::is_sorted(terms, {}, &Term::index)) {
            for (const Term& term : terms) {
                if (!out.empty() && out.back().index == term.index)
                    out.back().value += term.x * term.y;
                else
                    out.push_back({term.index, term.x * term.y});
            }
            return;
        }
        const auto size = static_cast<std::size_t>(std::ranges::max(terms, {}, &Term::index).index) + 1;
        if (has_.size() < size) {
            has_.resize(size, 0);
            sum_.resize(size);
        }
        for (const Term& term : terms) {
            const auto i = static_cast<std::size_t>(term.index);
            if (has_[i] != 0) {
                sum_[i] += term.x * term.y;
            } else {
                has_[i] = 1;
                sum_[i] = term.x * term.y;
                out.push_back({term.index, 0});
            }
        }
        if (!std::ranges::is_sorted(out, {}, &Entry::index)) std::ranges::sort(out, {}, &Entry::index);
        for (Entry& entry : out) {
            const auto i = static_cast<std::size_t>(entry.index);
            entry.value = sum_[i];
            has_[i] = 0;
        }
    }

  private:
    std::vector<double> sum_;
    std::vector<char> has_;
};

/// Columns of map^T middle map.
class Columns {
  public:
    /// \param rows of `map` \param block so many nodes are taken together
    Columns(const FullMatrix& middle, const SparseMatrix& map, const RowMajor& rows, std::ptrdiff_t block)
        : map_(map), rows_(rows), block_(block), columns_(middle), seen_(static_cast<std::size_t>(middle.size() / 6), -1) {}

    /// Makes columns from `first` on available, at most up to `end`. \returns the one behind the last
    [[nodiscard]] int take(int first, int end) {
        constexpr int most = 1 << 16;
        std::vector<int> nodes;
        int j = first;
        for (; j < end && j - first < most && std::ssize(nodes) < block_; ++j) {
            for (SparseMatrix::InnerIterator it(map_, j); it; ++it) {
                const int node = static_cast<int>(it.row()) / 6;
                if (std::exchange(seen_[static_cast<std::size_t>(node)], first) != first) nodes.push_back(node);
            }
        }
        std::ranges::sort(nodes);
        if (nodes != taken_) {  // columns over all nodes follow one another
            columns_.take(nodes);
            taken_.swap(nodes);
        }
        return j;
    }

    /// What a thread computes a column with.
    struct Workspace {
        std::vector<Term> terms;
        std::vector<Entry> image;  // middle map, ascending
        Sums sums;
    };
    /// Terms of map^T (middle map) in column j, in the order in which they are added.
    void terms_of(int j, Workspace& work) const {
        const bool alone = map_.outerIndexPtr()[j + 1] - map_.outerIndexPtr()[j] == 1;  // as most coordinates
        work.terms.clear();
        work.image.clear();
        for (SparseMatrix::InnerIterator of_map(map_, j); of_map; ++of_map) {
            for (auto it = columns_.column(static_cast<int>(of_map.row())); it; ++it) {
                if (it.value() == 0) continue;
                if (alone)
                    work.image.push_back({static_cast<int>(it.row()), it.value() * of_map.value()});
                else
                    work.terms.push_back({static_cast<int>(it.row()), it.value(), of_map.value()});
            }
        }
        if (!alone) work.sums.add_up(work.terms, work.image);
        work.terms.clear();
        for (const Entry& entry : work.image) {
            for (RowMajor::InnerIterator it(rows_, entry.index); it; ++it)
                work.terms.push_back({static_cast<int>(it.col()), it.value(), entry.value});
        }
    }

  private:
    const SparseMatrix& map_;
    const RowMajor& rows_;
    std::ptrdiff_t block_;
    FullColumns columns_;
    std::vector<int> seen_;   // the block in which a node was taken last
    std::vector<int> taken_;  // nodes
};

/// Calls `work(range, columns, begin, end)` for blocks of columns of map^T middle map, in ascending order within a range. Each
/// thread walks along a range of its own: threads that met after each block would wait for the slowest one every time.
template <class Work>
void for_each_block(const FullMatrix& middle, const SparseMatrix& map, int ranges, const Work& work) {
    constexpr std::ptrdiff_t fewest = 64;  // nodes; element matrices of the border of a block are computed twice
    const RowMajor rows(map);
    const std::ptrdiff_t block = std::max<std::ptrdiff_t>(fewest, middle.block() / (2 * ranges));
    for_each_piece(ranges, true, [&](std::ptrdiff_t range) {
        Columns columns(middle, map, rows, block);
        const auto border = [&](std::ptrdiff_t r) { return static_cast<int>(map.cols() * r / ranges); };
        for (int first = border(range), behind = 0; first < border(range + 1); first = behind) {
            behind = columns.take(first, border(range + 1));
            work(static_cast<std::size_t>(range), columns, first, behind);
        }
    });
}

/// As many as there are threads, where it pays.
int ranges_of(const SparseMatrix& map) {
    constexpr Eigen::Index pays = 2000;  // columns
    return map.cols() < pays ? 1 : available_threads();
}

/// map^T middle map without zeros.
void multiply(const FullMatrix& middle, const SparseMatrix& map, SparseMatrix& out) {
    struct Range {
        Columns::Workspace work;
        std::vector<Entry> column;
        std::vector<int> index;
        std::vector<double> value;
    };
    const int n = static_cast<int>(map.cols()), count = ranges_of(map);
    out.resize(n, n);
    int* outer = out.outerIndexPtr();
    std::vector<Range> ranges(static_cast<std::size_t>(count));
    // What is reserved beyond the entries is never touched, and takes no memory.
    const double share = static_cast<double>(map.nonZeros()) / static_cast<double>(std::max<Eigen::Index>(1, middle.size()));
    const auto room = static_cast<std::size_t>(std::min(1.0, share) * middle.entries()) / ranges.size();
    for (Range& range : ranges) {
        range.index.reserve(room);
        range.value.reserve(room);
        use_large_pages(range.index.data(), sizeof(int) * room);
        use_large_pages(range.value.data(), sizeof(double) * room);
    }
    for_each_block(middle, map, count, [&](std::size_t r, const Columns& columns, int first, int behind) {
        Range& own = ranges[r];
        for (int j = first; j < behind; ++j) {
            columns.terms_of(j, own.work);
            own.work.sums.add_up(own.work.terms, own.column);
            const std::size_t begin = own.index.size();
            for (const Entry& entry : own.column) {
                if (entry.value == 0) continue;
                own.index.push_back(entry.index);
                own.value.push_back(entry.value);
            }
            outer[j + 1] = static_cast<int>(own.index.size() - begin);
        }
    });
    if (leaves_much_memory(n)) give_back_memory();  // of the blocks
    linalg::add_up_offsets({outer, static_cast<std::size_t>(n) + 1}, "a matrix of " + std::to_string(n) + " coordinates");
    out.resizeNonZeros(outer[n]);
    use_large_pages(out.valuePtr(), sizeof(double) * static_cast<std::size_t>(outer[n]));
    use_large_pages(out.innerIndexPtr(), sizeof(int) * static_cast<std::size_t>(outer[n]));
    // One list after the other, so that little exists twice at a time.
    const auto join = [&ranges](auto list, auto* to) {
        for (Range& range : ranges) {
            to = std::ranges::copy(range.*list, to).out;
            std::decay_t<decltype(range.*list)>().swap(range.*list);
        }
    };
    join(&Range::index, out.innerIndexPtr());
    join(&Range::value, out.valuePtr());
}

}  // namespace

SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right) {
    const SparseMatrix product = middle * right;
    SparseMatrix out = SparseMatrix(left.transpose()) * product;
    out.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    out.makeCompressed();
    return out;
}

std::vector<bool> rows_in_use(const SparseMatrix& matrix) {
    std::vector<bool> out(static_cast<std::size_t>(matrix.rows()), false);
    for (int j = 0; j < matrix.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) out[static_cast<std::size_t>(it.row())] = true;
    return out;
}

namespace {

/// \returns whether the product is symmetric without the mean of both triangles
bool make_congruent(const FullMatrix& middle, const SparseMatrix& map, SparseMatrix& product) {
    multiply(middle, map, product);
    // Eigen's makeCompressed reads behind the end of a matrix without columns.
    if (map.cols() == 0 || is_symmetric(product)) return true;
    if (for_each_pair(product, [](int, int) {})) {
        average_pairs(product);
    } else {
        product *= 0.5;
        SparseMatrix sum = product + SparseMatrix(product.transpose());
        product.swap(sum);
    }
    product.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    product.makeCompressed();
    return false;
}

}  // namespace

SparseMatrix congruent(const FullMatrix& middle, const SparseMatrix& map) {
    SparseMatrix product;
    (void)make_congruent(middle, map, product);
    return product;
}

CongruentPattern congruent_pattern(const FullMatrix& middle, const SparseMatrix& map) {
    SparseMatrix product;
    const bool symmetric = make_congruent(middle, map, product);
    return {linalg::pattern_of(product), symmetric};
}

void fill_congruent(const FullMatrix& middle, const SparseMatrix& map, bool symmetric, SparseMatrix& out) {
    const int count = ranges_of(map);
    std::vector<Columns::Workspace> work(static_cast<std::size_t>(count));
    const int* outer = out.outerIndexPtr();
    const int* inner = out.innerIndexPtr();
    double* value = out.valuePtr();
    for_each_block(middle, map, count, [&](std::size_t range, const Columns& columns, int first, int behind) {
        for (int j = first; j < behind; ++j) {
            std::fill(value + outer[j], value + outer[j + 1], 0.0);
            columns.terms_of(j, work[range]);
            int at = outer[j];
            for (const Term& term : work[range].terms) {
                if (at >= outer[j + 1] || inner[at] != term.index)
                    at = static_cast<int>(std::lower_bound(inner + outer[j], inner + outer[j + 1], term.index) - inner);
                if (at >= outer[j + 1] || inner[at] != term.index) continue;  // the terms of both triangles cancel
                value[at] += term.x * term.y;
                ++at;
            }
        }
    });
    if (!symmetric) average_pairs(out);
}

bool is_symmetric(const SparseMatrix& matrix) {
    if (matrix.rows() != matrix.cols() || !matrix.isCompressed()) return false;
    bool equal = true;
    const double* value = matrix.valuePtr();
    return for_each_pair(matrix, [&](int a, int b) { equal = equal && value[a] == value[b]; }) && equal;
}

}  // namespace jounce
