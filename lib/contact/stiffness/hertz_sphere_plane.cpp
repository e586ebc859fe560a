// Stiffness kind "hertz_sphere_plane": a ball on a flat.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/stiffness/hertz.hpp"

namespace jounce::contact::stiffness {

namespace {
struct HertzSpherePlaneSettings : Materials {
    double R = 0;
};
}  // namespace

extern const StiffnessKind hertz_sphere_plane = make_kind<HertzSpherePlaneSettings, double>(
    {
        .family = "stiffness",
        .name = "hertz_sphere_plane",
        .summary = "K = 4/3 E* √R: a ball of radius R on a flat.",
        .sources = {{"H. Hertz", 1882, "10.1515/crll.1882.92.156", ""},
                    {"K. L. Johnson", 1985, "10.1017/CBO9781139171731", "Eqs. 4.20, 4.23"}},
        .fields = Fields<HertzSpherePlaneSettings>()
                      .number("R", &HertzSpherePlaneSettings::R, "m", positive, "Radius of the ball, body 1.")
                      .required()
                      .with(material_fields<HertzSpherePlaneSettings>),
    },
    [](const HertzSpherePlaneSettings& s) { return hertz_point(s, s.R); });

}  // namespace jounce::contact::stiffness
