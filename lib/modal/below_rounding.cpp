// The rigid motions of all bodies without strain are found first; what the modes have beside them is judged by its strain energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/below_rounding.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "modal/element_strain.hpp"
#include "modal/rigid_motion.hpp"
#include "modal/thin_part.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

constexpr double eps = std::numeric_limits<double>::epsilon();
/// Squares of the displacements of elements beside their rigid motion, of those with it: up to here none is strained. An element
/// that a support strains has at least (h/L)^2/elements, bending about (h/L)^4, for any thickness.
constexpr double unstrained = 1e-13;

/// Nodes that move as one where no element is strained: the bodies, then the nodes without elements, each by itself.
struct Groups {
    std::vector<int> of_node;
    int count = 0;
};

Groups groups_of(const Bodies& bodies) {
    Groups out{bodies.of_node, bodies.count};
    for (int& group : out.of_node)
        if (group < 0) group = out.count++;
    return out;
}

/// Which group each coordinate moves most.
std::vector<int> groups_of_coordinates(const System& system, const Groups& groups) {
    const SparseMatrix& T = system.recovery.T;
    std::vector<int> node_of(static_cast<std::size_t>(T.rows()), -1);
    for (std::size_t i = 0; i < system.nodes.size(); ++i) {
        for (int k = 0; k < 6; ++k) node_of[static_cast<std::size_t>(system.nodes[i].first_dof + k)] = static_cast<int>(i);
    }
    std::vector<int> out(static_cast<std::size_t>(system.size()), 0);
    for (int j = 0; j < system.size(); ++j) {
        double largest = 0;
        for (SparseMatrix::InnerIterator it(T, j); it; ++it) {
            const int node = node_of[static_cast<std::size_t>(it.row())];
            if (!(std::abs(it.value()) > largest) || node < 0) continue;
            largest = std::abs(it.value());
            out[static_cast<std::size_t>(j)] = groups.of_node[static_cast<std::size_t>(node)];
        }
    }
    return out;
}

/// M-orthonormal columns with the span of the given ones. \param columns each of length one to a few orders
Matrix orthonormal(const System& system, const Matrix& columns) {
    if (columns.cols() == 0) return columns;
    const linalg::DensePairs pairs = linalg::symmetric_pairs(columns.transpose() * (system.linear.mass() * columns));
    const double largest = pairs.values.maxCoeff();
    Eigen::Index first = 0;
    while (first < pairs.values.size() && !(pairs.values[first] > 1e-12 * largest)) ++first;
    const auto kept = pairs.values.size() - first;
    return columns * pairs.vectors.rightCols(kept) * pairs.values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The six rigid motions of each group about its centre, rotations by 1/length (n x k); nothing for too many groups, or without
/// elements.
std::optional<Matrix> motions_of_groups(const System& system) {
    constexpr int most_groups = 50;
    constexpr double most_numbers = 2e7;
    const Bodies bodies = bodies_of(system);
    const Groups of = groups_of(bodies);
    const int groups = of.count;
    if (bodies.count == 0 || groups > most_groups || system.recovery.rigid.size() > 0 ||
        (groups > 1 && 6.0 * groups * system.size() > most_numbers))
        return {};
    const Matrix rigid = rigid_motions(system);
    const std::vector<int> group_of = groups_of_coordinates(system, of);
    Matrix out = Matrix::Zero(system.size(), 6 * groups);
    std::vector<Eigen::Vector3d> centre(static_cast<std::size_t>(groups), Eigen::Vector3d::Zero());
    std::vector<double> members(static_cast<std::size_t>(groups)), length(static_cast<std::size_t>(groups));
    for (const bool measured : {false, true}) {
        for (std::size_t i = 0; i < system.nodes.size(); ++i) {
            const auto g = static_cast<std::size_t>(of.of_node[i]);
            const auto& x = system.nodes[i].position;
            const Eigen::Vector3d place(x[0], x[1], x[2]);
            if (measured) {
                length[g] = std::max(length[g], (place - centre[g] / members[g]).norm());
            } else {
                centre[g] += place;
                members[g] += 1;
            }
        }
    }
    for (Eigen::Index i = 0; i < out.rows(); ++i) {
        const auto g = static_cast<std::size_t>(group_of[static_cast<std::size_t>(i)]);
        const Eigen::Index first = 6 * static_cast<Eigen::Index>(g);
        const Eigen::RowVector3d along = rigid.row(i).head<3>();
        out.row(i).segment<3>(first) = along;
        for (int k = 0; k < 3; ++k) {
            const double turned =
                rigid(i, 3 + k) - along.dot(Eigen::Vector3d::Unit(k).cross(Eigen::Vector3d(centre[g] / members[g])));
            out(i, first + 3 + k) = turned / (length[g] > 0 ? length[g] : 1);
        }
    }
    return out;
}

/// Combinations of the columns whose values x^T A x are at most `least` of x^T B x.
Matrix null_space(const Matrix& columns, const Matrix& A, const Matrix& B, double least) {
    const double most = B.diagonal().maxCoeff();
    const Matrix scale = B + 1e-12 * (most > 0 ? most : 1) * Matrix::Identity(B.rows(), B.cols());
    const auto pairs = linalg::symmetric_pairs(A, scale);
    if (!pairs) return Matrix(columns.rows(), 0);
    Eigen::Index count = 0;
    while (count < pairs->values.size() && pairs->values[count] <= least) ++count;
    return columns * pairs->vectors.leftCols(count);
}

double energy_of(const System& system, const Vector& x) { return x.dot(system.linear.stiffness() * x); }

double rounding_of(const System& system, const Vector& x) { return stiffness_round_off(system.linear.stiffness(), x); }

/// Does rounding leave the energy unsure, with a margin to the modes that are?
bool is_unsure(const System& system, const Vector& x) {
    return energy_of(system, x) <= linalg::rounding::unsure_by_nodes * rounding_of(system, x);
}

/// Columns one after another, by eigenvalues.
struct Sorted {
    std::vector<std::pair<double, Vector>> list;
    void add(double value, const Vector& shape) { list.emplace_back(value, shape); }
    void into(Matrix& shapes, Vector& values) {
        std::ranges::stable_sort(list, {}, &std::pair<double, Vector>::first);
        shapes.resize(shapes.rows(), static_cast<Eigen::Index>(list.size()));
        values.resize(shapes.cols());
        for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
            shapes.col(j) = list[static_cast<std::size_t>(j)].second;
            values[j] = list[static_cast<std::size_t>(j)].first;
        }
        linalg::fix_signs(shapes);
    }
};

/// The motions on soft springs that the columns contain, in the order of their eigenvalues, and the rest.
struct Sprung {
    Matrix shapes, others;  ///< n x s, n x r
    Vector values;          ///< s [1/s2]
};

/// \param shapes M-orthonormal
Sprung sprung(const System& system, const Matrix& shapes) {
    Sprung out{Matrix(shapes.rows(), 0), shapes, Vector(0)};
    Matrix soft(shapes.rows(), 0);
    for (const linalg::SparseMatrix* motions : {&system.soft_motions, &system.unsure_motions}) {
        if (motions->rows() != shapes.rows()) continue;
        soft.conservativeResize(Eigen::NoChange, soft.cols() + motions->cols());
        soft.rightCols(motions->cols()) = *motions;
    }
    if (soft.cols() == 0 || shapes.cols() == 0) return out;
    const Vector all_mass = soft.cwiseProduct(system.linear.mass() * soft).colwise().sum();
    std::vector<Eigen::Index> unsure;  // K resolves the others, which are not among the shapes
    for (Eigen::Index j = 0; j < soft.cols(); ++j)
        if (is_unsure(system, soft.col(j))) unsure.push_back(j);
    if (unsure.empty()) return out;
    soft = Matrix(soft(Eigen::all, unsure));
    const Vector mass = soft.cwiseProduct(system.linear.mass() * soft).colwise().sum();  // 1/lambda, as the springs' x^T K x is 1
    const Matrix cosines = shapes.transpose() * (system.linear.mass() * soft) * mass.cwiseSqrt().cwiseInverse().asDiagonal();
    const linalg::SingularValues shared = linalg::singular_values(cosines);
    const auto both = (shared.values.array() > std::sqrt(0.5)).count();
    if (both == 0) return out;
    constexpr double no_resistance = 1e-12;  // of the largest: a motion of all that springs connect among each other
    const Matrix turned = shared.left.leftCols(both);
    // By their part in these motions alone: rounding may turn a shape towards another motion of nearly the same value.
    const Matrix along = shared.right.leftCols(both);  // k x s
    const linalg::DensePairs pairs = linalg::symmetric_pairs(along.transpose() * mass.cwiseInverse().asDiagonal() * along);
    Eigen::Index loose = 0;
    while (loose < both && !(pairs.values[loose] * all_mass.minCoeff() > no_resistance)) ++loose;
    const Matrix all = shapes * (turned * pairs.vectors);
    out.shapes = all.rightCols(both - loose);
    out.values = pairs.values.tail(both - loose);
    out.others.resize(shapes.rows(), shapes.cols() - both + loose);
    out.others << all.leftCols(loose), shapes * shared.left.rightCols(shapes.cols() - both);
    return out;
}

/// What of the columns strains no element, and the rest with upper bounds of its eigenvalues.
struct Strained {
    Matrix without;
    Sorted with;
};

/// \param shapes M-orthonormal, among which the energy of elements is made diagonal
Strained strained(const System& system, const Matrix& shapes) {
    constexpr double of_rounding = 1e-6;  // far above the square of rounding, far below any strain that is not rounding
    constexpr double little = 1e-3;       // of the energy: springs that K tells from rounding deform the elements
    Strained out{Matrix(shapes.rows(), 0), {}};
    if (shapes.cols() == 0) return out;
    const Matrix turned = shapes * linalg::symmetric_pairs(element_energy(system, shapes).strain).vectors;
    const ElementEnergy energy = element_energy(system, turned);
    const linalg::SharedMatrix& K = system.linear.stiffness();
    std::vector<Eigen::Index> free;
    for (Eigen::Index j = 0; j < turned.cols(); ++j) {
        const Vector x = turned.col(j);
        const double strain = energy.strain(j, j), all = std::max(0.0, x.dot(K * x)), rounding = stiffness_round_off(K, x);
        const bool by_others = all > rounding && strain <= little * all;
        const bool by_none = strain <= of_rounding * 16 * eps * energy.size[j] && !strains_elements(system, x);
        if (by_others || by_none)
            free.push_back(j);
        else
            out.with.add(std::max(strain, all + rounding), x);
    }
    out.without = turned(Eigen::all, free);
    return out;
}

}  // namespace

bool strains_elements(const System& system, const Vector& shape) {
    const ElementStrain of = element_strain(system, shape);
    return of.deviation(0, 0) > unstrained * of.motion(0, 0);
}

Unstrained unstrained_motions(const System& system) {
    Unstrained out{Matrix(system.size(), 0), Matrix(system.size(), 0)};
    std::optional<Matrix> motions = motions_of_groups(system);
    if (!motions) return out;
    out.all = true;
    Matrix basis = orthonormal(system, *motions);
    if (basis.cols() == 0) return out;
    const ElementStrain strain = element_strain(system, basis);
    basis = orthonormal(system, null_space(basis, strain.deviation, strain.motion, unstrained));
    if (basis.cols() == 0) return out;
    const Matrix energy = basis.transpose() * (system.linear.stiffness() * basis);
    basis = (basis * linalg::symmetric_pairs(energy).vectors).eval();
    std::vector<Eigen::Index> lost, unsure;
    for (Eigen::Index j = 0; j < basis.cols(); ++j) {
        const Vector x = basis.col(j);
        if (!is_unsure(system, x)) continue;
        (energy_of(system, x) <= linalg::rounding::lost * rounding_of(system, x) ? lost : unsure).push_back(j);
    }
    out.lost = basis(Eigen::all, lost);
    out.unsure = basis(Eigen::all, unsure);
    return out;
}

std::string unresolved_text(const System& system, int count, double most) {
    const bool one = count == 1;
    return fmt::format(
        "{} mode{} unresolved: the stiffness there is below the rounding of the stiffness matrix or too near to it, and "
        "{} of at most {:.2g} Hz {} not known to 0.1 %{}",
        count, one ? " is" : "s are", one ? "its frequency" : "frequencies",
        std::sqrt(std::max(0.0, most)) / (2 * std::numbers::pi), one ? "is" : "are", because_thin(system));
}

BelowRounding told_apart(const System& system, const Matrix& shapes, double elastic) {
    const Eigen::Index n = shapes.rows();
    BelowRounding out{shapes, Matrix(n, 0), Vector(0), Matrix(n, 0), Vector(0), true};
    if (shapes.cols() == 0 || system.recovery.T.cols() != n || n == 0) return out;

    const Unstrained known = unstrained_motions(system);
    Matrix rigid(n, 0), others = shapes;
    bool given = true;  // the rigid motions are among the shapes
    // Cosines near one tell a motion of both, near zero none. But those without any resistance are among the lowest modes also
    // where K has lost them among unresolved ones.
    for (const Matrix* of : {&known.lost, &known.unsure}) {
        if (of->cols() == 0 || others.cols() == 0) continue;
        const linalg::SingularValues shared = linalg::singular_values(of->transpose() * (system.linear.mass() * others));
        const auto near = (shared.values.array() > std::sqrt(0.5)).count();
        Eigen::Index both = near;
        if (const auto most = std::min(of->cols(), others.cols()); of == &known.lost && near < most) {
            const Matrix beside = others * shared.right.rightCols(others.cols() - near);
            for (Eigen::Index j = 0; j < beside.cols() && both < most; ++j)
                if (strains_elements(system, beside.col(j))) both = most;
        }
        given = given && near == both;
        rigid.conservativeResize(Eigen::NoChange, rigid.cols() + both);
        rigid.rightCols(both) = *of * shared.left.leftCols(both);
        others = (others * shared.right.rightCols(others.cols() - both)).eval();
    }
    Strained rest = strained(system, others);
    rigid.conservativeResize(Eigen::NoChange, rigid.cols() + rest.without.cols());
    rigid.rightCols(rest.without.cols()) = rest.without;
    Sprung on = sprung(system, rigid);
    // Without strain in elements, above rounding: something resists that is not a spring which could be asked.
    const bool bends = !rest.with.list.empty();
    std::vector<Eigen::Index> loose;
    Sorted on_springs;
    for (Eigen::Index j = 0; j < on.others.cols(); ++j) {
        const Vector x = on.others.col(j);
        const linalg::SharedMatrix& K = system.linear.stiffness();
        const double energy = x.dot(K * x), rounding = stiffness_round_off(K, x);
        if (energy <= rounding)
            loose.push_back(j);
        else if (energy > linalg::rounding::sure_without_strain * rounding)
            on_springs.add(energy, x);
        else
            rest.with.add(energy + rounding, x);
    }
    if (given && static_cast<Eigen::Index>(loose.size()) == shapes.cols()) return out;
    out.given = false;
    out.rigid = static_cast<Eigen::Index>(loose.size()) < on.others.cols() ? Matrix(on.others(Eigen::all, loose)) : on.others;

    // A rigid motion on springs deforms the elements by its eigenvalue divided by theirs.
    constexpr double far_below = 1e-4;
    for (Eigen::Index j = 0; j < on.values.size(); ++j) on_springs.add(on.values[j], on.shapes.col(j));
    const bool apart =
        !bends && std::ranges::all_of(on_springs.list, [&](const auto& of) { return of.first < far_below * elastic; });
    if (apart)
        on_springs.into(out.on_springs, out.by_springs);
    else
        for (const auto& [value, x] : on_springs.list) rest.with.add(value, x);
    rest.with.into(out.unresolved, out.limits);
    for (Matrix* A : {&out.rigid, &out.on_springs}) linalg::fix_signs(*A);
    return out;
}

}  // namespace jounce::modal
