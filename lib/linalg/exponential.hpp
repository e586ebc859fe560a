// The exponential of a dense matrix, less the identity, so that small increments keep their digits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/types.hpp"

namespace jounce::linalg {

/// e^A - 1 by 2^N sub-intervals: the increment T of the shortest one by its series, then T := 2 T + T T, N times. The identity is
/// added nowhere, so that nothing is rounded against it. Errors are about 2^N round-offs of T for oscillating motion, that is of
/// the phase itself; entries of A should be of one size (balanced).
/// Source: W. X. Zhong, F. W. Williams (1994), A precise time step integration method, Proc. Inst. Mech. Eng. C 208(6), 427-430,
/// doi:10.1243/PIME_PROC_1994_208_148_02.
/// \param A square, finite
[[nodiscard]] Matrix exponential_less_identity(const Matrix& A);

}  // namespace jounce::linalg
