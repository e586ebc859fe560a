// The normal force of a friction from the closed sides of its gap, with its derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "contact/families/law.hpp"

namespace jounce::time {

/// N = sum of the sides' forces F(x, v), and dN/dx, dN/dv over the local coordinates of the gap. With the normal n = x/|x| of a
/// circular gap the rate is n.v, so that dF/dx = F_d n + F_v (v - n (n.v))/|x|.
struct Pressing {
    double force = 0;                      ///< [N]
    std::array<double, 2> by_x{}, by_v{};  ///< [N/m], [N s/m]

    /// \param rate along the normal \param radius 0 of a plane gap \param v rates of the local coordinates, `count` of them
    void add(const contact::Response& response, const std::array<double, 2>& normal, double rate, double radius, const double* v,
             std::size_t count) {
        force += response.force;
        for (std::size_t i = 0; i < count; ++i) {
            by_x[i] += response.stiffness * normal[i];
            by_v[i] += response.damping * normal[i];
            if (radius > 0) by_x[i] += response.damping * (v[i] - normal[i] * rate) / radius;
        }
    }
    /// A contact in tension does not press.
    void remove_tension() {
        if (force < 0) *this = {};
    }
};

}  // namespace jounce::time
