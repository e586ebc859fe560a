// Gaps and nodes outside beams as single points of a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/markers.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>

#include "record/frames/planar_frames.hpp"
#include "record/frames/section_reach.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::record {

namespace {
struct GapArray {
    enum Index : std::size_t {
        displacement,
        velocity,
        acceleration,
        gap,
        opening,
        indentation,
        touching,
        force,
        face,
        friction_force
    };
};

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
    spread(system, nodes, motion.displacement, picture.arrays[GapArray::displacement]);
    spread(system, nodes, motion.velocity, picture.arrays[GapArray::velocity]);
    spread(system, nodes, motion.acceleration, picture.arrays[GapArray::acceleration]);
}
}  // namespace

GapMarkers::GapMarkers(const System& system) : system_(system) {
    for (const Contact& contact : system.contacts) {
        nodes_.push_back(system.find_node(contact.node));
        corners_.push_back(contact.gap.shape == contact::GapShape::frames ? std::vector<Eigen::Vector3d>{}
                                                                          : corners_at(system, nodes_.back()));
    }
    rest_ = vertices(system, nodes_);
    for (const char* name : {"gap", "gap_opening", "gap_indentation", "gap_state"}) rest_.add_array(name, 1);
    for (const char* name : {"contact_force", "contact_face"}) rest_.add_array(name, 3);
    for (std::size_t i = 0; i < nodes_.size(); ++i) rest_.arrays[GapArray::gap].values[i] = static_cast<double>(i + 1);
    if (!system.mechanism) return;
    rest_.add_array("friction_force", 3);
    planar_nodes_ = planar_nodes(system);
    const std::vector<PlanarFrameMotion> start = planar_frames_at_start(system, planar_nodes_);
    for (const PlanarPair& pair : system.mechanism->pairs) {
        const bodies::Vector2 at = start[static_cast<std::size_t>(pair.frames[1])].point(pair.points[1]);
        const std::size_t point = 3 * static_cast<std::size_t>(pair.contact);
        rest_.points[point] = at.x();
        rest_.points[point + 1] = at.y();
    }
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
        picture.arrays[GapArray::opening].values[c] = -deepest;
        picture.arrays[GapArray::indentation].values[c] = std::max(deepest, 0.0);
        picture.arrays[GapArray::touching].values[c] = which;
        std::copy(push.begin(), push.end(), picture.arrays[GapArray::force].values.begin() + static_cast<std::ptrdiff_t>(3 * c));
        Eigen::Vector3d towards = -Eigen::Vector3d(push.data());
        towards = towards.isZero(0) ? towards : Eigen::Vector3d(face_distance(c, towards.normalized()) * towards.normalized());
        std::copy(towards.begin(), towards.end(),
                  picture.arrays[GapArray::face].values.begin() + static_cast<std::ptrdiff_t>(3 * c));
    }
    if (system_.mechanism) show_pairs(state, motion, picture);
}

double GapMarkers::face_distance(std::size_t contact, const Eigen::Vector3d& towards) const {
    const Contact& of = system_.contacts[contact];
    if (of.gap.shape == contact::GapShape::frames) return 0;
    const std::vector<Eigen::Vector3d>& corners = corners_[contact];
    if (corners.empty()) return reach_of_a_point(system_);
    if (of.gap.shape != contact::GapShape::circular) return reach(corners, towards);
    const Eigen::Vector3d first(of.directions[0].data()), second(of.directions[1].data());
    return reach_across(corners, first.cross(second));
}

void GapMarkers::show_pairs(const State& state, const FullMotion& motion, Picture& picture) const {
    const std::vector<PlanarFrameMotion> frames = planar_frames(system_, planar_nodes_, motion);
    for (const PlanarPair& pair : system_.mechanism->pairs) {
        const auto c = static_cast<std::size_t>(pair.contact);
        const SideState& side = state.sides[static_cast<std::size_t>(system_.contacts[c].first_side)];
        const bodies::Vector2 normal(side.normal[0], side.normal[1]);
        const PlanarFrameMotion& pin = frames[static_cast<std::size_t>(pair.frames[1])];
        const bodies::Vector2 local = pair.points[1] + pin.seen(pair.pin_radius * normal);
        const bodies::Vector2 at = pin.point(local), speed = pin.point_velocity(local), change = pin.point_acceleration(local);
        const double tangential_force =
            pair.friction >= 0 ? state.frictions[static_cast<std::size_t>(pair.friction)].force[0] : 0.0;
        const bodies::Vector2 against = -tangential_force * bodies::perpendicular(normal);
        for (std::size_t k = 0; k < 2; ++k) {
            const auto axis = static_cast<Eigen::Index>(k);
            picture.arrays[GapArray::displacement].values[3 * c + k] = at[axis] - rest_.points[3 * c + k];
            picture.arrays[GapArray::velocity].values[3 * c + k] = speed[axis];
            picture.arrays[GapArray::acceleration].values[3 * c + k] = change[axis];
            picture.arrays[GapArray::friction_force].values[3 * c + k] = against[axis];
        }
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
    const std::vector<int> frames = planar_nodes(system);
    for (std::size_t f = 0; f < frames.size(); ++f) {
        if (system.mechanism->frames[f].body) drawn.insert(frames[f]);
    }
    if (system.mechanism) {
        for (const FlexibleLink& link : system.mechanism->links)
            for (const int dof : link.modal_dofs) drawn.insert(dof / 6);
    }
    for (int i = 0; i < static_cast<int>(system.nodes.size()); ++i) {
        if (!drawn.contains(i)) nodes_.push_back(i);
    }
    rest_ = vertices(system, nodes_);
}

void NodeMarkers::show(const FullMotion& motion, Picture& picture) const { spread(system_, nodes_, motion, picture); }

void NodeMarkers::show_shape(const linalg::Vector& full, Picture& picture) const {
    spread(system_, nodes_, full, picture.arrays[GapArray::displacement]);
}

}  // namespace jounce::record
