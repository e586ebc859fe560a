// The error of a gap that a run does not have.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::record {

/// "subject: there is no gap 'stp'; did you mean 'stop'? Known are ..."
[[nodiscard]] Error unknown_gap(const std::string& gap, const std::vector<std::string>& known, const std::string& subject);

}  // namespace jounce::record
