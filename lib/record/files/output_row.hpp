// Writes a row of an output to its file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/output.hpp"
#include "record/files/csv.hpp"

namespace jounce::record {

/// \param row one value for each column; nil where it does not apply
/// \throws Error (computation) as CsvFile
void write_row(CsvFile& file, const OutputList& list, const List& row);

}  // namespace jounce::record
