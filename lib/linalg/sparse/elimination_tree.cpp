// Symbolic elimination: the tree by path compression, the counts by row subtrees, the rows by union over the children.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/elimination_tree.hpp"

#include <algorithm>

namespace jounce::linalg {

namespace {

/// Entries below the diagonal in each column of L.
std::vector<int> column_counts(const OrderedSum& matrix, const std::vector<int>& parent) {
    const int n = static_cast<int>(parent.size());
    std::vector<int> count(n, 0), seen(n, -1);
    for (int row = 0; row < n; ++row) {
        seen[row] = row;
        matrix.for_each_in_column(row, [&](int earlier, double) {
            if (earlier > row) return;
            for (int col = earlier; seen[col] != row; col = parent[col]) {
                ++count[col];
                seen[col] = row;
            }
        });
    }
    return count;
}

struct ColumnBlock {
    int first, width;
    int below;     // rows under its last column
    double zeros;  // entries of its columns that are not in L

    [[nodiscard]] double entries() const { return 0.5 * width * (width + 1.0) + static_cast<double>(width) * below; }
};

/// Whether a merger is worth the zeros that it stores: many zeros are accepted for narrow blocks, few for wide ones.
bool worthwhile(const ColumnBlock& merged) {
    const double share = merged.zeros / merged.entries();
    return merged.width <= 8 ? share < 0.4 : merged.width <= 24 ? share < 0.12 : share < 0.03;
}

std::vector<ColumnBlock> blocks_of(const std::vector<int>& parent, const std::vector<int>& count) {
    const int n = static_cast<int>(parent.size());
    std::vector<ColumnBlock> blocks;
    for (int begin = 0; begin < n;) {
        int end = begin + 1;
        while (end < n && parent[end - 1] == end && count[end] == count[end - 1] - 1) ++end;
        ColumnBlock block{begin, end - begin, count[end - 1], 0};
        begin = end;
        while (!blocks.empty() && parent[block.first - 1] == block.first) {
            const ColumnBlock& son = blocks.back();
            ColumnBlock merged{son.first, son.width + block.width, block.below, 0};
            merged.zeros = merged.entries() - (son.entries() - son.zeros) - (block.entries() - block.zeros);
            if (!worthwhile(merged)) break;
            block = merged;
            blocks.pop_back();
        }
        blocks.push_back(block);
    }
    return blocks;
}

}  // namespace

std::vector<int> elimination_tree(const OrderedSum& matrix) {
    const int n = matrix.size();
    std::vector<int> parent(n, -1), ancestor(n, -1);
    for (int row = 0; row < n; ++row)
        matrix.for_each_in_column(row, [&](int earlier, double) {
            for (int col = earlier; col != -1 && col < row;) {
                const int next = ancestor[col];
                ancestor[col] = row;
                if (next == -1) parent[col] = row;
                col = next;
            }
        });
    return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
    const int n = static_cast<int>(parent.size());
    std::vector<int> first_son(n, -1), brother(n, -1), order, stack;
    for (int j = n - 1; j >= 0; --j)
        if (parent[j] >= 0) {
            brother[j] = first_son[parent[j]];
            first_son[parent[j]] = j;
        }
    order.reserve(n);
    for (int root = 0; root < n; ++root) {
        if (parent[root] >= 0) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const int j = stack.back();
            if (first_son[j] >= 0) {
                stack.push_back(first_son[j]);
                first_son[j] = brother[first_son[j]];
            } else {
                order.push_back(j);
                stack.pop_back();
            }
        }
    }
    return order;
}

std::vector<Supernode> supernodes(const OrderedSum& matrix) {
    const int n = matrix.size();
    const std::vector<int> parent = elimination_tree(matrix);
    std::vector<Supernode> nodes;
    std::vector<int> of_column(n), seen(n, -1);
    for (const ColumnBlock& block : blocks_of(parent, column_counts(matrix, parent))) {
        Supernode node;
        node.first = block.first;
        node.width = block.width;
        std::fill_n(of_column.begin() + block.first, block.width, static_cast<int>(nodes.size()));
        nodes.push_back(std::move(node));
    }
    std::size_t values = 0;
    std::vector<int> rows;  // of a node, before their number is known: they stay as long as the factor
    for (std::size_t s = 0; s < nodes.size(); ++s) {
        Supernode& node = nodes[s];
        const int end = node.first + node.width;
        rows.clear();
        const auto take = [&](int row) {
            if (row < end || seen[row] == static_cast<int>(s)) return;
            seen[row] = static_cast<int>(s);
            rows.push_back(row);
        };
        for (int col = node.first; col < end; ++col) matrix.for_each_in_column(col, [&](int row, double) { take(row); });
        for (const int child : node.children)
            for (const int row : nodes[child].rows) take(row);
        std::sort(rows.begin(), rows.end());
        node.rows.assign(rows.begin(), rows.end());
        node.first_value = values;
        const double width = node.width, height = node.height();
        node.work = width * height * height;
        values += node.stored();
        if (!node.rows.empty()) {
            node.parent = of_column[node.rows.front()];
            nodes[node.parent].children.push_back(static_cast<int>(s));
        }
    }
    return nodes;
}

std::vector<int> separate_subtrees(const std::vector<Supernode>& nodes, std::vector<double> work) {
    constexpr double parts = 24;
    double total = 0;
    for (const double own : work) total += own;
    for (std::size_t s = 0; s < nodes.size(); ++s)
        if (nodes[s].parent >= 0) work[nodes[s].parent] += work[s];
    std::vector<int> roots;
    for (std::size_t s = 0; s < nodes.size(); ++s)
        if (work[s] <= total / parts && (nodes[s].parent < 0 || work[nodes[s].parent] > total / parts))
            roots.push_back(static_cast<int>(s));
    std::stable_sort(roots.begin(), roots.end(), [&](int a, int b) { return work[a] > work[b]; });
    return roots;
}

std::vector<int> members_of(const std::vector<Supernode>& nodes, int root) {
    std::vector<int> reversed, open{root};
    while (!open.empty()) {
        const int s = open.back();
        open.pop_back();
        reversed.push_back(s);
        open.insert(open.end(), nodes[s].children.begin(), nodes[s].children.end());
    }
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
}

}  // namespace jounce::linalg
