// One evaluation of every contact law.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "scenes.hpp"

namespace jounce::bench {

/// Time per evaluation of every law of the table with the settings that the tests use (tests/contact/law_samples.hpp); the
/// variant's number is the index of the sample.
[[nodiscard]] std::vector<Measurement> measure_law_evaluation(int repeats);

}  // namespace jounce::bench
