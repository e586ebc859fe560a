// The table of time integrators: one line each.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/table.hpp"

#include <array>

namespace jounce::time {

namespace {
constexpr std::array<const MethodKind*, 2> methods = {
    &newmark_kind,
    &precise_kind,
};
}  // namespace

const Family<MethodPointer> method_family{.name = "method", .kinds = [] { return std::span<const MethodKind* const>(methods); }};

}  // namespace jounce::time
