// Newmark's method as the central difference.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct CentralDifferenceSettings {};
}  // namespace

const MethodKind central_difference_kind = make_kind<CentralDifferenceSettings, MethodPointer>(
    {.family = "method",
     .name = "central_difference",
     .summary = "Newmark with beta = 0, gamma = 1/2: explicit in the displacements, second order; stable up to omega h = 2.",
     .sources = {{"N. M. Newmark", 1959, "10.1061/JMCEA3.0000098", ""}},
     .fields = Fields<CentralDifferenceSettings>()},
    [](const CentralDifferenceSettings&) {
        return one_step_method("central_difference", {.beta = 0, .gamma = 0.5}, "central difference");
    });

}  // namespace jounce::time
