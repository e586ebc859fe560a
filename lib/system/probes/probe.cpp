// Probes: resolved once by name, evaluated at every record.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe.hpp"

#include "base/schema.hpp"
#include "base/text.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/probes/probe_families.hpp"

namespace jounce {

namespace {

ProbeTarget target_of(const System& system, const std::string& name) {
    const std::size_t point = name.rfind('.');
    if (point == std::string::npos || point == 0 || point + 1 == name.size())
        throw bad_case("probe '" + name + "': must be '<node>.<dof>', '<gap>.<quantity>' or 'energy.<term>'");
    ProbeTarget out{system, name, name.substr(0, point), name.substr(point + 1)};
    out.contact = system.find_contact(out.thing);
    out.friction = system.find_friction(out.thing);
    out.node = system.find_node(out.contact >= 0    ? system.contacts[static_cast<std::size_t>(out.contact)].node
                                : out.friction >= 0 ? system.frictions[static_cast<std::size_t>(out.friction)].node
                                                    : out.thing);
    const int frame = system.mechanism && out.node >= 0
                          ? system.mechanism->find_frame(system.nodes[static_cast<std::size_t>(out.node)].name)
                          : -1;
    out.body = frame > 0 && system.mechanism->frames[static_cast<std::size_t>(frame)].body;
    return out;
}

Error unknown(const std::string& probe, const std::string& what, const std::string& word, const std::vector<std::string>& known,
              bool list_known) {
    std::string message = "probe '" + probe + "': unknown " + what + " '" + word + "'" + did_you_mean(word, known);
    if (!message.ends_with("?") && list_known) message += "; known are " + join(known);
    return bad_case(message);
}

}  // namespace

Probe resolve_probe(const System& system, const std::string& name) {
    const ProbeTarget target = target_of(system, name);
    std::vector<std::string> known;
    std::string what;
    for (const ProbeFamily& family : probe_families()) {
        if (std::optional<Probe> probe = family.resolve(target)) return *std::move(probe);
        const std::vector<std::string> words = family.known(target);
        if (!words.empty() && what.empty()) what = family.what;
        known.insert(known.end(), words.begin(), words.end());
    }
    if (!known.empty()) throw unknown(name, what, target.quantity, known, true);
    throw unknown(name, system.mechanism ? "body, joint, node or gap" : "node or gap", target.thing, probe_things(system), false);
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
