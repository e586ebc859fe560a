// Products A^T B A, column by column.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/congruent.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/files/memory.hpp"
#include "base/threads/pieces.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

namespace {

/// Calls `visit` with the places of (i, j) and (j, i) in `inner`, for every entry below the diagonal of a square pattern.
/// \param outer size + 1 places in `inner`, whose rows are ascending in each column
/// \returns false as soon as one of them is not there
template <class Visit>
bool for_each_pair(std::span<const int> outer, const int* inner, const Visit& visit) {
    const int n = static_cast<int>(outer.size()) - 1;
    // Column after column, the mirrored entries of each column follow one another.
    std::vector<int> next(outer.begin(), outer.end() - 1);
    for (int j = 0; j < n; ++j) {
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

template <class Visit>
bool for_each_pair(const SparseMatrix& matrix, const Visit& visit) {
    return for_each_pair({matrix.outerIndexPtr(), static_cast<std::size_t>(matrix.cols()) + 1}, matrix.innerIndexPtr(), visit);
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

/// So many nodes are taken together that those around a mesh of a surface that is as long as wide have most neighbours among
/// themselves or in the block before: few element matrices are computed twice.
std::ptrdiff_t block_of(const FullMatrix& middle) {
    constexpr double rings = 3, fewest = 512;
    return static_cast<std::ptrdiff_t>(std::max(fewest, rings * std::sqrt(static_cast<double>(middle.size()) / 6)));
}

/// Calls `work(range, columns, begin, end)` for blocks of columns of map^T middle map, in ascending order within a range. Each
/// thread walks along a range of its own: threads that met after each block would wait for the slowest one every time. \param
/// stage is told the fraction of the columns
template <class Work>
void for_each_block(const FullMatrix& middle, const SparseMatrix& map, int ranges, const StagePart& stage, const Work& work) {
    const RowMajor rows(map);
    SharedStage columns_done(stage, static_cast<double>(map.cols()));
    for_each_piece(ranges, true, [&](std::ptrdiff_t range) {
        Columns columns(middle, map, rows, block_of(middle));
        const auto border = [&](std::ptrdiff_t r) { return static_cast<int>(map.cols() * r / ranges); };
        for (int first = border(range), behind = 0; first < border(range + 1); first = behind) {
            behind = columns.take(first, border(range + 1));
            work(static_cast<std::size_t>(range), columns, first, behind);
            columns_done.add(behind - first);
        }
    });
}

/// As many as there are threads, where it pays.
int ranges_of(const SparseMatrix& map) {
    constexpr Eigen::Index pays = 2000;  // columns
    return map.cols() < pays ? 1 : available_threads();
}

/// At most so many entries of map^T middle map differ from zero, unless a column of the map has many. A list with this room
/// takes only the memory that is filled.
std::size_t room_for(const FullMatrix& middle, const SparseMatrix& map) {
    const double share = static_cast<double>(map.nonZeros()) / static_cast<double>(std::max<Eigen::Index>(1, middle.size()));
    return static_cast<std::size_t>(std::min(1.0, share) * middle.entries());
}

template <class Number>
void reserve(std::vector<Number>& list, std::size_t room) {
    list.reserve(room);
    use_large_pages(list.data(), sizeof(Number) * room);
}

/// Calls `take(range, entry)` for the entries of map^T middle map that differ from zero, by columns, in as many ranges of columns
/// as `ranges` has places. \param outer becomes where each column begins; size + 1
template <class Take>
void for_each_entry(const FullMatrix& middle, const SparseMatrix& map, int ranges, std::span<int> outer, const StagePart& stage,
                    const Take& take) {
    struct Range {
        Columns::Workspace work;
        std::vector<Entry> column;
    };
    std::vector<Range> of(static_cast<std::size_t>(ranges));
    for_each_block(middle, map, ranges, stage, [&](std::size_t r, const Columns& columns, int first, int behind) {
        Range& own = of[r];
        for (int j = first; j < behind; ++j) {
            columns.terms_of(j, own.work);
            own.work.sums.add_up(own.work.terms, own.column);
            int count = 0;
            for (const Entry& entry : own.column) {
                if (entry.value == 0) continue;
                take(r, entry);
                ++count;
            }
            outer[static_cast<std::size_t>(j) + 1] = count;
        }
    });
    if (leaves_much_memory(map.cols())) give_back_memory();  // of the blocks
    outer[0] = 0;
    linalg::add_up_offsets(outer, "a matrix of " + std::to_string(map.cols()) + " coordinates");
}

/// map^T middle map without zeros.
void multiply(const FullMatrix& middle, const SparseMatrix& map, SparseMatrix& out) {
    struct Range {
        std::vector<int> index;
        std::vector<double> value;
    };
    const int n = static_cast<int>(map.cols()), count = ranges_of(map);
    out.resize(n, n);
    std::vector<Range> ranges(static_cast<std::size_t>(count));
    for (Range& range : ranges) {
        reserve(range.index, room_for(middle, map) / ranges.size());
        reserve(range.value, room_for(middle, map) / ranges.size());
    }
    for_each_entry(middle, map, count, {out.outerIndexPtr(), static_cast<std::size_t>(n) + 1}, {},
                   [&](std::size_t r, const Entry& entry) {
                       ranges[r].index.push_back(entry.index);
                       ranges[r].value.push_back(entry.value);
                   });
    const int entries = out.outerIndexPtr()[n];
    out.resizeNonZeros(entries);
    use_large_pages(out.valuePtr(), sizeof(double) * static_cast<std::size_t>(entries));
    use_large_pages(out.innerIndexPtr(), sizeof(int) * static_cast<std::size_t>(entries));
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

/// The pattern with (j, i) for each of its (i, j).
void make_symmetric(linalg::Pattern& pattern) {
    if (for_each_pair(pattern.first, pattern.row.data(), [](int, int) {})) return;
    std::vector<std::pair<int, int>> missing;  // column, row
    for (int j = 0; j < pattern.size(); ++j)
        for (const int i : pattern.column(j))
            if (!pattern.contains(j, i)) missing.emplace_back(i, j);
    std::ranges::sort(missing);
    linalg::Pattern out;
    out.first.reserve(pattern.first.size());
    reserve(out.row, pattern.row.size() + missing.size());
    auto next = missing.begin();
    for (int j = 0; j < pattern.size(); ++j) {
        const std::span<const int> own = pattern.column(j);
        const auto begin = out.row.insert(out.row.end(), own.begin(), own.end()) - out.row.begin();
        const auto middle = std::ssize(out.row);
        for (; next != missing.end() && next->first == j; ++next) out.row.push_back(next->second);
        std::inplace_merge(out.row.begin() + begin, out.row.begin() + middle, out.row.end());
        out.first.push_back(static_cast<int>(out.row.size()));
    }
    pattern = std::move(out);
}

void remove_zeros(SparseMatrix& matrix) {
    matrix.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    matrix.makeCompressed();
}

}  // namespace

SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right) {
    const SparseMatrix product = middle * right;
    SparseMatrix out = SparseMatrix(left.transpose()) * product;
    remove_zeros(out);
    return out;
}

std::vector<bool> rows_in_use(const SparseMatrix& matrix) {
    std::vector<bool> out(static_cast<std::size_t>(matrix.rows()), false);
    for (int j = 0; j < matrix.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) out[static_cast<std::size_t>(it.row())] = true;
    return out;
}

SparseMatrix congruent(const FullMatrix& middle, const SparseMatrix& map) {
    SparseMatrix product;
    multiply(middle, map, product);
    // Eigen's makeCompressed reads behind the end of a matrix without columns.
    if (map.cols() == 0 || is_symmetric(product)) return product;
    if (for_each_pair(product, [](int, int) {})) {
        average_pairs(product);
    } else {
        product *= 0.5;
        SparseMatrix sum = product + SparseMatrix(product.transpose());
        product.swap(sum);
    }
    remove_zeros(product);
    return product;
}

linalg::Pattern congruent_pattern(const FullMatrix& middle, const SparseMatrix& map, const StagePart& stage) {
    linalg::Pattern out;
    out.first.assign(static_cast<std::size_t>(map.cols()) + 1, 0);
    const int count = ranges_of(map);
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(count));
    // The first list takes the others in.
    const std::size_t room = room_for(middle, map);
    for (std::vector<int>& list : lists) reserve(list, &list == lists.data() ? room : room / lists.size());
    for_each_entry(middle, map, count, out.first, stage,
                   [&lists](std::size_t r, const auto& entry) { lists[r].push_back(entry.index); });
    out.row.swap(lists.front());
    for (std::size_t r = 1; r < lists.size(); ++r) {
        out.row.insert(out.row.end(), lists[r].begin(), lists[r].end());
        std::vector<int>().swap(lists[r]);
    }
    make_symmetric(out);
    return out;
}

void fill_congruent(const FullMatrix& middle, const SparseMatrix& map, SparseMatrix& out, const StagePart& stage) {
    const int count = ranges_of(map);
    std::vector<Columns::Workspace> work(static_cast<std::size_t>(count));
    const int* outer = out.outerIndexPtr();
    const int* inner = out.innerIndexPtr();
    double* value = out.valuePtr();
    for_each_block(middle, map, count, stage, [&](std::size_t range, const Columns& columns, int first, int behind) {
        for (int j = first; j < behind; ++j) {
            std::fill(value + outer[j], value + outer[j + 1], 0.0);
            columns.terms_of(j, work[range]);
            int at = outer[j];
            for (const Term& term : work[range].terms) {
                if (at >= outer[j + 1] || inner[at] != term.index)
                    at = static_cast<int>(std::lower_bound(inner + outer[j], inner + outer[j + 1], term.index) - inner);
                if (at >= outer[j + 1] || inner[at] != term.index) continue;  // the terms cancel
                value[at] += term.x * term.y;
                ++at;
            }
        }
    });
    if (is_symmetric(out)) return;
    average_pairs(out);
    const std::span<const double> values(value, static_cast<std::size_t>(out.nonZeros()));
    if (std::ranges::find(values, 0.0) != values.end()) remove_zeros(out);  // both triangles cancel
}

bool is_symmetric(const SparseMatrix& matrix) {
    if (matrix.rows() != matrix.cols() || !matrix.isCompressed()) return false;
    bool equal = true;
    const double* value = matrix.valuePtr();
    return for_each_pair(matrix, [&](int a, int b) { equal = equal && value[a] == value[b]; }) && equal;
}

}  // namespace jounce
