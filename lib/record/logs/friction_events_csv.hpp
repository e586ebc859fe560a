// friction_events.csv: one row for every stick, slip and reversal of a set-valued friction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "record/files/csv.hpp"
#include "system/state/system.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::record {

/// "stick", "slip" or "reversal".
[[nodiscard]] std::string event_name(const time::FrictionEvent& event);

/// A row of the log.
struct FrictionEventRow {
    const System* system;
    const time::FrictionEvent* event;
};
[[nodiscard]] const Outputs<FrictionEventRow>& friction_event_outputs();

/// \throws Error (computation) when the file cannot be written or a value is not finite
void write_friction_events(const std::filesystem::path& path, const FileHead& head, const System& system,
                           const LongVector<time::FrictionEvent>& events);

}  // namespace jounce::record
