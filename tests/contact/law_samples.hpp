// Sample settings of every law: one line here enters a new law into the common tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contact/law.hpp"
#include "support/table.hpp"

namespace jounce::test {

/// A function as a script hands it over.
class Function : public Callable {
  public:
    using Body = std::function<std::vector<double>(std::span<const double>)>;
    explicit Function(Body body) : body_(std::move(body)) {}
    void call(std::span<const double> arguments, std::span<double> results) const override {
        if (call_some(arguments, results) < results.size()) throw computation_failed("too few values", origin());
    }
    std::size_t call_some(std::span<const double> arguments, std::span<double> results) const override {
        const std::vector<double> values = body_(arguments);
        const std::size_t got = std::min(values.size(), results.size());
        std::copy_n(values.begin(), got, results.begin());
        return got;
    }
    [[nodiscard]] Origin origin() const override { return {"case.lua", 7}; }

  private:
    Body body_;
};

inline Value function(Function::Body body) {
    return std::shared_ptr<const Callable>(std::make_shared<Function>(std::move(body)));
}

/// A law as a script's constructor returns it, to be nested.
inline Value nested(const char* kind, Table settings) {
    settings.set("kind", kind);
    settings.set("family", "law");
    return settings;
}

/// A geometry as a script's constructor returns it; steel on steel unless said otherwise, SI units.
inline Value cylinders(double Ri, double Rj, const char* contact, double length, double E = 207e9, double nu = 0.3) {
    return table({{"kind", "cylinders"},
                  {"family", "geometry"},
                  {"Ri", Ri},
                  {"Rj", Rj},
                  {"contact", contact},
                  {"length", length},
                  {"E1", E},
                  {"nu1", nu},
                  {"E2", E},
                  {"nu2", nu}});
}

inline contact::LawPointer make_law(const std::string& kind, Table settings) {
    settings.set("kind", kind);
    return contact::law_family.make(settings, "test", "law");
}

/// Several settings per kind; every value that chooses another branch of the code should occur.
inline const std::map<std::string, std::vector<Table>>& law_samples() {
    static const auto elastic = nested("hertz", table({{"stiffness", 3e8}, {"exponent", 1.3}}));
    static const Value pin = cylinders(10e-3, 9.5e-3, "internal", 25e-3);
    static const Value tight = cylinders(10e-3, 9.993e-3, "internal", 8e-3, 70e9, 0.33);
    static const Value wide = cylinders(60e-3, 55e-3, "internal", 40e-3);
    static const Value rollers = cylinders(10e-3, 30e-3, "external", 20e-3);
    static const Value esdu = nested("esdu_78035", table({{"geometry", pin}, {"variant", "printed"}}));
    static const Value tangent = nested("johnson", table({{"geometry", tight}, {"beyond", "tangent"}}));
    static const std::map<std::string, std::vector<Table>> samples{
        {"hooke", {table({{"stiffness", 1e7}})}},
        {"hertz",
         {table({{"stiffness", 1.5e11}}), table({{"stiffness", 1e7}, {"exponent", 1}}),
          table({{"stiffness", 2e13}, {"exponent", 2}}), table({{"stiffness", 4e9}, {"exponent", 1.23}})}},
        {"kelvin_voigt",
         {table({{"stiffness", 5e6}, {"damping", 3e3}}), table({{"stiffness", 5e6}, {"damping", 0}}),
          table({{"stiffness", 5e6}, {"damping", 3e3}, {"adhesion", true}}),
          table({{"stiffness", 5e6}, {"restitution", 0.4}, {"reduced_mass", 2}, {"transition", "distance_force"}})}},
        {"hunt_crossley",
         {table({{"stiffness", 1e10}, {"restitution", 0.8}}),
          table({{"stiffness", 1e10}, {"restitution", 0.8}, {"calibrated", true}, {"minimum_speed", 1e-3}})}},
        {"lankarani_nikravesh",
         {table({{"stiffness", 1e10}, {"restitution", 0.9}}), table({{"elastic", elastic}, {"restitution", 0.6}})}},
        {"gonthier",
         {table({{"stiffness", 1e8}, {"exponent", 1.1}, {"restitution", 0.3}}),
          table({{"stiffness", 1e8}, {"restitution", 0.05}, {"adhesion", true}})}},
        {"gonthier_approximate", {table({{"stiffness", 1e8}, {"exponent", 1}, {"restitution", 0.5}})}},
        {"flores", {table({{"stiffness", 1e8}, {"restitution", 0.2}}), table({{"stiffness", 1e8}, {"restitution", 1}})}},
        {"custom",
         {table({{"force", function([](auto x) {
                      const double k = 3e9 * std::sqrt(x[0]);
                      const double loss = 1 + 0.4 * x[1] / x[2];
                      return std::vector{k * x[0] * loss, 1.5 * k * loss, 0.4 * k * x[0] / x[2]};
                  })}}),
          table({{"elastic_force", function([](auto x) {
                      return std::vector{2e6 * x[0] * (1 + 40 * x[0]), 2e6 * (1 + 80 * x[0])};
                  })}}),
          table(
              {{"points", List{List{1.7e-7, 0.3}, List{1.3e-5, 40.0}, List{2.7e-4, 900.0}, List{2e-3, 3e4}, List{3e-2, 9e5}}}})}},
        {"rigid", {table({}), table({{"restitution", 0.4}, {"minimum_speed", 1e-4}})}},
        // with loss
        {"herbert_mcwhannell",
         {table({{"stiffness", 1e9}, {"restitution", 0.3}}), table({{"elastic", elastic}, {"restitution", 0.7}})}},
        {"lee_wang_first",
         {table({{"stiffness", 1e7}, {"restitution", 0.4}}),
          table({{"stiffness", 1e7}, {"exponent", 1.5}, {"restitution", 0.4}, {"calibrated", true}})}},
        {"lee_wang_second",
         {table({{"stiffness", 1e7}, {"restitution", 0.4}, {"reduced_mass", 2}, {"epsilon", 1e-5}}),
          table({{"stiffness", 1e7}, {"restitution", 0.4}, {"reduced_mass", 2}, {"epsilon", 3e-5}, {"q", 2}, {"adhesion", true}}),
          table({{"elastic", elastic},
                 {"restitution", 0.6},
                 {"reduced_mass", 0.3},
                 {"epsilon", 1e-4},
                 {"q", 4},
                 {"calibrated", true},
                 {"speed", 0.4}})}},
        {"khulief_shabana", {table({{"stiffness", 1e7}, {"restitution", 0.9}})}},
        {"lankarani_nikravesh_1994",
         {table({{"stiffness", 1e10}, {"restitution", 0.6}}), table({{"elastic", elastic}, {"restitution", 0.95}}),
          table({{"stiffness", 1e7}, {"exponent", 1}, {"restitution", 1}})}},
        {"tsuji",
         {table({{"stiffness", 1e10}, {"restitution", 0.5}, {"reduced_mass", 0.3}}),
          table({{"stiffness", 1e10}, {"restitution", 0.05}, {"reduced_mass", 0.3}, {"calibrated", true}}),
          table({{"stiffness", 1e10}, {"restitution", 0.5}, {"reduced_mass", 0.3}, {"adhesion", true}}),
          table({{"stiffness", 1e7}, {"exponent", 1}, {"restitution", 0.5}, {"reduced_mass", 0.3}}),
          table({{"elastic", elastic}, {"restitution", 0.5}, {"reduced_mass", 4}})}},
        {"marhefka_orin", {table({{"stiffness", 1e9}, {"restitution", 0.3}})}},
        {"marhefka_orin_simplified",
         {table({{"stiffness", 1e9}, {"restitution", 0.7}}),
          table({{"stiffness", 1e9}, {"restitution", 0.2}, {"calibrated", true}})}},
        {"gharib_hurmuzlu_first", {table({{"stiffness", 1e9}, {"restitution", 0.1}})}},
        {"gharib_hurmuzlu_second", {table({{"stiffness", 1e9}, {"exponent", 2}, {"restitution", 0.2}})}},
        {"hu_guo", {table({{"stiffness", 1e9}, {"restitution", 0.8}})}},
        {"tan", {table({{"stiffness", 1e9}, {"exponent", 1.1}, {"restitution", 0.8}})}},
        {"adams_impact",
         {table({{"stiffness", 1e9}, {"exponent", 1.4}, {"damping", 2e4}, {"depth", 1e-4}}),
          table({{"stiffness", 1e9}, {"depth", 1e-5}, {"restitution", 0.4}, {"reduced_mass", 2}, {"speed", 0.5}})}},
        {"dubowsky_freudenstein_dashpot",
         {table({{"stiffness", 1e9}, {"damping", 3e3}}), table({{"elastic", elastic}, {"damping", 3e3}, {"adhesion", true}}),
          table({{"stiffness", 1e9}, {"restitution", 0.15}, {"reduced_mass", 2}, {"speed", 0.5}}),
          table({{"stiffness", 1e9}, {"restitution", 0.7}, {"reduced_mass", 2}, {"speed", 0.5}, {"adhesion", true}})}},
        // cylinders
        {"lankarani_nikravesh_cylinder", {table({{"geometry", pin}}), table({{"geometry", rollers}, {"exponent", 1.1}})}},
        {"radzimovsky",
         {table({{"geometry", pin}}), table({{"geometry", pin}, {"width", "3.125"}, {"beyond", "tangent"}}),
          table({{"geometry", rollers}, {"width", "6.25"}})}},
        {"goldsmith", {table({{"geometry", pin}}), table({{"geometry", tight}, {"beyond", "tangent"}})}},
        {"dubowsky_freudenstein",
         {table({{"geometry", rollers}}), table({{"geometry", pin}, {"variant", "printed"}}),
          table({{"geometry", tight}, {"variant", "printed"}, {"beyond", "tangent"}})}},
        {"esdu_78035",
         {table({{"geometry", pin}}), table({{"geometry", tight}, {"variant", "printed"}}),
          table({{"geometry", tight}, {"beyond", "tangent"}})}},
        {"johnson",
         {table({{"geometry", pin}}), table({{"geometry", tight}}), table({{"geometry", tight}, {"beyond", "tangent"}}),
          table({{"geometry", rollers}})}},
        {"pereira_2011", {table({{"geometry", pin}}), table({{"geometry", wide}})}},
        {"pereira_2015", {table({{"geometry", tight}}), table({{"geometry", wide}}), table({{"geometry", rollers}})}},
        {"koshy_combined",
         {table({{"elastic", esdu}, {"restitution", 0.5}}),
          table({{"elastic", esdu}, {"restitution", 0.3}, {"calibrated", true}}),
          table({{"elastic", esdu}, {"restitution", 0.7}, {"reading", "linear"}}),
          table({{"elastic", elastic}, {"restitution", 0.2}, {"reading", "linear"}, {"adhesion", true}}),
          table({{"elastic", esdu}, {"restitution", 0.1}, {"reading", "slope"}}),
          table({{"elastic", tangent}, {"restitution", 0.6}, {"reading", "slope"}}),
          table({{"elastic", esdu}, {"restitution", 0.1}, {"reading", "literal"}})}},
    };
    return samples;
}

}  // namespace jounce::test
