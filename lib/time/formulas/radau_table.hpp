// The coefficients of a Radau IIA method, from its nodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "base/gauss.hpp"

namespace jounce::time {

/// Y_i = y + h sum_j a_ij f(Y_j), collocation at the nodes c of Radau's quadrature, order 2 s - 1; y(x + h) = Y_s. E. Hairer,
/// G. Wanner (1996), doi:10.1007/978-3-642-05221-7, sec. IV.5.
template <std::size_t s>
struct RadauTable {
    std::array<double, s> c{};
    std::array<std::array<double, s>, s> a{};
    /// sum_j a_ij a_jk
    std::array<std::array<double, s>, s> square{};
    /// Weights of f(Y_i) in the difference to the embedded formula of order s in which f(y) has the weight `first`.
    std::array<double, s> error{};
    double first;
    /// Weight k of x^(k + 1) in the polynomial that is 1 at node i and 0 at 0 and at the others.
    std::array<std::array<double, s>, s> within{};

    RadauTable(const GaussRule<s>& nodes, double weight_of_begin) : c(nodes.place), first(weight_of_begin) {
        for (std::size_t j = 0; j < s; ++j) {
            const std::array<long double, s> polynomial = through_node(j);
            for (std::size_t k = 0; k < s; ++k) within[j][k] = static_cast<double>(polynomial[k] / c[j]);
            for (std::size_t i = 0; i < s; ++i) {
                long double sum = 0;
                for (std::size_t k = s; k-- > 0;) sum = sum * c[i] + polynomial[k] / static_cast<long double>(k + 1);
                a[i][j] = static_cast<double>(sum * c[i]);
            }
            // Balances the weight of f(y): the value at 0 of the polynomial through the nodes.
            error[j] = static_cast<double>(-first * polynomial[0]);
        }
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < s; ++k) {
                for (std::size_t j = 0; j < s; ++j) square[i][k] += a[i][j] * a[j][k];
            }
        }
    }

  private:
    /// Lagrange's polynomial prod_{j != i} (x - c_j)/(c_i - c_j): coefficients of 1, x, ...
    [[nodiscard]] std::array<long double, s> through_node(std::size_t i) const {
        std::array<long double, s> out{1};
        std::size_t degree = 0;
        for (std::size_t j = 0; j < s; ++j) {
            if (j == i) continue;
            const long double scale = 1 / (static_cast<long double>(c[i]) - c[j]);
            ++degree;
            for (std::size_t k = degree + 1; k-- > 0;)
                out[k] = scale * ((k > 0 ? out[k - 1] : 0) - (k < degree ? c[j] * out[k] : 0));
        }
        return out;
    }
};

}  // namespace jounce::time
