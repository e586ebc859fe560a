// A note on beams that meet and are not joined.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/unjoined_doubt.hpp"

#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "linalg/basics/disjoint_sets.hpp"

namespace jounce::record {

namespace {

/// Nodes that elements, constraints, springs, dampers, gaps and frictions connect.
linalg::DisjointSets connected_nodes(const System& system) {
    linalg::DisjointSets out(static_cast<int>(system.nodes.size()));
    std::vector<int> node_of(static_cast<std::size_t>(system.size()), -1);  // of each coordinate, one of those that it moves
    for (int i = 0; i < system.size(); ++i) {
        for (linalg::SparseMatrix::InnerIterator it(system.recovery.T, i); it; ++it) {
            if (it.value() == 0) continue;
            const int node = static_cast<int>(it.row()) / 6;
            int& first = node_of[static_cast<std::size_t>(i)];
            if (first >= 0) out.unite(first, node);
            first = node;
        }
    }
    const auto unite = [&](int i, int j) {
        const int a = node_of[static_cast<std::size_t>(i)], b = node_of[static_cast<std::size_t>(j)];
        if (a >= 0 && b >= 0) out.unite(a, b);
    };
    for (const linalg::SparseMatrix* matrix : {&system.linear.M, &system.linear.C, &system.linear.K}) {
        for (int j = 0; j < static_cast<int>(matrix->outerSize()); ++j) {
            for (linalg::SparseMatrix::InnerIterator it(*matrix, j); it; ++it) {
                if (it.value() != 0) unite(static_cast<int>(it.row()), j);
            }
        }
    }
    for (const SparseRow& row : system.rows) {
        for (const int i : row.index) unite(row.index.front(), i);
    }
    for (const BeamPiece& piece : *system.beams) out.unite(piece.dofs[0] / 6, piece.dofs[6] / 6);  // also held nodes
    return out;
}

}  // namespace

std::string unjoined_doubt(const Examined& of) {
    const System& system = of.system;
    if (system.beams->empty() || !(of.size > 0)) return {};
    std::map<int, int> elements;  // of each node of a beam
    for (const BeamPiece& piece : *system.beams) {
        ++elements[piece.dofs[0] / 6];
        ++elements[piece.dofs[6] / 6];
    }
    const linalg::SparseMatrix transposed = system.recovery.T.transpose();
    const auto both_move = [&](int a, int b) {  // along one direction
        for (int k = 0; k < 3; ++k) {
            if (linalg::SparseMatrix::InnerIterator(transposed, 6 * a + k) &&
                linalg::SparseMatrix::InnerIterator(transposed, 6 * b + k))
                return true;
        }
        return false;
    };
    std::map<std::array<long long, 3>, std::vector<int>> places;
    for (const auto& [node, count] : elements) {
        std::array<long long, 3> key{};
        for (std::size_t k = 0; k < 3; ++k)
            key[k] = std::llround(system.nodes[static_cast<std::size_t>(node)].position[k] / (1e-6 * of.size));
        places[key].push_back(node);
    }
    linalg::DisjointSets sets = connected_nodes(system);
    std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> meetings;  // of two structures
    for (const auto& [key, nodes] : places) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const int a = sets.find(nodes[i]), b = sets.find(nodes[j]);
                if (a != b) meetings[std::minmax(a, b)].emplace_back(nodes[j], nodes[i]);
            }
        }
    }
    for (const auto& [structures, pairs] : meetings) {
        const auto& [a, b] = pairs.front();
        if (pairs.size() > 1 || !both_move(a, b) || (elements[a] > 1 && elements[b] > 1)) continue;
        return "nodes '" + system.nodes[static_cast<std::size_t>(a)].name + "' and '" +
               system.nodes[static_cast<std::size_t>(b)].name +
               "' are at the same place, and nothing joins their beams: did you forget model:tie?";
    }
    return {};
}

}  // namespace jounce::record
