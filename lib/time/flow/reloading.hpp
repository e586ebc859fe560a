// Steps on the reloading curve of a law with a turning point.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/families/law.hpp"

namespace jounce::time {

/// Below the previous maximum indentation a law with a turning point reloads on its unloading curve, up to that indentation,
/// where the step ends; stages of the step look ahead, and there lose no energy either. Sets `memory` for a step that begins with
/// this motion. \returns does the side reload?
inline bool reload_within_step(const contact::Law& law, const contact::Motion& motion, contact::ContactMemory& memory) {
    const bool reloads = law.turning_point && memory.closed && memory.permanent_indentation > 0 &&
                         motion.indentation < memory.max_indentation * (1 - 1e-9);
    if (reloads) memory.unloading = true;
    return reloads;
}

}  // namespace jounce::time
