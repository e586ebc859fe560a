// A contact law: local motion and committed memory in, force with both derivatives out. It knows no geometry and no time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/kind.hpp"

namespace jounce::contact {

/// The motion of one side of a gap along its normal.
struct Motion {
    double indentation = 0;  ///< delta [m], > 0 in contact
    double rate = 0;         ///< d(delta)/dt [m/s], > 0 while closing
};

/// Discrete memory of one side of a gap. It changes at accepted steps and located events only, never inside Newton.
struct ContactMemory {
    bool closed = false;
    bool unloading = false;            ///< has turned since the onset (kept for laws with `turning_point` only)
    double impact_speed = 0;           ///< rate at the last onset [m/s], not yet floored
    double onset_time = 0;             ///< when the indentation last rose through zero [s]
    double max_indentation = 0;        ///< since the last onset [m]
    double permanent_indentation = 0;  ///< left behind by plastic laws [m]; contact begins and ends there
};

/// What a law answers for delta > 0.
struct Response {
    double force = 0;          ///< F [N], > 0 pushes the bodies apart; not clamped
    double stiffness = 0;      ///< dF/d(delta) [N/m]
    double damping = 0;        ///< dF/d(rate) [N s/m]
    double elastic_force = 0;  ///< dU/d(delta) [N]: the part that can be given back
    double stored_energy = 0;  ///< U(delta, memory) [J]
};

/// The conservative part of a law, a function of the indentation alone.
class Elastic {
  public:
    virtual ~Elastic() = default;
    struct Answer {
        double force = 0, stiffness = 0, energy = 0;
    };
    /// \param indentation delta > 0 [m]
    [[nodiscard]] virtual Answer at(double indentation) const noexcept = 0;
    /// delta d^2F/d(delta)^2 [N/m], finite also where the second derivative itself is not. \param at the answer at `indentation`
    [[nodiscard]] virtual double growth(double indentation, const Answer& at) const noexcept = 0;
};

/// An indentation beyond which something about a law no longer holds, and what a reader is told then.
struct DepthLimit {
    double indentation = std::numeric_limits<double>::infinity();  ///< [m]
    std::string reason;  ///< completes "... m deep, ": "beyond 2e-6 m, where the force of law.johnson turns back"
};

/// A contact law. Immutable; shared between gaps, models and threads.
class Law {
  public:
    virtual ~Law() = default;
    /// Force and derivatives for delta > 0. `memory.impact_speed` is already floored by `minimum_speed`.
    [[nodiscard]] virtual Response evaluate(const Motion& motion, const ContactMemory& memory) const noexcept = 0;
    /// The law as a function of the indentation alone, so that other laws can build on it (`elastic = law`); null for a law
    /// that dissipates, because its dissipation would be lost.
    [[nodiscard]] virtual std::shared_ptr<const Elastic> elastic() const { return nullptr; }
    /// What remains of an indentation this deep [m]. From its turning point on the memory has it, for all impacts that follow.
    [[nodiscard]] virtual double permanent_indentation(double /*deepest*/) const noexcept { return 0; }
    /// What a free impact at this speed delivers, where a closed form says it; empty where it must be integrated (see
    /// `delivered_restitution`). \param mass reduced mass [kg] \param speed [m/s]
    [[nodiscard]] virtual std::optional<double> closed_restitution(double /*mass*/, double /*speed*/) const { return {}; }

    std::string kind;             ///< the kind's name, for logs
    double minimum_speed = 1e-6;  ///< floor of the impact speed [m/s]
    bool adhesion = false;        ///< may the force pull? Otherwise it is clamped at zero.
    bool rigid = false;           ///< no force law but a unilateral constraint; `restitution_asked` is its e
    bool turning_point = false;   ///< does the law change where the indentation turns? Then that instant is located
    std::optional<double> restitution_asked;
    std::optional<double> reduced_mass;  ///< the one that the law was made for [kg], where it needs one
    DepthLimit end;      ///< beyond it there is no law: a computation that gets there fails. `evaluate` remains finite.
    DepthLimit trusted;  ///< beyond it an assumption fails: a run says so in a note
};

using LawPointer = std::shared_ptr<const Law>;
using LawKind = Kind<LawPointer>;
/// The table of all laws (laws/table.cpp).
[[nodiscard]] std::span<const LawKind* const> law_kinds();
/// The family "law". Inline, so that it is built before any kind or field list that names it, in whatever file that is.
inline const Family<LawPointer> law_family{.name = "law", .kinds = law_kinds};

/// The smallest indentation of a contact on this surface: the limit of a law there is taken at it.
[[nodiscard]] inline double just_inside(double surface) noexcept {
    return surface > 0 ? std::nextafter(surface, std::numeric_limits<double>::infinity()) : std::numeric_limits<double>::min();
}

/// Force and derivatives of a side whose status is closed, as a smooth function of the motion: neither clamped nor cut off.
/// Beyond delta = 0 (beyond the permanent indentation, where there is one) the law goes on along its tangent there, and nothing
/// is stored. Where the force passes zero the contact ends.
[[nodiscard]] inline Response closed_response(const Law& law, const Motion& motion, const ContactMemory& memory) noexcept {
    const double surface = memory.permanent_indentation;
    const bool beyond = !(motion.indentation > surface);
    const Motion inside = beyond ? Motion{just_inside(surface), motion.rate} : motion;
    Response r;
    if (memory.impact_speed < law.minimum_speed) [[unlikely]] {
        ContactMemory floored = memory;
        floored.impact_speed = law.minimum_speed;
        r = law.evaluate(inside, floored);
    } else {
        r = law.evaluate(inside, memory);
    }
    if (beyond) {
        r.force += r.stiffness * (motion.indentation - surface);
        r.elastic_force = r.stored_energy = 0;
    }
    return r;
}

/// The law's answer with the rules every law shares: nothing when open, the impact speed floored, tension clamped unless the
/// law may pull (then force and derivatives vanish together; the stored energy remains what it is).
[[nodiscard]] inline Response contact_response(const Law& law, const Motion& motion, const ContactMemory& memory) noexcept {
    if (!(motion.indentation > memory.permanent_indentation)) return {};
    Response r = closed_response(law, motion, memory);
    if (r.force < 0 && !law.adhesion) r.force = r.stiffness = r.damping = 0;
    return r;
}

/// The same for a side whose status is held closed while Newton runs, also beyond delta = 0. A force that jumps at the onset (a
/// damper's) so remains one function of the motion; without this a step that ends just behind the onset may have no solution,
/// neither open nor closed.
[[nodiscard]] inline Response held_response(const Law& law, const Motion& motion, const ContactMemory& memory) noexcept {
    Response r = closed_response(law, motion, memory);
    if (r.force < 0 && !law.adhesion) r.force = r.stiffness = r.damping = 0;
    return r;
}

}  // namespace jounce::contact
