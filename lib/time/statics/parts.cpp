// Connected components of the graph of coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/parts.hpp"

#include <unordered_map>

#include "linalg/basics/disjoint_sets.hpp"

namespace jounce::time {

std::vector<Thing> things_of(const System& system, const std::vector<int>& nodes) {
    std::vector<Thing> out;
    std::unordered_map<std::string, std::size_t> number;
    for (const int i : nodes) {
        const std::string& node = system.nodes[static_cast<std::size_t>(i)].name;
        const auto [at, is_new] = number.try_emplace(node.substr(0, node.find('[')), out.size());
        if (is_new) out.push_back({at->first, {}});
        out[at->second].nodes.push_back(i);
    }
    return out;
}

std::string names_of(const std::vector<Thing>& things) {
    constexpr std::size_t most = 4;
    const std::size_t shown = things.size() <= most ? things.size() : most - 1;
    std::string out;
    for (std::size_t i = 0; i < shown; ++i)
        out += (i == 0 ? "'" : i + 1 == things.size() ? " and '" : ", '") + things[i].name + "'";
    if (shown < things.size()) out += " and " + std::to_string(things.size() - shown) + " more";
    return out;
}

std::vector<Part> parts_of(const System& system, const linalg::SparseMatrix& stiffness) {
    const int n = system.size();
    linalg::DisjointSets sets(n);
    for (int j = 0; j < n; ++j) {
        for (linalg::SparseMatrix::InnerIterator it(stiffness, j); it; ++it) {
            if (it.value() != 0) sets.unite(static_cast<int>(it.row()), j);
        }
    }
    const linalg::SparseMatrix& T = system.recovery.T;
    const bool with_nodes = T.rows() == 6 * static_cast<Eigen::Index>(system.nodes.size()) && T.cols() == n;
    std::vector<int> first(system.nodes.size(), -1);  // coordinate of the node with the dofs 6 i to 6 i + 5
    for (int j = 0; with_nodes && j < n; ++j) {
        for (linalg::SparseMatrix::InnerIterator it(T, j); it; ++it) {
            int& of_node = first[static_cast<std::size_t>(it.row() / 6)];
            if (it.value() == 0) continue;
            if (of_node < 0) of_node = j;
            sets.unite(of_node, j);
        }
    }
    std::vector<int> number(static_cast<std::size_t>(n), -1);
    std::vector<Part> out;
    for (int j = 0; j < n; ++j) {
        int& part = number[static_cast<std::size_t>(sets.find(j))];
        if (part < 0) {
            part = static_cast<int>(out.size());
            out.emplace_back();
        }
        out[static_cast<std::size_t>(part)].coordinates.push_back(j);
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        const int coordinate = first[static_cast<std::size_t>(system.nodes[i].first_dof / 6)];
        if (coordinate < 0) continue;
        Part& part = out[static_cast<std::size_t>(number[static_cast<std::size_t>(sets.find(coordinate))])];
        part.nodes.push_back(static_cast<int>(i));
    }
    return out;
}

linalg::SparseMatrix block_of(const linalg::SparseMatrix& matrix, const std::vector<int>& coordinates, std::vector<int>& place) {
    for (std::size_t i = 0; i < coordinates.size(); ++i) place[static_cast<std::size_t>(coordinates[i])] = static_cast<int>(i);
    const auto size = static_cast<Eigen::Index>(coordinates.size());
    linalg::SparseMatrix out(size, size);
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
        out.startVec(static_cast<Eigen::Index>(j));
        for (linalg::SparseMatrix::InnerIterator it(matrix, coordinates[j]); it; ++it) {
            const int i = place[static_cast<std::size_t>(it.row())];
            if (i >= 0) out.insertBack(i, static_cast<Eigen::Index>(j)) = it.value();
        }
    }
    out.finalize();
    for (const int i : coordinates) place[static_cast<std::size_t>(i)] = -1;
    return out;
}

}  // namespace jounce::time
