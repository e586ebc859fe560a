// The coefficients of a Radau IIA method, from its nodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "base/numbers/gauss.hpp"

namespace jounce::time {

/// Y_i = y + h sum_j a_ij f(Y_j), collocation at the nodes c of Radau's quadrature, order 2 s - 1; y(x + h) = Y_s. E. Hairer,
/// G. Wanner (1996), doi:10.1007/978-3-642-05221-7, sec. IV.5.
template <std::size_t s>
struct RadauTable {
    std::array<double, s> c{};
    std::array<std::array<double, s>, s> a{};
    /// sum_j a_ij a_jk
    std::array<std::array<double, s>, s> square{};
    /// Weights of f(y) and of f(Y_i) in the difference to an embedded formula.
    struct Difference {
        double begin = 0;
        std::array<double, s> stages{};
    };
    /// To that of order s in which f(y) has a given weight, and to that of order s - 1 through f(y) and all stages but the first
    /// and the middle one.
    Difference error, lower;
    /// Weight k of x^(k + 1) in the polynomial that is 1 at node i and 0 at 0 and at the others.
    std::array<std::array<double, s>, s> within{};

    RadauTable(const GaussRule<s>& nodes, double weight_of_begin) : c(nodes.place) {
        error.begin = weight_of_begin;
        for (std::size_t j = 0; j < s; ++j) {
            const std::array<long double, s> polynomial = through_node(j);
            for (std::size_t k = 0; k < s; ++k) within[j][k] = static_cast<double>(polynomial[k] / c[j]);
            for (std::size_t i = 0; i < s; ++i) {
                long double sum = 0;
                for (std::size_t k = s; k-- > 0;) sum = sum * c[i] + polynomial[k] / static_cast<long double>(k + 1);
                a[i][j] = static_cast<double>(sum * c[i]);
            }
            // Balances the weight of f(y): the value at 0 of the polynomial through the nodes.
            error.stages[j] = static_cast<double>(-error.begin * polynomial[0]);
        }
        lower.stages = a[s - 1];
        for (std::size_t i = 0; i <= s; ++i) {
            if (i == 1 || i == (s + 1) / 2) continue;
            (i == 0 ? lower.begin : lower.stages[i - 1]) -= lower_weight(i);
        }
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < s; ++k) {
                for (std::size_t j = 0; j < s; ++j) square[i][k] += a[i][j] * a[j][k];
            }
        }
    }

  private:
    /// Weight of the formula through 0 and all nodes but the first and the middle one: i = 0 of the start, else of node i - 1.
    [[nodiscard]] double lower_weight(std::size_t i) const {
        const auto place = [&](std::size_t k) { return k == 0 ? 0.0L : static_cast<long double>(c[k - 1]); };
        std::array<long double, s> polynomial{1};
        std::size_t degree = 0;
        for (std::size_t j = 0; j <= s; ++j) {
            if (j == i || j == 1 || j == (s + 1) / 2) continue;
            ++degree;
            for (std::size_t k = degree + 1; k-- > 0;) {
                const long double raised = k > 0 ? polynomial[k - 1] : 0, kept = k < degree ? polynomial[k] : 0;
                polynomial[k] = (raised - place(j) * kept) / (place(i) - place(j));
            }
        }
        long double sum = 0;
        for (std::size_t k = 0; k <= degree; ++k) sum += polynomial[k] / static_cast<long double>(k + 1);
        return static_cast<double>(sum);
    }
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
