// Estimated computing times of methods, to choose one of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/method_costs.hpp"

#include "time/advice/critical_step.hpp"

namespace jounce::record {

namespace {
constexpr double of_record = 700;
}

double MethodCosts::modes() const {
    const double n = system.size();
    return 3 * n * n * n;
}

double MethodCosts::newmark(double step, double records) const {
    const double n = system.size(), gaps = static_cast<double>(system.contacts.size());
    return duration / step * (1.6 * n * system.linear.half_bandwidth + 80 + 150 * gaps) + records * of_record;
}

double MethodCosts::precise(double steps, double records) const {
    const double n = system.size();
    return modes() + steps * (500 + 50 * n) + records * of_record;
}

double MethodCosts::closed_flights(double records, double impacts) const {
    const double n = system.size();
    return modes() + impacts * (3e4 + 4e4 * n) + records * (300 + 600 * n);
}

double MethodCosts::explicit_flights(bool coupled) const {
    const double n = system.size();
    const double evaluation = 50 + 5 * n + (coupled ? 0.4 * n * n : 0);
    return modes() + 12 * duration * time::largest_angular_frequency(system) / 5 * evaluation;
}

}  // namespace jounce::record
