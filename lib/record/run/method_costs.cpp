// Estimated computing times of methods, to choose one of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/method_costs.hpp"

#include <cmath>
#include <cstddef>

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

double MethodCosts::newmark(double step, double records, double impacts) const {
    const double n = system.size(), gaps = static_cast<double>(system.contacts.size());
    const double b = system.linear.half_bandwidth;
    const bool narrow = b <= 12;  // the unknowns are kept in registers
    const double of_step = (narrow ? 1.1 : 1.6) * n * b + 80 + 150 * gaps + 200 * static_cast<double>(functions);
    const double factor = narrow ? n * b * b + 5e3 : 3e3 * n;
    return duration / step * of_step + records * of_record + 12 * impacts * factor;
}

double MethodCosts::precise(double steps, double records) const {
    const double n = system.size();
    return modes() + steps * (500 + 50 * n) + records * of_record;
}

double MethodCosts::closed_flights(double records, double impacts) const {
    const double n = system.size();
    return modes() + impacts * (3e4 + 1.7e4 * n) + records * (300 + 350 * n);
}

double MethodCosts::explicit_flights(bool coupled) const {
    const double n = system.size();
    const double evaluation = 50 + 5 * n + (coupled ? 0.4 * n * n : 0);
    return modes() + 12 * duration * time::largest_angular_frequency(system) / 5 * evaluation;
}

}  // namespace jounce::record
