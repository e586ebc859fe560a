// The table of jounce.compare: its field lists and their reader.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/fields/schema.hpp"
#include "nonlinear/precision/work_precision.hpp"

namespace jounce::nonlinear {

/// Field list of jounce.compare's argument; `model` is an object of the Lua binding, any value here.
[[nodiscard]] const FieldList& compare_fields();
/// The nested table `reference`.
[[nodiscard]] const FieldList& reference_fields();

struct CompareOptions {
    WorkPrecisionOptions study;
    std::string output;  ///< folder, relative to the working folder; empty: nothing is written
};

/// \throws Error (bad_case, without origin): "compare: 'steps' must be ..., got ..."
[[nodiscard]] CompareOptions read_compare_options(const Table& table);

}  // namespace jounce::nonlinear
