// Law kind "hertz": the elastic power law, with Hertz's exponent 3/2 unless another is given.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"

namespace jounce::contact::laws {

namespace {
struct HertzSettings {
    double stiffness = 0;
    double exponent = 1.5;
};
}  // namespace

extern const LawKind hertz = law_kind<HertzSettings>(
    {
        .name = "hertz",
        .summary = "F = K δ^n, n = 3/2: smooth elastic bodies in point contact, without loss.",
        .sources = {{"H. Hertz", 1882, "10.1515/crll.1882.92.156", ""},
                    {"Y. Xu et al.", 2022, "10.3390/machines10090814", "Eq. 3"}},
        .fields = Fields<HertzSettings>().with(stiffness_field<HertzSettings>).required().with(exponent_field<HertzSettings>),
    },
    [](const HertzSettings& s) { return std::make_shared<ElasticLaw>(ElasticPart(PowerLaw(s.stiffness, s.exponent))); });

}  // namespace jounce::contact::laws
