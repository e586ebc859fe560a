// Closed forms for a free impact of a reduced mass: the delivered restitution of a law, and the damping for a requested one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::contact {

/// Restitution that F = F_e(delta) (1 + a rate/v0) delivers in a free impact: the root e in (0, 1] of
/// a (1 + e) = ln[(1 + a)/(1 - a e)], that is e = [1 + W_0(-(1 + a) exp(-(1 + a)))]/a with Lambert's W. It depends only on a, not
/// on the elastic force, mass or speed. Relative error of a few round-offs. Gonthier, McPhee, Lange and Piedboeuf (2004),
/// doi:10.1023/B:MUBO.0000029392.21648.bc.
/// \param factor a >= 0
[[nodiscard]] double restitution_of_factor(double factor);

/// The inverse: the factor a >= 0 that delivers e exactly. It tends to 3(1 - e)/2 as e -> 1 and to 1/e as e -> 0.
/// Relative error of a few round-offs, also for e -> 1.
/// \param restitution e in (0, 1]
[[nodiscard]] double factor_of_restitution(double restitution);

/// The end of a contact with spring and damper F = k delta + c rate.
enum class Release {
    zero_indentation,  ///< at delta = 0, after a phase of tension
    zero_force         ///< at F = 0, without tension
};

/// Restitution of a linear spring and damper in a free impact.
/// zero_indentation: exp(-pi zeta/sqrt(1 - zeta^2)), and 0 for zeta >= 1, without rebound.
/// zero_force: exp(-2 zeta q), q = arccos(zeta)/sqrt(1 - zeta^2), or arcosh(zeta)/sqrt(zeta^2 - 1) beyond 1.
/// Schwager and Poeschel (2007), doi:10.1007/s10035-007-0065-z.
/// \param damping_ratio zeta = c/(2 sqrt(k m)) >= 0
[[nodiscard]] double kelvin_voigt_restitution(double damping_ratio, Release release);

/// The inverse. \param restitution e in (0, 1]; with zero_force the ratio exceeds 1 below e = exp(-2).
[[nodiscard]] double kelvin_voigt_damping_ratio(double restitution, Release release);

}  // namespace jounce::contact
