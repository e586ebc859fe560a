// Probes of flexible bodies.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/link_probe.hpp"

#include <array>
#include <utility>

#include "base/messages/text.hpp"
#include "system/mechanism/link_state.hpp"
#include "system/probes/quantities.hpp"

namespace jounce {

namespace {

using Quantity = Probe::Quantity;

using probes::body_quantities;

struct ModeEnding {
    const char *text, *unit;
    Quantity quantity;
};
constexpr std::array<ModeEnding, 3> of_a_mode = {{{"", "m", Quantity::displacement},
                                                  {"_velocity", "m/s", Quantity::velocity},
                                                  {"_acceleration", "m/s2", Quantity::acceleration}}};

Probe point_probe(const std::string& name, int link, int marker, const std::string& quantity) {
    Probe probe;
    probe.name = name;
    probe.quantity = Quantity::point_motion;
    probe.link = link;
    probe.marker = marker;
    std::vector<std::string> known;
    for (std::size_t k = 0; k < body_quantities.size(); ++k) {
        known.emplace_back(body_quantities[k].text);
        if (quantity != known.back()) continue;
        probe.component = static_cast<int>(k);
        probe.unit = body_quantities[k].unit;
        return probe;
    }
    std::string message = "probe '" + name + "': unknown quantity of a point '" + quantity + "'" + did_you_mean(quantity, known);
    if (!message.ends_with("?")) message += "; known are " + join(known);
    throw bad_case(message);
}

Probe mode_probe(const std::string& name, const FlexibleLink& link, const std::string& quantity) {
    for (std::size_t j = 0; j < link.modes.size(); ++j) {
        for (const ModeEnding& ending : of_a_mode) {
            if (quantity != "mode[" + std::to_string(j + 1) + "]" + ending.text) continue;
            Probe probe;
            probe.name = name;
            probe.quantity = ending.quantity;
            probe.unit = ending.unit;
            probe.row.index = {link.modes[j]};
            probe.row.coefficient = {1};
            return probe;
        }
    }
    throw bad_case("probe '" + name + "': '" + link.name + "' has the modes mode[1] to mode[" +
                   std::to_string(link.modes.size()) + "], each also with _velocity or _acceleration");
}

}  // namespace

std::optional<Probe> link_probe(const System& system, const std::string& name, const std::string& thing,
                                const std::string& quantity) {
    for (std::size_t l = 0; l < system.mechanism->links.size(); ++l) {
        const FlexibleLink& link = system.mechanism->links[l];
        for (const auto& [point, marker] : link.points) {
            if (thing == link.name + "." + point) return point_probe(name, static_cast<int>(l), marker, quantity);
        }
        if (thing == link.name && quantity.starts_with("mode[")) return mode_probe(name, link, quantity);
    }
    return std::nullopt;
}

double marker_value(const Probe& probe, const System& system, const State& state, int component) {
    const FlexibleLink& link = system.mechanism->links[static_cast<std::size_t>(probe.link)];
    const MarkerState at = marker_state(link, probe.marker, state);
    const double values[] = {at.position.x(),     at.position.y(),     at.angle,
                             at.velocity.x(),     at.velocity.y(),     at.rate,
                             at.acceleration.x(), at.acceleration.y(), at.angular_acceleration};
    return values[component];
}

}  // namespace jounce
