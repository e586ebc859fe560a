// Where contact laws end: no accepted state may be deeper in a contact than its law reaches.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/depth_limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/told_apart.hpp"

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
                                         contact.name, depth, shortest(state.time), end, contact.law->end.reason));
}

std::string trust_note(const Contact& contact, double indentation) {
    const contact::DepthLimit& trusted = contact.law->trusted;
    if (!(indentation > trusted.indentation)) return {};
    const auto [depth, end] = told_apart(indentation, trusted.indentation, 3);
    return fmt::format("contact '{}' was {} m deep, beyond {} m, {}", contact.name, depth, end, trusted.reason);
}

}  // namespace jounce::time
