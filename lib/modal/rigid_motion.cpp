// Rigid motions in free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/rigid_motion.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseQR>
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jounce::modal {

namespace {

constexpr double mass_tolerance = 1e-7;  // the error of a mass is the square of it

/// The dof of each coordinate, if all coordinates are dofs of nodes, which have names like "shaft[21].ux".
std::optional<std::vector<int>> dofs_of_coordinates(const System& system) {
    std::unordered_map<std::string_view, int> first_dofs;
    first_dofs.reserve(system.nodes.size());
    for (const SystemNode& node : system.nodes) first_dofs.emplace(node.name, node.first_dof);
    std::vector<int> out;
    out.reserve(system.coordinate_names.size());
    for (const std::string_view name : system.coordinate_names) {
        const std::size_t point = name.rfind('.');
        if (point == std::string_view::npos) return std::nullopt;
        const auto node = first_dofs.find(name.substr(0, point));
        const auto dof =
            std::ranges::find(dof_names, name.substr(point + 1), [](const char* text) { return std::string_view(text); });
        if (node == first_dofs.end() || dof == dof_names.end()) return std::nullopt;
        out.push_back(node->second + static_cast<int>(dof - dof_names.begin()));
    }
    if (static_cast<int>(out.size()) != system.size()) return std::nullopt;
    return out;
}

}  // namespace

linalg::Matrix rigid_motions(const System& system) {
    if (system.recovery.rigid.rows() == system.size() && system.size() > 0) return system.recovery.rigid;
    const linalg::Matrix R = rigid_motions_of_nodes(system);
    if (const auto dofs = dofs_of_coordinates(system)) {
        linalg::Matrix r(system.size(), 6);
        for (int i = 0; i < system.size(); ++i) r.row(i) = R.row((*dofs)[static_cast<std::size_t>(i)]);
        return r;
    }
    if (system.recovery.T.rows() != R.rows() || R.rows() == 0) return linalg::Matrix::Zero(system.size(), 6);
    linalg::SparseMatrix T = system.recovery.T;
    T.makeCompressed();
    const Eigen::SparseQR<linalg::SparseMatrix, Eigen::COLAMDOrdering<int>> factor(T);
    return factor.solve(R);
}

linalg::Matrix rigid_momentum(const System& system) {
    if (system.recovery.inertia.rows() == system.size() && system.size() > 0) return system.recovery.inertia;
    return system.linear.mass() * rigid_motions(system);
}

namespace {

/// M^-1 b to 1e-7 by conjugate gradients with the diagonal as preconditioner, from `guess`.
linalg::Vector solved(const linalg::SharedMatrix& M, const linalg::Vector& b, const linalg::Vector& guess) {
    if (M.ranks() == nullptr) {
        Eigen::ConjugateGradient<linalg::SparseMatrix, Eigen::Lower | Eigen::Upper> solver(M.held());
        solver.setTolerance(mass_tolerance);
        return solver.solveWithGuess(b, guess);
    }
    const linalg::Vector inverse = M.diagonal().cwiseInverse();
    linalg::Vector x = guess, r = b - M * x, z = inverse.cwiseProduct(r), p = z;
    const double enough = mass_tolerance * b.norm();
    double now = r.dot(z);
    for (Eigen::Index i = 0; i < 2 * b.size() && r.norm() > enough; ++i) {
        const linalg::Vector image = M * p;
        const double step = now / p.dot(image);
        x += step * p;
        r -= step * image;
        z = inverse.cwiseProduct(r);
        const double next = r.dot(z);
        p = z + next / now * p;
        now = next;
    }
    return x;
}

}  // namespace

std::array<double, 6> moved_mass(const System& system, const linalg::Matrix& momentum) {
    // Scaled by its diagonal a mass matrix is well conditioned, however fine the mesh (A. J. Wathen (1987), IMA J. Numer. Anal.
    // 7, 449-457): conjugate gradients need a dozen products. They start at the motion itself, which solves a free model.
    const linalg::Matrix start = rigid_motions(system);
    std::array<double, 6> out{};
    for (int k = 0; k < 6; ++k) {
        const linalg::Vector l = momentum.col(k);
        if (l.isZero(0)) continue;
        const linalg::Vector x = solved(system.linear.mass(), l, start.col(k));
        // 2 l^T x - x^T M x: its error is of second order in the error of x
        out[static_cast<std::size_t>(k)] = 2 * l.dot(x) - x.dot(system.linear.mass() * x);
    }
    return out;
}

}  // namespace jounce::modal
