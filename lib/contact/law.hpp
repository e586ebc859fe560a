// A contact law: local motion and committed memory in, force with both derivatives out. It knows no geometry and no time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/kind.hpp"
#include "contact/transition.hpp"

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
    double kept_compression = 0;       ///< x_f at the last release [m]; for the transition `relaxation`
    double kept_time = 0;              ///< of that release [s]
};

/// What a law answers for delta > 0.
struct Response {
    double force = 0;          ///< F [N], > 0 pushes the bodies apart; not clamped
    double stiffness = 0;      ///< dF/d(delta) [N/m]
    double damping = 0;        ///< dF/d(rate) [N s/m]
    double elastic_force = 0;  ///< dU/d(delta) [N]: the part that can be given back
    double stored_energy = 0;  ///< U(delta, memory) [J]
    double clamped = 0;        ///< tension taken off [N], >= 0: what a law that may not pull would have pulled
};

/// A compression that relaxes under no force, with its derivatives, and how long it takes to vanish.
struct Relaxation {
    double value = 0, first = 0, second = 0, third = 0;    ///< [m], [m/s], ...
    double end = std::numeric_limits<double>::infinity();  ///< from now on [s]
};

/// The conservative part of a law, a function of the indentation alone.
class Elastic {
  public:
    virtual ~Elastic() = default;
    struct Answer {
        double force = 0, stiffness = 0, energy = 0;
    };
    /// \param indentation delta > 0 [m]
    /// \throws Error where a user's own function fails
    [[nodiscard]] virtual Answer at(double indentation) const = 0;
    /// delta d^2F/d(delta)^2 [N/m], finite also where the second derivative itself is not. \param at the answer at `indentation`
    [[nodiscard]] virtual double growth(double indentation, const Answer& at) const = 0;
    /// As Law::check.
    virtual void check(double /*indentation*/) const {}
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
    /// \throws Error where a user's own function fails
    [[nodiscard]] virtual Response evaluate(const Motion& motion, const ContactMemory& memory) const = 0;
    /// The law as a function of the indentation alone, so that other laws can build on it (`elastic = law`); null for a law
    /// that dissipates, because its dissipation would be lost.
    [[nodiscard]] virtual std::shared_ptr<const Elastic> elastic() const { return nullptr; }
    /// What remains of an indentation this deep [m]. From its turning point on the memory has it, for all impacts that follow.
    [[nodiscard]] virtual double permanent_indentation(double /*deepest*/) const noexcept { return 0; }
    /// What a free impact at this speed delivers, where a closed form says it; empty where it must be integrated (see
    /// `delivered_restitution`). \param mass reduced mass [kg] \param speed [m/s]
    [[nodiscard]] virtual std::optional<double> closed_restitution(double /*mass*/, double /*speed*/) const { return {}; }
    /// Called with accepted motions, delta > 0, never with the trials of an iteration.
    /// \throws Error (computation) where a derivative that a user wrote is wrong
    virtual void check(const Motion& /*motion*/, const ContactMemory& /*memory*/) const {}

    /// What remains of a compression after some time under no force, 0 = F(x_f, x_f'). Zero for a law that springs back at once.
    [[nodiscard]] virtual Relaxation relaxation(double /*compression*/, double /*time*/,
                                                const ContactMemory& /*memory*/) const noexcept {
        return {0, 0, 0, 0, 0};
    }

    std::string kind;  ///< the kind's name, for logs
    const Transition* transition = &transitions::distance_force;
    double minimum_speed = 1e-6;  ///< floor of the impact speed [m/s]
    bool adhesion = false;        ///< may the force pull? Otherwise it is clamped at zero.
    bool rigid = false;           ///< no force law but a unilateral constraint; `restitution_asked` is its e
    bool relaxes = false;         ///< does it have a relaxation of its own?
    bool smooth_onset = false;    ///< the force is analytic where the contact begins and ends, and may jump there (a damper)
    bool turning_point = false;   ///< does the law change where the indentation turns? Then that instant is located
    std::optional<double> restitution_asked;
    std::optional<double> reduced_mass;  ///< the one that the law was made for [kg], where it needs one
    DepthLimit end;      ///< beyond it there is no law: a computation that gets there fails. `evaluate` remains finite.
    DepthLimit trusted;  ///< beyond it an assumption fails: a run says so in a note
    /// Indentations, increasing, where a derivative of the force jumps [m]: no step of high order may reach across. Empty for a
    /// force that a user wrote, of which nothing is known; of a law with a memory, those of its first loading.
    std::vector<double> kinks;
};

using LawPointer = std::shared_ptr<const Law>;
using LawKind = Kind<LawPointer>;
/// The table of all laws (laws/table.cpp).
[[nodiscard]] std::span<const LawKind* const> law_kinds();
/// The family "law". Inline, so that it is built before any kind or field list that names it, in whatever file that is.
inline const Family<LawPointer> law_family{.name = "law", .kinds = law_kinds};

/// The first kink strictly on the way from one indentation to another, which may be the smaller one; none: infinity.
/// \param margin a kink this close to `from` is where the way begins [m]
[[nodiscard]] inline double kink_between(const Law& law, double from, double to, double margin = 0) noexcept {
    double nearest = std::numeric_limits<double>::infinity();
    for (const double kink : law.kinks) {
        const bool between = from < to ? kink > from + margin && kink < to : kink < from - margin && kink > to;
        if (between && std::abs(kink - from) < std::abs(nearest - from)) nearest = kink;
    }
    return nearest;
}

}  // namespace jounce::contact
