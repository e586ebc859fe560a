// The motion of a beam element's ends.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/beams/beam_piece.hpp"

namespace jounce {

elements::Vector12 beam_end_motion(const BeamPiece& piece, const linalg::Vector& full) {
    elements::Vector12 nodal;
    for (int i = 0; i < 12; ++i) nodal[i] = full[piece.dofs[i]];
    return elements::offset_transformation(piece.offset) * nodal;
}

}  // namespace jounce
