// Probes: resolved once by name, evaluated at every record.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe.hpp"

#include "base/fields/schema.hpp"
#include "base/messages/text.hpp"
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

/// Words that differ by an ending alone as one: "ux, uy (also with _velocity, _acceleration)".
std::vector<std::string> shown(const std::vector<std::string>& known) {
    constexpr std::array endings = {"_velocity", "_acceleration", "_after"};
    std::vector<std::pair<std::string, std::string>> words;  // and their endings
    for (const std::string& word : known) {
        const bool longer = std::ranges::any_of(endings, [&](const std::string_view ending) {
            return word.ends_with(ending) && std::ranges::find(known, word.substr(0, word.size() - ending.size())) != known.end();
        });
        if (longer) continue;
        std::vector<std::string> with;
        for (const char* ending : endings) {
            if (std::ranges::find(known, word + ending) != known.end()) with.emplace_back(ending);
        }
        words.emplace_back(word, join(with));
    }
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        out.push_back(words[i].first);
        const bool last = i + 1 == words.size() || words[i + 1].second != words[i].second;
        if (last && !words[i].second.empty()) out.back() += " (also with " + words[i].second + ")";
    }
    return out;
}

Error unknown(const std::string& probe, const std::string& what, const std::string& word, const std::vector<std::string>& known,
              bool list_known) {
    std::string message = "probe '" + probe + "': unknown " + what + " '" + word + "'" + did_you_mean(word, known);
    if (!message.ends_with("?") && list_known) message += "; known are " + join(shown(known));
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
    const std::string first = target.thing + "[1]";
    if (std::ranges::any_of(system.nodes, [&](const SystemNode& node) { return node.name == first; }))
        throw bad_case("probe '" + name + "': '" + target.thing + "' has the nodes '" + first + "', '" + target.thing +
                       "[2]', ...: ask for one of them");
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
