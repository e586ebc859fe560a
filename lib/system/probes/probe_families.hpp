// The parts of a probe's name before and after its last point: one family for each type of object.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "system/probes/probe.hpp"

namespace jounce {

/// A probe's name, and the possible objects of the part before its last point.
struct ProbeTarget {
    const System& system;
    std::string name, thing, quantity;  ///< "top.ux", "top", "ux"
    int contact = -1, friction = -1;
    int node = -1;  ///< the node itself, or that of the gap or the friction
    bool body = false;
};

struct ProbeFamily {
    std::string_view what;  ///< for messages: "quantity of a gap"
    std::optional<Probe> (*resolve)(const ProbeTarget& target);
    /// The quantities of the object, for messages; empty when it is not of this family.
    std::vector<std::string> (*known)(const ProbeTarget& target);
    /// "<gap>.force" with unit and meaning, for the reference.
    std::vector<Output> (*outputs)();
};

/// In the order of the search. A new probe is a line in a table of quantities, or a family here.
[[nodiscard]] std::span<const ProbeFamily> probe_families();

/// The valid names before the last point, for messages.
[[nodiscard]] std::vector<std::string> probe_things(const System& system);

}  // namespace jounce
