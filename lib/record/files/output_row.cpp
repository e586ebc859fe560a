// Writes a row of an output to its file.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/output_row.hpp"

namespace jounce::record {

void write_row(CsvFile& file, const OutputList& list, const List& row) {
    for (std::size_t i = 0; i < list.columns.size(); ++i) {
        const Value& value = row[i];
        if (value.is_nil()) {
            file.empty();
        } else if (value.text() != nullptr) {
            file.text(*value.text());
        } else if (list.columns[i].type == "integer") {
            file.integer(static_cast<std::int64_t>(*value.number()));
        } else {
            file.number(*value.number());
        }
    }
    file.end_row();
}

}  // namespace jounce::record
