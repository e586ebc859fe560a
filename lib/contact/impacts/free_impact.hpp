// One collision of two free bodies, m d2(delta)/dt2 = -F, integrated numerically with the law to about twelve digits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "contact/families/law.hpp"

namespace jounce::contact {

struct FreeImpactOptions {
    /// Number of equally spaced samples from the onset to the release; 0 for none, otherwise at least 2.
    int samples = 0;
    /// For a second impact: the permanent indentation after the first one.
    double permanent_indentation = 0;  ///< [m]
};

struct FreeImpactSample {
    double time = 0;         ///< since the onset [s]
    double indentation = 0;  ///< [m]
    double rate = 0;         ///< [m/s], > 0 while closing
    double force = 0;        ///< [N], at the onset and the release the limit inside the contact
};

struct FreeImpact {
    double restitution = 0;            ///< separation_speed/speed
    double separation_speed = 0;       ///< [m/s]
    double max_indentation = 0;        ///< [m], from the undeformed surface
    double max_force = 0;              ///< [N]
    double duration = 0;               ///< from the onset to the last instant with a force [s]
    double energy_loss = 0;            ///< loss of kinetic energy [J]
    double permanent_indentation = 0;  ///< after this impact [m]
    double turning_time = 0;           ///< time of the maximum indentation, since the onset [s]
    int pushes = 1;                    ///< number of intervals with a force: it may vanish and return before the bodies part
    bool released = true;              ///< false: the bodies never separate, the restitution is zero
    std::vector<FreeImpactSample> samples;
};

/// The contact begins at the law's surface (delta = 0, or the permanent indentation) with `speed` and ends at the surface, or
/// before at the zero of the force unless the law has `adhesion`. A force that returns before the bodies are apart pushes again,
/// as in a run (transition `distance_force`). Order 16 with step control, events to round-off: the restitution is accurate to
/// 1e-12 for laws without jumps. A rigid law returns its restitution at once, without an indentation.
/// \param reduced_mass m1 m2/(m1 + m2) > 0 [kg]; \param speed of approach > 0 [m/s]
/// \throws Error (computation) when the law never turns the bodies back, ends before it does, or is not finite on the way
[[nodiscard]] FreeImpact free_impact(const Law& law, double reduced_mass, double speed, const FreeImpactOptions& options = {});

}  // namespace jounce::contact
