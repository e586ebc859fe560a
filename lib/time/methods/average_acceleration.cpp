// Newmark's method with the average acceleration.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct AverageAccelerationSettings {};
}  // namespace

const MethodKind average_acceleration_kind = make_kind<AverageAccelerationSettings, MethodPointer>(
    {.family = "method",
     .name = "average_acceleration",
     .summary = "Newmark with beta = 1/4, gamma = 1/2: second order, no numerical damping, unconditionally stable (linear).",
     .sources = {{"N. M. Newmark", 1959, "10.1061/JMCEA3.0000098", ""}},
     .fields = Fields<AverageAccelerationSettings>()},
    [](const AverageAccelerationSettings&) {
        return one_step_method("average_acceleration", {.beta = 0.25, .gamma = 0.5}, "average acceleration");
    });

}  // namespace jounce::time
