// Estimated computing times of methods, to choose one of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/method_costs.hpp"

#include <algorithm>
#include <cmath>

#include "time/advice/critical_step.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::record {

namespace {
constexpr double of_record = 700;
}

bool damping_couples_modes(const System& system) {
    const linalg::SparseMatrix& C = system.linear.C;
    if (C.nonZeros() == 0) return false;
    linalg::Vector x(system.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + static_cast<double>(i * i % 1009));
    const linalg::Factorisation mass = time::LinearKernel(system.linear).factor(1, 0, 0);
    linalg::Vector first = system.linear.K * x, second = C * x;
    mass.solve_in_place(first.data());
    mass.solve_in_place(second.data());
    const linalg::Vector damped = C * first, stiff = system.linear.K * second;
    return (damped - stiff).norm() > 1e-8 * (damped.norm() + stiff.norm());
}

double MethodCosts::modes() const {
    const double n = system.size();
    return 3 * n * n * n;
}

double MethodCosts::newmark(double step, double records) const {
    const double n = system.size(), gaps = static_cast<double>(system.contacts.size());
    return duration / step * (n * std::max(1, 2 * (system.linear.half_bandwidth - 1)) + 80 + 150 * gaps) + records * of_record;
}

double MethodCosts::precise(double steps, double records) const {
    const double n = system.size();
    return modes() + steps * (500 + 50 * n) + records * of_record;
}

double MethodCosts::closed_flights(double records, double impacts) const {
    const double n = system.size();
    const double tight = system.contacts.size() > 1 ? 1.5 : 1;
    return modes() + impacts * tight * (3e5 + 90 * n * n) + records * (300 + 280 * n);
}

double MethodCosts::explicit_flights(bool coupled) const {
    const double n = system.size();
    const double evaluation = 50 + 5 * n + (coupled ? 0.4 * n * n : 0);
    return modes() + 12 * duration * time::largest_angular_frequency(system) / 5 * evaluation;
}

}  // namespace jounce::record
