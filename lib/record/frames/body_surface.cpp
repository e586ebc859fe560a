// Bodies, joints and clearance joints of a mechanism as flat surfaces and lines.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/body_surface.hpp"

#include <algorithm>
#include <array>

namespace jounce::record {

using bodies::Condition;
using bodies::Vector2;
using contact::PlanarGap;

namespace {

struct BodyArray {
    enum Index : std::size_t { displacement, velocity, acceleration, body, gap_state, gap_force };
};

constexpr double width_of_a_bar = 0.06;  // relative to the mechanism's size
constexpr double rim = 1.35;             // outer radius of a bearing, relative to its bore

Vector2 turned(const Vector2& a, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * a.x() - s * a.y(), s * a.x() + c * a.y()};
}

/// Transforms from the axes of a gap to those of its frame.
std::vector<Vector2> placed(std::vector<Vector2> points, const PlanarPair& pair) {
    for (Vector2& p : points) p = pair.points[0] + turned(p, pair.angle);
    return points;
}

}  // namespace

BodySurface::BodySurface(const System& system, Drawn drawn) : system_(system), drawn_(drawn), nodes_(planar_nodes(system)) {
    if (!system.mechanism) return;
    const Mechanism& mechanism = *system.mechanism;
    start_ = planar_frames_at_start(system, nodes_);
    measure();
    if (drawn == Drawn::bodies) {
        add_bodies();
        for (const PlanarJoint& joint : mechanism.joints) add_joint(joint);
        for (const PlanarPair& pair : mechanism.pairs) add_pin(pair);
        for (const PlanarForce& force : mechanism.forces) {
            if (force.kind == PlanarForce::Kind::along_line)
                add_line({{force.frames[0], force.points[0]}, {force.frames[1], force.points[1]}}, false);
        }
    } else {
        for (const PlanarJoint& joint : mechanism.joints) add_guide(joint);
        for (std::size_t p = 0; p < mechanism.pairs.size(); ++p) add_clearance(p);
    }
    for (const char* name : {"displacement", "velocity", "acceleration"}) rest_.add_array(name, 3);
    rest_.add_array("body", 1);
    if (drawn == Drawn::guides) {
        for (const char* name : {"gap_state", "gap_force"}) rest_.add_array(name, 1);
    }
    int count = 0;
    std::vector<double> number(start_.size());
    for (std::size_t f = 0; f < nodes_.size(); ++f) number[f] = mechanism.frames[f].body ? ++count : 0;
    for (std::size_t f = 0; f < nodes_.size(); ++f) {
        if (const int link = mechanism.frames[f].link; link >= 0)
            number[f] = number[static_cast<std::size_t>(mechanism.links[static_cast<std::size_t>(link)].frame)];
    }
    std::size_t marker = nodes_.size();
    for (const FlexibleLink& link : mechanism.links) {
        for (std::size_t i = 0; i < link.body->markers.size(); ++i)
            number[marker++] = number[static_cast<std::size_t>(link.frame)];
    }
    for (std::size_t i = 0; i < anchors_.size(); ++i)
        rest_.arrays[BodyArray::body].values[i] = number[static_cast<std::size_t>(anchors_[i].frame)];
}

/// Diagonal of the bounding box of the bodies' points and the joints, in the initial configuration.
void BodySurface::measure() {
    Eigen::Array2d low = Eigen::Array2d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Array2d high = -low;
    const auto see = [&](int frame, const Vector2& at) {
        const Eigen::Array2d p = start_[static_cast<std::size_t>(frame)].point(at).array();
        low = low.min(p);
        high = high.max(p);
    };
    const Mechanism& mechanism = *system_.mechanism;
    for (std::size_t f = 1; f < mechanism.frames.size(); ++f) {
        see(static_cast<int>(f), Vector2::Zero());
        for (const auto& [name, at] : mechanism.frames[f].points) see(static_cast<int>(f), at);
    }
    for (const PlanarPair& pair : mechanism.pairs) {
        for (const std::size_t k : {0u, 1u}) see(pair.frames[k], pair.points[k]);
    }
    const double size = (high - low).matrix().norm();
    if (size > 0) size_ = size;
    width_ = width_of_a_bar * size_;
}

void BodySurface::add_bodies() {
    const Mechanism& mechanism = *system_.mechanism;
    std::vector<std::vector<Disc>> discs(mechanism.frames.size());
    for (std::size_t f = 0; f < mechanism.frames.size(); ++f) {
        if (!mechanism.frames[f].body) continue;
        discs[f].push_back({Vector2::Zero(), 0.5 * width_});
        for (const auto& [name, at] : mechanism.frames[f].points) discs[f].push_back({at, 0.5 * width_});
    }
    for (const PlanarPair& pair : mechanism.pairs) {
        const auto bearing = static_cast<std::size_t>(pair.frames[0]);
        const auto pin = static_cast<std::size_t>(pair.frames[1]);
        const double radius = pair.gap.clearance + pair.pin_radius;
        switch (pair.gap.shape) {
            case PlanarGap::Shape::circular:
                discs[bearing].push_back({pair.points[0], rim * radius});
                break;
            case PlanarGap::Shape::face:
                discs[pin].push_back({pair.points[1], pair.pin_radius});
                break;
            case PlanarGap::Shape::slot:
                for (const Vector2& at : placed(slot_outline(pair.gap, radius), pair))
                    discs[bearing].push_back({at, (rim - 1) * radius});
                break;
        }
    }
    std::vector<bool> bends(mechanism.frames.size(), false);
    for (const FlexibleLink& link : mechanism.links) bends[static_cast<std::size_t>(link.frame)] = true;
    for (std::size_t f = 0; f < mechanism.frames.size(); ++f) {
        if (mechanism.frames[f].body && !bends[f])
            add_polygon(static_cast<int>(f), hull(discs[f]), height_of(static_cast<int>(f)));
    }
    for (std::size_t l = 0; l < mechanism.links.size(); ++l) add_bar(static_cast<int>(l));
}

/// A flexible body: a bar of quadrilaterals between its markers.
void BodySurface::add_bar(int link) {
    const FlexibleLink& of = system_.mechanism->links[static_cast<std::size_t>(link)];
    const int first = first_marker(system_, link);
    const double height = height_of(of.frame);
    std::vector<std::array<long long, 2>> edges;
    for (int i = 0; i < static_cast<int>(of.body->markers.size()); ++i)
        edges.push_back(
            {add_point({first + i, {0, -0.25 * width_}}, height), add_point({first + i, {0, 0.25 * width_}}, height)});
    for (std::size_t i = 1; i < edges.size(); ++i)
        rest_.add_cell(CellType::polygon, {edges[i - 1][0], edges[i][0], edges[i][1], edges[i - 1][1]});
}

void BodySurface::add_joint(const PlanarJoint& joint) {
    if (joint.kind == "drive") return;
    for (const Condition& c : joint.constraints) {
        if (c.kind != Condition::Kind::together) continue;
        std::vector<Anchor> line;
        for (const Vector2& p : circle({c.second, 0.25 * width_}, joint.kind == "fixed" ? 4 : circle_corners))
            line.push_back({joint.frames[1], p});
        add_line(line, true);
    }
}

void BodySurface::add_guide(const PlanarJoint& joint) {
    if (joint.kind == "drive") return;
    for (const Condition& c : joint.constraints) {
        if (c.kind != Condition::Kind::on_curve) continue;
        if (!c.curve.circle) {
            add_straight(joint.frames[0], c.curve.point, bodies::perpendicular(c.curve.normal), joint.frames[1], c.second);
            continue;
        }
        std::vector<Anchor> line;
        for (const Vector2& p : circle({c.curve.point, c.curve.radius})) line.push_back({joint.frames[0], p});
        add_line(line, true);
    }
}

void BodySurface::add_pin(const PlanarPair& pair) {
    if (pair.gap.shape == PlanarGap::Shape::face || pair.side != 0) return;
    add_polygon(pair.frames[1], circle({pair.points[1], pair.pin_radius}), top());
}

/// The outline that the pin or the corner touches: a bearing, a face or a slot.
void BodySurface::add_clearance(std::size_t index) {
    const std::vector<PlanarPair>& pairs = system_.mechanism->pairs;
    const PlanarPair& pair = pairs[index];
    const int first = pair.frames[0];
    const double radius = pair.gap.clearance + pair.pin_radius;
    const std::size_t begin = anchors_.size();
    std::vector<Anchor> line;
    switch (pair.gap.shape) {
        case PlanarGap::Shape::circular:
            for (const Vector2& p : circle({pair.points[0], radius})) line.push_back({first, p});
            add_line(line, true);
            break;
        case PlanarGap::Shape::face: {
            // Two corners of a block share each face; it is drawn once.
            const bool same = index > 0 && pairs[index - 1].frames == pair.frames &&
                              pairs[index - 1].points[0] == pair.points[0] && pairs[index - 1].gap.shape == pair.gap.shape &&
                              pairs[index - 1].gap.normal == pair.gap.normal;
            if (same) break;
            const Vector2 normal = turned(pair.gap.normal, pair.angle);
            add_straight(first, pair.points[0] + radius * normal, bodies::perpendicular(normal), pair.frames[1], pair.points[1]);
            break;
        }
        case PlanarGap::Shape::slot:
            if (pair.side != 0) break;
            for (const Vector2& p : placed(slot_outline(pair.gap, radius), pair)) line.push_back({first, p});
            add_line(line, true);
            break;
    }
    if (anchors_.size() > begin) outlines_.push_back({begin, anchors_.size(), {}});
    if (!outlines_.empty()) outlines_.back().contacts.push_back(pair.contact);
}

void BodySurface::add_straight(int first, const Vector2& through, const Vector2& along, int second, const Vector2& at) {
    const PlanarFrameMotion& base = start_[static_cast<std::size_t>(first)];
    const Vector2 there = base.seen(start_[static_cast<std::size_t>(second)].point(at) - base.position);
    const double s = along.dot(there - through);
    add_line({{first, through + (s - 0.5 * size_) * along}, {first, through + (s + 0.5 * size_) * along}}, false);
}

void BodySurface::add_polygon(int frame, const std::vector<Vector2>& corners, double height) {
    std::vector<long long> cell;
    for (const Vector2& corner : corners) cell.push_back(add_point({frame, corner}, height));
    rest_.add_cell(CellType::polygon, cell);
}

void BodySurface::add_line(const std::vector<Anchor>& line, bool closed) {
    std::vector<long long> cell;
    for (const Anchor& anchor : line) cell.push_back(add_point(anchor, top() + height_of(1)));  // above the pins
    if (closed) cell.push_back(cell.front());
    rest_.add_cell(CellType::poly_line, cell);
}

long long BodySurface::add_point(const Anchor& anchor, double height) {
    const Vector2 at = start_[static_cast<std::size_t>(anchor.frame)].point(anchor.at);
    rest_.points.insert(rest_.points.end(), {at.x(), at.y(), height});
    anchors_.push_back(anchor);
    return static_cast<long long>(anchors_.size()) - 1;
}

void BodySurface::show(const State& state, const FullMotion& motion, Picture& picture) const {
    if (empty()) return;
    const std::vector<PlanarFrameMotion> frames = planar_frames(system_, nodes_, motion);
    for (std::size_t i = 0; i < anchors_.size(); ++i) {
        const PlanarFrameMotion& frame = frames[static_cast<std::size_t>(anchors_[i].frame)];
        const Vector2 at = frame.point(anchors_[i].at);
        const Vector2 speed = frame.point_velocity(anchors_[i].at);
        const Vector2 change = frame.point_acceleration(anchors_[i].at);
        for (std::size_t k = 0; k < 2; ++k) {
            const auto axis = static_cast<Eigen::Index>(k);
            picture.arrays[BodyArray::displacement].values[3 * i + k] = at[axis] - rest_.points[3 * i + k];
            picture.arrays[BodyArray::velocity].values[3 * i + k] = speed[axis];
            picture.arrays[BodyArray::acceleration].values[3 * i + k] = change[axis];
        }
    }
    if (drawn_ == Drawn::guides) show_gaps(state, picture);
}

void BodySurface::show_gaps(const State& state, Picture& picture) const {
    for (const Outline& outline : outlines_) {
        bool closed = false;
        double force = 0;
        for (const int contact : outline.contacts) {
            const Contact& of = system_.contacts[static_cast<std::size_t>(contact)];
            const SideState& side = state.sides[static_cast<std::size_t>(of.first_side)];
            closed = closed || side.memory.closed;
            force += side.response.force;
        }
        for (std::size_t i = outline.first; i < outline.last; ++i) {
            picture.arrays[BodyArray::gap_state].values[i] = closed ? 1.0 : 0.0;
            picture.arrays[BodyArray::gap_force].values[i] = force;
        }
    }
}

}  // namespace jounce::record
