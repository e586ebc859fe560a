// The list of damping kinds and their common functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/damping/damping_kinds.hpp"

#include <array>

namespace jounce {

namespace {

std::span<const DampingKind* const> damping_kinds() {
    static const std::array<const DampingKind*, 2> table{
        &dampings::rayleigh_kind(),  //
        &dampings::modal_kind(),     //
    };
    return table;
}

}  // namespace

const Family<DampingPointer> damping_family{.name = "damping", .kinds = damping_kinds};

std::vector<double> dampings::read_ratios(const Value& ratio, const std::string& subject) {
    if (ratio.list() != nullptr) return schema::read_numbers(ratio, zero_or_positive, subject, "ratio");
    return {schema::read_number(ratio, zero_or_positive, subject, "ratio")};
}

}  // namespace jounce
