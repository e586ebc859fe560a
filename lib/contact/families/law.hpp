// A contact law: from local motion and committed memory to the force with both derivatives, independent of geometry and time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/fields/kind.hpp"
#include "contact/families/transition.hpp"

namespace jounce::contact {

/// The motion of one side of a gap along its normal.
struct Motion {
    double indentation = 0;  ///< delta [m], > 0 in contact
    double rate = 0;         ///< d(delta)/dt [m/s], > 0 while closing
};

/// Discrete memory of one side of a gap. It changes only at accepted steps and located events, never within Newton's iterations.
struct ContactMemory {
    bool closed = false;
    bool unloading = false;            ///< the indentation has turned back since the onset (only for laws with `turning_point`)
    double impact_speed = 0;           ///< rate at the last onset [m/s], without the floor
    double onset_time = 0;             ///< time of the last upward zero crossing of the indentation [s]
    double max_indentation = 0;        ///< since the last onset [m]
    double permanent_indentation = 0;  ///< of plastic laws [m]; contact begins and ends there
    double kept_compression = 0;       ///< x_f at the last release [m]; for the transition `relaxation`
    double kept_time = 0;              ///< time of that release [s]
};

/// The response of a law for delta > 0.
struct Response {
    double force = 0;          ///< F [N], > 0 pushes the bodies apart; not clamped
    double stiffness = 0;      ///< dF/d(delta) [N/m]
    double damping = 0;        ///< dF/d(rate) [N s/m]
    double elastic_force = 0;  ///< dU/d(delta) [N]: the recoverable part
    double stored_energy = 0;  ///< U(delta, memory) [J]
    double clamped = 0;        ///< removed tension [N], >= 0, of a law that may not pull
};

/// A compression that relaxes without force, with its derivatives and the time until it vanishes.
struct Relaxation {
    double value = 0, first = 0, second = 0, third = 0;    ///< [m], [m/s], ...
    double end = std::numeric_limits<double>::infinity();  ///< from now on [s]
};

/// The conservative part of a law, a function of the indentation only.
class Elastic {
  public:
    virtual ~Elastic() = default;
    struct Answer {
        double force = 0, stiffness = 0, energy = 0;
    };
    /// \param indentation delta > 0 [m]
    /// \throws Error where a user's own function fails
    [[nodiscard]] virtual Answer at(double indentation) const = 0;
    /// delta d^2F/d(delta)^2 [N/m], finite also where the second derivative is infinite. \param at the answer at `indentation`
    [[nodiscard]] virtual double growth(double indentation, const Answer& at) const = 0;
    /// Like Law::check.
    virtual void check(double /*indentation*/) const {}
};

/// An indentation beyond which a law or an assumption is invalid, with the reason for messages.
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
    /// The law as a function of the indentation only, for use in other laws (`elastic = law`); null for a law with dissipation,
    /// which would be lost.
    [[nodiscard]] virtual std::shared_ptr<const Elastic> elastic() const { return nullptr; }
    /// The permanent indentation after a given indentation [m]. From the turning point on it is in the memory, for all later
    /// impacts.
    [[nodiscard]] virtual double permanent_indentation(double /*deepest*/) const noexcept { return 0; }
    /// The restitution delivered in a free impact at this speed, from a closed form; empty if it must be integrated (see
    /// `delivered_restitution`). \param mass reduced mass [kg] \param speed [m/s]
    [[nodiscard]] virtual std::optional<double> closed_restitution(double /*mass*/, double /*speed*/) const { return {}; }
    /// Called with accepted motions, delta > 0, never with the trials of an iteration.
    /// \throws Error (computation) if a derivative from a user's function is wrong
    virtual void check(const Motion& /*motion*/, const ContactMemory& /*memory*/) const {}

    /// The remaining compression after some time without force, 0 = F(x_f, x_f'). Zero for a law that recovers at once.
    [[nodiscard]] virtual Relaxation relaxation(double /*compression*/, double /*time*/,
                                                const ContactMemory& /*memory*/) const noexcept {
        return {0, 0, 0, 0, 0};
    }

    std::string kind;  ///< the kind's name, for logs
    const Transition* transition = &transitions::distance_force;
    double minimum_speed = 1e-6;  ///< floor of the impact speed [m/s]
    bool adhesion = false;        ///< may the force be tensile? Otherwise it is clamped at zero.
    bool rigid = false;           ///< a unilateral constraint instead of a force law; `restitution_asked` is its e
    bool relaxes = false;         ///< does it have its own relaxation?
    bool smooth_onset = false;    ///< the force is analytic at begin and end of contact, and may jump there (a damper)
    bool turning_point = false;   ///< does the law change where the indentation turns back? Then this instant is located
    std::optional<double> restitution_asked;
    std::optional<double> reduced_mass;  ///< for which the law was made [kg], if it needs one
    DepthLimit end;                      ///< the law ends there: a computation that reaches it fails. `evaluate` remains finite.
    DepthLimit trusted;                  ///< beyond it an assumption is invalid; a run adds a note
    /// Indentations, increasing, where a derivative of the force jumps [m]: no step of high order may cross one. Empty for a
    /// user's function, for which they are unknown; for a law with memory, those of its first loading.
    std::vector<double> kinks;
};

using LawPointer = std::shared_ptr<const Law>;
using LawKind = Kind<LawPointer>;
/// The table of all laws (laws/table.cpp).
[[nodiscard]] std::span<const LawKind* const> law_kinds();
/// The family "law". Inline, so that it is initialised before any kind or field list that uses it, in any file.
inline const Family<LawPointer> law_family{.name = "law", .kinds = law_kinds};

/// The first kink strictly between two indentations, from the first one on (the second may be smaller); infinity if there is
/// none.
/// \param margin kinks this close to `from` are ignored [m]
[[nodiscard]] inline double kink_between(const Law& law, double from, double to, double margin = 0) noexcept {
    double nearest = std::numeric_limits<double>::infinity();
    for (const double kink : law.kinks) {
        const bool between = from < to ? kink > from + margin && kink < to : kink < from - margin && kink > to;
        if (between && std::abs(kink - from) < std::abs(nearest - from)) nearest = kink;
    }
    return nearest;
}

}  // namespace jounce::contact
