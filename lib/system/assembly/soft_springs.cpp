// Rigid motions x of parts with x^T K x of rounding alone, although springs k resist them by k (b x)^2.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/soft_springs.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
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

/// A spring over the free coordinates, or over those of one part.
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

/// Coordinates that K connects without the springs, ascending, with the springs that act there.
struct SpringPart {
    std::vector<int> coordinates;
    std::vector<const Spring*> springs;
};

/// The parts that have a spring.
std::vector<SpringPart> parts_on(const std::vector<Spring>& springs, const System& system) {
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
    std::map<int, SpringPart> parts;
    for (const Spring& spring : springs) {
        for (const auto& term : spring.row) {
            std::vector<const Spring*>& of = parts[sets.find(term.first)].springs;
            if (of.empty() || of.back() != &spring) of.push_back(&spring);
        }
    }
    for (int i = 0; i < system.size(); ++i) {
        if (const auto at = parts.find(sets.find(i)); at != parts.end()) at->second.coordinates.push_back(i);
    }
    std::vector<SpringPart> out;
    for (auto& [first, part] : parts) out.push_back(std::move(part));
    return out;
}

/// A symmetric matrix over the coordinates of a part. \param local n, their places in the part; -1 elsewhere
SparseMatrix block_of(const SparseMatrix& A, const std::vector<int>& part, const std::vector<int>& local) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const int j : part) {
        for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
            if (const int i = local[static_cast<std::size_t>(it.row())]; i >= 0)
                entries.emplace_back(i, local[static_cast<std::size_t>(j)], it.value());
        }
    }
    const auto size = static_cast<Eigen::Index>(part.size());
    SparseMatrix out(size, size);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

/// An orthonormal basis of the rigid motions of one part (m x 6 at most).
/// \param rigid n x 6, of the whole System about the origin \param places n, of the nodes of the coordinates
Matrix rigid_basis(const std::vector<int>& part, const Matrix& rigid, const std::vector<Eigen::Vector3d>& places) {
    const auto size = static_cast<Eigen::Index>(part.size());
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 0;
    for (const int i : part) centre += places[static_cast<std::size_t>(i)] / static_cast<double>(size);
    for (const int i : part) length = std::max(length, (places[static_cast<std::size_t>(i)] - centre).norm());
    Matrix columns(size, 6);
    for (Eigen::Index i = 0; i < size; ++i) columns.row(i) = rigid.row(part[static_cast<std::size_t>(i)]);
    for (int k = 0; k < 3; ++k) {
        columns.col(3 + k) -= columns.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
        if (length > 0) columns.col(3 + k) /= length;
    }
    const linalg::DensePairs pairs = linalg::symmetric_pairs(columns.transpose() * columns);
    Matrix out(size, 0);
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
    std::vector<Eigen::Triplet<double>> shapes;  ///< of the motions, over the coordinates of the System
    double factor = 0;                           ///< of all stiffnesses, with which every motion would have support
    const SpringRow* quoted = nullptr;           ///< that holds most of the motion that needs this factor
    std::set<const SpringRow*> springs;          ///< with at least a hundredth of the energy of a motion
};

/// Modes in the span of the columns, by their coefficients; nothing where a motion has no mass.
/// \param stiffness k x k, over the columns
std::optional<linalg::DensePairs> modes_in(const Matrix& columns, const Matrix& stiffness, const SparseMatrix& M) {
    return linalg::symmetric_pairs(stiffness, columns.transpose() * (M * columns));
}

/// Adds the motions of one part. \param K and \param M m x m, of the part \param springs over its coordinates
/// \param basis m x k, orthonormal
void find_soft_motions(const SparseMatrix& K, const SparseMatrix& M, const std::vector<Spring>& springs, const Matrix& basis,
                       const std::vector<int>& part, TooSoft& out) {
    const auto turned = modes_in(basis, basis.transpose() * (K * basis), M);
    if (!turned) return;
    Matrix loose(basis.rows(), 0);
    for (Eigen::Index j = 0; j < turned->values.size(); ++j) {
        const Vector x = basis * turned->vectors.col(j);
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
    const auto pairs = modes_in(loose, energy, M);
    if (!pairs) return;
    for (Eigen::Index j = 0; j < pairs->values.size(); ++j) {
        const Vector x = loose * pairs->vectors.col(j);
        double held = 0, most = 0;
        const SpringRow* first = nullptr;
        std::vector<std::pair<double, const SpringRow*>> shares;
        for (const Spring& spring : springs) {
            const auto [stretch, size] = spring.stretch(x);
            if (std::abs(stretch) <= 1e-8 * size) continue;
            const double share = spring.entry->stiffness * stretch * stretch;
            held += share;
            shares.emplace_back(share, spring.entry);
            if (share > most) first = spring.entry;
            most = std::max(most, share);
        }
        if (!(held > 1e-12 * pairs->values.maxCoeff())) continue;  // a motion that no spring resists
        for (Eigen::Index i = 0; i < x.size(); ++i) out.shapes.emplace_back(part[static_cast<std::size_t>(i)], out.motions, x[i]);
        ++out.motions;
        if (const double factor = stiffness_round_off(K, x) / held; factor > out.factor) {
            out.factor = factor;
            out.quoted = first;
        }
        for (const auto& [share, entry] : shares) {
            if (share >= 0.01 * held) out.springs.insert(entry);
        }
    }
}

/// The least number of two digits that is not below x > 0.
double rounded_up(double x) {
    const double digit = std::pow(10, std::floor(std::log10(x)) - 1);
    return std::ceil(x / digit) * digit;
}

std::string too_soft_text(const TooSoft& soft, bool has_elements) {
    constexpr double margin = 1.2;  // over the rounding error of the sums
    const SpringRow& quoted = *soft.quoted;
    const bool turns = std::ranges::all_of(quoted.row, [](const LinearTerm& term) { return term.index % 6 >= 3; });
    const char* unit = turns ? "N m/rad" : "N/m";
    const std::size_t others = soft.springs.size() - 1;
    std::string subject = quoted.subject + (quoted.origin.known() ? " (" + quoted.origin.text() + ")" : std::string());
    if (others > 0) subject += fmt::format(" and {} more spring{}", others, others > 1 ? "s" : "");
    return fmt::format(
        "{}: a stiffness of {:.3g} {} is lost in the rounding error of the stiffness beside it, and {} without support; at least "
        "{:.2g} {}{} would be resolved{}",
        subject, quoted.stiffness, unit,
        soft.motions == 1 ? "one motion counts as" : std::to_string(soft.motions) + " motions count as",
        rounded_up(margin * std::max(1.0, soft.factor) * quoted.stiffness), unit,
        others > 0 ? ", and the others in proportion," : "", has_elements ? ", or fewer elements" : "");
}

}  // namespace

void find_soft_springs(System& system, const AffineMap& map, const Builder& builder) {
    if (system.mechanism) return;
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
    TooSoft soft;
    std::vector<int> local(static_cast<std::size_t>(system.size()), -1);
    for (const SpringPart& part : parts_on(springs, system)) {
        for (std::size_t i = 0; i < part.coordinates.size(); ++i)
            local[static_cast<std::size_t>(part.coordinates[i])] = static_cast<int>(i);
        std::vector<Spring> own;
        for (const Spring* spring : part.springs) {
            own.push_back({spring->entry, {}});
            for (const auto& [i, b] : spring->row) {
                if (const int at = local[static_cast<std::size_t>(i)]; at >= 0) own.back().row[at] = b;
            }
        }
        find_soft_motions(block_of(system.linear.K, part.coordinates, local), block_of(system.linear.M, part.coordinates, local),
                          own, rigid_basis(part.coordinates, rigid, places), part.coordinates, soft);
        for (const int i : part.coordinates) local[static_cast<std::size_t>(i)] = -1;
    }
    if (soft.motions == 0) return;
    system.soft_motions = SparseMatrix(system.size(), soft.motions);
    system.soft_motions.setFromTriplets(soft.shapes.begin(), soft.shapes.end());
    const std::vector<std::string>& accepted = builder.model().accepted();
    if (std::ranges::find(accepted, "unsupported") != accepted.end()) return;
    system.notes.push_back(doubt("unsupported", too_soft_text(soft, !system.beams->empty() || !system.shells->empty())));
}

}  // namespace jounce
