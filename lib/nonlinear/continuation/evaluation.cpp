// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/evaluation.hpp"

#include <algorithm>
#include <tuple>

namespace jounce::nonlinear {

namespace {

void count(const MapEvent& event, EventCounts& counts) {
    if (event.kind == MapEvent::Kind::release) return;
    if (event.kind == MapEvent::Kind::impact || event.kind == MapEvent::Kind::onset) ++counts.contacts_begun;
    const auto same = [&event](const EventCounts::Count& c) {
        return c.contact == event.contact && c.side == event.side && c.kind == event.kind;
    };
    const auto found = std::find_if(counts.counts.begin(), counts.counts.end(), same);
    if (found == counts.counts.end())
        counts.counts.push_back({event.contact, event.side, event.kind, 1});
    else
        ++found->number;
}

}  // namespace

EventCounts event_counts(const std::vector<MapPoint>& points) {
    EventCounts out;
    for (const MapPoint& point : points)
        for (const MapEvent& event : point.events) count(event, out);
    std::sort(out.counts.begin(), out.counts.end(), [](const EventCounts::Count& a, const EventCounts::Count& b) {
        return std::tuple(a.contact, a.side, a.kind) < std::tuple(b.contact, b.side, b.kind);
    });
    return out;
}

Matrix Evaluation::monodromy() const {
    Matrix out = factors.front();
    for (std::size_t k = 1; k < factors.size(); ++k) out = (factors[k] * out).eval();
    return out;
}

}  // namespace jounce::nonlinear
