// The step that a run should take, from what is known before it: contact stiffness, mass and speed.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/recommended_step.hpp"

#include <algorithm>
#include <cmath>

#include "time/linear_kernel.hpp"

namespace jounce::time {

namespace {

/// Depth at which the law has stored the energy given.
double depth_of(const contact::Law& law, double energy, double speed) {
    contact::ContactMemory memory;
    memory.closed = true;
    memory.impact_speed = std::max(speed, law.minimum_speed);
    const auto stored = [&](double depth) { return contact_response(law, {depth, 0}, memory).stored_energy; };
    double high = 1e-12;
    while (stored(high) < energy && high < 1e6) high *= 2;
    double low = 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (stored(middle) < energy ? low : high) = middle;
    }
    return high;
}

/// Largest |b M^-1 F(t)| over instants of the run.
double load_acceleration(const System& system, const linalg::Vector& influence, double begin, double duration) {
    constexpr int samples = 256;
    double largest = 0;
    for (int i = 0; i <= samples; ++i) {
        double sum = 0;
        for (const Load& load : system.loads) {
            const double t = begin + duration * i / samples;
            // A user's function is called when the run needs it and not before.
            if (!load.signal->piece(begin)) continue;
            const SignalSample s = load.signal->sample(t);
            sum += (load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second) * load.pattern.dot(influence);
        }
        largest = std::max(largest, std::abs(sum));
    }
    return largest;
}

}  // namespace

std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration) {
    std::optional<StepAdvice> best;
    if (system.contacts.empty()) return best;
    const linalg::Factorisation mass = LinearKernel(system.linear).factor(1, 0, 0);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        if (contact.law->rigid) continue;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            linalg::Vector b = linalg::Vector::Zero(system.size());
            for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
            linalg::Vector influence = b;
            mass.solve_in_place(influence.data());
            const double inertance = b.dot(influence);
            if (!(inertance > 0)) continue;
            const double acceleration = load_acceleration(system, influence, start.time, duration);
            const double fall = std::sqrt(2 * acceleration * std::max(contact.gap.clearance, 0.0));
            const double speed = std::max(std::abs(b.dot(start.v)), fall);
            if (!(speed > contact.law->minimum_speed)) continue;
            double depth = 0;
            try {
                depth = depth_of(*contact.law, 0.5 * speed * speed / inertance, speed);
            } catch (const Error&) {
                continue;  // a user's law that fails somewhere, perhaps where the run never gets
            }
            const double contact_time = 2.94 * depth / speed;
            if (!best || contact_time < best->contact_time) best = {contact_time / 20, contact_time, speed, static_cast<int>(c)};
        }
    }
    return best;
}

}  // namespace jounce::time
