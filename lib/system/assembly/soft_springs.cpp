// Rigid motions x of parts with x^T K x of rounding alone, although springs k resist them by k (b x)^2.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/soft_springs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "linalg/basics/disjoint_sets.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"
#include "system/assembly/body_motions.hpp"
#include "system/assembly/doubts.hpp"
#include "system/reduction/reduced_row.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce {

namespace {

/// A spring over the free coordinates, or over those of one part.
struct Spring {
    const SpringRow* entry = nullptr;
    std::map<int, double> row;

    /// b x, and how large it could be: the magnitudes of b by the largest of x.
    [[nodiscard]] std::pair<double, double> stretch(const Vector& x) const {
        double sum = 0, size = 0;
        for (const auto& [i, b] : row) {
            sum += b * x[i];
            size += std::abs(b);
        }
        return {sum, size * x.cwiseAbs().maxCoeff()};
    }
};

/// Springs below a millionth of the stiffness at each of their coordinates. No other one is near the rounding error of fewer
/// than 6e6 entries of K.
std::vector<Spring> soft_springs(const System& system, const AffineMap& map, const Builder& builder) {
    std::vector<Spring> out;
    if (std::ranges::none_of(builder.spring_rows(), [](const SpringRow& spring) { return spring.stiffness > 0; })) return out;
    const Vector diagonal = system.linear.stiffness().diagonal();
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
    std::vector<std::pair<std::map<int, double>, double>> rows;
    for (const Spring& spring : springs) rows.emplace_back(spring.row, spring.entry->stiffness);
    const auto of_K = [&K = system.linear.K](const auto& visit) {
        for (int j = 0; j < K.outerSize(); ++j)
            for (SparseMatrix::InnerIterator it(K, j); it; ++it) visit(static_cast<int>(it.row()), j, it.value());
    };
    linalg::DisjointSets sets = connected_without(of_K, rows, system.size(), [](int i) { return i; });
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

bool is_lost(double energy_of_springs, const SparseMatrix& K, const Vector& x) {
    return std::min(energy_of_springs, std::abs(x.dot(K * x))) <= stiffness_round_off(K, x);
}

/// What the springs hold too softly.
struct TooSoft {
    int motions = 0, lost = 0;
    std::vector<Eigen::Triplet<double>> shapes;  ///< of the motions, over the coordinates of the System, x^T K x = 1
    double factor = 0;                           ///< of all stiffnesses, with which every motion would have support
    const SpringRow* quoted = nullptr;           ///< that holds most of the motion that needs this factor
    std::set<const SpringRow*> springs;          ///< with at least a hundredth of the energy of a motion
};

/// Modes in the span of the columns, by their coefficients; nothing where a motion has no mass.
/// \param stiffness k x k, over the columns
std::optional<linalg::DensePairs> modes_in(const Matrix& columns, const Matrix& stiffness, const SparseMatrix& M) {
    return linalg::symmetric_pairs(stiffness, columns.transpose() * (M * columns));
}

/// Sum of k (b x)(b y) over the columns.
Matrix spring_energy(const std::vector<Spring>& springs, const Matrix& columns) {
    Matrix out = Matrix::Zero(columns.cols(), columns.cols());
    for (const Spring& spring : springs) {
        Vector along(columns.cols());
        for (Eigen::Index j = 0; j < columns.cols(); ++j) along[j] = spring.stretch(columns.col(j)).first;
        out += spring.entry->stiffness * along * along.transpose();
    }
    return out;
}

/// Adds the motions of one part. \param K and \param M m x m, of the part \param springs over its coordinates
/// \param basis m x k, orthonormal
void find_soft_motions(const SparseMatrix& K, const SparseMatrix& M, const std::vector<Spring>& springs, const Matrix& basis,
                       const std::vector<int>& part, TooSoft& out) {
    if (basis.cols() == 0) return;  // other supports leave no rigid motion
    // Rounding of the rest would mix motions that no spring resists with those on springs.
    const Matrix of_springs = spring_energy(springs, basis);
    Matrix rest = basis.transpose() * (K * basis) - of_springs;
    Vector noise(basis.cols());
    for (Eigen::Index j = 0; j < basis.cols(); ++j)
        noise[j] = linalg::rounding::of_products * stiffness_round_off(K, basis.col(j));
    for (Eigen::Index j = 0; j < basis.cols(); ++j) {
        for (Eigen::Index i = 0; i < basis.cols(); ++i)
            if (std::abs(rest(i, j)) <= std::sqrt(noise[i] * noise[j])) rest(i, j) = 0;
    }
    const auto turned = modes_in(basis, of_springs + rest, M);
    if (!turned) return;
    Matrix loose(basis.rows(), 0);
    for (Eigen::Index j = 0; j < turned->values.size(); ++j) {
        const Vector x = basis * turned->vectors.col(j);
        if (std::abs(x.dot(K * x)) > linalg::rounding::sure_on_springs * stiffness_round_off(K, x)) continue;
        loose.conservativeResize(Eigen::NoChange, loose.cols() + 1);
        loose.rightCols(1) = x;
    }
    if (loose.cols() == 0) return;
    const auto pairs = modes_in(loose, spring_energy(springs, loose), M);
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
        const double scale = 1 / std::sqrt(held);
        for (Eigen::Index i = 0; i < x.size(); ++i)
            out.shapes.emplace_back(part[static_cast<std::size_t>(i)], out.motions, scale * x[i]);
        ++out.motions;
        if (!is_lost(held, K, x)) continue;
        ++out.lost;
        if (const double factor = stiffness_round_off(K, x) / held; factor > out.factor) {
            out.factor = factor;
            out.quoted = first;
        }
        for (const auto& [share, entry] : shares) {
            if (share >= 0.01 * held) out.springs.insert(entry);
        }
    }
}

/// Makes the motions of parts that springs connect modes of all these parts together: a spring between two bodies resists their
/// relative motion alone. One that no spring resists keeps a part 1e-16 of the largest eigenvalue.
/// \param part_of of each coordinate, -1 without springs
void join_parts(const std::vector<Spring>& springs, const std::vector<int>& part_of, int parts, const SparseMatrix& M,
                TooSoft& soft) {
    std::vector<std::vector<std::pair<int, double>>> column(static_cast<std::size_t>(soft.motions));
    for (const Eigen::Triplet<double>& entry : soft.shapes)
        column[static_cast<std::size_t>(entry.col())].emplace_back(entry.row(), entry.value());
    linalg::DisjointSets sets(parts);
    for (const Spring& spring : springs) {
        for (const auto& term : spring.row)
            sets.unite(part_of[static_cast<std::size_t>(spring.row.begin()->first)],
                       part_of[static_cast<std::size_t>(term.first)]);
    }
    std::map<int, std::vector<int>> groups;
    for (int j = 0; j < soft.motions; ++j)
        groups[sets.find(part_of[static_cast<std::size_t>(column[static_cast<std::size_t>(j)].front().first)])].push_back(j);
    soft.shapes.clear();
    const auto add = [&](int motion, const std::vector<std::pair<int, double>>& entries, double factor) {
        for (const auto& [i, x] : entries) soft.shapes.emplace_back(i, motion, factor * x);
    };
    for (const auto& [first, members] : groups) {
        const auto k = static_cast<Eigen::Index>(members.size());
        SparseMatrix X(M.rows(), k);
        std::vector<Eigen::Triplet<double>> entries;
        std::set<int> own;
        for (Eigen::Index j = 0; j < k; ++j) {
            for (const auto& [i, x] : column[static_cast<std::size_t>(members[static_cast<std::size_t>(j)])]) {
                entries.emplace_back(i, static_cast<int>(j), x);
                own.insert(part_of[static_cast<std::size_t>(i)]);
            }
        }
        X.setFromTriplets(entries.begin(), entries.end());
        std::optional<linalg::DensePairs> pairs;
        if (own.size() > 1) {
            const RowMajor rows = X;
            Matrix energy = Matrix::Zero(k, k);
            for (const Spring& spring : springs) {
                Vector along = Vector::Zero(k);
                for (const auto& [i, b] : spring.row)
                    for (RowMajor::InnerIterator it(rows, i); it; ++it) along[it.col()] += b * it.value();
                if (!along.isZero(0)) energy += spring.entry->stiffness * along * along.transpose();
            }
            pairs = linalg::symmetric_pairs(energy, Matrix(SparseMatrix(X.transpose()) * SparseMatrix(M * X)));
        }
        for (Eigen::Index j = 0; j < k; ++j) {
            const int motion = members[static_cast<std::size_t>(j)];
            if (!pairs) {
                add(motion, column[static_cast<std::size_t>(motion)], 1);
                continue;
            }
            const double scale = 1 / std::sqrt(std::max(pairs->values[j], 1e-16 * pairs->values.maxCoeff()));
            for (Eigen::Index l = 0; l < k; ++l)
                add(motion, column[static_cast<std::size_t>(members[static_cast<std::size_t>(l)])], scale * pairs->vectors(l, j));
        }
    }
}

/// The motions whose stiffness is lost in the rounding of K, and those whose is near it. \param shapes by the springs, x^T K x is
/// 1
std::pair<SparseMatrix, SparseMatrix> sorted_by_rounding(const SparseMatrix& shapes, const SparseMatrix& K) {
    std::array<std::vector<Eigen::Triplet<double>>, 2> entries;
    std::array<int, 2> count{};
    for (int j = 0; j < shapes.cols(); ++j) {
        const std::size_t to = is_lost(1, K, shapes.col(j)) ? 0 : 1;
        for (SparseMatrix::InnerIterator it(shapes, j); it; ++it) entries[to].emplace_back(it.row(), count[to], it.value());
        ++count[to];
    }
    std::pair<SparseMatrix, SparseMatrix> out{SparseMatrix(shapes.rows(), count[0]), SparseMatrix(shapes.rows(), count[1])};
    out.first.setFromTriplets(entries[0].begin(), entries[0].end());
    out.second.setFromTriplets(entries[1].begin(), entries[1].end());
    return out;
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
        soft.lost == 1 ? "one motion counts as" : std::to_string(soft.lost) + " motions count as",
        rounded_up(margin * std::max(1.0, soft.factor) * quoted.stiffness), unit,
        others > 0 ? ", and the others in proportion," : "", has_elements ? ", or fewer elements" : "");
}

}  // namespace

bool has_soft_springs(const System& system, const AffineMap& map, const Builder& builder) {
    return !soft_springs(system, map, builder).empty();
}

void find_soft_springs(System& system, const AffineMap& map, const Builder& builder) {
    if (system.mechanism) return;
    const std::vector<Spring> springs = soft_springs(system, map, builder);
    if (springs.empty()) return;
    BodyMotions bodies(system, map, builder);
    TooSoft soft;
    std::vector<int> local(static_cast<std::size_t>(system.size()), -1), part_of = local;
    int parts = 0;
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
                          own, bodies.motions(part.coordinates), part.coordinates, soft);
        for (const int i : part.coordinates) {
            local[static_cast<std::size_t>(i)] = -1;
            part_of[static_cast<std::size_t>(i)] = parts;
        }
        ++parts;
    }
    if (soft.motions == 0) return;
    join_parts(springs, part_of, parts, system.linear.M, soft);
    SparseMatrix shapes(system.size(), soft.motions);
    shapes.setFromTriplets(soft.shapes.begin(), soft.shapes.end());
    std::tie(system.soft_motions, system.unsure_motions) = sorted_by_rounding(shapes, system.linear.K);
    const std::vector<std::string>& accepted = builder.model().accepted();
    if (std::ranges::find(accepted, "unsupported") != accepted.end()) return;
    if (soft.lost == 0) return;
    system.notes.push_back(doubt("unsupported", too_soft_text(soft, !system.beams->empty() || !system.shells->empty())));
}

}  // namespace jounce
