// Instants at which loads, drives and normal forces of frictions are not smooth.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/load_breaks.hpp"

#include "system/mechanism/mechanism.hpp"
#include "system/signals/signal.hpp"

namespace jounce::time {

std::vector<double> load_breaks(const System& system, int order, bool by_pieces, double from, double to) {
    std::vector<double> out;
    const auto add = [&](const Signal& signal, int derivative) {
        if (signal.smoothness() - derivative >= order - 2) return;
        const std::vector<double> found = signal.breaks(from, to);
        out.insert(out.end(), found.begin(), found.end());
    };
    if (!by_pieces) {
        for (const Load& load : system.loads) add(*load.signal, load.derivative);
        for (const PrescribedMotion& motion : system.recovery.prescribed) add(*motion.signal, 0);
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
