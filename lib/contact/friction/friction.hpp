// A friction law: from slip velocity, normal force and bristle to the tangential force with its derivatives, independent of the
// geometry.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/fields/kind.hpp"

namespace jounce::contact {

/// Components along the tangents of a contact; with one tangent the second is zero.
using Slip = std::array<double, 2>;

[[nodiscard]] inline double dot(const Slip& a, const Slip& b) noexcept { return a[0] * b[0] + a[1] * b[1]; }
[[nodiscard]] inline double norm(const Slip& s) noexcept { return s[1] == 0 ? std::abs(s[0]) : std::hypot(s[0], s[1]); }

/// The start of a step, for a law with a state. At an instant (`duration` zero) the bristle is the given one.
struct BristleStep {
    Slip bristle{};       ///< z at the start [m]
    Slip velocity{};      ///< slip velocity at the start [m/s]
    double duration = 0;  ///< [s]
};

/// The response of a law. The force is on the left-hand side, like that of a damper: +mu N along the slip velocity, which it
/// resists.
struct FrictionResponse {
    Slip force{};                     ///< [N]
    std::array<double, 4> damping{};  ///< d force/d velocity, row-major [N s/m]
    Slip by_normal{};                 ///< d force/d normal force
    Slip bristle{};                   ///< z at the end [m]
    Slip bristle_rate{};              ///< [m/s]
    double stored_energy = 0;         ///< of the bristles [J]
};

/// A set-valued law: any force up to static_coefficient N holds v = 0; while it slips the force is coefficient N against v.
struct FrictionCone {
    double coefficient = 0;
    double static_coefficient = 0;
    /// Karnopp's D_v: slower slip counts as zero [m/s], and a new slip has the static coefficient below it.
    double dead_band = 0;
};

/// A friction law. Immutable; shared between contacts, models and threads.
class FrictionLaw {
  public:
    virtual ~FrictionLaw() = default;
    /// Force and derivatives. A set-valued law is evaluated for v != 0; at v = 0 its force is zero, because the holding force
    /// follows from the System.
    [[nodiscard]] virtual FrictionResponse evaluate(const Slip& velocity, double normal_force,
                                                    const BristleStep& begin) const noexcept = 0;

    std::string kind;                  ///< the kind's name, for logs
    std::optional<FrictionCone> cone;  ///< of a set-valued law
    bool has_bristle = false;
    std::string note;  ///< a note of the run on these settings
};

using FrictionPointer = std::shared_ptr<const FrictionLaw>;
using FrictionKind = Kind<FrictionPointer>;
/// The table of all friction laws (friction/table.cpp).
[[nodiscard]] std::span<const FrictionKind* const> friction_kinds();
/// The family "friction". Inline for the same reason as law_family.
inline const Family<FrictionPointer> friction_family{.name = "friction", .kinds = friction_kinds};

/// A coefficient of friction over the slip speed s.
struct Coefficient {
    double value = 0;       ///< mu(s)
    double slope = 0;       ///< dmu/ds [s/m]
    double over_speed = 0;  ///< mu/s, finite at s = 0 [s/m]
};

/// The isotropic law f = N mu(s) v/s:  df/dv = N (mu' e e^T + mu/s (1 - e e^T)),  df/dN = mu e,  e = v/s.
[[nodiscard]] inline FrictionResponse along_slip(const Slip& v, double normal_force, const Coefficient& mu,
                                                 double speed) noexcept {
    FrictionResponse out;
    const Slip e = speed > 0 ? Slip{v[0] / speed, v[1] / speed} : Slip{};
    for (std::size_t i = 0; i < 2; ++i) {
        out.by_normal[i] = mu.value * e[i];
        out.force[i] = normal_force * out.by_normal[i];
        for (std::size_t j = 0; j < 2; ++j) {
            const double ee = e[i] * e[j];
            out.damping[2 * i + j] = normal_force * (mu.slope * ee + mu.over_speed * ((i == j ? 1.0 : 0.0) - ee));
        }
    }
    return out;
}

/// A kind of the family "friction". \param build settings -> std::shared_ptr<FrictionLaw>
template <class S, class Build>
[[nodiscard]] FrictionKind friction_kind(KindDescription description, Build build) {
    description.family = "friction";
    const std::string name = description.name;
    return make_kind<S, FrictionPointer>(std::move(description), [name, build](const S& settings) -> FrictionPointer {
        std::shared_ptr<FrictionLaw> law = build(settings);
        law->kind = name;
        return law;
    });
}

template <class S>
void coefficient_field(Fields<S>& fields) {
    fields.number("coefficient", &S::coefficient, "", zero_or_positive, "Coefficient of friction while the surfaces slide.")
        .required();
}

/// Checks a static coefficient: "" or an error message.
[[nodiscard]] std::string static_coefficient_check(double coefficient, const std::optional<double>& static_coefficient);
/// Optional, at least the sliding coefficient. Follows `coefficient`.
template <class S>
void static_coefficient_field(Fields<S>& fields) {
    fields
        .number("static_coefficient", &S::static_coefficient, "", zero_or_positive,
                "Coefficient up to which the surfaces stick, at least `coefficient`.")
        .standard("coefficient")
        .check([](const S& s) { return static_coefficient_check(s.coefficient, s.static_coefficient); });
}

}  // namespace jounce::contact
