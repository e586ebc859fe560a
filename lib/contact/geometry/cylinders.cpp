// Geometry kind "cylinders": a pin in a hole, or two rollers side by side.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "contact/geometry/geometry.hpp"

namespace jounce::contact::geometry {

namespace {
std::string check_cylinders(const Cylinders& s) {
    if (!s.internal() || s.Ri != s.Rj) return "";
    return "'Ri' and 'Rj' must differ in an internal contact, got " + shortest(s.Ri) + " twice";
}
}  // namespace

const GeometryKind cylinders = make_kind<Cylinders, Cylinders>(
    {
        .family = "geometry",
        .name = "cylinders",
        .summary = "Two cylinders with parallel axes: ΔR = |Ri - Rj| (internal) or Ri + Rj (external), R = Ri Rj/ΔR.",
        .sources = {{"K. L. Johnson", 1985, "10.1017/CBO9781139171731", "Sec. 4.2(c), relative curvature"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Nomenclature"}},
        .fields = Fields<Cylinders>()
                      .number("Ri", &Cylinders::Ri, "m", positive, "Radius of body 1.")
                      .required()
                      .number("Rj", &Cylinders::Rj, "m", positive, "Radius of body 2.")
                      .required()
                      .choice("contact", &Cylinders::contact, {"internal", "external"},
                              "\"internal\": the smaller one is in a hole of the larger radius; \"external\": side by side.")
                      .required()
                      .number("length", &Cylinders::length, "m", positive, "Length of the line of contact.")
                      .required()
                      .with(material_fields<Cylinders>)
                      .check(check_cylinders),
    },
    [](const Cylinders& s) { return s; });

}  // namespace jounce::contact::geometry
