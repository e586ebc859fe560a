// Motions of supports given by functions of the script, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/sampled_supports.hpp"

#include <algorithm>
#include <map>

#include "system/signals/signal_kinds.hpp"

namespace jounce::time {

std::shared_ptr<const System> with_known_kinks(std::shared_ptr<const System> system, double from, double to, double step) {
    const auto rigid = [](const Contact& contact) { return contact.law->rigid; };
    const bool holds = !system->frictions.empty() || std::ranges::any_of(system->contacts, rigid);
    if (!holds || system->mechanism) return system;
    std::map<SignalPointer, SignalPointer> known;
    for (const PrescribedMotion& motion : system->recovery.prescribed) {
        if (!motion.support || known.contains(motion.signal)) continue;
        SignalPointer with = signals::with_known_kinks(motion.signal, from, to, step > 0 ? step : (to - from) / 2048);
        if (with != motion.signal) known.emplace(motion.signal, std::move(with));
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
