// Rigid motions x of parts with x^T K x of rounding alone, although springs k resist them by k (b x)^2.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/soft_springs.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "linalg/basics/disjoint_sets.hpp"
#include "linalg/dense/dense.hpp"
#include "system/assembly/doubts.hpp"
#include "system/reduction/reduced_row.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce {

namespace {

constexpr const char* lost = " is lost in the rounding error of the elements beside it";

/// A spring over the free coordinates.
struct Spring {
    const SpringRow* entry = nullptr;
    std::map<int, double> row;

    /// b x, and the sum of the magnitudes of its terms.
    [[nodiscard]] std::pair<double, double> stretch(const Vector& x) const {
        double sum = 0, size = 0;
        for (const auto& [i, b] : row) {
            sum += b * x[i];
            size += std::abs(b * x[i]);
        }
        return {sum, size};
    }
};

/// Springs below a millionth of the stiffness at each of their coordinates. No other one is below the rounding error of fewer
/// than 1e8 entries of K.
std::vector<Spring> soft_springs(const System& system, const AffineMap& map, const Builder& builder) {
    std::vector<Spring> out;
    if (std::ranges::none_of(builder.spring_rows(), [](const SpringRow& spring) { return spring.stiffness > 0; })) return out;
    const Vector diagonal = system.linear.K.diagonal();
    const RowMajor T = map.T;
    for (const SpringRow& spring : builder.spring_rows()) {
        if (!(spring.stiffness > 0)) continue;
        std::map<int, double> row = terms_over(spring.row, T);
        std::erase_if(row, [](const auto& term) { return term.second == 0; });
        const auto soft = [&](const auto& term) {
            return spring.stiffness * term.second * term.second < 1e-6 * diagonal[term.first];
        };
        if (!row.empty() && std::ranges::all_of(row, soft)) out.push_back({&spring, std::move(row)});
    }
    return out;
}

/// The coordinates that K connects without the springs: those of each part that has a spring, ascending.
std::vector<std::vector<int>> parts_on(const std::vector<Spring>& springs, const System& system) {
    std::map<std::pair<int, int>, double> of_springs;
    for (const Spring& spring : springs) {
        for (const auto& [i, a] : spring.row) {
            for (const auto& [j, b] : spring.row)
                if (i != j) of_springs[{i, j}] += spring.entry->stiffness * std::abs(a * b);
        }
    }
    linalg::DisjointSets sets(system.size());
    for (int j = 0; j < system.size(); ++j) {
        for (SparseMatrix::InnerIterator it(system.linear.K, j); it; ++it) {
            const auto found = of_springs.find({static_cast<int>(it.row()), j});
            if (std::abs(it.value()) > (found == of_springs.end() ? 0 : 2 * found->second))
                sets.unite(static_cast<int>(it.row()), j);
        }
    }
    std::map<int, std::vector<int>> parts;
    for (const Spring& spring : springs) {
        for (const auto& term : spring.row) parts[sets.find(term.first)];
    }
    for (int i = 0; i < system.size(); ++i) {
        if (const auto at = parts.find(sets.find(i)); at != parts.end()) at->second.push_back(i);
    }
    std::vector<std::vector<int>> out;
    for (auto& [first, part] : parts) out.push_back(std::move(part));
    return out;
}

/// An orthonormal basis of the rigid motions of one part, all else at rest (n x 6 at most).
/// \param rigid n x 6, of the whole System about the origin \param places n, of the nodes of the coordinates
Matrix rigid_basis(const std::vector<int>& part, const Matrix& rigid, const std::vector<Eigen::Vector3d>& places) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 0;
    for (const int i : part) centre += places[static_cast<std::size_t>(i)] / static_cast<double>(part.size());
    for (const int i : part) length = std::max(length, (places[static_cast<std::size_t>(i)] - centre).norm());
    Matrix columns = Matrix::Zero(rigid.rows(), 6);
    for (const int i : part) columns.row(i) = rigid.row(i);
    for (int k = 0; k < 3; ++k) {
        columns.col(3 + k) -= columns.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
        if (length > 0) columns.col(3 + k) /= length;
    }
    const linalg::DensePairs pairs = linalg::symmetric_pairs(columns.transpose() * columns);
    Matrix out(rigid.rows(), 0);
    for (Eigen::Index j = 0; j < pairs.values.size(); ++j) {
        if (!(pairs.values[j] > 1e-10 * pairs.values.maxCoeff())) continue;
        out.conservativeResize(Eigen::NoChange, out.cols() + 1);
        out.rightCols(1) = columns * pairs.vectors.col(j) / std::sqrt(pairs.values[j]);
    }
    return out;
}

/// What the springs hold too softly.
struct TooSoft {
    int motions = 0;
    double factor = 1;              ///< of the stiffness with which the softest motion would have support
    std::set<std::size_t> springs;  ///< that act on these motions
};

/// Adds the motions of one part. \param basis n x k, orthonormal
void find_soft_motions(const System& system, const std::vector<Spring>& springs, const Matrix& basis, TooSoft& out) {
    const SparseMatrix& K = system.linear.K;
    const Matrix turned = basis * linalg::symmetric_pairs(basis.transpose() * (K * basis)).vectors;
    Matrix loose(turned.rows(), 0);
    for (Eigen::Index j = 0; j < turned.cols(); ++j) {
        const Vector x = turned.col(j);
        if (std::abs(x.dot(K * x)) > stiffness_round_off(K, x)) continue;
        loose.conservativeResize(Eigen::NoChange, loose.cols() + 1);
        loose.rightCols(1) = x;
    }
    if (loose.cols() == 0) return;
    Matrix energy = Matrix::Zero(loose.cols(), loose.cols());
    for (const Spring& spring : springs) {
        Vector along(loose.cols());
        for (Eigen::Index j = 0; j < loose.cols(); ++j) along[j] = spring.stretch(loose.col(j)).first;
        energy += spring.entry->stiffness * along * along.transpose();
    }
    const linalg::DensePairs pairs = linalg::symmetric_pairs(energy);
    for (Eigen::Index j = 0; j < pairs.values.size(); ++j) {
        const Vector x = loose * pairs.vectors.col(j);
        double held = 0;
        std::set<std::size_t> acting;
        for (std::size_t s = 0; s < springs.size(); ++s) {
            const auto [stretch, size] = springs[s].stretch(x);
            if (std::abs(stretch) <= 1e-8 * size) continue;
            held += springs[s].entry->stiffness * stretch * stretch;
            acting.insert(s);
        }
        if (!(held > 1e-12 * pairs.values.maxCoeff())) continue;  // a motion that no spring resists
        ++out.motions;
        out.factor = std::max(out.factor, stiffness_round_off(K, x) / held);
        out.springs.merge(acting);
    }
}

std::string too_soft_text(const TooSoft& soft, const std::vector<Spring>& springs) {
    const SpringRow& first = *springs[*soft.springs.begin()].entry;
    const bool turns = std::ranges::all_of(first.row, [](const LinearTerm& term) { return term.index % 6 >= 3; });
    const std::size_t others = soft.springs.size() - 1;
    std::string subject = first.subject + (first.origin.known() ? " (" + first.origin.text() + ")" : std::string());
    if (others > 0) subject += fmt::format(" and {} more spring{}", others, others > 1 ? "s" : "");
    return fmt::format(
        "{}: a stiffness of {:.3g} {}{}, and {} without support; {:.2g} times the stiffness would be resolved, or fewer elements",
        subject, first.stiffness, turns ? "N m/rad" : "N/m", lost,
        soft.motions == 1 ? "a motion counts as one" : std::to_string(soft.motions) + " motions count as ones", soft.factor);
}

}  // namespace

bool notes_soft_springs(const std::string& note) { return note.find(lost) != std::string::npos; }

void add_soft_springs_doubt(System& system, const AffineMap& map, const Builder& builder) {
    const std::vector<std::string>& accepted = builder.model().accepted();
    if (system.mechanism || std::ranges::find(accepted, "unsupported") != accepted.end()) return;
    const std::vector<Spring> springs = soft_springs(system, map, builder);
    if (springs.empty()) return;
    const Matrix of_nodes = rigid_motions_of_nodes(system);
    Matrix rigid(system.size(), 6);
    std::vector<Eigen::Vector3d> places;
    for (int i = 0; i < system.size(); ++i) {
        const int dof = map.dof_of[static_cast<std::size_t>(i)];
        rigid.row(i) = of_nodes.row(dof);
        const auto& x = system.nodes[static_cast<std::size_t>(dof / 6)].position;
        places.emplace_back(x[0], x[1], x[2]);
    }
    constexpr std::size_t most = 20;  // parts that are examined
    TooSoft soft;
    const std::vector<std::vector<int>> parts = parts_on(springs, system);
    for (std::size_t p = 0; p < std::min(parts.size(), most); ++p)
        find_soft_motions(system, springs, rigid_basis(parts[p], rigid, places), soft);
    if (soft.motions > 0) system.notes.push_back(doubt("unsupported", too_soft_text(soft, springs)));
}

}  // namespace jounce
