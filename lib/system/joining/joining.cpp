// From the drafts of a mechanism to its part of a System.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/joining/joining.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/messages/text.hpp"
#include "system/joining/parts.hpp"
#include "system/reduction/reduced_row.hpp"

namespace jounce {

using bodies::Condition;
using bodies::Vector2;

namespace {

/// Points of a joint's constraints: curves are relative to the first point, in the axes of its frame.
std::vector<Condition> placed(std::vector<Condition> constraints, const Place& first, const Place& second) {
    for (Condition& c : constraints) {
        c.first = first.at;
        c.second = second.at;
        c.curve.point += first.at;
    }
    return constraints;
}

std::vector<bool> all_of(const std::vector<Condition>& constraints) {
    std::size_t count = 0;
    for (const Condition& c : constraints) count += static_cast<std::size_t>(c.equations());
    return std::vector<bool>(count, true);
}

/// Frames are made at their first use; the first one is the ground.
class Frames {
  public:
    Frames(const System& system, const AffineMap& map, const Builder& builder, Mechanism& out)
        : system_(system), map_(map), builder_(builder), out_(out) {
        out_.frames.push_back({});
        out_.frames.front().name = "ground";
        nodes_.push_back(-1);
        for (const BodyDraft& body : builder.mechanism().bodies) {
            (void)of(body.node);
            if (body.flexible) add_link(system, map, body, out);
        }
    }
    int of(int node) {
        const auto known = std::ranges::find(nodes_, node);
        if (known != nodes_.end()) return static_cast<int>(known - nodes_.begin());
        PlanarFrame frame;
        frame.name = builder_.model().nodes()[node].name;
        frame.origin = builder_.model().nodes()[node].origin;
        const int dofs[] = {0, 1, 5};
        for (std::size_t k = 0; k < 3; ++k) frame.rows[k] = reduced_row(map_, {{6 * node + dofs[k], 1}});
        if (const BodyDraft* body = body_at(builder_, node)) {
            frame.body = true;
            frame.mass = body->mass;
            frame.inertia = body->inertia;
            frame.points = body->points;
            frame.driven = body->driven;
        } else {
            frame.offset = {system_.nodes[node].position[0], system_.nodes[node].position[1], 0};
        }
        out_.frames.push_back(std::move(frame));
        nodes_.push_back(node);
        return static_cast<int>(nodes_.size()) - 1;
    }
    int of(const Place& place) {
        if (place.marker < 0) return of(place.node);
        const BodyDraft& body = *body_at(builder_, place.node);
        const int frame = marker_frame(body, place.marker, out_);
        nodes_.resize(out_.frames.size(), of_a_marker);
        return frame;
    }
    std::array<int, 2> of(const std::array<Place, 2>& places) { return {of(places[0]), of(places[1])}; }

  private:
    static constexpr int of_a_marker = -2;
    const System& system_;
    const AffineMap& map_;
    const Builder& builder_;
    Mechanism& out_;
    std::vector<int> nodes_;
};

bool is_given(const PlanarFrame& frame) {
    return std::ranges::all_of(frame.rows, [](const SparseRow& row) { return row.index.empty(); });
}

void add_prescribed_loads(System& system, const AffineMap& map, const Builder& builder, Mechanism& out) {
    for (std::size_t f = 1; f < out.frames.size(); ++f) {
        if (!out.frames[f].driven) continue;
        const BodyDraft& body = *std::ranges::find(builder.mechanism().bodies, out.frames[f].name, &BodyDraft::name);
        // Drivers have reactions of their own.
        const auto moves = [&](const auto& share) {
            return std::ranges::any_of(std::array{0, 1, 5},
                                       [&](int d) { return map.P.coeff(6 * body.node + d, share.first) != 0; });
        };
        for (Load& load : system.loads) std::erase_if(load.on_supports, moves);
        for (const FullLoad& load : builder.loads()) {
            PrescribedLoad push{static_cast<int>(f), {}, load.signal, load.derivative, load.name};
            for (const LinearTerm& term : load.pattern) {
                if (term.index / 6 != body.node) continue;
                const int d = term.index % 6;
                if (d < 2 || d == 5) push.pattern[d < 2 ? static_cast<std::size_t>(d) : 2] += term.coefficient;
            }
            if (push.pattern != std::array<double, 3>{}) out.prescribed_loads.push_back(std::move(push));
        }
        for (const MassLoad& load : builder.mass_loads()) {
            out.prescribed_loads.push_back({static_cast<int>(f),
                                            {body.mass * load.acceleration.x(), body.mass * load.acceleration.y(), 0},
                                            load.signal,
                                            load.derivative,
                                            load.name});
        }
    }
}

void set_coordinates(const System& system, Mechanism& out) {
    std::set<int> found;
    for (const SparseRow& row : system.rows) found.insert(row.index.begin(), row.index.end());
    for (const PlanarFrame& frame : out.frames) {
        for (const SparseRow& row : frame.rows) found.insert(row.index.begin(), row.index.end());
    }
    for (const FlexibleLink& link : out.links) found.insert(link.modes.begin(), link.modes.end());
    out.coordinates.assign(found.begin(), found.end());
    place_links(out);
}

/// Of the lengths that a script computes a place from [m]: the largest place of a body or a guess.
double size_of(const Mechanism& mechanism, const AssembleDraft& assemble) {
    double size = 0;
    for (const PlanarFrame& frame : mechanism.frames)
        size = std::max({size, std::abs(frame.offset[0]), std::abs(frame.offset[1])});
    for (const auto& [name, position] : assemble.positions) size = std::max(size, position.cwiseAbs().maxCoeff());
    return size;
}

/// A coordinate that is fixed or prescribed starts where it is given: another guess is an error. Where it is given at zero, the
/// guess may be the rounding of a sum or of a sine that vanishes. \param size the length, or the angle of 1 rad, that it may be
/// the rounding of
void require_given(const System& system, const PlanarFrame& frame, std::size_t k, double guess, double size,
                   const Origin& origin) {
    constexpr double of_size = 1e-12;
    constexpr std::array words{"x", "y", "the angle"};
    double given = frame.offset[k];
    const SparseRow& row = frame.rows[k];
    for (std::size_t e = 0; e < row.prescribed.size(); ++e)
        given += row.prescribed_coefficient[e] *
                 system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->value(0);
    if (std::abs(given - guess) <= 1e-9 * (std::abs(given) + std::abs(guess)) + of_size * size) return;
    throw bad_case("model.assemble: " + std::string(words[k]) + " of '" + frame.name + "' is fixed or prescribed, at " +
                       shortest(given) + " at the start; its guess must be the same, got " + shortest(guess),
                   origin);
}

/// The guesses of `assemble` as free coordinates, and the coordinates fixed by `initial`.
void take_guesses(System& system, const Builder& builder, const Mechanism& out, StartGuess& guess) {
    const auto coordinate = [&](const PlanarFrame& frame, std::size_t k) {
        return frame.rows[k].index.size() == 1 ? frame.rows[k].index.front() : -1;
    };
    const auto given = [&](const std::vector<GivenDof>& list, int dof) {
        return std::ranges::any_of(list, [dof](const GivenDof& g) { return g.dof == dof; });
    };
    const int dofs[] = {0, 1, 5};
    for (const BodyDraft& body : builder.mechanism().bodies) {
        const PlanarFrame& frame = *std::ranges::find(out.frames, body.name, &PlanarFrame::name);
        for (std::size_t k = 0; k < 3; ++k) {
            const int at = coordinate(frame, k);
            if (at < 0) continue;
            if (given(builder.displacements(), 6 * body.node + dofs[k])) guess.held.push_back(at);
            if (given(builder.velocities(), 6 * body.node + dofs[k])) guess.held_rates.push_back(at);
        }
    }
    if (!builder.mechanism().assemble) return;
    const AssembleDraft& assemble = *builder.mechanism().assemble;
    std::vector<std::string> known;
    for (const BodyDraft& body : builder.mechanism().bodies) known.push_back(body.name);
    const auto frame_of = [&](const std::string& name) -> const PlanarFrame& {
        if (std::ranges::find(known, name) == known.end())
            throw bad_case("model.assemble: unknown body '" + name + "'" + did_you_mean(name, known), assemble.origin);
        return *std::ranges::find(out.frames, name, &PlanarFrame::name);
    };
    const double size = size_of(out, assemble);
    const auto set = [&](const PlanarFrame& frame, std::size_t k, double value) {
        const int at = coordinate(frame, k);
        if (at >= 0 && std::ranges::find(guess.held, at) == guess.held.end()) system.q0[at] = value;
        if (!frame.driven && frame.rows[k].index.empty())
            require_given(system, frame, k, value, k == 2 ? 1.0 : size, assemble.origin);
    };
    for (const auto& [name, angle] : assemble.angles) set(frame_of(name), 2, angle);
    for (const auto& [name, position] : assemble.positions) {
        set(frame_of(name), 0, position.x());
        set(frame_of(name), 1, position.y());
    }
}

/// Makes the parts from the drafts in the order of their references to each other.
class Maker {
  public:
    Maker(System& system, const AffineMap& map, const Builder& builder, Mechanism& out)
        : system_(system), builder_(builder), draft_(builder.mechanism()), out_(out), frames_(system, map, builder, out) {}

    void joints() {
        for (const JointDraft& joint : draft_.joints) {
            const std::array<Place, 2> places = places_of(joint, joint.kind);
            PlanarJoint made = ideal(joint, joint.constraints, places);
            // The joint of a driven body is satisfied by its prescribed motion; its force is that of the driver.
            for (const int index : made.frames) {
                const auto& driven = out_.frames[static_cast<std::size_t>(index)].driven;
                if (driven && driven->joint == joint.name) made.drives_frame = index;
            }
            if (made.drives_frame >= 0) made.kept.assign(made.kept.size(), false);
            out_.joints.push_back(std::move(made));
        }
    }
    void drives() {
        for (const DriveDraft& drive : draft_.drives) {
            const JointDraft& joint = driven_joint(builder_, drive);
            const std::array<Place, 2> places = places_of(joint, joint.kind);
            const std::array<int, 2> pair = frames_.of(places);
            const std::string name = "drive of " + joint.name;
            if (const SignalPointer motion = motion_of(drive)) {
                if (both_given(pair)) continue;
                PlanarJoint made{name,   "drive", pair,        {drive_condition(joint, places[0], places[1])},
                                 {true}, motion,  drive.origin};
                made.from_start = drive.speed != nullptr || drive.velocity != nullptr;
                out_.joints.push_back(std::move(made));
                continue;
            }
            PlanarForce force;
            force.name = name;
            force.kind = drive.torque ? PlanarForce::Kind::turning : PlanarForce::Kind::along_axis;
            force.frames = pair;
            force.points = {places[0].at, places[1].at};
            if (drive.force) force.axis = axis_of(joint);
            force.drive = drive.torque ? drive.torque : drive.force;
            force.origin = drive.origin;
            out_.forces.push_back(std::move(force));
        }
    }
    void forces() {
        for (const ForceDraft& force : draft_.forces) {
            const std::array<Place, 2> places = places_of(force, force.kind);
            if (places[0].node == places[1].node && places[0].marker == places[1].marker)
                throw bad_case(
                    "model." + force.kind + ": '" + force.name + "' does nothing; its two points must belong to different bodies",
                    force.origin);
            PlanarForce made;
            made.name = force.name;
            made.kind = force.axis      ? PlanarForce::Kind::along_axis
                        : force.turning ? PlanarForce::Kind::turning
                                        : PlanarForce::Kind::along_line;
            if (force.axis) made.axis = *force.axis;
            made.frames = frames_.of(places);
            made.points = {places[0].at, places[1].at};
            made.stiffness = force.stiffness;
            made.damping = force.damping;
            made.free = force.free.value_or(0);
            made.free_at_start = !force.free;
            made.drive = force.drive;
            made.origin = force.origin;
            made.load = force.load;
            out_.forces.push_back(std::move(made));
        }
    }
    /// Clearance joints; those that start as ideal joints are also added to `guess`.
    void clearances(StartGuess& guess) {
        guess.ideal = out_.joints;
        for (const ClearanceDraft& joint : draft_.clearances) {
            const std::array<Place, 2> places = places_of(joint, joint.kind);
            PlanarJoint start = ideal(joint, joint.ideal, places);
            if (both_given(start.frames)) {
                throw bad_case("model." + joint.kind + ": neither of the bodies of '" + joint.name + "' is free to move",
                               joint.origin);
            }
            add_clearance(system_, joint, places, start.frames, builder_, out_);
            if (given_at_start(builder_, places[0].node) || given_at_start(builder_, places[1].node)) continue;
            if (out_.pairs.back().gap.shape == contact::PlanarGap::Shape::slot)
                guess.slots.emplace_back(guess.ideal.size(), out_.pairs.size() - 1);
            guess.ideal.push_back(std::move(start));
        }
        // The rows of frictions follow those of all contacts.
        std::size_t pair = 0;
        for (const ClearanceDraft& joint : draft_.clearances) {
            add_clearance_friction(system_, joint, pair, out_);
            pair += joint.sides.size();
        }
    }

  private:
    template <class Draft>
    [[nodiscard]] std::array<Place, 2> places_of(const Draft& draft, const std::string& kind) const {
        return {find_place(builder_, draft.between[0], "model." + kind, draft.origin),
                find_place(builder_, draft.between[1], "model." + kind, draft.origin)};
    }
    template <class Draft>
    [[nodiscard]] PlanarJoint ideal(const Draft& joint, const std::vector<Condition>& conditions,
                                    const std::array<Place, 2>& places) {
        if (places[0].node == places[1].node)
            throw bad_case("model." + joint.kind + ": the two points must belong to different bodies", joint.origin);
        PlanarJoint made{joint.name, joint.kind, frames_.of(places), placed(conditions, places[0], places[1]),
                         {},         nullptr,    joint.origin};
        made.kept = all_of(made.constraints);
        return made;
    }
    [[nodiscard]] bool both_given(const std::array<int, 2>& pair) const {
        return is_given(out_.frames[static_cast<std::size_t>(pair[0])]) &&
               is_given(out_.frames[static_cast<std::size_t>(pair[1])]);
    }

    System& system_;
    const Builder& builder_;
    const MechanismDraft& draft_;
    Mechanism& out_;
    Frames frames_;
};

}  // namespace

void add_mechanism(System& system, const AffineMap& map, const Builder& builder) {
    const MechanismDraft& draft = builder.mechanism();
    if (draft.empty()) {
        if (draft.assemble) throw bad_case("model.assemble: there are no bodies", draft.assemble->origin);
        return;
    }
    auto mechanism = std::make_shared<Mechanism>();
    StartGuess guess;
    Maker maker(system, map, builder, *mechanism);
    maker.joints();
    maker.drives();
    maker.forces();
    maker.clearances(guess);
    add_prescribed_loads(system, map, builder, *mechanism);
    set_coordinates(system, *mechanism);
    take_guesses(system, builder, *mechanism, guess);
    assemble_start(system, *mechanism, guess);
    system.mechanism = std::move(mechanism);
}

}  // namespace jounce
