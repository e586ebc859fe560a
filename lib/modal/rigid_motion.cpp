// Rigid motions in free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/rigid_motion.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseQR>
#include <algorithm>
#include <optional>
#include <unordered_map>

namespace jounce::modal {

namespace {

using DofOfName = std::unordered_map<std::string, int>;

/// Full-model dofs by the names that coordinates have: "shaft[21].ux".
DofOfName dofs_by_name(const System& system) {
    DofOfName dofs;
    for (const SystemNode& node : system.nodes) {
        for (int k = 0; k < 6; ++k) dofs.emplace(node.name + "." + dof_names[k], node.first_dof + k);
    }
    return dofs;
}

/// The dof of each coordinate, if all coordinates are dofs.
std::optional<std::vector<int>> dofs_of_coordinates(const System& system) {
    const DofOfName dofs = dofs_by_name(system);
    std::vector<int> out;
    for (const std::string& name : system.coordinate_names) {
        const auto at = dofs.find(name);
        if (at == dofs.end()) return std::nullopt;
        out.push_back(at->second);
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
    return system.linear.M * rigid_motions(system);
}

std::array<double, 6> moved_mass(const System& system, const linalg::Matrix& momentum) {
    // Scaled by its diagonal a mass matrix is well conditioned, however fine the mesh (A. J. Wathen (1987), IMA J. Numer. Anal.
    // 7, 449-457): conjugate gradients need a dozen products. They start at the motion itself, which solves a free model.
    Eigen::ConjugateGradient<linalg::SparseMatrix, Eigen::Lower | Eigen::Upper> solver(system.linear.M);
    solver.setTolerance(1e-7);  // the error of the result is the square of it
    const linalg::Matrix start = rigid_motions(system);
    std::array<double, 6> out{};
    for (int k = 0; k < 6; ++k) {
        const linalg::Vector l = momentum.col(k);
        if (l.isZero(0)) continue;
        const linalg::Vector x = solver.solveWithGuess(l, start.col(k));
        // 2 l^T x - x^T M x: its error is of second order in the error of x
        out[static_cast<std::size_t>(k)] = 2 * l.dot(x) - x.dot(system.linear.M * x);
    }
    return out;
}

}  // namespace jounce::modal
