// Motions of supports given by functions of the script, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/sampled_supports.hpp"

#include <algorithm>
#include <map>

#include "system/signals/signal_kinds.hpp"

namespace jounce::time {

std::shared_ptr<const System> with_known_kinks(std::shared_ptr<const System> system, double from, double to, double step) {
    if (system->mechanism) return system;
    std::map<SignalPointer, SignalPointer> known;
    const auto add = [&](const SignalPointer& signal) {
        if (known.contains(signal)) return;
        SignalPointer with = signals::with_known_kinks(signal, from, to, step > 0 ? step : (to - from) / 2048);
        if (with != signal) known.emplace(signal, std::move(with));
    };
    for (const PrescribedMotion& motion : system->recovery.prescribed) {
        if (motion.support) add(motion.signal);
    }
    for (const Load& load : system->loads) {
        if (load.derivative > 1) add(load.signal);
    }
    if (known.empty()) return system;
    auto out = std::make_shared<System>(*system);
    const auto replace = [&](SignalPointer& signal) {
        if (const auto found = known.find(signal); found != known.end()) signal = found->second;
    };
    for (PrescribedMotion& motion : out->recovery.prescribed) replace(motion.signal);
    for (Load& load : out->loads) replace(load.signal);
    return out;
}

}  // namespace jounce::time
