// Where contact laws end: no accepted state may be deeper in a contact than its law reaches.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/depth_limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

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
    throw computation_failed(fmt::format("model '{}': contact '{}' is {:.6g} m deep at t = {} s, beyond {:.6g} m, {}",
                                         system_.name, contact.name, state.sides[limit.side].motion.indentation,
                                         shortest(state.time), limit.indentation, contact.law->end.reason));
}

std::string trust_note(const Contact& contact, double indentation) {
    const contact::DepthLimit& trusted = contact.law->trusted;
    if (!(indentation > trusted.indentation)) return {};
    return fmt::format("contact '{}' was {:.3g} m deep, beyond {:.3g} m, {}", contact.name, indentation, trusted.indentation,
                       trusted.reason);
}

}  // namespace jounce::time
