// The words of switches that have no end, and of impacts that cannot be determined.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/switching_errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <vector>

#include "time/equations/held_motions.hpp"

namespace jounce::time {

std::string without_room(const System& system, const State& state) {
    constexpr double near = 1e3;  // times what counts as touching
    std::vector<std::string> names;
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const double indentation = state.sides[static_cast<std::size_t>(contact.first_side + s)].motion.indentation;
            if (indentation < -near * touching(system, contact, state)) continue;
            names.push_back("'" + contact.name + "'");
            break;
        }
    }
    if (names.size() < 2) return {};
    return fmt::format("{} touch there: where they leave no room, no motion goes on; otherwise ", fmt::join(names, " and "));
}

std::string remedy(const System& system, const State& state, const Endless& switches) {
    const bool meshed = (system.beams && !system.beams->empty()) || (system.shells && !system.shells->empty());
    if (switches.at_rigid_stop && meshed)
        return fmt::format(
            "a rigid stop on a node of finite elements excites the highest frequencies of the mesh: there use {}"
            "model:damping, a law with a stiffness, mass = \"lumped\" of shells, or a smaller step",
            switches.located ? "" : "jounce.method.event_driven, ");
    if (!switches.at_rigid_stop) return "the step is too large";
    return without_room(system, state) +
           (switches.rubs
                ? "the step is too large, or the friction so high that the forces of the stop are not unique (Painleve), "
                  "which only a law with a stiffness decides"
                : "the step is too large");
}

bool beside_rigid_stop(const System& system, const Friction& friction) {
    const auto rows_of = [&](int first, int count) {
        return std::span(system.rows).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    };
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.law->rigid &&
               std::ranges::any_of(rows_of(contact.first_row, contact.gap.coordinates()), [&](const SparseRow& stop) {
                   return std::ranges::any_of(rows_of(friction.first_row, friction.own_rows), [&](const SparseRow& slip) {
                       return std::ranges::find_first_of(stop.index, slip.index) != stop.index.end() ||
                              contact.node == friction.node;
                   });
               });
    });
}

}  // namespace jounce::time
