// Probes: resolved once by name, evaluated at every record.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/schema.hpp"
#include "base/text.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/probes/joint_probe.hpp"
#include "system/probes/link_probe.hpp"
#include "system/probes/quantities.hpp"
#include "system/probes/section_probe.hpp"
#include "system/probes/shell_stress.hpp"

namespace jounce {

namespace {

using Quantity = Probe::Quantity;

using probes::body_quantities;
using probes::BodyQuantity;
using probes::eccentricities;
using probes::Ending;
using probes::endings;
using probes::friction_quantities;
using probes::FrictionQuantity;
using probes::gap_quantities;
using probes::GapQuantity;

std::span<const FrictionQuantity> quantities_of(const Friction& friction) {
    return std::span(friction_quantities)
        .first(friction.directions == 2 ? friction_quantities.size() : probes::without_components);
}

Error unknown(const std::string& probe, const std::string& what, const std::string& word, const std::vector<std::string>& known,
              bool list_known) {
    std::string message = "probe '" + probe + "': unknown " + what + " '" + word + "'" + did_you_mean(word, known);
    if (!message.ends_with("?") && list_known) message += "; known are " + join(known);
    return bad_case(message);
}

bool is_body(const System& system, const std::string& name) {
    const int frame = system.mechanism ? system.mechanism->find_frame(name) : -1;
    return frame > 0 && system.mechanism->frames[frame].body;
}

bool is_bearing(const System& system, const Contact& contact) {
    return contact.gap.shape == contact::GapShape::frames && all_round(system, contact);
}

std::vector<std::string> dof_quantities() {
    std::vector<std::string> out;
    for (const Ending& ending : endings) {
        for (const char* dof : dof_names) out.push_back(std::string(dof) + std::string(ending.text));
    }
    return out;
}

// The row that gives a dof of the full model from the free coordinates and the prescribed motions.
SparseRow dof_row(const System& system, int dof) {
    SparseRow row;
    const SparseMatrix& T = system.recovery.T;
    for (int j = 0; j < T.outerSize(); ++j) {
        if (const double coefficient = T.coeff(dof, j); coefficient != 0) {
            row.index.push_back(j);
            row.coefficient.push_back(coefficient);
        }
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        if (const double coefficient = system.recovery.prescribed[j].pattern[dof]; coefficient != 0) {
            row.prescribed.push_back(static_cast<int>(j));
            row.prescribed_coefficient.push_back(coefficient);
        }
    }
    return row;
}

std::optional<Probe> dof_probe(const System& system, int node, const std::string& quantity) {
    for (const Ending& ending : endings) {
        for (int d = 0; d < 6; ++d) {
            if (quantity != std::string(dof_names[d]) + std::string(ending.text)) continue;
            Probe probe;
            probe.unit = ending.units[d < 3 ? 0 : 1];
            probe.quantity = ending.quantity;
            probe.row = dof_row(system, system.nodes[node].first_dof + d);
            return probe;
        }
    }
    return std::nullopt;
}

}  // namespace

Probe resolve_probe(const System& system, const std::string& name) {
    const std::size_t point = name.rfind('.');
    if (point == std::string::npos || point == 0 || point + 1 == name.size()) {
        throw bad_case("probe '" + name + "': must be '<node>.<dof>', '<gap>.<quantity>' or 'energy.<term>'");
    }
    const std::string thing = name.substr(0, point);
    const std::string quantity = name.substr(point + 1);

    if (thing == "energy") {
        std::vector<std::string> known;
        for (const EnergyTerm& term : energy_terms) known.emplace_back(term.name);
        if (std::ranges::find(known, quantity) == known.end()) throw unknown(name, "energy term", quantity, known, true);
        Probe probe;
        probe.name = name;
        probe.unit = "J";
        probe.quantity = Quantity::energy;
        probe.energy_term = quantity;
        return probe;
    }

    if (const int joint = system.mechanism ? system.mechanism->find_joint(thing) : -1; joint >= 0)
        return joint_probe(system, name, joint, quantity);
    if (system.mechanism) {
        if (std::optional<Probe> probe = link_probe(system, name, thing, quantity)) return *std::move(probe);
    }
    if (std::optional<Probe> probe = stress_probe(system, name, thing, quantity)) return *std::move(probe);
    const int contact = system.find_contact(thing);
    const int friction = system.find_friction(thing);
    if (std::optional<Probe> probe = section_probe(system, name, contact >= 0 ? system.contacts[contact].node : thing, quantity))
        return *std::move(probe);
    const int node = system.find_node(contact >= 0    ? system.contacts[contact].node
                                      : friction >= 0 ? system.frictions[friction].node
                                                      : thing);
    if (node < 0) {
        std::vector<std::string> known;
        for (const Contact& c : system.contacts) known.push_back(c.name);
        for (const Friction& f : system.frictions) {
            if (f.contact < 0) known.push_back(f.name);
        }
        for (const SystemNode& n : system.nodes) {
            known.push_back(n.name);
            known.insert(known.end(), n.aliases.begin(), n.aliases.end());
        }
        if (system.mechanism) {
            for (const PlanarJoint& joint : system.mechanism->joints) known.push_back(joint.name);
            for (const FlexibleLink& link : system.mechanism->links) {
                for (const auto& [place, marker] : link.points) known.push_back(link.name + "." + place);
            }
        }
        throw unknown(name, system.mechanism ? "body, joint, node or gap" : "node or gap", thing, known, false);
    }
    if (contact >= 0) {
        for (const GapQuantity& q : gap_quantities) {
            if (quantity != q.text) continue;
            Probe probe;
            probe.name = name;
            probe.unit = q.unit;
            probe.quantity = q.quantity;
            probe.contact = contact;
            return probe;
        }
    }
    if (contact >= 0 && is_bearing(system, system.contacts[contact])) {
        for (int k = 0; k < 2; ++k) {
            if (quantity != eccentricities[k]) continue;
            Probe probe;
            probe.name = name;
            probe.unit = "m";
            probe.quantity = Quantity::eccentricity;
            probe.contact = contact;
            probe.component = k;
            return probe;
        }
    }
    if (friction >= 0) {
        for (const FrictionQuantity& q : quantities_of(system.frictions[friction])) {
            if (quantity != q.text) continue;
            Probe probe;
            probe.name = name;
            probe.unit = q.unit;
            probe.quantity = q.quantity;
            probe.friction = friction;
            probe.component = q.component;
            return probe;
        }
    }
    const bool body = is_body(system, system.nodes[node].name);
    std::string dof = quantity;
    for (const BodyQuantity& q : body_quantities) {
        if (body && quantity == q.text) dof = q.dof;
    }
    if (std::optional<Probe> probe = dof_probe(system, node, dof)) {
        probe->name = name;
        return *std::move(probe);
    }
    std::vector<std::string> known = dof_quantities();
    // A cut "ux_acc" is nearest to the long word, and only then to "ux".
    const auto shorter = [](const std::string& a, const std::string& b) { return a.size() > b.size(); };
    std::ranges::stable_sort(known, shorter);
    if (body) {
        known.clear();
        for (const BodyQuantity& q : body_quantities) known.emplace_back(q.text);
    }
    if (contact >= 0) {
        std::vector<std::string> of_gaps;
        for (const GapQuantity& q : gap_quantities) of_gaps.emplace_back(q.text);
        if (is_bearing(system, system.contacts[contact]))
            of_gaps.insert(of_gaps.end(), std::begin(eccentricities), std::end(eccentricities));
        known.insert(known.begin(), of_gaps.begin(), of_gaps.end());
    }
    if (friction >= 0) {
        std::vector<std::string> of_frictions;
        for (const FrictionQuantity& q : quantities_of(system.frictions[friction])) of_frictions.emplace_back(q.text);
        known.insert(known.begin(), of_frictions.begin(), of_frictions.end());
    }
    const char* what = contact >= 0    ? "quantity of a gap"
                       : friction >= 0 ? "quantity of a friction"
                       : body          ? "quantity of a body"
                                       : "quantity of a node";
    throw unknown(name, what, quantity, known, true);
}

std::vector<std::string> read_probes(const Value& value, const std::string& subject, const std::string& field) {
    const std::string must = "a list of probes such as \"top.ux\"";
    const List* list = value.list();
    if (list == nullptr || list->empty()) throw bad_field(subject, field, must, value);
    std::vector<std::string> out;
    for (const Value& item : *list) {
        if (item.text() == nullptr || item.text()->empty()) throw bad_field(subject, field, must, item);
        out.push_back(*item.text());
    }
    return out;
}

}  // namespace jounce
