// One collision of two free bodies, m d2(delta)/dt2 = -F, integrated to about twelve digits with the law as it is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "contact/law.hpp"

namespace jounce::contact {

struct FreeImpactOptions {
    /// How many instants to sample, equally spaced from the onset to the release; 0 for none, otherwise at least 2.
    int samples = 0;
    /// Two impacts one after the other: what the first one left behind.
    double permanent_indentation = 0;  ///< [m]
};

struct FreeImpactSample {
    double time = 0;         ///< since the onset [s]
    double indentation = 0;  ///< [m]
    double rate = 0;         ///< [m/s], > 0 while closing
    double force = 0;        ///< [N], at the onset and the release the one inside the contact
};

struct FreeImpact {
    double restitution = 0;            ///< separation_speed/speed
    double separation_speed = 0;       ///< [m/s]
    double max_indentation = 0;        ///< [m], from the undeformed surface
    double max_force = 0;              ///< [N]
    double duration = 0;               ///< from the onset to the last instant with a force [s]
    double energy_loss = 0;            ///< kinetic energy that did not come back [J]
    double permanent_indentation = 0;  ///< what is left behind, this impact included [m]
    double turning_time = 0;           ///< of the deepest point, since the onset [s]
    int pushes = 1;                    ///< stretches with a force: a law may let go and push again before the bodies part
    bool released = true;              ///< false: the force holds the bodies back for ever, the restitution is zero
    std::vector<FreeImpactSample> samples;
};

/// The contact begins at the law's surface (delta = 0, or the permanent indentation) with `speed` and ends where the law lets go:
/// at the surface; before it where the force passes zero, unless the law has `adhesion`. A force that comes back before the
/// bodies are apart pushes again, as in a run (transition `distance_force`). Order 16 with steps as small as the law asks for,
/// events to round-off: the restitution is good to 1e-12 for laws without steps of their own. A rigid law answers with its
/// restitution, at once and without depth. \param reduced_mass m1 m2/(m1 + m2) > 0 [kg]; \param speed of approach > 0 [m/s]
/// \throws Error (computation) when the law never turns the bodies back, ends before it does, or is not finite on the way
[[nodiscard]] FreeImpact free_impact(const Law& law, double reduced_mass, double speed, const FreeImpactOptions& options = {});

}  // namespace jounce::contact
