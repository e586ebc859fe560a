// Clearance joints: contacts between two frames with their friction.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "system/joining/parts.hpp"
#include "system/mechanism/motion.hpp"

namespace jounce {

void add_clearance(System& system, const ClearanceDraft& draft, const std::array<Place, 2>& places,
                   const std::array<int, 2>& frames, const Builder& builder, Mechanism& out) {
    for (const ClearanceDraft::Side& side : draft.sides) {
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
        contact.gap.clearance = side.gap.clearance;
        contact.gap.shape = contact::GapShape::frames;
        contact.law = side.law;
        contact.first_row = static_cast<int>(system.rows.size());
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

double beyond_end(const System& system, const Mechanism& mechanism, const PlanarPair& pair, const linalg::Vector& q) {
    MechanismMotion motion(system, mechanism, {});
    motion.set_time(0);
    motion.move(q.data(), nullptr);
    const bodies::FrameMotion& first = motion.frame(pair.frames[0]);
    const bodies::Vector2 pin = motion.frame(pair.frames[1]).point(pair.points[1]);
    const bodies::Vector2 at = first.seen(pin - first.position) - pair.points[0];
    const double inner = pair.gap.side(0, at).indentation;
    return std::max(inner, pair.gap.side(1, at).indentation);
}

void add_clearance_friction(System& system, const ClearanceDraft& draft, std::size_t first_pair, Mechanism& out) {
    if (!draft.friction) return;
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

}  // namespace jounce
