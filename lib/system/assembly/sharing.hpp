// Whether ranks can share the matrices of a model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/builder/builder.hpp"

namespace jounce {

/// Declares to the builder, which has all entries, that `ranks` share its matrices, if each of them can then assemble its part
/// without the others: a structure of shells with mass, of at least eight elements for each rank, in which every coordinate has
/// mass and whose damping matrix adds up. All ranks decide alike.
void share_if_possible(Builder& builder, const linalg::Ranks* ranks, ModalDamping modal_damping);

}  // namespace jounce
