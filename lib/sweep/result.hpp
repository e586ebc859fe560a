// What the computation of a point leaves: a row or the reason why there is none, and what the neighbour begins with. As bytes it
// is the point's record: what was written completely reads back, anything else is as good as not there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"

namespace jounce::sweep {

/// Columns by name, in the order of the names; numbers (finite), strings and booleans.
using Row = std::vector<std::pair<std::string, Value>>;

struct Result {
    enum class Kind : char {
        row,
        failed,  ///< the point has no row
        misuse,  ///< nor has any other one: the script must be changed
        killed   ///< failed for this time, by something outside: it leaves no record, and `--resume` computes it again
    };
    Kind kind = Kind::row;
    std::string failure;
    std::string file;  ///< of a misuse: the user's place
    int line = 0;
    Row row;
    /// Of a diagram: the values of each probe, once a section.
    std::vector<std::pair<std::string, std::vector<double>>> section;
    std::vector<std::string> section_units;  ///< of those probes
    std::string state;                       ///< of the motion at the end (carried_state.hpp); empty when nothing is carried
};

[[nodiscard]] std::string to_bytes(const Result& result);
/// Nothing for bytes that are damaged or incomplete.
[[nodiscard]] std::optional<Result> from_bytes(std::string_view bytes);

[[nodiscard]] Result failed_result(std::string why);

/// The first column that one row has and the other has not, as words for a message: "'b' is missing"; empty when none.
[[nodiscard]] std::string other_columns(const Row& row, const Row& first);

}  // namespace jounce::sweep
