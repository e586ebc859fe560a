// Law kind "pereira_2011": a power law fitted to a pin in a hole.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"
#include "contact/families/pereira.hpp"

namespace jounce::contact::laws {

namespace {
struct Pereira2011Settings {
    Cylinders geometry;
};

std::string check_pereira_2011(const Pereira2011Settings& s) {
    if (!s.geometry.internal()) return "'geometry' must have contact = 'internal', got 'external'; see law.pereira_2015";
    return check_pereira_difference(s.geometry);
}

PereiraCoefficients coefficients(double difference) {
    // As printed, Y jumps by 2.3 % at 0.75 mm.
    const double Y = difference < 0.75 ? 1.56 * std::pow(std::log(1000 * difference), -0.192) : 0.0028 * difference + 1.1083;
    return {0.49, 0.10, Y * std::pow(difference, -0.005)};
}
}  // namespace

extern const LawKind pereira_2011 = law_kind<Pereira2011Settings>(
    {
        .name = "pereira_2011",
        .summary = "F = (aΔR + b) L E*/ΔR δ^n, n = Y ΔR^-0.005, a = 0.49, b = 0.10, Y = 1.56 [ln(1000ΔR)]^-0.192 for ΔR < 0.75, "
                   "0.0028ΔR + 1.1083 from there; in N, mm and MPa inside, SI outside: a pin in a hole, without loss.",
        .sources = {{"C. Pereira, A. L. Ramalho, J. A. C. Ambrósio, Surface Effects and Contact Mechanics X, 49-60", 2011, "",
                     ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1, where the signs of the powers are lost"}},
        .fields = Fields<Pereira2011Settings>().with(geometry_field<Pereira2011Settings>).check(check_pereira_2011),
    },
    [](const Pereira2011Settings& s) {
        const double difference = pereira_difference(s.geometry);
        return std::make_shared<ElasticLaw>(ElasticPart(pereira_law(s.geometry, coefficients(difference))));
    });

}  // namespace jounce::contact::laws
