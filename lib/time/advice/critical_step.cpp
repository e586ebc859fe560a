// The largest stable step of conditionally stable methods, from the fastest mode of the linear part.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/critical_step.hpp"

#include <algorithm>
#include <cmath>

#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

double largest_angular_frequency(const System& system) {
    if (!system.linear.symmetric || system.size() == 0) return 0;
    const LinearKernel linear(system.linear);
    const linalg::Factorisation mass = linear.factor(1, 0, 0);
    linalg::PaddedVector x = linear.vector();
    linalg::Vector y(system.size());
    // A start vector not orthogonal to any mode: numbers without a pattern, always the same.
    double seed = 0.5;
    for (int i = 0; i < system.size(); ++i) {
        seed = 3.99 * seed * (1 - seed);
        x.vector()[i] = seed - 0.5;
    }
    double squared = 0;
    for (int iteration = 0; iteration < 300; ++iteration) {
        const double energy = 2 * linear.kinetic_energy(x);
        if (!(energy > 0)) return 0;
        x.vector() /= std::sqrt(energy);
        const double before = squared;
        squared = 2 * linear.strain_energy(x);  // Rayleigh's quotient
        if (iteration > 20 && std::abs(squared - before) <= 1e-5 * squared) break;
        y = system.linear.K * x.vector();
        mass.solve_in_place(y.data());
        x.vector() = y;
    }
    return std::sqrt(std::max(squared, 0.0));
}

}  // namespace jounce::time
