// The result of a point: a row or the reason why there is none, and the initial state of the neighbouring point. As
// bytes it is the point's record: a complete record can be read, any other is treated as missing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields/value.hpp"
#include "base/messages/error.hpp"

namespace jounce::sweep {

/// Columns by name, in the order of the names; numbers (finite), strings and booleans.
using Row = std::vector<std::pair<std::string, Value>>;

struct Result {
    enum class Kind : char {
        row,
        failed,  ///< the point has no row
        misuse,  ///< no other point has one either: the script must be changed
        killed  ///< failed this time by a signal from outside or for lack of memory: it leaves no record, and `--resume` computes
                ///< it again
    };
    Kind kind = Kind::row;
    std::string failure;
    std::string file;  ///< of a misuse: the location in the user's script
    int line = 0;
    Row row;
    /// Of a diagram: the values of each probe at each section.
    std::vector<std::pair<std::string, std::vector<double>>> section;
    std::vector<std::string> section_units;  ///< of those probes
    std::string state;                       ///< of the motion at the end (carried_state.hpp); empty when nothing is carried
};

[[nodiscard]] std::string to_bytes(const Result& result);
/// Empty for bytes that are damaged or incomplete.
[[nodiscard]] std::optional<Result> from_bytes(std::string_view bytes);

[[nodiscard]] Result failed_result(std::string why);
[[nodiscard]] Result killed_result(std::string why);

/// The first column that one row has and the other has not, as words for a message: "'b' is missing"; empty if there is
/// none.
[[nodiscard]] std::string other_columns(const Row& row, const Row& first);

}  // namespace jounce::sweep
