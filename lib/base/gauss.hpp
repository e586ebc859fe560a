// Gauss's quadrature on [0, 1].
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace jounce {

/// n points: exact for polynomials of degree 2 n - 1.
template <std::size_t n>
struct GaussRule {
    std::array<double, n> place, weight;
    [[nodiscard]] static constexpr std::size_t size() { return n; }
};

inline constexpr GaussRule<3> gauss_3{{0.112701665379258311, 0.500000000000000000, 0.887298334620741689},
                                      {0.277777777777777778, 0.444444444444444444, 0.277777777777777778}};
inline constexpr GaussRule<4> gauss_4{{0.069431844202973712, 0.330009478207571868, 0.669990521792428132, 0.930568155797026288},
                                      {0.173927422568726929, 0.326072577431273071, 0.326072577431273071, 0.173927422568726929}};
inline constexpr GaussRule<8> gauss_8{{0.019855071751231884, 0.101666761293186630, 0.237233795041835507, 0.408282678752175098,
                                       0.591717321247824902, 0.762766204958164493, 0.898333238706813370, 0.980144928248768116},
                                      {0.050614268145188130, 0.111190517226687235, 0.156853322938943644, 0.181341891689180991,
                                       0.181341891689180991, 0.156853322938943644, 0.111190517226687235, 0.050614268145188130}};

}  // namespace jounce
