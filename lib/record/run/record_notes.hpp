// What the records of a run do not show.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/files/long_vector.hpp"
#include "record/series/series.hpp"
#include "system/state/system.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

/// A note where the records of the probe "<gap>.force" miss more than a tenth of the largest force of the impact log since the
/// first record; about the gap that misses most. Empty: none.
[[nodiscard]] std::string missed_peaks(const System& system, const Series& series, const LongVector<time::Impact>& impacts);

}  // namespace jounce::record
