// The friction kinds by name; friction/table.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/friction.hpp"

namespace jounce::contact::friction {

extern const FrictionKind coulomb;
extern const FrictionKind coulomb_regularised;
extern const FrictionKind adams;
extern const FrictionKind threshold;
extern const FrictionKind karnopp;
extern const FrictionKind lugre;

}  // namespace jounce::contact::friction
