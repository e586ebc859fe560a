// Impacts on a rigid stop, and the stick phases at the end of sequences of impacts.
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
    bool rebounds = true;       ///< false: below the law's minimum speed, so the body rests on the stop
    double restitution = 1;     ///< of the law
};

enum class LandingKind : char {
    impact,
    chatter,  ///< part of a complete chatter, counted by its stick phase
    stick     ///< the rigid stop holds the body for a time
};

/// A stick phase is a hold of finite duration on a rigid stop. The impacts just before it with decreasing flight times and
/// decreasing speeds, each at least half of the value from the restitution alone, accumulate there. Their number is infinite
/// (complete chatter); the number in a run depends on its minimum speed. The same applies to impacts that end in rest and are
/// released again, when the force on the stop is about zero. An orbit is therefore labelled (m + s, n) by its stick phases s and
/// its other impacts m.
///
/// A. B. Nordmark, P. T. Piiroinen, Simulation and stability analysis of impacting systems with complete chattering, Nonlinear
/// Dynamics 58 (2009) 85-106, doi 10.1007/s11071-008-9463-y. The rule for the begin of a sequence is not from this source.
///
/// \param landings on one side of one gap, in time order
/// \returns a kind for each
[[nodiscard]] std::vector<LandingKind> landing_kinds(const std::vector<Landing>& landings);

}  // namespace jounce::nonlinear
