// The table of probes: one family for each type of object.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe_families.hpp"

#include <algorithm>
#include <array>

#include "system/mechanism/mechanism.hpp"
#include "system/probes/joint_probe.hpp"
#include "system/probes/link_probe.hpp"
#include "system/probes/quantities.hpp"
#include "system/probes/row_of_dofs.hpp"
#include "system/probes/section_probe.hpp"
#include "system/probes/shell_stress.hpp"
#include "system/probes/support_probe.hpp"
#include "system/supports/supports.hpp"

namespace jounce {

namespace {

using Target = ProbeTarget;
using Words = std::vector<std::string>;
using Found = std::optional<Probe>;
using Outputs = std::vector<Output>;

constexpr auto nothing = [](const Target&) { return Words(); };

Probe probe_of(const Target& target, Probe::Quantity quantity, const char* unit) {
    Probe probe;
    probe.name = target.name;
    probe.unit = unit;
    probe.quantity = quantity;
    return probe;
}

/// The row of a table with the quantity as its `text`, or null.
template <class Table>
auto* row_of(const Table& table, const std::string& quantity) {
    const auto at = std::ranges::find_if(table, [&](const auto& row) { return row.text == quantity; });
    return at != std::end(table) ? &*at : nullptr;
}

template <class Table>
Words texts(const Table& table) {
    Words out;
    for (const auto& row : table) out.emplace_back(row.text);
    return out;
}

/// The rows of a table as outputs of "<thing>".
template <class Table>
Outputs documented(const std::string& thing, const Table& table, const std::string& ending = {}, const char* meaning = nullptr) {
    Outputs out;
    for (const auto& row : table)
        out.push_back({"<" + thing + ">." + std::string(row.text) + ending, "number", row.unit,
                       meaning != nullptr ? meaning : row.meaning});
    return out;
}

// energy.kinetic

Found energy_probe(const Target& target) {
    if (target.thing != "energy") return std::nullopt;
    const auto term = std::ranges::find(energy_terms, target.quantity, &EnergyTerm::name);
    if (term == energy_terms.end()) return std::nullopt;
    Probe probe = probe_of(target, Probe::Quantity::energy, "J");
    probe.energy_term = target.quantity;
    return probe;
}
Words known_terms(const Target& target) {
    Words out;
    if (target.thing != "energy") return out;
    for (const EnergyTerm& term : energy_terms) out.emplace_back(term.name);
    return out;
}
Outputs energy_docs() {
    Outputs out;
    for (const EnergyTerm& term : energy_terms)
        out.push_back({"energy." + std::string(term.name), "number", "J", std::string(term.meaning)});
    return out;
}

// Joints, points and modes of flexible bodies, stresses, section forces: each family reports its unknown quantities itself.

Found of_joint(const Target& target) {
    const int joint = target.system.mechanism ? target.system.mechanism->find_joint(target.thing) : -1;
    return joint >= 0 ? Found(joint_probe(target.system, target.name, joint, target.quantity)) : std::nullopt;
}
Found of_link(const Target& target) {
    return target.system.mechanism ? link_probe(target.system, target.name, target.thing, target.quantity) : std::nullopt;
}
Outputs link_docs() {
    Outputs out = documented("flexible body>.<point", probes::body_quantities);
    for (Output& output : out) output.meaning = "Point of a flexible body. " + output.meaning;
    out.push_back({"<flexible body>.mode[k]", "number", "m", "Coordinate of mode k; also with _velocity and _acceleration."});
    return out;
}
Found of_shell(const Target& target) { return stress_probe(target.system, target.name, target.thing, target.quantity); }
Outputs shell_docs() {
    Outputs out;
    for (const char* side : {"stress_top_", "stress_bottom_"}) {
        for (const char* component : stress_names)
            out.push_back({"<shell node>." + std::string(side) + component, "number", "Pa",
                           "Stress on this face of a shell, global component, averaged over the cells at the node."});
    }
    for (Output output : Outputs(out)) {
        output.name.replace(0, std::string("<shell node>").size(), "<shell>.cell[i]");
        output.meaning = "The same at the middle of a cell.";
        out.push_back(std::move(output));
    }
    return out;
}
Found of_section(const Target& target) {
    const std::string& node =
        target.contact >= 0 ? target.system.contacts[static_cast<std::size_t>(target.contact)].node : target.thing;
    return section_probe(target.system, target.name, node, target.quantity);
}
/// Words of a family whose first one is known for the thing.
Words words_if(const Target& target, Found (*resolve)(const Target&), Words words) {
    Target first = target;
    first.quantity = words.front();
    first.name = first.thing + "." + first.quantity;
    try {
        return resolve(first) ? std::move(words) : Words();
    } catch (const Error&) {
        return {};
    }
}
Words shell_words(const Target& target) {
    Words words;
    for (const char* side : {"stress_top_", "stress_bottom_"}) {
        for (const char* component : stress_names) words.push_back(std::string(side) + component);
    }
    return words_if(target, of_shell, std::move(words));
}
Words section_words(const Target& target) {
    Words words = texts(probes::section_quantities);
    for (const auto& row : probes::section_quantities) words.push_back(std::string(row.text) + "_after");
    return words_if(target, of_section, std::move(words));
}
Outputs section_docs() {
    Outputs out = documented("beam node", probes::section_quantities);
    for (Output& output :
         documented("beam node", probes::section_quantities, "_after", "The same in the element after the node."))
        out.push_back(std::move(output));
    return out;
}

// Held dofs, and loads

Found of_support(const Target& target) {
    return target.node >= 0 ? reaction_probe(target.system, target.name, target.node, target.quantity) : std::nullopt;
}
Words support_words(const Target& target) {
    Words out;
    if (target.node < 0 || !target.system.supports || target.system.mechanism) return out;
    const int first = target.system.nodes[static_cast<std::size_t>(target.node)].first_dof;
    for (std::size_t d = 0; d < dof_names.size(); ++d) {
        if (std::ranges::find(target.system.supports->held, first + static_cast<int>(d), &Support::dof) !=
            target.system.supports->held.end())
            out.push_back(std::string(probes::reaction) + dof_names[d]);
    }
    return out;
}
Outputs support_docs() {
    Outputs out;
    for (std::size_t d = 0; d < dof_names.size(); ++d)
        out.push_back({"<held node>." + std::string(probes::reaction) + dof_names[d], "number", d < 3 ? "N" : "N m",
                       probes::reaction_meaning});
    return out;
}
Found of_load(const Target& target) { return load_probe(target.system, target.name, target.thing, target.quantity); }
Outputs load_docs() { return {{"<load>." + std::string(probes::load_power), "number", "W", probes::load_meaning}}; }

// Gaps and bearings

Found of_gap(const Target& target) {
    const probes::GapQuantity* q = target.contact >= 0 ? row_of(probes::gap_quantities, target.quantity) : nullptr;
    if (q == nullptr) return std::nullopt;
    Probe probe = probe_of(target, q->quantity, q->unit);
    probe.contact = target.contact;
    return probe;
}
Words gap_words(const Target& target) { return target.contact >= 0 ? texts(probes::gap_quantities) : Words(); }

bool is_bearing(const Target& target) {
    if (target.contact < 0) return false;
    const Contact& contact = target.system.contacts[static_cast<std::size_t>(target.contact)];
    return contact.gap.shape == contact::GapShape::frames && all_round(target.system, contact);
}
Found of_bearing(const Target& target) {
    const auto* q = is_bearing(target) ? row_of(probes::bearing_quantities, target.quantity) : nullptr;
    if (q == nullptr) return std::nullopt;
    Probe probe = probe_of(target, Probe::Quantity::eccentricity, q->unit);
    probe.contact = target.contact;
    probe.component = static_cast<int>(q - probes::bearing_quantities.data());
    return probe;
}
Words bearing_words(const Target& target) { return is_bearing(target) ? texts(probes::bearing_quantities) : Words(); }

// Frictions

std::span<const probes::FrictionQuantity> frictions_of(const Target& target) {
    if (target.friction < 0) return {};
    const bool two = target.system.frictions[static_cast<std::size_t>(target.friction)].directions == 2;
    return std::span(probes::friction_quantities).first(two ? probes::friction_quantities.size() : probes::without_components);
}
Found of_friction(const Target& target) {
    const auto known = frictions_of(target);
    const auto* q = row_of(known, target.quantity);
    if (q == nullptr) return std::nullopt;
    Probe probe = probe_of(target, q->quantity, q->unit);
    probe.friction = target.friction;
    probe.component = q->component;
    return probe;
}
Words friction_words(const Target& target) { return texts(frictions_of(target)); }

// Bodies and nodes

/// A dof by its name in a structure: "ux", "rz_velocity".
Found of_dof(const Target& target, const std::string& quantity) {
    if (target.node < 0) return std::nullopt;
    for (const probes::Ending& ending : probes::endings) {
        for (int d = 0; d < 6; ++d) {
            if (quantity != std::string(dof_names[static_cast<std::size_t>(d)]) + std::string(ending.text)) continue;
            Probe probe = probe_of(target, ending.quantity, ending.units[d < 3 ? 0 : 1]);
            probe.row = row_of_dof(target.system, target.system.nodes[static_cast<std::size_t>(target.node)].first_dof + d);
            return probe;
        }
    }
    return std::nullopt;
}
Found of_body(const Target& target) {
    const auto* q = target.body ? row_of(probes::body_quantities, target.quantity) : nullptr;
    return q != nullptr ? of_dof(target, q->dof) : std::nullopt;
}
Words body_words(const Target& target) { return target.body ? texts(probes::body_quantities) : Words(); }
Found of_node(const Target& target) { return of_dof(target, target.quantity); }
Words node_words(const Target& target) {
    Words out;
    if (target.node < 0 || target.body) return out;
    for (const probes::Ending& ending : probes::endings) {
        for (const char* dof : dof_names) out.push_back(std::string(dof) + std::string(ending.text));
    }
    // A truncated "ux_acc" is matched to the long word first, then to "ux".
    std::ranges::stable_sort(out, [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    return out;
}
Outputs node_docs() {
    Outputs out;
    for (const probes::Ending& ending : probes::endings) {
        for (std::size_t d = 0; d < dof_names.size(); ++d)
            out.push_back({"<node>." + std::string(dof_names[d]) + std::string(ending.text), "number",
                           ending.units[d < 3 ? 0 : 1], ending.meaning});
    }
    return out;
}

constexpr std::array<ProbeFamily, 12> table = {{
    {"energy term", energy_probe, known_terms, energy_docs},
    {"quantity of a joint", of_joint, nothing, [] { return documented("joint", probes::joint_quantities); }},
    {"quantity of a point", of_link, nothing, link_docs},
    {"quantity of a load", of_load, nothing, load_docs},
    {"quantity of a gap", of_gap, gap_words, [] { return documented("gap", probes::gap_quantities); }},
    {"quantity of a gap", of_bearing, bearing_words, [] { return documented("bearing", probes::bearing_quantities); }},
    {"quantity of a friction", of_friction, friction_words, [] { return documented("friction", probes::friction_quantities); }},
    {"quantity of a body", of_body, body_words, [] { return documented("body", probes::body_quantities); }},
    {"quantity of a node", of_node, node_words, node_docs},
    {"section force", of_section, section_words, section_docs},
    {"force of a support", of_support, support_words, support_docs},
    {"stress", of_shell, shell_words, shell_docs},
}};

}  // namespace

std::span<const ProbeFamily> probe_families() { return table; }

std::vector<std::string> probe_things(const System& system) {
    Words out;
    for (const Contact& c : system.contacts) out.push_back(c.name);
    for (const Friction& f : system.frictions) {
        if (f.contact < 0) out.push_back(f.name);
    }
    for (const SystemNode& n : system.nodes) {
        out.push_back(n.name);
        out.insert(out.end(), n.aliases.begin(), n.aliases.end());
    }
    for (std::string& load : load_names(system)) out.push_back(std::move(load));
    if (system.mechanism) {
        for (const PlanarJoint& joint : system.mechanism->joints) out.push_back(joint.name);
        for (const FlexibleLink& link : system.mechanism->links) {
            for (const auto& [place, marker] : link.points) out.push_back(link.name + "." + place);
        }
    }
    return out;
}

}  // namespace jounce
