// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/evaluation.hpp"

#include <algorithm>
#include <tuple>

namespace jounce::nonlinear {

EventCounts event_counts(const std::vector<MapEvent>& events) {
    EventCounts out;
    for (const MapEvent& event : events) {
        if (event.kind == MapEvent::Kind::release) continue;
        if (event.kind == MapEvent::Kind::impact || event.kind == MapEvent::Kind::onset) ++out.contacts_begun;
        const auto same = [&event](const EventCounts::Count& c) {
            return c.contact == event.contact && c.side == event.side && c.kind == event.kind;
        };
        const auto found = std::find_if(out.counts.begin(), out.counts.end(), same);
        if (found == out.counts.end())
            out.counts.push_back({event.contact, event.side, event.kind, 1});
        else
            ++found->number;
    }
    std::sort(out.counts.begin(), out.counts.end(), [](const EventCounts::Count& a, const EventCounts::Count& b) {
        return std::tuple(a.contact, a.side, a.kind) < std::tuple(b.contact, b.side, b.kind);
    });
    return out;
}

}  // namespace jounce::nonlinear
