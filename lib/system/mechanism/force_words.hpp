// The name of a force or torque between bodies in messages.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/mechanism/mechanism.hpp"

namespace jounce {

/// "the torque of 'motor' (case.lua:7)"; of a load on a point of a body "the load 'push' (case.lua:7)"
[[nodiscard]] inline std::string force_words(const PlanarForce& force) {
    const std::string kind = force.kind == PlanarForce::Kind::turning ? "the torque of '" : "the force of '";
    return (force.load.empty() ? kind + force.name : "the load '" + force.load) + "'" +
           (force.origin.known() ? " (" + force.origin.text() + ")" : "");
}

}  // namespace jounce
