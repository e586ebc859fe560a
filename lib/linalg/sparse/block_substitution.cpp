// Tiles of the factor times strips of the vectors: the sums of a tile stay in registers, nothing is copied but a remainder of
// columns.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/block_substitution.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "base/threads/available_threads.hpp"
#include "base/threads/pieces.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "linalg/basics/wide_packet.hpp"

namespace jounce::linalg {

namespace {

using detail::load_wide;
using detail::store_wide;
using detail::Wide;
using detail::wide_lanes;

// Tiles of 6 rows (or columns) of L and up to 4 packets: 24 sums, in 32 registers with AVX-512.
#ifdef __AVX512F__
constexpr int most_packets = 4;
#else
constexpr int most_packets = 2;
#endif
constexpr int tile = 6;
constexpr int panel = 32;  // rows of a strip that stay in the first-level cache
static_assert(ConstFactorStrips::width % panel == 0);

/// Some columns of the vectors, from `x` on; rows are `stride` numbers apart.
struct Strip {
    double* x;
    Eigen::Index stride;

    [[nodiscard]] double* row(Eigen::Index i) const { return x + i * stride; }
};

/// to[r] -= sum_j L(r, j) from[j] for `rows` rows r, with element (r, j) of L at L[r * down + j * right].
template <int rows, int packets>
void subtract_tile(const double* L, Eigen::Index down, Eigen::Index right, double* const* from, int count, double* const* to) {
    Wide sum[rows][packets] = {};
    for (int j = 0; j < count; ++j, L += right) {
        Wide x[packets];
        for (int p = 0; p < packets; ++p) x[p] = load_wide(from[j] + p * wide_lanes);
        for (int r = 0; r < rows; ++r)
            for (int p = 0; p < packets; ++p) sum[r][p] += L[r * down] * x[p];
    }
    for (int r = 0; r < rows; ++r)
        for (int p = 0; p < packets; ++p) store_wide(to[r] + p * wide_lanes, load_wide(to[r] + p * wide_lanes) - sum[r][p]);
}

/// The same for any number of rows.
template <int packets>
void subtract(const double* L, Eigen::Index down, Eigen::Index right, double* const* from, int count, double* const* to,
              int rows) {
    int r = 0;
    for (; r + tile <= rows; r += tile) subtract_tile<tile, packets>(L + r * down, down, right, from, count, to + r);
    for (; r + 2 <= rows; r += 2) subtract_tile<2, packets>(L + r * down, down, right, from, count, to + r);
    for (; r < rows; ++r) subtract_tile<1, packets>(L + r * down, down, right, from, count, to + r);
}

/// A subtree of supernodes. Its blocks reach rows of its own, and those below its root, which other subtrees reach too.
struct Subtree {
    std::vector<int> members;  ///< children before parents
    int end = 0;               ///< its own rows are before this one
    const std::vector<int>* outside = nullptr;
};

/// Subtrees that are independent of each other, and the supernodes above them: a factor that is not small.
struct Division {
    std::vector<Subtree> subtrees;
    std::vector<int> above;  ///< children before parents
};

Division division_of(const std::vector<Supernode>& nodes, bool worth_threads) {
    Division out;
    std::vector<char> taken(nodes.size(), 0);
    if (worth_threads) {
        std::vector<double> stored(nodes.size());
        for (std::size_t s = 0; s < nodes.size(); ++s) stored[s] = static_cast<double>(nodes[s].stored());
        for (const int root : separate_subtrees(nodes, std::move(stored))) {
            out.subtrees.push_back({members_of(nodes, root), nodes[root].first + nodes[root].width, &nodes[root].rows});
            for (const int s : out.subtrees.back().members) taken[s] = 1;
        }
    }
    for (std::size_t s = 0; s < nodes.size(); ++s)
        if (taken[s] == 0) out.above.push_back(static_cast<int>(s));
    return out;
}

/// The rows of a block: those of its own columns, then those below.
void gather(const Supernode& node, const Strip& strip, std::vector<double*>& rows) {
    rows.resize(static_cast<std::size_t>(node.height()));
    for (int i = 0; i < node.width; ++i) rows[static_cast<std::size_t>(i)] = strip.row(node.first + i);
    for (std::size_t i = 0; i < node.rows.size(); ++i) rows[static_cast<std::size_t>(node.width) + i] = strip.row(node.rows[i]);
}

/// The same, but those outside the subtree are those of `passed`, one for each row outside.
void gather(const Supernode& node, const Strip& strip, const Subtree& subtree, const Strip& passed, std::vector<double*>& rows) {
    gather(node, strip, rows);
    const auto begin = std::lower_bound(node.rows.begin(), node.rows.end(), subtree.end);
    auto place = subtree.outside->begin();
    for (auto row = begin; row != node.rows.end(); ++row) {
        place = std::lower_bound(place, subtree.outside->end(), *row);
        rows[static_cast<std::size_t>(node.width + (row - node.rows.begin()))] = passed.row(place - subtree.outside->begin());
    }
}

/// Whether the rows are zero: they pass nothing on (right-hand sides with few entries).
template <int packets>
bool are_zero(double* const* rows, int count) {
    for (int i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        for (int p = 0; p < packets * wide_lanes; ++p) bits |= std::bit_cast<std::uint64_t>(rows[i][p]) << 1;  // without the sign
        if (bits != 0) return false;
    }
    return true;
}

template <int packets>
void forward(const Supernode& node, const ConstFactorStrips& L, double* const* rows) {
    const int height = node.height();
    for (int k = 0; k < node.width; k += panel) {
        const int end = std::min(node.width, k + panel);
        if (are_zero<packets>(rows + k, end - k)) continue;
        const double* columns = L.column(k);
        const Eigen::Index right = L.right(k);
        for (int i = k + 1; i < end; ++i) subtract_tile<1, packets>(columns + i, 1, right, rows + k, i - k, rows + i);
        subtract<packets>(columns + end, 1, right, rows + k, end - k, rows + end, height - end);
    }
}

template <int packets>
void backward(const Supernode& node, const ConstFactorStrips& L, double* const* rows) {
    const int height = node.height();
    for (int k = (node.width - 1) / panel * panel; k >= 0; k -= panel) {
        const int end = std::min(node.width, k + panel);
        const double* columns = L.column(k);
        const Eigen::Index right = L.right(k);
        for (int i = end; i < height; i += panel)
            subtract<packets>(columns + i, right, 1, rows + i, std::min(panel, height - i), rows + k, end - k);
        for (int j = end - 2; j >= k; --j)
            subtract_tile<1, packets>(columns + (j - k) * right + j + 1, right, 1, rows + j + 1, end - j - 1, rows + j);
    }
}

struct Factor {
    const std::vector<Supernode>& nodes;
    const std::vector<double>& values;
    const std::vector<double>& reciprocals;
    std::span<const char> needed;
    Division division;
};

/// Divides the rows of a block by its pivots and subtracts what the rows below contribute, if its rows are needed.
template <int packets>
void complete(const Factor& factor, int s, const Strip& strip, std::vector<double*>& rows) {
    if (!factor.needed.empty() && factor.needed[static_cast<std::size_t>(s)] == 0) return;
    const Supernode& node = factor.nodes[static_cast<std::size_t>(s)];
    gather(node, strip, rows);
    for (int i = 0; i < node.width; ++i) {
        const double reciprocal = factor.reciprocals[static_cast<std::size_t>(node.first + i)];
        double* row = rows[static_cast<std::size_t>(i)];
        for (int p = 0; p < packets; ++p) store_wide(row + p * wide_lanes, load_wide(row + p * wide_lanes) * reciprocal);
    }
    backward<packets>(node, node.block(factor.values), rows.data());
}

/// What a subtree passes to the rows outside it is summed apart and added in the order of the subtrees, on one thread or several.
template <int packets>
void solve_strip(const Factor& factor, const Strip& strip, bool shared) {
    constexpr Eigen::Index width = packets * wide_lanes;
    const std::vector<Subtree>& subtrees = factor.division.subtrees;
    const auto count = static_cast<std::ptrdiff_t>(subtrees.size());
    std::vector<std::vector<double>> passed(subtrees.size());
    for (std::size_t t = 0; t < subtrees.size(); ++t) passed[t].assign(subtrees[t].outside->size() * width, 0);
    for_each_unequal_piece(count, shared, [&](std::ptrdiff_t t) {
        std::vector<double*> rows;
        for (const int s : subtrees[t].members) {
            const Supernode& node = factor.nodes[static_cast<std::size_t>(s)];
            gather(node, strip, subtrees[t], {passed[t].data(), width}, rows);
            forward<packets>(node, node.block(factor.values), rows.data());
        }
    });
    for (std::size_t t = 0; t < subtrees.size(); ++t) {
        const double* from = passed[t].data();
        for (const int outside : *subtrees[t].outside) {
            double* row = strip.row(outside);
            for (int p = 0; p < packets; ++p, from += wide_lanes)
                store_wide(row + p * wide_lanes, load_wide(row + p * wide_lanes) + load_wide(from));
        }
    }
    std::vector<double*> rows;
    const std::vector<int>& above = factor.division.above;
    for (const int s : above) {
        const Supernode& node = factor.nodes[static_cast<std::size_t>(s)];
        gather(node, strip, rows);
        forward<packets>(node, node.block(factor.values), rows.data());
    }
    for (auto s = above.rbegin(); s != above.rend(); ++s) complete<packets>(factor, *s, strip, rows);
    for_each_unequal_piece(count, shared, [&](std::ptrdiff_t t) {
        std::vector<double*> own;
        const std::vector<int>& members = subtrees[t].members;
        for (auto s = members.rbegin(); s != members.rend(); ++s) complete<packets>(factor, *s, strip, own);
    });
}

void solve_strip(const Factor& factor, const Strip& strip, Eigen::Index packets, bool shared) {
    switch (packets) {
        case 1:
            return solve_strip<1>(factor, strip, shared);
        case 2:
            return solve_strip<2>(factor, strip, shared);
        case 3:
            return solve_strip<std::min(3, most_packets)>(factor, strip, shared);
        default:
            return solve_strip<most_packets>(factor, strip, shared);
    }
}

/// For columns that fill packets.
void substitute_whole(const std::vector<Supernode>& nodes, const std::vector<double>& values,
                      const std::vector<double>& reciprocals, RowMatrix& x, std::span<const char> needed) {
    constexpr double worth_threads = 1e6;
    const bool large = static_cast<double>(values.size()) > worth_threads;
    const Eigen::Index threads = large ? available_threads() : 1;
    const Factor factor{nodes, values, reciprocals, needed, division_of(nodes, large)};
    // Threads share the strips of columns; of a single packet they share the subtrees, above which one thread works alone.
    const Eigen::Index packets = x.cols() / wide_lanes;
    const bool few = packets == 1 && threads > 1;
    const Eigen::Index width = std::clamp<Eigen::Index>(few ? packets : (packets + threads - 1) / threads, 1, most_packets);
    const Eigen::Index strips = (packets + width - 1) / width;
    for_each_piece(strips, threads > 1 && !few, [&](Eigen::Index s) {
        const Eigen::Index first = s * width;
        solve_strip(factor, {x.data() + first * wide_lanes, x.cols()}, std::min<Eigen::Index>(width, packets - first), few);
    });
}

}  // namespace

void substitute(const std::vector<Supernode>& nodes, const std::vector<double>& values, const std::vector<double>& reciprocals,
                RowMatrix& x, std::span<const char> needed) {
    const Eigen::Index left = x.cols() % wide_lanes;
    if (left == 0) return substitute_whole(nodes, values, reciprocals, x, needed);
    RowMatrix padded;
    resize(padded, x.rows(), x.cols() + wide_lanes - left);
    padded.setZero();
    padded.leftCols(x.cols()) = x;
    substitute_whole(nodes, values, reciprocals, padded, needed);
    x = padded.leftCols(x.cols());
}

}  // namespace jounce::linalg
