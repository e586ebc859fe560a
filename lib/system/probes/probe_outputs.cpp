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
            "The probes of `record.probes`, `run:series`, `run:at` and plots. The name of a gap or a friction also refers to its "
            "node. Section forces are given at a beam node in the element before it (at the first node: after it), in local "
            "axes, on the face with its normal along the beam. Support forces act on the structure, along global axes.",
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
