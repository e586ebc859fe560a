// Element matrices of shells into one sparse matrix.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/shells/shell_assembly.hpp"

#include <algorithm>
#include <string>

#include "base/files/memory.hpp"
#include "base/threads/pieces.hpp"

namespace jounce {

namespace {

// For each node its pieces and its corner in each of them, and the nodes that share a piece with it, ascending.
struct Neighbourhood {
    std::vector<int> first, piece, corner;  // of node n: entries first[n] .. first[n + 1]
    std::vector<std::vector<int>> nodes;
};

Neighbourhood neighbourhood(const std::vector<ShellPiece>& pieces, int nodes) {
    Neighbourhood out;
    out.first.assign(static_cast<std::size_t>(nodes) + 1, 0);
    for (const ShellPiece& piece : pieces) {
        for (int i = 0; i < piece.properties.corners(); ++i) ++out.first[piece.nodes[i] + 1];
    }
    for (int n = 0; n < nodes; ++n) out.first[n + 1] += out.first[n];
    out.piece.resize(out.first.back());
    out.corner.resize(out.first.back());
    std::vector<int> next(out.first.begin(), out.first.end() - 1);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        for (int i = 0; i < pieces[p].properties.corners(); ++i) {
            const int at = next[pieces[p].nodes[i]]++;
            out.piece[at] = static_cast<int>(p);
            out.corner[at] = i;
        }
    }
    out.nodes.resize(nodes);
    for (int n = 0; n < nodes; ++n) {
        std::vector<int>& list = out.nodes[n];
        for (int k = out.first[n]; k < out.first[n + 1]; ++k) {
            const ShellPiece& piece = pieces[out.piece[k]];
            list.insert(list.end(), piece.nodes.begin(), piece.nodes.begin() + piece.properties.corners());
        }
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return out;
}

}  // namespace

SparseMatrix assembled(const std::vector<ShellPiece>& pieces, int nodes, ShellMatrixFunction matrix, elements::ShellMass mass) {
    const int count = static_cast<int>(pieces.size());
    const Neighbourhood around = neighbourhood(pieces, nodes);
    double entries = 0;
    for (const std::vector<int>& list : around.nodes) entries += 36 * static_cast<double>(list.size());
    require_memory(static_cast<double>(pieces.size()) * sizeof(elements::ShellMatrix) + entries * (sizeof(double) + sizeof(int)),
                   "the assembly of " + std::to_string(count) + " shell elements");
    std::vector<elements::ShellMatrix> matrices(pieces.size());
    for_each_piece(count, true, [&](std::ptrdiff_t p) { matrices[p] = matrix(pieces[p].properties, mass); });

    SparseMatrix out(6 * nodes, 6 * nodes);
    int* outer = out.outerIndexPtr();
    outer[0] = 0;
    for (int n = 0; n < nodes; ++n) {
        const int rows = 6 * static_cast<int>(around.nodes[n].size());
        for (int d = 0; d < 6; ++d) outer[6 * n + d + 1] = outer[6 * n + d] + rows;
    }
    out.resizeNonZeros(outer[6 * nodes]);
    // Each column is computed by one thread, which sums the pieces in their order.
    for_each_piece(nodes, true, [&](std::ptrdiff_t node) {
        const auto n = static_cast<int>(node);
        const std::vector<int>& rows = around.nodes[n];
        for (int d = 0; d < 6; ++d) {
            const int column = 6 * n + d;
            int* inner = out.innerIndexPtr() + outer[column];
            double* value = out.valuePtr() + outer[column];
            std::fill(value, value + 6 * rows.size(), 0.0);
            for (std::size_t r = 0; r < rows.size(); ++r) {
                for (int i = 0; i < 6; ++i) inner[6 * r + i] = 6 * rows[r] + i;
            }
            for (int k = around.first[n]; k < around.first[n + 1]; ++k) {
                const ShellPiece& piece = pieces[around.piece[k]];
                const elements::ShellMatrix& m = matrices[around.piece[k]];
                for (int c = 0; c < piece.properties.corners(); ++c) {
                    const auto at = std::ranges::lower_bound(rows, piece.nodes[c]) - rows.begin();
                    for (int i = 0; i < 6; ++i) value[6 * at + i] += m(6 * c + i, 6 * around.corner[k] + d);
                }
            }
        }
    });
    return out;
}

}  // namespace jounce
