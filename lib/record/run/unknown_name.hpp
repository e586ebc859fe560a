// The errors of a gap or a friction that a run does not have.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::record {

/// "subject: there is no gap 'stp'; did you mean 'stop'? Known are ..."
[[nodiscard]] Error unknown_gap(const std::string& gap, const std::vector<std::string>& known, const std::string& subject);
/// The same of a friction.
[[nodiscard]] Error unknown_friction(const std::string& friction, const std::vector<std::string>& known,
                                     const std::string& subject);

}  // namespace jounce::record
