// Stiffness kind "hertz_spheres": two balls, or a ball in a socket.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "contact/stiffness/hertz.hpp"

namespace jounce::contact::stiffness {

namespace {
struct HertzSpheresSettings : Materials {
    double R1 = 0;
    double R2 = 0;
    std::string contact = "external";
};

double stiffness(const HertzSpheresSettings& s) {
    const double distance = s.contact == "internal" ? std::abs(s.R1 - s.R2) : s.R1 + s.R2;
    return hertz_point(s, s.R1 / distance * s.R2);
}

std::string check_hertz_spheres(const HertzSpheresSettings& s) {
    if (s.contact == "external" || s.R1 != s.R2) return "";
    return "'R1' and 'R2' must differ in an internal contact, got " + shortest(s.R1) + " twice";
}
}  // namespace

extern const StiffnessKind hertz_spheres = make_kind<HertzSpheresSettings, double>(
    {
        .family = "stiffness",
        .name = "hertz_spheres",
        .summary = "K = 4/3 E* √R, R = R1 R2/(R1 + R2), or R1 R2/|R1 - R2| for a ball in a socket.",
        .sources = {{"H. Hertz", 1882, "10.1515/crll.1882.92.156", ""},
                    {"K. L. Johnson", 1985, "10.1017/CBO9781139171731", "Eqs. 4.20, 4.23"},
                    {"Y. Xu et al.", 2022, "10.3390/machines10090814", "Eq. 4, which is the internal contact"}},
        .fields = Fields<HertzSpheresSettings>()
                      .number("R1", &HertzSpheresSettings::R1, "m", positive, "Radius of body 1.")
                      .required()
                      .number("R2", &HertzSpheresSettings::R2, "m", positive, "Radius of body 2.")
                      .required()
                      .choice("contact", &HertzSpheresSettings::contact, {"external", "internal"},
                              "\"external\": two balls; \"internal\": the smaller one is in a hollow of the larger radius.")
                      .with(material_fields<HertzSpheresSettings>)
                      .check(check_hertz_spheres),
    },
    stiffness);

}  // namespace jounce::contact::stiffness
