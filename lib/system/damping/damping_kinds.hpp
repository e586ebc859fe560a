// The kinds of jounce.damping, one file each in kinds/; damping_kinds.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/damping/damping.hpp"

namespace jounce::dampings {

[[nodiscard]] const DampingKind& rayleigh_kind();
[[nodiscard]] const DampingKind& modal_kind();

/// A damping ratio or a list of them, zero or positive. A single number becomes a list of one.
[[nodiscard]] std::vector<double> read_ratios(const Value& ratio, const std::string& subject);

/// C = alpha M + beta K.
[[nodiscard]] DampingPointer make_rayleigh(double alpha, double beta);

}  // namespace jounce::dampings
