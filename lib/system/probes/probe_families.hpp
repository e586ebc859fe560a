// What may stand before and behind the last point of a probe's name: one family for each sort of thing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/output.hpp"
#include "system/probes/probe.hpp"

namespace jounce {

/// A probe's name, and which things of a System the part before its last point may be.
struct ProbeTarget {
    const System& system;
    std::string name, thing, quantity;  ///< "top.ux", "top", "ux"
    int contact = -1, friction = -1;
    int node = -1;  ///< it, or the one that the gap or the friction answers for
    bool body = false;
};

struct ProbeFamily {
    std::string_view what;  ///< for messages: "quantity of a gap"
    std::optional<Probe> (*resolve)(const ProbeTarget& target);
    /// The quantities that the thing has, for messages; empty where it is none of this family.
    std::vector<std::string> (*known)(const ProbeTarget& target);
    /// "<gap>.force" with unit and meaning, for the reference.
    std::vector<Output> (*outputs)();
};

/// In the order in which they are tried. Adding a probe is a line in a table of quantities, or a family here.
[[nodiscard]] std::span<const ProbeFamily> probe_families();

/// Names before the last point that mean something, for messages.
[[nodiscard]] std::vector<std::string> probe_things(const System& system);

}  // namespace jounce
