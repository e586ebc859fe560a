// Newmark's method with the linear acceleration.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct LinearAccelerationSettings {};
}  // namespace

const MethodKind linear_acceleration_kind = make_kind<LinearAccelerationSettings, MethodPointer>(
    {.family = "method",
     .name = "linear_acceleration",
     .summary = "Newmark with beta = 1/6, gamma = 1/2: second order with a smaller error; stable up to omega h = 3.46.",
     .sources = {{"N. M. Newmark", 1959, "10.1061/JMCEA3.0000098", ""}},
     .fields = Fields<LinearAccelerationSettings>()},
    [](const LinearAccelerationSettings&) {
        return one_step_method("linear_acceleration", {.beta = 1.0 / 6, .gamma = 0.5}, "linear acceleration");
    });

}  // namespace jounce::time
