// Rigid motions in free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/rigid_motion.hpp"

#include <Eigen/Geometry>
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

/// The dof that each coordinate is, if all are one.
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

linalg::Matrix rigid_motions_of_nodes(const System& system) {
    linalg::Matrix R = linalg::Matrix::Zero(6 * static_cast<Eigen::Index>(system.nodes.size()), 6);
    for (const SystemNode& node : system.nodes) {
        const Eigen::Vector3d x(node.position[0], node.position[1], node.position[2]);
        for (int k = 0; k < 3; ++k) {
            R(node.first_dof + k, k) = 1;
            R(node.first_dof + 3 + k, 3 + k) = 1;
            R.block<3, 1>(node.first_dof, 3 + k) = Eigen::Vector3d::Unit(k).cross(x);
        }
    }
    return R;
}

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

}  // namespace jounce::modal
