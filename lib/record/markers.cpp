// Gaps and nodes outside beams as single points of a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/markers.hpp"

#include <algorithm>
#include <set>

#include "system/beam_piece.hpp"
#include "system/shell_part.hpp"

namespace jounce::record {

namespace {
enum GapArray : std::size_t { displacement, velocity, acceleration, gap, opening, indentation, touching, force };

Picture vertices(const System& system, const std::vector<int>& nodes) {
    Picture out;
    for (const int node : nodes) {
        const auto& at = system.nodes[static_cast<std::size_t>(node)].position;
        out.add_cell(CellType::vertex, {static_cast<long long>(out.size())});
        out.points.insert(out.points.end(), at.begin(), at.end());
    }
    for (const char* name : {"displacement", "velocity", "acceleration"}) out.add_array(name, 3);
    return out;
}

void spread(const System& system, const std::vector<int>& nodes, const linalg::Vector& full, PointArray& array) {
    double* out = array.values.data();
    for (const int node : nodes) {
        const int dof = system.nodes[static_cast<std::size_t>(node)].first_dof;
        for (int i = 0; i < 3; ++i) *out++ = full[dof + i];
    }
}

void spread(const System& system, const std::vector<int>& nodes, const FullMotion& motion, Picture& picture) {
    spread(system, nodes, motion.displacement, picture.arrays[displacement]);
    spread(system, nodes, motion.velocity, picture.arrays[velocity]);
    spread(system, nodes, motion.acceleration, picture.arrays[acceleration]);
}
}  // namespace

GapMarkers::GapMarkers(const System& system) : system_(system) {
    for (const Contact& contact : system.contacts) nodes_.push_back(system.find_node(contact.node));
    rest_ = vertices(system, nodes_);
    for (const char* name : {"gap", "gap_opening", "gap_indentation", "gap_state"}) rest_.add_array(name, 1);
    rest_.add_array("contact_force", 3);
    for (std::size_t i = 0; i < nodes_.size(); ++i) rest_.arrays[gap].values[i] = static_cast<double>(i + 1);
}

void GapMarkers::show(const State& state, const FullMotion& motion, Picture& picture) const {
    spread(system_, nodes_, motion, picture);
    for (std::size_t c = 0; c < nodes_.size(); ++c) {
        const Contact& contact = system_.contacts[c];
        double deepest = -std::numeric_limits<double>::infinity();
        double which = 0;
        std::array<double, 3> push{};
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            deepest = std::max(deepest, side.motion.indentation);
            if (side.memory.closed) which = contact.gap.shape == contact::GapShape::plane ? contact.gap.sign(s) : 1.0;
            // The indentation grows along the normal; the stop pushes the node back.
            for (std::size_t local = 0; local < 2; ++local) {
                for (std::size_t i = 0; i < 3; ++i) {
                    push[i] -= side.response.force * side.normal[local] * contact.directions[local][i];
                }
            }
        }
        picture.arrays[opening].values[c] = -deepest;
        picture.arrays[indentation].values[c] = std::max(deepest, 0.0);
        picture.arrays[touching].values[c] = which;
        std::copy(push.begin(), push.end(), picture.arrays[force].values.begin() + static_cast<std::ptrdiff_t>(3 * c));
    }
}

NodeMarkers::NodeMarkers(const System& system) : system_(system) {
    std::set<int> drawn;
    if (system.beams) {
        for (const BeamPiece& piece : *system.beams) drawn.insert(piece.nodes.begin(), piece.nodes.end());
    }
    if (system.shells) {
        for (const ShellPart& part : *system.shells) drawn.insert(part.nodes.begin(), part.nodes.end());
    }
    for (int i = 0; i < static_cast<int>(system.nodes.size()); ++i) {
        if (!drawn.contains(i)) nodes_.push_back(i);
    }
    rest_ = vertices(system, nodes_);
}

void NodeMarkers::show(const FullMotion& motion, Picture& picture) const { spread(system_, nodes_, motion, picture); }

void NodeMarkers::show_shape(const linalg::Vector& full, Picture& picture) const {
    spread(system_, nodes_, full, picture.arrays[displacement]);
}

}  // namespace jounce::record
