// Peaks of contact forces in the charts of a page.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/files/table_file.hpp"
#include "record/page/page.hpp"

namespace jounce::record {

/// Adds to a chart over time, for each of its curves "<gap>.force [N]", the peaks of the contacts of this gap at their onsets, as
/// marks: records may lie between two contacts. \param impacts the rows of impacts.csv
void add_force_peaks(Chart& chart, const TableFile& impacts);

}  // namespace jounce::record
