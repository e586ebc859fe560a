// The widest register of the machine, for kernels that work on several columns of a block of vectors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>

namespace jounce::linalg::detail {

#ifdef __AVX512F__
inline constexpr int wide_lanes = 8;
#elif defined(__AVX__)
inline constexpr int wide_lanes = 4;
#else
inline constexpr int wide_lanes = 2;
#endif
using Wide = double __attribute__((vector_size(wide_lanes * sizeof(double))));

[[gnu::always_inline]] inline Wide load_wide(const double* from) {
    Wide p;
    std::memcpy(&p, from, sizeof(Wide));
    return p;
}

[[gnu::always_inline]] inline void store_wide(double* to, Wide p) { std::memcpy(to, &p, sizeof(Wide)); }

}  // namespace jounce::linalg::detail
