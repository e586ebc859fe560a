// A little SIMD for the band kernels: as many doubles as one register has, unaligned loads, a sum in fixed order.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <utility>

namespace jounce::linalg::detail {

// Two lanes everywhere, four with AVX. Eight gained nothing where measured (Zen 4 takes two passes for such a register).
#ifdef __AVX__
inline constexpr int lanes = 4;
#else
inline constexpr int lanes = 2;
#endif
using Packet = double __attribute__((vector_size(lanes * sizeof(double))));

[[gnu::always_inline]] inline Packet load(const double* from) {
    Packet p;
    std::memcpy(&p, from, sizeof(Packet));
    return p;
}

[[gnu::always_inline]] inline void store(double* to, Packet p) { std::memcpy(to, &p, sizeof(Packet)); }

[[gnu::always_inline]] inline double sum(Packet p) {
    double s = p[0];
    for (int i = 1; i < lanes; ++i) s += p[i];
    return s;
}

/// The packet that starts `back` values before `here`; `before` contains the values before `here`; 0 <= back <= lanes.
template <int back>
[[gnu::always_inline]] inline Packet shifted(Packet before, Packet here) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
        return __builtin_shufflevector(before, here, (lanes - back + I)...);
    }
    (std::make_integer_sequence<int, lanes>{});
}

}  // namespace jounce::linalg::detail
