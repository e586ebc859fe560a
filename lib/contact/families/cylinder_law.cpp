// The laws of two cylinders with the logarithmic form (log_law.hpp).
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/cylinder_law.hpp"

#include <fmt/format.h>

#include <numbers>

namespace jounce::contact {

namespace {
// s at the start of the tangent. If requested: at half of the turning load over e/2, with a slope of L/A. Otherwise so close to
// the turning load that the law is complete; a step that overshoots still has a finite force.
constexpr double tangent_cap = 2;
constexpr double last_cap = 1 + 1e-6;
constexpr double widest = 0.3;  // half width of the contact over the smaller radius
}  // namespace

double cylinder_compliance(const Cylinders& geometry, const std::string& variant) {
    return 1 / ((variant == "half_plane" ? std::numbers::pi : 1) * geometry.modulus());
}

std::shared_ptr<Law> cylinder_law(const std::string& kind, const CylinderSettings& settings, double A, double B, double c) {
    const Cylinders& geometry = settings.geometry;
    const LogLaw::Constants constants{A, B, c, geometry.length};
    const bool tangent = settings.beyond == "tangent";
    const LogLaw log_law(constants, tangent ? tangent_cap : last_cap);
    auto law = std::make_shared<ElasticLaw>(ElasticPart(std::make_shared<const LogElastic>(log_law)));
    const double turn = LogLaw::turning_force(constants);
    if (tangent) {
        law->kinks = {log_law.cap()};
    } else {
        law->end = {LogLaw::turning_indentation(constants),
                    fmt::format("where law.{} turns back at {:.6g} N; beyond = \"tangent\" continues it", kind, turn)};
    }
    // Hertz: a^2 = 4 W R/(pi E*).
    const double half_width = widest * geometry.smaller_radius();
    const double load =
        geometry.length * half_width * half_width * std::numbers::pi * geometry.modulus() / (4 * geometry.relative_radius());
    if (load < turn / tangent_cap) {
        law->trusted = {
            LogLaw::indentation(constants, load),
            fmt::format(
                "where the contact of law.{} is wider than {} of the smaller radius: the half-space assumption is invalid there",
                kind, widest)};
    }
    return law;
}

}  // namespace jounce::contact
