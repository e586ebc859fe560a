// Common settings of laws, each described once, and the construction of a kind.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fields/recipe.hpp"
#include "base/fields/refusals.hpp"
#include "contact/families/elastic_part.hpp"
#include "contact/families/law.hpp"

namespace jounce::contact {

/// The elastic part of a law: `stiffness` with `exponent`, or another law.
struct ElasticSettings {
    std::optional<double> stiffness;
    double exponent = 1.5;
    LawPointer elastic;
};

/// For laws that depend on the speed at the onset of contact.
struct ImpactSettings {
    double minimum_speed = 1e-6;
};

/// For laws with a possibly negative force: begin and end of contact, and whether it may pull.
struct AdhesionSettings {
    std::string transition;  // empty: not given
    std::optional<bool> adhesion;
    /// Does the contact end where the bodies part?
    [[nodiscard]] bool ends_by_distance() const {
        return transition.empty() ? adhesion.value_or(false) : transition == "distance";
    }
    [[nodiscard]] bool pulls() const { return adhesion.value_or(transition == "distance"); }
};

template <class S>
void stiffness_field(Fields<S>& fields) {
    fields.number("stiffness", &S::stiffness, "N/m^exponent", positive, "Stiffness K of the elastic force K delta^exponent.");
}

template <class S>
void exponent_field(Fields<S>& fields) {
    fields.number("exponent", &S::exponent, "", at_least(1), "Power n of the indentation in the elastic force.");
}

/// `stiffness` (with `exponent`) or `elastic`.
template <class S>
void elastic_fields(Fields<S>& fields) {
    stiffness_field(fields);
    exponent_field(fields);
    fields
        .template kind<LawPointer>("elastic", &S::elastic, law_family,
                                   "A law without dissipation; its force replaces K delta^exponent.")
        .exactly_one({"stiffness", "elastic"})
        .at_most_one({"exponent", "elastic"})
        .check([](const S& s) {
            const bool lossy = s.elastic != nullptr && s.elastic->elastic() == nullptr;
            return lossy ? "'elastic' must be a law without dissipation, got law." + s.elastic->kind : std::string();
        });
}

template <class S>
void minimum_speed_field(Fields<S>& fields) {
    fields.number("minimum_speed", &S::minimum_speed, "m/s", positive,
                  "Floor of the impact speed: a slower onset counts as this speed.");
}

/// `transition` and `adhesion`.
template <class S>
void transition_field(Fields<S>& fields) {
    fields
        .choice(
            "transition", &S::transition, transition_names(),
            "When a contact begins and ends (docs/theory/transitions.md); by default a contact needs a positive indentation and "
            "a compressive force.")
        .standard("\"distance_force\", with adhesion \"distance\"")
        .boolean("adhesion", &S::adhesion,
                 "Permits a tensile force until the bodies separate; otherwise the force is cut off at zero.")
        .standard("false, with transition = \"distance\" true")
        .check([](const S& s) {
            if (!s.adhesion.value_or(false) || s.transition.empty() || s.transition == "distance") return std::string();
            return refusals::adhesion_with_transition.text({s.transition});
        });
}
template <class S>
void adhesion_field(Fields<S>& fields) {
    transition_field(fields);
}

/// Sets transition and adhesion of the law from the settings.
/// \throws Error when a relaxation is requested that the law does not have
void set_transition(Law& law, const AdhesionSettings& settings);

[[nodiscard]] inline ElasticPart elastic_part(const ElasticSettings& s) {
    return s.elastic != nullptr ? ElasticPart(s.elastic->elastic()) : ElasticPart(PowerLaw(*s.stiffness, s.exponent));
}

/// Adds the kinks of the elastic law of another law.
inline void add_kinks(Law& law, const std::vector<double>& more) {
    law.kinks.insert(law.kinks.end(), more.begin(), more.end());
    std::ranges::sort(law.kinks);
    const auto doubles = std::ranges::unique(law.kinks);
    law.kinks.erase(doubles.begin(), doubles.end());
}

/// A kind of the family "law". \param build settings -> std::shared_ptr<Law>; the common members of all laws are set here.
template <class S, class Build>
[[nodiscard]] LawKind law_kind(KindDescription description, Build build) {
    description.family = "law";
    const std::string name = description.name;
    return recorded(make_kind<S, LawPointer>(std::move(description), [name, build](const S& settings) -> LawPointer {
        std::shared_ptr<Law> law = build(settings);
        law->kind = name;
        if constexpr (requires { settings.minimum_speed; }) law->minimum_speed = settings.minimum_speed;
        if constexpr (std::is_base_of_v<AdhesionSettings, S>) set_transition(*law, settings);
        if constexpr (requires { settings.elastic->end; }) {
            // A law is limited by the range of its elastic law.
            if (settings.elastic != nullptr) {
                law->end = settings.elastic->end;
                law->trusted = settings.elastic->trusted;
                add_kinks(*law, settings.elastic->kinks);
            }
        }
        return law;
    }));
}

}  // namespace jounce::contact
