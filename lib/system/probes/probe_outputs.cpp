// All probes as one list, for `jounce kinds probes` and the reference.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe_outputs.hpp"

#include "system/probes/quantities.hpp"
#include "system/probes/shell_stress.hpp"

namespace jounce {

namespace {

OutputList make_list() {
    OutputList out = {"probe",
                      "Probes",
                      "What `record.probes`, run:series, run:at and plots take. The name of a gap or a friction also answers for "
                      "its node. Section forces "
                      "stand at nodes of beams, in the element before the node (of the first node: behind it), in local axes, "
                      "acting on the face whose "
                      "normal points along the beam.",
                      {},
                      "probes"};
    const auto add = [&](const std::string& thing, std::string_view quantity, const char* unit, const char* meaning) {
        out.columns.push_back({"<" + thing + ">." + std::string(quantity), "number", unit, meaning});
    };
    for (const probes::Ending& ending : probes::endings) {
        for (std::size_t d = 0; d < dof_names.size(); ++d)
            add("node", std::string(dof_names[d]) + std::string(ending.text), ending.units[d < 3 ? 0 : 1], ending.meaning);
    }
    for (const probes::GapQuantity& q : probes::gap_quantities) add("gap", q.text, q.unit, q.meaning);
    for (const char* q : probes::eccentricities) add("bearing", q, "m", probes::eccentricity_meaning);
    for (const probes::FrictionQuantity& q : probes::friction_quantities) add("friction", q.text, q.unit, q.meaning);
    for (const probes::BodyQuantity& q : probes::body_quantities) add("body", q.text, q.unit, q.meaning);
    for (const probes::JointQuantity& q : probes::joint_quantities) add("joint", q.text, q.unit, q.meaning);
    for (const char* ending : {"", "_after"}) {
        for (const probes::JointQuantity& q : probes::section_quantities)
            add("beam node", std::string(q.text) + ending, q.unit,
                *ending == 0 ? q.meaning : "The same in the element behind the node.");
    }
    for (const char* side : {"stress_top_", "stress_bottom_"}) {
        for (const char* component : stress_names)
            add("shell node", std::string(side) + component, "Pa",
                "Stress on this face of a shell, global component, mean of the cells.");
    }
    for (const EnergyTerm& term : energy_terms)
        out.columns.push_back({"energy." + std::string(term.name), "number", "J", std::string(term.meaning)});
    return out;
}

}  // namespace

const OutputList& probe_outputs() {
    static const OutputList list = make_list();
    return list;
}

}  // namespace jounce
