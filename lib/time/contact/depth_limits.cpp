// Limits of contact laws: no accepted state may exceed the indentation for which its law is defined.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/depth_limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/messages/told_apart.hpp"

namespace jounce::time {

DepthLimits::DepthLimits(const System& system) : system_(system) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        if (!std::isfinite(contact.law->end.indentation)) continue;
        for (int s = 0; s < contact.gap.sides(); ++s)
            limits_.push_back({static_cast<std::size_t>(contact.first_side + s), c, contact.law->end.indentation});
    }
}

void DepthLimits::fail(const Limit& limit, const State& state) const {
    const Contact& contact = system_.contacts[limit.contact];
    const auto [depth, end] = told_apart(state.sides[limit.side].motion.indentation, limit.indentation, 6);
    throw computation_failed(fmt::format("model '{}': contact '{}' is {} m deep at t = {} s, beyond {} m, {}", system_.name,
                                         contact.name, depth, time_text(state.time), end, contact.law->end.reason));
}

std::string trust_note(const Contact& contact, double indentation) {
    const contact::DepthLimit& trusted = contact.law->trusted;
    if (!(indentation > trusted.indentation)) return {};
    const auto [depth, end] = told_apart(indentation, trusted.indentation, 3);
    return fmt::format("contact '{}' was {} m deep, beyond {} m, {}", contact.name, depth, end, trusted.reason);
}

std::string deep_start_note(const Contact& contact, const State& state) {
    for (int s = 0; s < contact.gap.sides(); ++s) {
        const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
        const double clearance = contact.gap.clearance;
        if (contact.law->rigid || !(clearance > 0) || !(side.motion.indentation > clearance)) continue;
        return fmt::format("contact '{}' begins {:.3g} m deep, beyond its clearance of {:.3g} m, with a force of {:.3g} N",
                           contact.name, side.motion.indentation, clearance, side.response.force);
    }
    return {};
}

}  // namespace jounce::time
