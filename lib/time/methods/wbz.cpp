// The method of Wood, Bossak and Zienkiewicz.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct WbzSettings {
    double alpha = 0.05;
};
}  // namespace

const MethodKind wbz_kind = make_kind<WbzSettings, MethodPointer>(
    {.family = "method",
     .name = "wbz",
     .summary = "Wood-Bossak-Zienkiewicz: generalized-alpha with alpha_f = 0; second order with numerical damping.",
     .sources = {{"W. L. Wood, M. Bossak, O. C. Zienkiewicz", 1980, "10.1002/nme.1620151011", ""}},
     .fields = Fields<WbzSettings>().number(
         "alpha", &WbzSettings::alpha, "", between(0, 1),
         "Weight of the old state in the inertia, with the opposite sign; the spectral radius is (1 - alpha)/(1 + alpha).")},
    [](const WbzSettings& s) {
        const double a = s.alpha;
        return one_step_method("wbz", {.alpha_m = -a, .alpha_f = 0, .beta = 0.25 * (1 + a) * (1 + a), .gamma = 0.5 + a},
                               fmt::format("WBZ (alpha {})", a));
    });

}  // namespace jounce::time
