// The start of a mechanism: closes the joints from a guess, makes velocities consistent.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "system/joining/joining.hpp"
#include "system/joining/parts.hpp"
#include "system/mechanism/closing.hpp"
#include "system/mechanism/motion.hpp"

namespace jounce {

using linalg::Matrix;
using linalg::Vector;

namespace {

/// Drivers relative to the start do not determine the start position.
void release_drivers(std::vector<PlanarJoint>& joints, bool kept) {
    for (PlanarJoint& joint : joints) {
        if (joint.from_start) joint.kept.assign(1, kept);
    }
}

void count_from(const System& system, const Mechanism& mechanism, std::vector<PlanarJoint>& joints) {
    for (PlanarJoint& joint : joints) {
        if (!joint.from_start) continue;
        MechanismMotion motion(system, mechanism, {&joint, 1});
        motion.set_time(0);
        motion.move(system.q0.data(), nullptr);
        motion.constrain();
        bodies::Condition& c = joint.constraints.front();
        if (c.kind == bodies::Condition::Kind::turned)
            c.angle += motion.value()[0];
        else
            c.curve.point += motion.value()[0] * c.curve.normal;
    }
}

Error cannot_close(const PlanarJoint& joint, double left) {
    return bad_case(fmt::format("model.{}: '{}' cannot be closed: {:.3g} m (or rad) remain between its parts; is a length or a "
                                "point wrong, or does model:assemble start too far away?",
                                joint.kind, joint.name, left),
                    joint.origin);
}

/// The slot with the pin farthest beyond its end, if any.
std::optional<std::pair<std::size_t, double>> left_slot(const System& system, const Mechanism& mechanism, const StartGuess& guess,
                                                        const Vector& q) {
    std::optional<std::pair<std::size_t, double>> out;
    for (const auto& [joint, pair] : guess.slots) {
        const double far = beyond_end(system, mechanism, mechanism.pairs[pair], q);
        if (far > 0 && (!out || far > out->second)) out.emplace(joint, far);
    }
    return out;
}

/// Closes the ideal joints. If a pin is then beyond its slot, repeats it from the position with the pins nearest to the slots'
/// middles.
double close_ideal(const System& system, const Mechanism& mechanism, const StartGuess& guess, const MechanismClosing& start,
                   Vector& q) {
    const Vector given = q;
    const double left = start.close(guess.ideal, 0, q);
    if (guess.slots.empty() || !left_slot(system, mechanism, guess, q)) return left;
    std::vector<PlanarJoint> centred = guess.ideal;
    for (const auto& [joint, pair] : guess.slots) {
        const PlanarPair& of = mechanism.pairs[pair];
        bodies::Condition& together = centred[joint].constraints.front();
        together = {};
        together.first = of.points[0] + of.gap.middle();
        together.second = of.points[1];
        centred[joint].kept.assign(2, true);
    }
    Vector again = given;
    (void)start.close(centred, 0, again);
    const double then = start.close(guess.ideal, 0, again);
    if (then <= 1e-10 * start.size()) {
        q = again;
        return then;
    }
    return left;
}

void set_free_lengths(const System& system, Mechanism& mechanism) {
    MechanismMotion motion(system, mechanism, mechanism.joints);
    motion.set_time(0);
    motion.move(system.q0.data(), nullptr);
    for (PlanarForce& force : mechanism.forces) {
        const bodies::FrameMotion& a = motion.frame(force.frames[0]);
        const bodies::FrameMotion& b = motion.frame(force.frames[1]);
        const double apart = (b.point(force.points[1]) - a.point(force.points[0])).norm();
        if (force.free_at_start) force.free = force.kind == PlanarForce::Kind::turning ? b.angle - a.angle : apart;
        // The force of a spring with free length zero is proportional to the vector itself.
        const bool needs_direction = force.drive || (force.free > 0 && force.stiffness > 0);
        if (force.kind == PlanarForce::Kind::along_line && needs_direction && !(apart > 1e-9 * force.free)) {
            throw bad_case("model.link_spring: the two points of '" + force.name +
                               "' coincide at the start, where its force has no direction",
                           force.origin);
        }
    }
}

}  // namespace

void assemble_start(System& system, Mechanism& mechanism, StartGuess& guess) {
    release_drivers(guess.ideal, false);
    {
        MechanismClosing start(system, mechanism);
        start.hold(guess.held);
        MechanismClosing bodies = start;
        bodies.hold_structure();
        linalg::Vector q = system.q0;
        double left = close_ideal(system, mechanism, guess, bodies, q);
        if (left <= 1e-10 * start.size())
            system.q0 = q;
        else
            left = close_ideal(system, mechanism, guess, start, system.q0);
        if (!(left <= 1e-10 * start.size())) throw cannot_close(joint_of(guess.ideal, start.worst()), left);
        if (const auto slot = left_slot(system, mechanism, guess, system.q0)) {
            const PlanarJoint& joint = guess.ideal[slot->first];
            throw bad_case(fmt::format("model.slot: the pin of '{}' starts {:.3g} m beyond the end of the slot; start it inside "
                                       "the slot (model:assemble, model:initial), or extend the slot",
                                       joint.name, slot->second),
                           joint.origin);
        }
    }
    release_drivers(guess.ideal, true);
    count_from(system, mechanism, guess.ideal);
    count_from(system, mechanism, mechanism.joints);
    {
        MechanismClosing start(system, mechanism);
        start.hold(guess.held_rates);
        MechanismClosing bodies = start;
        bodies.hold_structure();
        Vector v = system.v0;
        double left = bodies.set_rates(guess.ideal, 0, system.q0, v);
        if (!(left <= 1e-9 * std::max(start.size(), v.cwiseAbs().maxCoeff()))) {
            v = system.v0;
            left = start.set_rates(guess.ideal, 0, system.q0, v);
        }
        const double scale = std::max(start.size(), v.cwiseAbs().maxCoeff());
        if (!(left <= 1e-9 * scale)) {
            drop_redundant(system, mechanism, MechanismClosing(system, mechanism));  // reports a dead point
            const PlanarJoint& joint = joint_of(guess.ideal, start.worst());
            throw bad_case(
                fmt::format("model.{}: '{}' cannot move with the given velocities: an error of {:.3g} m/s (or rad/s) remains",
                            joint.kind, joint.name, left),
                joint.origin);
        }
        system.v0 = v;
    }
    drop_redundant(system, mechanism, MechanismClosing(system, mechanism));
    set_free_lengths(system, mechanism);
    for (const PlanarJoint& joint : mechanism.joints)
        mechanism.multipliers += static_cast<int>(std::ranges::count(joint.kept, true));
    int bodies = 0, driven = 0;
    for (const PlanarFrame& frame : mechanism.frames) {
        if (!frame.body) continue;
        ++(frame.driven ? driven : bodies);
        for (const SparseRow& row : frame.rows) mechanism.degrees_of_freedom += row.index.empty() ? 0 : 1;
    }
    int modes = 0;
    for (const FlexibleLink& link : mechanism.links) modes += static_cast<int>(link.modes.size());
    mechanism.degrees_of_freedom += modes;
    mechanism.degrees_of_freedom -= mechanism.multipliers;
    system.notes.push_back(fmt::format("mechanism: {} free {}, {} driven{}; {} equations of joints leave {} {} of freedom",
                                       bodies, bodies == 1 ? "body" : "bodies", driven,
                                       modes > 0 ? fmt::format(", {} flexible modes", modes) : "", mechanism.multipliers,
                                       mechanism.degrees_of_freedom, mechanism.degrees_of_freedom == 1 ? "degree" : "degrees"));
}

}  // namespace jounce
