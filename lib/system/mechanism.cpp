// What others ask of the part of a System with bodies and joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism.hpp"

#include <fmt/format.h>

namespace jounce {

void refuse_mechanism(const System& system, const std::string& analysis) {
    if (!system.mechanism) return;
    throw bad_case(analysis + ": model '" + system.name +
                   "' has bodies or joints, whose matrices change with the motion: " + "only jounce.run knows them");
}

}  // namespace jounce
