// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/map_events.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "nonlinear/statistics/sticks.hpp"

namespace jounce::nonlinear {

void add_events(const System& system, std::span<const time::Impact> impacts, std::span<const time::FrictionEvent> frictions,
                double begin, MapPoint& point) {
    std::map<std::pair<int, int>, std::vector<const time::Impact*>> sides;
    for (const time::Impact& impact : impacts) sides[{impact.contact, impact.side}].push_back(&impact);
    for (const auto& [side, rows] : sides) {
        std::vector<Landing> landings;
        for (const time::Impact* row : rows) {
            const contact::Law& law = *system.contacts[static_cast<std::size_t>(row->contact)].law;
            landings.push_back({row->time_in, row->time_out, row->speed_in, row->rigid, row->speed_in >= law.minimum_speed,
                                law.restitution_asked.value_or(1)});
        }
        const std::vector<LandingKind> kinds = landing_kinds(landings);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const time::Impact& row = *rows[i];
            if (kinds[i] == LandingKind::chatter) continue;
            MapEvent event{row.contact, row.side, MapEvent::Kind::onset, row.time_in - begin, row.speed_in, row.peak_force};
            if (row.rigid) {
                event.kind = kinds[i] == LandingKind::stick ? MapEvent::Kind::stick : MapEvent::Kind::impact;
                event.peak_force = 0;
            }
            // A contact that is closed at the section has no onset here; its release has the peak.
            const bool closed_before = !row.rigid && row.time_in <= begin;
            if (!closed_before) point.events.push_back(event);
            if (event.kind != MapEvent::Kind::stick && !closed_before)
                point.smallest_impact_speed = std::min(point.smallest_impact_speed, row.speed_in);
            if (event.kind == MapEvent::Kind::impact || !row.time_out) continue;
            event.kind = row.rigid ? MapEvent::Kind::slip : MapEvent::Kind::release;
            event.time = *row.time_out - begin;
            event.speed = 0;
            if (!closed_before) event.peak_force = 0;
            point.events.push_back(event);
        }
    }
    for (const time::FrictionEvent& event : frictions) {
        const bool sticks = event.what == time::FrictionEvent::What::stick;
        point.events.push_back(
            {-1 - event.friction, 0, sticks ? MapEvent::Kind::stick : MapEvent::Kind::slip, event.time - begin});
    }
    std::ranges::stable_sort(point.events, {}, &MapEvent::time);
}

}  // namespace jounce::nonlinear
