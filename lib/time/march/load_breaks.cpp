// Instants at which loads, drives and normal forces of frictions are not smooth.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/load_breaks.hpp"

#include <algorithm>

#include "system/mechanism/mechanism.hpp"
#include "system/signals/signal.hpp"
#include "time/equations/open_signals.hpp"

namespace jounce::time {

std::vector<double> load_breaks(const System& system, int order, bool by_pieces, double from, double to) {
    std::vector<double> out;
    const auto add_breaks = [&](const Signal& signal) {
        const std::vector<double> found = signal.breaks(from, to);
        out.insert(out.end(), found.begin(), found.end());
    };
    const auto add = [&](const Signal& signal, int derivative) {
        if (signal.smoothness() - derivative < order - 2) add_breaks(signal);
    };
    // Where the speed of a support jumps, what sticks to it slips, and what rests on a rigid stop is struck.
    constexpr int of_speed = 3;  // the order from which jumps of a slope count
    const auto rigid = [](const Contact& contact) { return contact.law->rigid; };
    const bool holds = !system.frictions.empty() || std::ranges::any_of(system.contacts, rigid);
    if (!by_pieces) {
        for (const Load& load : system.loads) add(*load.signal, load.derivative);
    }
    for (const PrescribedMotion& motion : system.recovery.prescribed) {
        const bool in_pieces = by_pieces && !is_open(*motion.signal, from);
        const int needed = std::max(in_pieces ? 0 : order, holds ? of_speed : 0);
        if (motion.signal->smoothness() < needed - 2) add_breaks(*motion.signal);
    }
    for (const Friction& friction : system.frictions) {
        if (friction.normal_force) add(*friction.normal_force, 0);
    }
    if (!system.mechanism) return out;
    for (const PlanarForce& force : system.mechanism->forces) {
        if (force.drive) add(*force.drive, 0);
    }
    for (const PlanarJoint& joint : system.mechanism->joints) {
        if (joint.drive) add(*joint.drive, 2);
    }
    for (const PrescribedLoad& load : system.mechanism->prescribed_loads) add(*load.signal, load.derivative);
    return out;
}

}  // namespace jounce::time
