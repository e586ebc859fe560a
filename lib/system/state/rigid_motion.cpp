// Rigid motions of all nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/state/rigid_motion.hpp"

#include <Eigen/Geometry>

#include "system/state/system.hpp"

namespace jounce {

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

}  // namespace jounce
