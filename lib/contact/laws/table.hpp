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
extern const LawKind rigid;

}  // namespace jounce::contact::laws
