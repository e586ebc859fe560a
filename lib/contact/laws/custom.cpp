// Law kind "custom": a user-defined force, as a function or as points.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/messages/text.hpp"
#include "contact/families/law_fields.hpp"
#include "contact/families/user_force.hpp"
#include "contact/formulas/energy_of_force.hpp"
#include "contact/formulas/force_curve.hpp"

namespace jounce::contact::laws {

namespace {
const std::string law_custom = "law.custom";

struct CustomSettings : ImpactSettings, AdhesionSettings {
    Value force, elastic_force, points;
    std::string beyond;  // empty: not given
};

/// F(delta, rate, v0) of the user. The stored energy is the integral of the force at rate 0.
class CustomForce final : public Law {
  public:
    explicit CustomForce(UserForce force)
        : force_(std::move(force)), energy_([this](double delta) { return force_.force(delta, 0, 1); }) {}
    CustomForce(const CustomForce&) = delete;
    CustomForce& operator=(const CustomForce&) = delete;

    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory& memory) const override {
        const double delta = motion.indentation;
        const auto [force, stiffness, damping] = force_.at(delta, motion.rate, memory.impact_speed);
        const double rest = motion.rate == 0 ? force : force_.force(delta, 0, memory.impact_speed);
        return {force, stiffness, damping, rest, energy_.at(delta)};
    }
    void check(const Motion& motion, const ContactMemory& memory) const override {
        force_.check(motion.indentation, motion.rate, std::max(memory.impact_speed, minimum_speed));
    }

  private:
    UserForce force_;
    EnergyOfForce energy_;
};

/// F(delta) of the user.
class CustomElastic final : public Elastic {
  public:
    explicit CustomElastic(UserForce force)
        : force_(std::move(force)), energy_([this](double delta) { return force_.force(delta, 0, 1); }) {}
    CustomElastic(const CustomElastic&) = delete;
    CustomElastic& operator=(const CustomElastic&) = delete;

    [[nodiscard]] Answer at(double delta) const override {
        const auto [force, stiffness, damping] = force_.at(delta, 0, 1);
        return {force, stiffness, energy_.at(delta)};
    }
    /// A difference of fourth order.
    [[nodiscard]] double growth(double delta, const Answer&) const override {
        const auto K = [&](double x) { return force_.at(x * delta, 0, 1).stiffness; };
        constexpr double h = 1e-3;
        return (8 * (K(1 + h) - K(1 - h)) - (K(1 + 2 * h) - K(1 - 2 * h))) / (12 * h);
    }
    void check(double delta) const override { force_.check(delta, 0, 1); }

  private:
    UserForce force_;
    EnergyOfForce energy_;
};

/// F(delta) through points.
class CustomPoints final : public Elastic {
  public:
    explicit CustomPoints(ForceCurve curve) : curve_(std::move(curve)) {}
    [[nodiscard]] Answer at(double delta) const override {
        const ForceCurve::Value v = curve_.at(delta);
        return {v.force, v.stiffness, v.energy};
    }
    [[nodiscard]] double growth(double delta, const Answer&) const override { return delta * curve_.at(delta).curvature; }

  private:
    ForceCurve curve_;
};

UserForce user_force(const Value& value, const char* field, bool elastic) {
    const auto function = value.function();
    if (function == nullptr) throw bad_field(law_custom, field, "a function", value);
    UserForce force(function, field, elastic);
    force.check_everywhere();
    return force;
}

ForceCurve curve(const Value& points) {
    const List* list = points.list();
    if (list == nullptr || list->size() < 2) {
        throw bad_field(law_custom, "points", "a list of points {indentation, force}, two or more", points);
    }
    std::vector<double> depths;
    std::vector<double> forces;
    for (const Value& item : *list) {
        const std::string name = "points[" + std::to_string(depths.size() + 1) + "]";
        const List* pair = item.list();
        if (pair == nullptr || pair->size() != 2) throw bad_field(law_custom, name, "a point {indentation, force}", item);
        const double depth = schema::read_number((*pair)[0], zero_or_positive, law_custom, name + "[1]");
        const double force = schema::read_number((*pair)[1], zero_or_positive, law_custom, name + "[2]");
        if (!depths.empty() && !(depth > depths.back())) {
            throw bad_case(law_custom + ": '" + name + "': indentations must increase, got " + shortest(depth) + " after " +
                           shortest(depths.back()));
        }
        if (!forces.empty() && force < forces.back()) {
            throw bad_case(law_custom + ": '" + name + "': forces must not decrease, got " + shortest(force) + " after " +
                           shortest(forces.back()));
        }
        depths.push_back(depth);
        forces.push_back(force);
    }
    if (depths.front() > 0) {
        depths.insert(depths.begin(), 0.0);
        forces.insert(forces.begin(), 0.0);
    }
    return {std::move(depths), std::move(forces)};
}

std::shared_ptr<Law> build(const CustomSettings& s) {
    if (!s.force.is_nil()) return std::make_shared<CustomForce>(user_force(s.force, "force", false));
    if (!s.elastic_force.is_nil()) {
        auto elastic = std::make_shared<const CustomElastic>(user_force(s.elastic_force, "elastic_force", true));
        return std::make_shared<ElasticLaw>(ElasticPart(std::move(elastic)));
    }
    ForceCurve joined = curve(s.points);
    const double end = joined.end();
    const std::vector<double> places = joined.places();
    auto law = std::make_shared<ElasticLaw>(ElasticPart(std::make_shared<const CustomPoints>(std::move(joined))));
    law->kinks.assign(places.begin() + 1, places.end());
    if (s.beyond != "tangent")
        law->end = {end,
                    "where the points of law.custom end; give more points, or beyond = \"tangent\" for a straight continuation"};
    return law;
}

std::string check_custom(const CustomSettings& s) {
    return !s.beyond.empty() && s.points.is_nil() ? "'beyond' requires 'points'" : "";
}
}  // namespace

extern const LawKind custom = law_kind<CustomSettings>(
    {
        .name = "custom",
        .summary = "F(δ, δ̇, v0) as a function of the script, or points of F(δ): a user-defined law.",
        .sources = {{"F. N. Fritsch, J. Butland", 1984, "10.1137/0905021", "the curve through points"}},
        .fields = Fields<CustomSettings>()
                      .any("force", &CustomSettings::force, "function",
                           "force(delta, rate, v0) -> F [, dF/ddelta [, dF/drate]], with v0 the rate at the onset; missing "
                           "derivatives are computed by differences, returned ones are checked.")
                      .any("elastic_force", &CustomSettings::elastic_force, "function",
                           "elastic_force(delta) -> F [, dF/ddelta]: a force without loss, also usable as the elastic part of "
                           "other laws.")
                      .any("points", &CustomSettings::points, "list of lists",
                           "{ {indentation, force}, ... } in m and N, indentations increasing, forces not falling: a monotone "
                           "curve through them, without loss; it begins at the origin unless the first indentation is 0.")
                      .choice("beyond", &CustomSettings::beyond, {"error", "tangent"},
                              "Beyond the last point: the run ends with an error, or the curve continues as a straight line.")
                      .standard("\"error\"")
                      .with(minimum_speed_field<CustomSettings>)
                      .with(adhesion_field<CustomSettings>)
                      .exactly_one({"force", "elastic_force", "points"})
                      .check(check_custom),
    },
    build);

}  // namespace jounce::contact::laws
