// Contacts that open and close without end, because their force jumps at the onset.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/chattering.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contact/response/response.hpp"

namespace jounce::time {

Chattering::Chattering(std::size_t sides, double start, double step) : sides_(sides, Side{start, start, step, 0, 0}) {}

std::optional<double> Chattering::onset(std::size_t side, double time) {
    Side& s = sides_[side];
    s.longest = std::max(s.longest, time - s.last);
    s.last = time;
    if (++s.count == 1) s.first = time;
    if (s.count < most) return {};
    const double lasted = time - s.first;
    const bool shrinks = lasted < 0.5 * s.slowest;
    s.slowest = std::max(s.slowest, lasted);
    s.count = 0;
    if (!(lasted < s.longest && (shrinks || lasted < vanishing * s.longest))) return {};
    return lasted;
}

double force_jump(const contact::Law& law) {
    contact::ContactMemory memory;
    memory.closed = true;
    memory.impact_speed = law.minimum_speed;
    try {
        // Over indentations far below any atom, so that a stiff force that grows from zero has not covered the jump.
        constexpr double least = 1e-24, more = 1e-21;  // m
        const double touching = contact::closed_response(law, {least, 0}, memory).force;
        return 2 * touching > contact::closed_response(law, {more, 0}, memory).force ? touching : 0;
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        return 0;  // a function of the script that fails there
    }
}

namespace {
constexpr std::string_view chatters = ", and it chatters without end: ";
}

Error chattering(const System& system, const Contact& contact, double time, double lasted, double jump) {
    return computation_failed(fmt::format(
        "model '{}': contact '{}'{} closed {} times within {:.2g} s before t = {:.12g} s: its force jumps to {:.3g} N at the "
        "onset, more than presses it there{}let the force grow from zero within a small indentation (a ramp), or use a "
        "method with fixed steps and events = \"stepwise\"",
        system.name, contact.name, contact.origin.known() ? " (" + contact.origin.text() + ")" : "", Chattering::most, lasted,
        time, jump, chatters));
}

bool is_chattering(std::string_view message) { return message.find(chatters) != std::string_view::npos; }

}  // namespace jounce::time
