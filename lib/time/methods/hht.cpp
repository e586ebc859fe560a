// The method of Hilber, Hughes and Taylor.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct HhtSettings {
    double alpha = 0.05;
};
}  // namespace

const MethodKind hht_kind = make_kind<HhtSettings, MethodPointer>(
    {.family = "method",
     .name = "hht",
     .summary = "Hilber-Hughes-Taylor: generalized-alpha with alpha_m = 0; second order with numerical damping.",
     .sources = {{"H. M. Hilber, T. J. R. Hughes, R. L. Taylor", 1977, "10.1002/eqe.4290050306", ""}},
     .fields = Fields<HhtSettings>().number(
         "alpha", &HhtSettings::alpha, "", between(0, 1.0 / 3),
         "Weight of the old state in the internal forces (their -alpha); the spectral radius is (1 - alpha)/(1 + alpha).")},
    [](const HhtSettings& s) {
        const double a = s.alpha;
        return one_step_method("hht", {.alpha_m = 0, .alpha_f = a, .beta = 0.25 * (1 + a) * (1 + a), .gamma = 0.5 + a},
                               fmt::format("HHT (alpha {})", a));
    });

}  // namespace jounce::time
