// The data of a straight beam element for pictures and section forces: nodes, axes, section, outline and loads along it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/beam.hpp"
#include "linalg/basics/types.hpp"
#include "system/signals/signal.hpp"

namespace jounce {

/// A load along one element, for its section forces: consistent nodal loads at the beam's ends (N, N m; global axes) times
/// the signal.
struct BeamPieceLoad {
    elements::Vector12 at_ends = elements::Vector12::Zero();
    SignalPointer signal;
    int derivative = 0;  ///< of the signal: 2 for a displacement of the base

    [[nodiscard]] double value(double time) const {
        if (derivative == 0) return signal->value(time);
        const SignalSample sample = signal->sample(time);
        return derivative == 1 ? sample.first : sample.second;
    }
};

struct BeamPiece {
    std::string beam;             ///< name of the beam
    int element = 1;              ///< 1, 2, ... from its first end
    std::array<int, 2> nodes{};   ///< indices in System::nodes
    std::array<int, 12> dofs{};   ///< full-model dofs (ux uy uz rx ry rz) of both nodes
    elements::Beam properties;    ///< axes at rest, length, section constants, material; see elements::beam_section_forces
    elements::BeamOffset offset;  ///< from the nodes to the beam's ends
    std::array<Eigen::Vector3d, 2> ends{};                      ///< the beam's ends at rest, global axes [m]
    elements::Matrix12 stiffness = elements::Matrix12::Zero();  ///< of the nodes' dofs, global axes
    elements::Matrix12 mass = elements::Matrix12::Zero();       ///< of the nodes' dofs, global axes
    std::shared_ptr<const elements::Section> section;           ///< its outline is drawn
    std::vector<BeamPieceLoad> loads;
    double alpha = 0, beta = 0;  ///< proportional damping alpha M + beta K [1/s], [s]: a force along the element, and a stress
};

/// Displacements (or velocities, accelerations) of the beam's ends, global axes, from the full model's dofs.
[[nodiscard]] elements::Vector12 beam_end_motion(const BeamPiece& piece, const linalg::Vector& full);

}  // namespace jounce
