// The law kinds by name; laws/table.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/law.hpp"

namespace jounce::contact::laws {

extern const LawKind hooke;
extern const LawKind hertz;
extern const LawKind kelvin_voigt;
extern const LawKind hunt_crossley;
extern const LawKind lankarani_nikravesh;
extern const LawKind gonthier;
extern const LawKind gonthier_approximate;
extern const LawKind flores;
extern const LawKind custom;
extern const LawKind rigid;
// cylinders
extern const LawKind lankarani_nikravesh_cylinder;
extern const LawKind radzimovsky;
extern const LawKind goldsmith;
extern const LawKind dubowsky_freudenstein;
extern const LawKind esdu_78035;
extern const LawKind johnson;
extern const LawKind pereira_2011;
extern const LawKind pereira_2015;
extern const LawKind koshy_combined;

extern const LawKind herbert_mcwhannell;
extern const LawKind lee_wang_first;
extern const LawKind lee_wang_second;
extern const LawKind khulief_shabana;
extern const LawKind lankarani_nikravesh_1994;
extern const LawKind tsuji;
extern const LawKind marhefka_orin;
extern const LawKind marhefka_orin_simplified;
extern const LawKind gharib_hurmuzlu_first;
extern const LawKind gharib_hurmuzlu_second;
extern const LawKind hu_guo;
extern const LawKind tan;
extern const LawKind adams_impact;
extern const LawKind dubowsky_freudenstein_dashpot;

}  // namespace jounce::contact::laws
