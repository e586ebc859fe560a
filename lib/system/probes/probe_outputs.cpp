// All probes as one list, for `jounce kinds probes` and the reference.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/probe_outputs.hpp"

#include "system/probes/probe_families.hpp"

namespace jounce {

const OutputList& probe_outputs() {
    static const OutputList list = [] {
        OutputList out = {
            "probe",
            "Probes",
            "What `record.probes`, `run:series`, `run:at` and plots take. The name of a gap or a friction also answers for its "
            "node. Section forces stand at nodes of beams, in the element before the node (of the first node: behind it), in "
            "local axes, and act on the face whose normal points along the beam. Forces of supports act on the structure, along "
            "global axes.",
            {},
            "probes"};
        for (const ProbeFamily& family : probe_families()) {
            for (Output& output : family.outputs()) out.columns.push_back(std::move(output));
        }
        return out;
    }();
    return list;
}

}  // namespace jounce
