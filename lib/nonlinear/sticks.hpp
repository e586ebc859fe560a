// Impacts on a rigid stop, and the stick phases in which sequences of them end.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace jounce::nonlinear {

/// A contact with one side of a gap.
struct Landing {
    double begin = 0;           ///< [s]
    std::optional<double> end;  ///< [s]; empty while the contact lasts
    double speed = 0;           ///< at the onset [m/s]
    bool rigid = false;         ///< of a rigid stop: an impulse, or a hold
    bool rebounds = true;       ///< false: too slow for the law, so that it ends in rest on the stop
    double restitution = 1;     ///< of the law
};

enum class LandingKind : char {
    impact,
    chatter,  ///< of a complete chatter: the stick phase counts for it
    stick     ///< the rigid stop holds the body for a time
};

/// A stick phase is a hold on a rigid stop that lasts. The impacts right before it whose flights grow shorter and whose speeds
/// fall, each to no less than half of what the restitution alone would leave, accumulate there. They are infinitely many
/// (complete chatter), and how many of them a run shows depends on its smallest speed. So do those that end in rest and let go
/// again, where the force on the stop is about zero. An orbit is therefore labelled (m + s, n) by its stick phases s and its
/// other impacts m.
///
/// A. B. Nordmark, P. T. Piiroinen, Simulation and stability analysis of impacting systems with complete chattering, Nonlinear
/// Dynamics 58 (2009) 85-106, doi 10.1007/s11071-008-9463-y. The rule for where a sequence begins is ours.
///
/// \param landings with one side of one gap, in time
/// \returns a kind for each
[[nodiscard]] std::vector<LandingKind> landing_kinds(const std::vector<Landing>& landings);

}  // namespace jounce::nonlinear
