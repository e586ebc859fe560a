// A loop over constants: the body receives its index as a type, and the loop is unrolled completely.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

namespace jounce::linalg::detail {

/// f(integral_constant k) for k = 0 .. N-1.
template <int N, class F>
[[gnu::always_inline]] inline void unrolled(F&& f) {
    [&]<int... K>(std::integer_sequence<int, K...>) { (f(std::integral_constant<int, K>{}), ...); }
    (std::make_integer_sequence<int, N>{});
}

}  // namespace jounce::linalg::detail
