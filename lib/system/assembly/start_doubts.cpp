// Notes on the start of a mechanism that are probably mistakes of units.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/start_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/text.hpp"
#include "system/assembly/doubts.hpp"
#include "system/mechanism/motion.hpp"

namespace jounce {

namespace {

std::string place(const Origin& origin) { return origin.known() ? " (" + origin.text() + ")" : ""; }

/// "" for none
std::string spring_doubt(const PlanarForce& force, const MechanismMotion& start) {
    constexpr double longest = 20;
    if (force.kind != PlanarForce::Kind::along_line || force.free_at_start || !(force.stiffness > 0) || force.free < 1) return {};
    const double apart =
        (start.frame(force.frames[1]).point(force.points[1]) - start.frame(force.frames[0]).point(force.points[0])).norm();
    if (!(force.free > longest * apart)) return {};
    return fmt::format("model.link_spring{}: the points of '{}' start {:.3g} m apart, at a free length of {} m; {}*si.mm?",
                       place(force.origin), force.name, apart, in_message(force.free), in_message(force.free));
}

/// "" for none
std::string pin_doubt(const PlanarPair& pair, const Contact& contact, const MechanismMotion& start) {
    if (pair.gap.shape == contact::PlanarGap::Shape::face) return {};
    const bodies::FrameMotion& bearing = start.frame(pair.frames[0]);
    const bodies::Vector2 pin = start.frame(pair.frames[1]).point(pair.points[1]);
    const bodies::Vector2 at = bearing.seen(pin - bearing.position) - pair.points[0];
    const double beyond = pair.gap.side(pair.side, at).indentation;
    if (!(beyond > pair.pin_radius + pair.gap.clearance)) return {};
    return fmt::format(
        "gap '{}'{}: the pin starts {:.3g} m beyond its clearance of {:.3g} m; is the start (model:initial) in mm?", contact.name,
        place(contact.origin), beyond, pair.gap.clearance);
}

}  // namespace

void add_start_doubts(System& system) {
    if (!system.mechanism) return;
    const Mechanism& mechanism = *system.mechanism;
    MechanismMotion start(system, mechanism, {});
    start.set_time(0);
    start.move(system.q0.data(), nullptr);
    const auto add = [&system](const char* word, const std::string& text) {
        if (!text.empty() && std::ranges::find(system.accepted, word) == system.accepted.end())
            system.notes.push_back(doubt(word, text));
    };
    for (const PlanarForce& force : mechanism.forces) add("length", spring_doubt(force, start));
    for (const PlanarPair& pair : mechanism.pairs)
        add("clearance", pin_doubt(pair, system.contacts[static_cast<std::size_t>(pair.contact)], start));
}

}  // namespace jounce
