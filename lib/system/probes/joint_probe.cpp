// Probes of ideal joints and their drivers.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/joint_probe.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "system/probes/quantities.hpp"

namespace jounce {

using bodies::Vector2;
using Quantity = Probe::Quantity;

namespace {

std::vector<std::string> quantities(const JointForce& force) {
    std::vector<std::string> out;
    if (force.x >= 0 || force.normal >= 0) out.emplace_back("force");
    if (force.x >= 0 && !force.guided) out.insert(out.end(), {"force_x", "force_y"});
    if (force.moment >= 0) out.emplace_back("moment");
    if (force.drive >= 0 || force.guided || force.given) out.emplace_back(force.drive_turns ? "drive_moment" : "drive_force");
    return out;
}

}  // namespace

Probe joint_probe(const System& system, const std::string& name, int joint, const std::string& quantity) {
    const JointForce force = system.mechanism->force_of(joint);
    const std::vector<std::string> known = quantities(force);
    if (known.empty())
        throw bad_case("probe '" + name + "': joint '" + system.mechanism->joints[joint].name + "' carries no force");
    if (std::ranges::find(known, quantity) == known.end()) {
        std::string message =
            "probe '" + name + "': unknown quantity of a joint '" + quantity + "'" + did_you_mean(quantity, known);
        if (!message.ends_with("?")) message += "; known are " + join(known);
        throw bad_case(message);
    }
    Probe probe;
    probe.name = name;
    probe.quantity = Quantity::joint_force;
    probe.unit = std::ranges::find(probes::joint_quantities, quantity, &probes::JointQuantity::text)->unit;
    probe.sign = force.sign;
    const bool drives = quantity.starts_with("drive");
    if (drives && force.given) {
        probe.quantity = Quantity::given_effort;
        probe.given = force.given;
    } else if (force.guided && quantity != "moment") {
        const Vector2 along = force.guided->axis;
        const Vector2 direction = drives ? along : bodies::perpendicular(along);
        probe.quantity = Quantity::guide_force;
        probe.multipliers = {force.x, force.y};
        probe.guided = force.guided;
        probe.direction = {direction.x(), direction.y()};
        if (!drives) probe.sign = 0;
    } else if (drives) {
        probe.multipliers = {force.drive};
        probe.sign = force.drive_sign;
    } else if (quantity == "force") {
        for (const int at : {force.x, force.y, force.normal}) {
            if (at >= 0) probe.multipliers.push_back(at);
        }
        probe.sign = 0;
    } else {
        probe.multipliers = {quantity == "force_x" ? force.x : quantity == "force_y" ? force.y : force.moment};
    }
    return probe;
}

double joint_value(const Probe& probe, const State& state) {
    if (probe.quantity == Quantity::given_effort) return probe.given->sample(state.time).value;
    if (probe.quantity == Quantity::guide_force) {
        const auto& base = probe.guided->base;
        const double angle = base ? base->at_time(state.time).motion.angle : 0;
        const double cosine = std::cos(angle), sine = std::sin(angle);
        const auto [dx, dy] = probe.direction;
        const double force = state.multipliers[probe.multipliers[0]] * (cosine * dx - sine * dy) +
                             state.multipliers[probe.multipliers[1]] * (sine * dx + cosine * dy);
        return probe.sign == 0 ? std::abs(force) : probe.sign * force;
    }
    if (probe.sign != 0) return probe.sign * state.multipliers[probe.multipliers.front()];
    double sum = 0;
    for (const int at : probe.multipliers) sum += state.multipliers[at] * state.multipliers[at];
    return std::sqrt(sum);
}

}  // namespace jounce
