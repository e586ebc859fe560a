// A work-precision study as rows of a table, as text and as a picture, from one list of columns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "nonlinear/precision/work_precision.hpp"
#include "record/plots/study.hpp"

namespace jounce::lua {

/// The row for the script; unknown values are left out.
[[nodiscard]] Table study_row(const nonlinear::Study& study, const nonlinear::Row& row);
/// All rows, in the order of the study.
[[nodiscard]] List study_rows(const nonlinear::Study& study);
/// The rows of the Pareto front, the cheapest first.
[[nodiscard]] List study_front(const nonlinear::Study& study);
/// The reference, its number of steps, and its uncertainty.
[[nodiscard]] Table study_reference(const nonlinear::Study& study);

/// Header and cells of work_precision.csv.
[[nodiscard]] std::vector<std::string> study_columns(const nonlinear::Study& study);
[[nodiscard]] std::vector<List> study_cells(const nonlinear::Study& study);

/// The text of study:print().
[[nodiscard]] std::string study_text(const nonlinear::Study& study);

/// Displacement error over wall time.
[[nodiscard]] record::StudyPicture study_picture(const nonlinear::Study& study);

}  // namespace jounce::lua
