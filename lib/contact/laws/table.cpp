// The table of law kinds. A new law is one file of this folder and one line here, which declares it and lists it.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law.hpp"

#define JOUNCE_LAWS(LAW)               \
    LAW(hooke)                         \
    LAW(hertz)                         \
    LAW(kelvin_voigt)                  \
    LAW(hunt_crossley)                 \
    LAW(lankarani_nikravesh)           \
    LAW(gonthier)                      \
    LAW(gonthier_approximate)          \
    LAW(flores)                        \
    LAW(custom)                        \
    LAW(rigid)                         \
    /* with loss */                    \
    LAW(herbert_mcwhannell)            \
    LAW(lee_wang_first)                \
    LAW(lee_wang_second)               \
    LAW(khulief_shabana)               \
    LAW(lankarani_nikravesh_1994)      \
    LAW(tsuji)                         \
    LAW(marhefka_orin)                 \
    LAW(marhefka_orin_simplified)      \
    LAW(gharib_hurmuzlu_first)         \
    LAW(gharib_hurmuzlu_second)        \
    LAW(hu_guo)                        \
    LAW(tan)                           \
    LAW(adams_impact)                  \
    LAW(dubowsky_freudenstein_dashpot) \
    /* cylinders */                    \
    LAW(lankarani_nikravesh_cylinder)  \
    LAW(radzimovsky)                   \
    LAW(goldsmith)                     \
    LAW(dubowsky_freudenstein)         \
    LAW(esdu_78035)                    \
    LAW(johnson)                       \
    LAW(pereira_2011)                  \
    LAW(pereira_2015)                  \
    LAW(koshy_combined)

namespace jounce::contact {

namespace laws {
#define JOUNCE_DECLARE(name) extern const LawKind name;
JOUNCE_LAWS(JOUNCE_DECLARE)
#undef JOUNCE_DECLARE
}  // namespace laws

namespace {
// Addresses only, so that this table needs no initialised object of another file.
#define JOUNCE_LIST(name) &laws::name,
constexpr const LawKind* law_table[] = {JOUNCE_LAWS(JOUNCE_LIST)};
#undef JOUNCE_LIST
#undef JOUNCE_LAWS
}  // namespace

std::span<const LawKind* const> law_kinds() { return law_table; }

}  // namespace jounce::contact
