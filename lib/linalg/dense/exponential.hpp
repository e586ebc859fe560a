// The exponential of a dense matrix minus the identity, so that small increments keep their digits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// e^A - 1 by 2^N sub-intervals: the increment T of the shortest one by its series, then T := 2 T + T T, N times. The
/// identity is never added, so the increment is not rounded against it. For oscillating motion the errors are about 2^N
/// round-offs of T, that is, of the phase; the entries of A should have similar size (balanced).
/// Source: W. X. Zhong, F. W. Williams (1994), A precise time step integration method, Proc. Inst. Mech. Eng. C 208(6), 427-430,
/// doi:10.1243/PIME_PROC_1994_208_148_02.
/// \param A square, finite
[[nodiscard]] Matrix exponential_less_identity(const Matrix& A);

}  // namespace jounce::linalg
