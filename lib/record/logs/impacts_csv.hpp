// impacts.csv: one row per contact phase of one side of a gap.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "record/files/csv.hpp"
#include "system/state/system.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

/// A row of the log.
struct ImpactRow {
    const System* system;
    const time::Impact* impact;
};
[[nodiscard]] const Outputs<ImpactRow>& impact_outputs();

/// "positive" or "negative" along the gap's direction; "radial" for a circular gap.
[[nodiscard]] std::string side_name(const time::Impact& impact);

/// \throws Error (computation) when the file cannot be written or a value is not finite
void write_impacts(const std::filesystem::path& path, const FileHead& head, const System& system,
                   const LongVector<time::Impact>& impacts);

}  // namespace jounce::record
