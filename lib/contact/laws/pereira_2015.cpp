// Law kind "pereira_2015": power laws fitted to a pin in a hole and to two cylinders side by side.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"
#include "contact/families/pereira.hpp"

namespace jounce::contact::laws {

namespace {
struct Pereira2015Settings {
    Cylinders geometry;
};

std::string check_pereira_2015(const Pereira2015Settings& s) {
    return s.geometry.internal() ? check_pereira_difference(s.geometry) : "";
}

PereiraCoefficients coefficients(const Cylinders& geometry) {
    if (!geometry.internal()) return {0.39, 0.85, 1.094};
    const double difference = pereira_difference(geometry);
    const double Y = difference < 0.34954 ? 1.51 * std::pow(std::log(1000 * difference), -0.151) : 0.0151 * difference + 1.151;
    return {0.965, 0.0965, Y * std::pow(difference, -0.005)};
}
}  // namespace

extern const LawKind pereira_2015 = law_kind<Pereira2015Settings>(
    {
        .name = "pereira_2015",
        .summary =
            "F = (aΔR + b) L E*/ΔR δ^n; internal: a = 0.965, b = 0.0965, n = Y ΔR^-0.005, Y = 1.51 [ln(1000ΔR)]^-0.151 for ΔR "
            "< 0.34954, 0.0151ΔR + 1.151 from there; external: a = 0.39, b = 0.85, n = 1.094; in N, mm and MPa inside, SI "
            "outside: two cylinders, without loss.",
        .sources = {{"C. Pereira, A. L. Ramalho, J. A. C. Ambrósio", 2015, "10.1007/s11044-015-9463-x", ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1, where the signs of the powers are lost"}},
        .fields = Fields<Pereira2015Settings>().with(geometry_field<Pereira2015Settings>).check(check_pereira_2015),
    },
    [](const Pereira2015Settings& s) {
        return std::make_shared<ElasticLaw>(ElasticPart(pereira_law(s.geometry, coefficients(s.geometry))));
    });

}  // namespace jounce::contact::laws
