// From the drafts of a mechanism to its part of a System.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism_build.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "system/reduced_row.hpp"

namespace jounce {

using bodies::Condition;
using bodies::Vector2;

namespace {

const BodyDraft* body_at(const Builder& builder, int node) {
    for (const BodyDraft& body : builder.mechanism().bodies) {
        if (body.node == node) return &body;
    }
    return nullptr;
}

double guessed_angle(const Builder& builder, int node) {
    const BodyDraft* body = node < 0 ? nullptr : body_at(builder, node);
    if (body == nullptr) return 0;
    // What `initial` gives goes before a guess.
    for (const GivenDof& given : builder.displacements()) {
        if (given.dof == 6 * node + 5) return given.value;
    }
    if (!builder.mechanism().assemble) return 0;
    for (const auto& [name, angle] : builder.mechanism().assemble->angles) {
        if (name == body->name) return angle;
    }
    return 0;
}

/// Points of a joint's constraints: curves are given from the first place, in the axes of its frame.
std::vector<Condition> placed(std::vector<Condition> constraints, const Place& first, const Place& second) {
    for (Condition& c : constraints) {
        c.first = first.at;
        c.second = second.at;
        c.curve.point += first.at;
    }
    return constraints;
}

const JointDraft& driven_joint(const Builder& builder, const DriveDraft& drive) {
    std::vector<std::string> known;
    for (const JointDraft& joint : builder.mechanism().joints) {
        known.push_back(joint.name);
        if (joint.name != drive.joint) continue;
        const bool turns = drive.angle || drive.speed || drive.torque;
        const char* wanted = turns ? "revolute" : "translational";
        if (joint.kind != wanted) {
            throw bad_case("model.drive: 'joint' must be a " + std::string(wanted) + " one for this kind of motion, got '" +
                               joint.name + "' (" + joint.kind + ")",
                           drive.origin);
        }
        return joint;
    }
    for (const ClearanceDraft& joint : builder.mechanism().clearances) {
        if (joint.name == drive.joint)
            throw bad_case("model.drive: 'joint' must be an ideal joint, got '" + joint.name + "' (" + joint.kind + ")",
                           drive.origin);
    }
    std::string message = "model.drive: unknown joint '" + drive.joint + "'" + did_you_mean(drive.joint, known);
    if (!message.ends_with("?") && !known.empty()) message += "; known are " + join(known);
    throw bad_case(message, drive.origin);
}

SignalPointer motion_of(const DriveDraft& drive) {
    if (drive.angle) return drive.angle;
    if (drive.position) return drive.position;
    const SignalPointer& rate = drive.speed ? drive.speed : drive.velocity;
    if (!rate) return nullptr;
    SignalPointer out = integral_of(rate);
    if (!out) {
        const std::string field = drive.speed ? "speed" : "velocity";
        throw bad_case("model.drive: '" + field + "' must be a number or a signal in closed form; give the " +
                           (drive.speed ? "'angle'" : "'position'") + " for this one",
                       drive.origin);
    }
    return out;
}

Vector2 axis_of(const JointDraft& joint) {
    const Vector2& normal = joint.constraints.front().curve.normal;
    return {normal.y(), -normal.x()};
}

/// The frame that a joint gives its second body (or its first, `reversed`) when the other one's motion is known; null when it
/// leaves it free.
std::shared_ptr<const DrivenFrame> driven_by(const Builder& builder, const JointDraft& joint, const DriveDraft* drive,
                                             const Place& base, const Place& body, bool reversed,
                                             std::shared_ptr<const DrivenFrame> under) {
    if (reversed && joint.kind == "translational") return nullptr;
    DrivenFrame frame;
    frame.joint = joint.name;
    frame.base = std::move(under);
    frame.at = base.at;
    frame.pivot = body.at;
    const SignalPointer motion = drive != nullptr ? motion_of(*drive) : nullptr;
    if (joint.kind == "fixed") {
        frame.angle = reversed ? -joint.constraints[1].angle : joint.constraints[1].angle;
    } else if (joint.kind == "revolute" && motion && !reversed) {
        frame.turn = motion;
        if (drive->speed) frame.angle = guessed_angle(builder, body.node) - guessed_angle(builder, base.node);
    } else if (joint.kind == "translational" && motion && drive->position) {
        frame.axis = axis_of(joint);
        frame.at += joint.constraints.front().curve.point;
        frame.angle = joint.constraints[1].angle;
        frame.push = motion;
    } else {
        return nullptr;
    }
    return std::make_shared<const DrivenFrame>(frame);
}

bool given_at_start(const Builder& builder, int node) {
    const auto of_node = [node](const GivenDof& given) { return given.dof / 6 == node; };
    return std::ranges::any_of(builder.displacements(), of_node) || std::ranges::any_of(builder.velocities(), of_node);
}

Condition drive_constraint(const JointDraft& joint, const Place& first, const Place& second) {
    Condition c;
    c.first = first.at;
    c.second = second.at;
    if (joint.kind == "revolute") {
        c.kind = Condition::Kind::turned;
    } else {
        c.kind = Condition::Kind::on_curve;
        c.curve = bodies::Curve::line(joint.constraints.front().curve.point + first.at, axis_of(joint));
    }
    return c;
}

std::vector<bool> all_of(const std::vector<Condition>& constraints) {
    std::size_t count = 0;
    for (const Condition& c : constraints) count += static_cast<std::size_t>(c.equations());
    return std::vector<bool>(count, true);
}

/// Frames are made as they are asked for; the first one is the ground.
class Frames {
  public:
    Frames(const System& system, const AffineMap& map, const Builder& builder, Mechanism& out)
        : system_(system), map_(map), builder_(builder), out_(out) {
        out_.frames.push_back({});
        out_.frames.front().name = "ground";
        nodes_.push_back(-1);
        for (const BodyDraft& body : builder.mechanism().bodies) (void)of(body.node);
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
    std::array<int, 2> of(const std::array<Place, 2>& places) { return {of(places[0].node), of(places[1].node)}; }

  private:
    const System& system_;
    const AffineMap& map_;
    const Builder& builder_;
    Mechanism& out_;
    std::vector<int> nodes_;
};

bool is_given(const PlanarFrame& frame) {
    return std::ranges::all_of(frame.rows, [](const SparseRow& row) { return row.index.empty(); });
}

void add_clearance(System& system, const ClearanceDraft& draft, const std::array<Place, 2>& places,
                   const std::array<int, 2>& frames, const Builder& builder, Mechanism& out) {
    for (const ClearanceDraft::Side& side : draft.sides) {
        if (side.law->rigid) {
            throw bad_case(
                "model." + draft.kind + ": 'law' must be one with a force between the parts of a mechanism, got law.rigid",
                draft.origin);
        }
        PlanarPair pair;
        pair.contact = static_cast<int>(system.contacts.size());
        pair.frames = frames;
        pair.points = {places[0].at + side.first, places[1].at + side.second};
        pair.angle = draft.angle;
        pair.gap = side.gap;
        pair.side = side.number;
        pair.pin_radius = draft.pin_radius;
        Contact contact;
        contact.name = draft.name + side.suffix;
        contact.planar = true;
        contact.gap.clearance = side.gap.clearance;
        contact.gap.shape =
            side.gap.shape == contact::PlanarGap::Shape::circular ? contact::GapShape::circular : contact::GapShape::plane;
        contact.law = side.law;
        contact.first_row = static_cast<int>(system.rows.size());
        system.rows.resize(system.rows.size() + static_cast<std::size_t>(contact.gap.coordinates()));
        contact.first_side = system.sides++;
        const int node = places[1].node >= 0 ? places[1].node : places[0].node;
        contact.node = builder.model().nodes()[node].name;
        contact.directions[0] = {1, 0, 0};
        contact.directions[1] = {0, 1, 0};
        contact.origin = draft.origin;
        system.contacts.push_back(std::move(contact));
        out.pairs.push_back(std::move(pair));
    }
}

void add_clearance_friction(System& system, const ClearanceDraft& draft, std::size_t first_pair, Mechanism& out) {
    if (!draft.friction) return;
    if (draft.friction->cone) {
        throw bad_case(
            "model." + draft.kind +
                ": 'friction' must be a law that is a function of the slip speed (coulomb with 'regularisation_speed', "
                "adams, threshold, lugre), got the set-valued friction." +
                draft.friction->kind,
            draft.origin);
    }
    for (std::size_t i = 0; i < draft.sides.size(); ++i) {
        PlanarPair& pair = out.pairs[first_pair + i];
        const Contact& contact = system.contacts[static_cast<std::size_t>(pair.contact)];
        Friction friction;
        friction.name = contact.name;
        friction.law = draft.friction;
        friction.contact = pair.contact;
        friction.first_row = static_cast<int>(system.rows.size());
        friction.own_rows = 1;
        friction.node = contact.node;
        friction.origin = draft.origin;
        system.rows.emplace_back();
        pair.friction = static_cast<int>(system.frictions.size());
        system.frictions.push_back(std::move(friction));
    }
    if (!draft.friction->note.empty()) system.notes.push_back("friction of '" + draft.name + "': " + draft.friction->note);
}

void add_prescribed_loads(const Builder& builder, Mechanism& out) {
    for (std::size_t f = 1; f < out.frames.size(); ++f) {
        if (!out.frames[f].driven) continue;
        const BodyDraft& body = *std::ranges::find(builder.mechanism().bodies, out.frames[f].name, &BodyDraft::name);
        for (const FullLoad& load : builder.loads()) {
            PrescribedLoad push{static_cast<int>(f), {}, load.signal, load.derivative};
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
                                            load.derivative});
        }
    }
}

void set_coordinates(const System& system, Mechanism& out) {
    std::set<int> found;
    for (const SparseRow& row : system.rows) found.insert(row.index.begin(), row.index.end());
    for (const PlanarFrame& frame : out.frames) {
        for (const SparseRow& row : frame.rows) found.insert(row.index.begin(), row.index.end());
    }
    out.coordinates.assign(found.begin(), found.end());
}

/// Guesses of `assemble` in the free coordinates; and which ones `initial` holds.
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
    const auto set = [&](const PlanarFrame& frame, std::size_t k, double value) {
        const int at = coordinate(frame, k);
        if (at >= 0 && std::ranges::find(guess.held, at) == guess.held.end()) system.q0[at] = value;
    };
    for (const auto& [name, angle] : assemble.angles) set(frame_of(name), 2, angle);
    for (const auto& [name, position] : assemble.positions) {
        set(frame_of(name), 0, position.x());
        set(frame_of(name), 1, position.y());
    }
}

}  // namespace

int Mechanism::find_frame(const std::string& name) const {
    const auto found = std::ranges::find(frames, name, &PlanarFrame::name);
    return found == frames.end() ? -1 : static_cast<int>(found - frames.begin());
}

int Mechanism::find_joint(const std::string& name) const {
    const auto found = std::ranges::find(joints, name, &PlanarJoint::name);
    return found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
}

int Mechanism::driven_bodies() const {
    return static_cast<int>(std::ranges::count_if(frames, [](const PlanarFrame& frame) { return frame.driven != nullptr; }));
}

JointForce Mechanism::force_of(int index) const {
    JointForce out;
    int row = 0;
    for (int j = 0; j < index; ++j) row += static_cast<int>(std::ranges::count(joints[j].kept, true));
    const PlanarJoint& joint = joints[index];
    std::size_t equation = 0;
    for (const Condition& c : joint.constraints) {
        for (int i = 0; i < c.equations(); ++i, ++equation) {
            if (!joint.kept[equation]) continue;
            (c.kind == Condition::Kind::turned     ? out.moment
             : c.kind == Condition::Kind::on_curve ? out.normal
             : i == 0                              ? out.x
                                                   : out.y) = row++;
        }
    }
    if (joint.drives_frame < 0) return out;
    int first = multipliers;
    for (int f = 0; f < joint.drives_frame; ++f) first += frames[f].driven ? 3 : 0;
    return {first, first + 1, -1, first + 2, 1};
}

Place find_place(const Builder& builder, const PlaceDraft& draft, const std::string& subject, const Origin& origin) {
    if (draft.ground) return {-1, draft.at};
    const Model& model = builder.model();
    std::vector<std::string> known;
    for (const BodyDraft& body : builder.mechanism().bodies) {
        if (body.name == draft.name) return {body.node, Vector2::Zero()};
        known.push_back(body.name);
        for (const auto& [point, at] : body.points) {
            known.push_back(body.name + "." + point);
            if (known.back() == draft.name) return {body.node, at};
        }
    }
    if (const NameDeclaration* name = model.find_name(draft.name); name != nullptr && name->node >= 0)
        return {name->node, Vector2::Zero()};
    for (const NodeDeclaration& node : model.nodes()) known.push_back(node.name);
    std::string message = subject + ": unknown point '" + draft.name + "'" + did_you_mean(draft.name, known);
    if (!message.ends_with("?") && !known.empty()) message += "; known are " + join(known);
    throw bad_case(message, origin);
}

void drive_bodies(Builder& builder) {
    MechanismDraft& draft = builder.mechanism();
    if (draft.empty() && draft.drives.empty() && !draft.assemble) return;
    for (std::size_t i = 0; i < draft.drives.size(); ++i) {
        (void)driven_joint(builder, draft.drives[i]);
        for (std::size_t j = 0; j < i; ++j) {
            if (draft.drives[j].joint == draft.drives[i].joint && motion_of(draft.drives[j]) && motion_of(draft.drives[i]))
                throw bad_case("model.drive: the motion of joint '" + draft.drives[i].joint + "' is already given at " +
                                   draft.drives[j].origin.text(),
                               draft.drives[i].origin);
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (const JointDraft& joint : draft.joints) {
            const Place first = find_place(builder, joint.between[0], "model." + joint.kind, joint.origin);
            const Place second = find_place(builder, joint.between[1], "model." + joint.kind, joint.origin);
            const DriveDraft* drive = nullptr;
            for (const DriveDraft& d : draft.drives) {
                if (d.joint == joint.name && motion_of(d)) drive = &d;
            }
            for (const bool reversed : {false, true}) {
                const Place& base = reversed ? second : first;
                const Place& body = reversed ? first : second;
                const BodyDraft* under = base.node < 0 ? nullptr : body_at(builder, base.node);
                if (base.node >= 0 && (under == nullptr || !under->driven)) continue;
                auto mover = std::ranges::find(draft.bodies, body.node, &BodyDraft::node);
                if (mover == draft.bodies.end() || mover->driven || given_at_start(builder, body.node)) continue;
                mover->driven =
                    driven_by(builder, joint, drive, base, body, reversed, under != nullptr ? under->driven : nullptr);
                if (!mover->driven) continue;
                more = true;
                builder.begin("drive", Handle{}, drive != nullptr ? drive->origin : joint.origin);
                const int dofs[] = {0, 1, 5};
                for (int k = 0; k < 3; ++k)
                    builder.prescribe(6 * body.node + dofs[k], builder.motion(driven_signal(mover->driven, k)));
            }
        }
    }
}

void add_mechanism(System& system, const AffineMap& map, const Builder& builder) {
    const MechanismDraft& draft = builder.mechanism();
    if (draft.empty()) {
        if (draft.assemble) throw bad_case("model.assemble: there are no bodies", draft.assemble->origin);
        return;
    }
    auto mechanism = std::make_shared<Mechanism>();
    Mechanism& out = *mechanism;
    Frames frames(system, map, builder, out);
    StartGuess guess;
    const auto places_of = [&](const auto& entry, const std::string& kind) {
        return std::array<Place, 2>{find_place(builder, entry.between[0], "model." + kind, entry.origin),
                                    find_place(builder, entry.between[1], "model." + kind, entry.origin)};
    };
    const auto refuse_one_body = [](const std::array<Place, 2>& places, const std::string& kind, const Origin& origin) {
        if (places[0].node == places[1].node)
            throw bad_case("model." + kind + ": the two points must belong to different bodies", origin);
    };
    for (const JointDraft& joint : draft.joints) {
        const std::array<Place, 2> places = places_of(joint, joint.kind);
        refuse_one_body(places, joint.kind, joint.origin);
        PlanarJoint made{joint.name, joint.kind, frames.of(places), placed(joint.constraints, places[0], places[1]),
                         {},         nullptr,    joint.origin};
        made.kept = all_of(made.constraints);
        // The joint that drives a body is kept by its motion; what the driver gives is its force.
        for (const int side : {0, 1}) {
            const PlanarFrame& frame = out.frames[static_cast<std::size_t>(made.frames[static_cast<std::size_t>(side)])];
            if (frame.driven && frame.driven->joint == joint.name)
                made.drives_frame = made.frames[static_cast<std::size_t>(side)];
        }
        if (made.drives_frame >= 0) made.kept.assign(made.kept.size(), false);
        out.joints.push_back(std::move(made));
    }
    for (const DriveDraft& drive : draft.drives) {
        const JointDraft& joint = driven_joint(builder, drive);
        const std::array<Place, 2> places = places_of(joint, joint.kind);
        const std::array<int, 2> pair = frames.of(places);
        if (const SignalPointer motion = motion_of(drive)) {
            if (is_given(out.frames[static_cast<std::size_t>(pair[0])]) &&
                is_given(out.frames[static_cast<std::size_t>(pair[1])]))
                continue;
            PlanarJoint made{"drive of " + joint.name,
                             "drive",
                             pair,
                             {drive_constraint(joint, places[0], places[1])},
                             {true},
                             motion,
                             drive.origin};
            made.from_start = drive.speed != nullptr || drive.velocity != nullptr;
            out.joints.push_back(std::move(made));
        } else {
            PlanarForce force;
            force.name = "drive of " + joint.name;
            force.kind = drive.torque ? PlanarForce::Kind::turning : PlanarForce::Kind::along_axis;
            force.frames = pair;
            force.points = {places[0].at, places[1].at};
            if (drive.force) force.axis = axis_of(joint);
            force.drive = drive.torque ? drive.torque : drive.force;
            force.origin = drive.origin;
            out.forces.push_back(std::move(force));
        }
    }
    for (const ForceDraft& force : draft.forces) {
        const std::array<Place, 2> places = places_of(force, "link");
        PlanarForce made;
        made.name = force.name;
        made.kind = force.turning ? PlanarForce::Kind::turning : PlanarForce::Kind::along_line;
        made.frames = frames.of(places);
        made.points = {places[0].at, places[1].at};
        made.stiffness = force.stiffness;
        made.damping = force.damping;
        made.free = force.free.value_or(0);
        made.free_at_start = !force.free;
        made.drive = force.drive;
        made.origin = force.origin;
        out.forces.push_back(std::move(made));
    }
    guess.ideal = out.joints;
    for (const ClearanceDraft& joint : draft.clearances) {
        const std::array<Place, 2> places = places_of(joint, joint.kind);
        refuse_one_body(places, joint.kind, joint.origin);
        const std::array<int, 2> pair = frames.of(places);
        if (is_given(out.frames[static_cast<std::size_t>(pair[0])]) && is_given(out.frames[static_cast<std::size_t>(pair[1])]))
            throw bad_case("model." + joint.kind + ": neither of the bodies of '" + joint.name + "' is free to move",
                           joint.origin);
        add_clearance(system, joint, places, pair, builder, out);
        if (given_at_start(builder, places[0].node) || given_at_start(builder, places[1].node)) continue;
        PlanarJoint ideal{joint.name, joint.kind, pair, placed(joint.ideal, places[0], places[1]), {}, nullptr, joint.origin};
        ideal.kept = all_of(ideal.constraints);
        guess.ideal.push_back(std::move(ideal));
    }
    std::size_t pair = 0;
    for (const ClearanceDraft& joint : draft.clearances) {
        add_clearance_friction(system, joint, pair, out);
        pair += joint.sides.size();
    }
    add_prescribed_loads(builder, out);
    set_coordinates(system, out);
    take_guesses(system, builder, out, guess);
    assemble_start(system, out, guess);
    system.mechanism = std::move(mechanism);
}

}  // namespace jounce
