// Frames of a mechanism from the motion of the full model.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/planar_frames.hpp"

namespace jounce::record {

std::vector<int> planar_nodes(const System& system) {
    std::vector<int> out;
    if (!system.mechanism) return out;
    for (std::size_t f = 0; f < system.mechanism->frames.size(); ++f)
        out.push_back(f == 0 || system.mechanism->frames[f].link >= 0 ? -1 : system.find_node(system.mechanism->frames[f].name));
    return out;
}

int first_marker(const System& system, int link) {
    std::size_t out = system.mechanism->frames.size();
    for (int l = 0; l < link; ++l) out += system.mechanism->links[static_cast<std::size_t>(l)].body->markers.size();
    return static_cast<int>(out);
}

std::vector<PlanarFrameMotion> planar_frames(const System& system, const std::vector<int>& nodes, const FullMotion& motion) {
    std::vector<PlanarFrameMotion> out(nodes.size());
    for (std::size_t f = 0; f < nodes.size(); ++f) {
        if (nodes[f] < 0) continue;
        const SystemNode& node = system.nodes[static_cast<std::size_t>(nodes[f])];
        const int dof = node.first_dof;
        PlanarFrameMotion& m = out[f];
        m.position = {node.position[0] + motion.displacement[dof], node.position[1] + motion.displacement[dof + 1]};
        m.velocity = {motion.velocity[dof], motion.velocity[dof + 1]};
        m.acceleration = {motion.acceleration[dof], motion.acceleration[dof + 1]};
        m.set_angle(motion.displacement[dof + 5]);
        m.rate = motion.velocity[dof + 5];
        m.angular_acceleration = motion.acceleration[dof + 5];
    }
    if (nodes.empty()) return out;
    for (const FlexibleLink& link : system.mechanism->links) {
        const PlanarFrameMotion axes = out[static_cast<std::size_t>(link.frame)];
        const linalg::Vector eta = motion.displacement(link.modal_dofs), rate = motion.velocity(link.modal_dofs),
                             change = motion.acceleration(link.modal_dofs);
        for (const bodies::FlexibleMarker& marker : link.body->markers)
            out.push_back({marker_state(marker, axes, eta, rate, change)});
    }
    for (std::size_t f = 0; f < nodes.size(); ++f) {
        const PlanarFrame& frame = system.mechanism->frames[f];
        if (frame.link >= 0) out[f] = out[static_cast<std::size_t>(first_marker(system, frame.link) + frame.marker)];
    }
    return out;
}

std::vector<PlanarFrameMotion> planar_frames_at_start(const System& system, const std::vector<int>& nodes) {
    if (nodes.empty()) return {};
    State state;
    state.q = system.q0;
    state.v = state.a = linalg::Vector::Zero(system.size());
    return planar_frames(system, nodes, full_motion(system, state));
}

}  // namespace jounce::record
