// Errors of one motion relative to another one, their order of convergence, and the Pareto front of a study.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/errors.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::nonlinear {

namespace {

ProbeError probe_error(const std::vector<double>& reference, const std::vector<double>& values) {
    double scale = 0;
    for (const double r : reference) scale = std::max(scale, std::abs(r));
    if (scale == 0) return {};
    double sum = 0;
    double most = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double d = (values[i] - reference[i]) / scale;
        sum += d * d;
        most = std::fmax(most, std::abs(d));
    }
    return {std::sqrt(sum / static_cast<double>(reference.size())), most};
}

void worsen(std::optional<double>& worst, const std::optional<double>& error) {
    if (error) worst = std::max(worst.value_or(0), *error);
}

std::vector<const time::Impact*> of_contact(const std::vector<time::Impact>& impacts, int contact) {
    std::vector<const time::Impact*> out;
    for (const time::Impact& impact : impacts) {
        if (impact.contact == contact) out.push_back(&impact);
    }
    return out;
}

void compare_impacts(const std::vector<time::Impact>& reference, const std::vector<time::Impact>& found, Errors& out) {
    int contacts = 0;
    for (const time::Impact& impact : reference) contacts = std::max(contacts, impact.contact + 1);
    out.impacts = static_cast<int>(found.size());
    for (int c = 0; c < contacts; ++c) {
        const auto of_reference = of_contact(reference, c);
        const auto of_found = of_contact(found, c);
        for (std::size_t i = 0; i < std::min(of_reference.size(), of_found.size()); ++i) {
            const time::Impact& r = *of_reference[i];
            const time::Impact& f = *of_found[i];
            if (r.side != f.side) break;  // from here on the motions and their impacts differ
            ++out.common_impacts;
            worsen(out.impact_time, std::abs(f.time_in - r.time_in));
            const auto wanted = r.restitution_delivered();
            const auto delivered = f.restitution_delivered();
            if (wanted && delivered) worsen(out.restitution, std::abs(*delivered - *wanted));
        }
    }
}

}  // namespace

Errors errors_against(const Motion& reference, const Motion& motion, std::span<const Probe> probes) {
    Errors out;
    for (std::size_t p = 0; p < probes.size(); ++p) {
        const ProbeError error = probe_error(reference.values[p], motion.values[p]);
        ProbeError& worst = probes[p].quantity == Probe::Quantity::velocity ? out.velocity : out.displacement;
        worsen(worst.rms, error.rms);
        worsen(worst.max, error.max);
        out.probes.push_back(error);
    }
    compare_impacts(reference.impacts, motion.impacts, out);
    out.energy_remainder = motion.energy_remainder;
    return out;
}

std::optional<double> observed_order(double size, std::optional<double> error, double other_size,
                                     std::optional<double> other_error, double floor) {
    if (!error || !other_error || !(*error > floor) || !(*other_error > floor) || size == other_size) return std::nullopt;
    return std::log(*error / *other_error) / std::log(size / other_size);
}

std::vector<bool> pareto_front(std::span<const CostAndError> points, double floor) {
    std::vector<bool> out(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].error) continue;
        const double error = std::max(*points[i].error, floor);
        out[i] = std::ranges::none_of(points, [&](const CostAndError& other) {
            if (!other.error) return false;
            const double others = std::max(*other.error, floor);
            return other.cost <= points[i].cost && others <= error && (other.cost < points[i].cost || others < error);
        });
    }
    return out;
}

}  // namespace jounce::nonlinear
