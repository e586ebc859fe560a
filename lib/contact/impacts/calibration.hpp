// Finds numerically the damping with which a law delivers a requested restitution in a free impact, when there is no closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "contact/families/law_fields.hpp"

namespace jounce::contact {

/// The collision for which a law without an own restitution is calibrated.
struct CollisionSettings {
    std::optional<double> restitution;
    std::optional<double> reduced_mass;
    std::optional<double> speed;
};

/// `damping` (a constant) or `restitution` with `reduced_mass` and `speed`.
struct DamperSettings : ElasticSettings, CollisionSettings {
    std::optional<double> damping;
    bool calibrated = true;
};

template <class S>
void collision_mass_field(Fields<S>& fields) {
    fields.number("reduced_mass", &S::reduced_mass, "kg", positive,
                  "Reduced mass m1 m2/(m1 + m2) of the two bodies, for `restitution`.");
}

template <class S>
void collision_speed_field(Fields<S>& fields, const char* sentence) {
    fields.number("speed", &S::speed, "m/s", positive, sentence);
}

/// The fields of DamperSettings without the elastic ones. \param sentence describes the constant
template <class S>
void damper_fields(Fields<S>& fields, const char* sentence) {
    fields.number("damping", &S::damping, "N s/m", zero_or_positive, sentence)
        .number("restitution", &S::restitution, "", above_zero_to_one,
                "Restitution delivered in a free impact of `reduced_mass` at `speed`, instead of `damping`.")
        .boolean("calibrated", &S::calibrated,
                 "Always true: the damping is computed numerically from `restitution`, because the law has no formula for it.")
        .with(collision_mass_field<S>);
    collision_speed_field(fields, "Impact speed for `restitution`: at another speed the law delivers a different restitution.");
    fields.exactly_one({"damping", "restitution"}).check([](const S& s) -> std::string {
        if (!s.calibrated) return "'calibrated' must be true: the law has no formula for a restitution, got false";
        if (s.restitution && !s.reduced_mass) return "'reduced_mass' is required with 'restitution'";
        if (s.restitution && !s.speed)
            return "'speed' is required with 'restitution': the restitution of a damping depends on the speed";
        if (s.damping && s.reduced_mass) return "'reduced_mass' requires 'restitution', not 'damping'";
        if (s.damping && s.speed) return "'speed' requires 'restitution', not 'damping'";
        return "";
    });
}

/// The constant c >= 0 with which law_of(c) delivers the restitution in a free impact: bracketed from `guess` upwards, each value
/// by `free_impact`; relative error about 1e-12. 0 for restitution 1. \param law_of delivers 1 with c = 0, and decreases with c
/// \throws Error (bad_case), starting with the kind, when no constant delivers such a small restitution
[[nodiscard]] double constant_of_restitution(const std::function<LawPointer(double)>& law_of, const CollisionSettings& collision,
                                             double guess);

/// A first guess: the constant of the linear spring with the same duration of contact.
[[nodiscard]] double guessed_damping(const ElasticPart& elastic, const CollisionSettings& collision);

/// The law with the constant `damping`, or with the constant that delivers `restitution`. \param law_of as above
[[nodiscard]] std::shared_ptr<Law> damper_law(const DamperSettings& settings,
                                              const std::function<std::shared_ptr<Law>(double)>& law_of);

}  // namespace jounce::contact
