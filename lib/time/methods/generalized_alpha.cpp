// The generalized-alpha method, defined by its spectral radius.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"

namespace jounce::time {

namespace {
struct GeneralizedAlphaSettings {
    double spectral_radius = 0.8;
};
}  // namespace

const MethodKind generalized_alpha_kind = make_kind<GeneralizedAlphaSettings, MethodPointer>(
    {.family = "method",
     .name = "generalized_alpha",
     .summary =
         "Second order, unconditionally stable (linear), with numerical damping of the highest modes set by the spectral radius.",
     .sources = {{"J. Chung, G. M. Hulbert", 1993, "10.1115/1.2900803", "Eqs. 13-25"}},
     .fields = Fields<GeneralizedAlphaSettings>().number(
         "spectral_radius", &GeneralizedAlphaSettings::spectral_radius, "", between(0, 1),
         "Spectral radius at infinite frequency: 1 gives no damping, 0 removes the highest modes in one step.")},
    [](const GeneralizedAlphaSettings& s) {
        const double r = s.spectral_radius;
        const double alpha_m = (2 * r - 1) / (r + 1);
        const double alpha_f = r / (r + 1);
        const double shift = 1 - alpha_m + alpha_f;
        return one_step_method(
            "generalized_alpha",
            {.alpha_m = alpha_m, .alpha_f = alpha_f, .beta = 0.25 * shift * shift, .gamma = 0.5 - alpha_m + alpha_f},
            fmt::format("generalized-alpha (spectral radius {})", r));
    });

}  // namespace jounce::time
