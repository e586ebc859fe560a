// Newmark's method with Newton-Raphson, condensed to the gap coordinates and solved for the acceleration.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/newmark.hpp"

#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

MethodPointer newmark(const NewmarkSettings& settings) {
    return one_step_method("newmark", {.beta = settings.beta, .gamma = settings.gamma},
                           fmt::format("newmark (beta {}, gamma {})", settings.beta, settings.gamma));
}

const MethodKind newmark_kind = make_kind<NewmarkSettings, MethodPointer>(
    {.family = "method",
     .name = "newmark",
     .summary =
         "Newmark's one-step method: second order for gamma = 1/2, unconditionally stable (linear) for 2 beta >= gamma >= 1/2.",
     .sources = {{"N. M. Newmark", 1959, "10.1061/JMCEA3.0000098", ""}},
     .fields = Fields<NewmarkSettings>()
                   .number("beta", &NewmarkSettings::beta, "", between(0, 0.5),
                           "Weight of the new acceleration in the displacement; 1/4 is the average acceleration.")
                   .number("gamma", &NewmarkSettings::gamma, "", between(0.5, 1),
                           "Weight of the new acceleration in the velocity; above 1/2 it damps and the order falls to one.")},
    newmark);

}  // namespace jounce::time
