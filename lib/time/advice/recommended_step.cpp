// The recommended step of a run, from data known in advance: contacts, loads, and the initial motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/recommended_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "contact/impacts/delivered_restitution.hpp"
#include "contact/response/status.hpp"
#include "time/advice/joint_contacts.hpp"
#include "time/advice/slow_push.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/open_signals.hpp"

namespace jounce::time {

namespace {

double stored_energy(const contact::Law& law, double depth, double speed) {
    contact::ContactMemory memory;
    memory.closed = true;
    memory.impact_speed = std::max(speed, law.minimum_speed);
    return contact_response(law, {depth, 0}, memory).stored_energy;
}

/// The depth at which a rising function of it becomes positive; 1e6 m if it never does.
template <class Function>
double first_depth(const Function& excess) {
    double high = 1e-12;
    while (excess(high) < 0 && high < 1e6) high *= 2;
    double low = 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (excess(middle) < 0 ? low : high) = middle;
    }
    return high;
}

/// Depth at which the law has stored the given energy.
double depth_of(const contact::Law& law, double energy, double speed) {
    return first_depth([&](double depth) { return stored_energy(law, depth, speed) - energy; });
}

/// Energy of the vibration of a contact that is closed at the start: that of its interference, and that of a force that begins
/// to push into it, a quarter of what the law has stored where the body turns.
double energy_of_closed(const contact::Law& law, double interference, double force) {
    const double pushed = force > 0 ? first_depth([&](double depth) { return stored_energy(law, depth, 0) - force * depth; }) : 0;
    return (interference > 0 ? stored_energy(law, interference, 0) : 0) +
           (pushed > 0 && pushed < 1e6 ? stored_energy(law, pushed, 0) / 4 : 0);
}

struct LoadAcceleration {
    double largest = 0;
    double change = 0;  ///< largest, since the start
};

/// |b M^-1 F(t)| over instants of the run; `sampled` loads are added at their largest values.
LoadAcceleration load_acceleration(const System& system, const linalg::Vector& influence, const std::vector<SampledLoad>& sampled,
                                   double begin, double duration) {
    constexpr int samples = 256;
    LoadAcceleration out;
    double at_start = 0;
    for (int i = 0; i <= samples; ++i) {
        double sum = 0;
        for (const Load& load : system.loads) {
            const double t = begin + duration * i / samples;
            // A user's function is called only when the run needs it.
            if (!load.signal->piece(begin)) continue;
            const SignalSample s = load.signal->sample(t);
            sum += (load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second) * load.pattern.dot(influence);
        }
        if (i == 0) at_start = sum;
        out.largest = std::max(out.largest, std::abs(sum));
        out.change = std::max(out.change, std::abs(sum - at_start));
    }
    for (const SampledLoad& of : sampled) {
        const double more = of.scan.largest * std::abs(of.pattern.dot(influence));
        out.largest += more;
        out.change += more;
    }
    return out;
}

/// Angular frequency of the modes that velocities and deflection at the start excite.
double excited_at_start(const System& system, const State& start) {
    double squared = start.v.isZero(0) ? 0 : squared_frequency(system, start.v);
    if (!start.a.isZero(0)) squared = std::max(squared, std::pow(excited_by_force(system, system.linear.M * start.a), 2));
    const double scale = system.linear.K.diagonal().sum() / system.linear.M.diagonal().sum();
    return squared > 1e-14 * scale && std::isfinite(scale) ? std::sqrt(squared) : 0;
}

double load_frequency(const System& system, double begin, double duration) {
    double largest = 0;
    for (const Load& load : system.loads) {
        if (!load.pattern.isZero(0)) largest = std::max(largest, load.signal->angular_frequency(begin, begin + duration));
    }
    return largest;
}

bool anything_moves(const System& system, const State& start) {
    const auto acts = [](const Load& load) { return !load.pattern.isZero(0); };
    return !start.v.isZero(0) || !start.a.isZero(0) || std::ranges::any_of(system.loads, acts);
}

std::vector<ContactTime> times_of_contacts(const System& system, const State& start, double duration, double vibration,
                                           const std::vector<SampledLoad>& sampled = {}) {
    std::vector<ContactTime> out;
    if (system.mechanism || system.contacts.empty() || !anything_moves(system, start)) return out;
    const linalg::Factorisation mass = LinearKernel(system.linear).factor(1, 0, 0);
    const SlowPush push(system);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        if (contact.law->rigid) continue;
        const double clearance = std::max(contact.gap.clearance, 0.0);
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            linalg::Vector b = linalg::Vector::Zero(system.size());
            for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
            linalg::Vector influence = b;
            mass.solve_in_place(influence.data());
            const double inertance = b.dot(influence);
            if (!(inertance > 0)) continue;
            const auto [body, frequency, damping] = push.response(b);
            const LoadAcceleration load = load_acceleration(system, influence, sampled, start.time, duration);
            const double fall = std::sqrt(2 * load.largest * clearance);
            const double swing = std::max(vibration, frequency) * clearance;
            const double approach = std::max({std::abs(b.dot(start.v)), fall, swing});
            try {
                // In equilibrium at the start, under constant loads, it stays there.
                const bool rests = std::abs(b.dot(start.a)) + load.change <= 1e-6 * load.largest;
                const double closed = contact.gap.clearance > 0 || rests
                                          ? 0
                                          : energy_of_closed(*contact.law, -contact.gap.clearance, load.largest / inertance);
                const auto speed_of = [&](double m) { return std::max(approach, std::sqrt(2 * closed / m)); };
                const auto lasts = [&](double m) { return impact_duration(*contact.law, m, speed_of(m)); };
                const double speed = speed_of(1 / inertance);
                if (!(speed > contact.law->minimum_speed)) continue;
                const double node = lasts(1 / inertance);
                out.push_back(
                    {static_cast<int>(c), speed, node, body > 0 ? std::max(lasts(body), node) : node, frequency, damping, body});
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
                continue;  // a user's law that fails somewhere, perhaps at a point the run never reaches
            }
        }
    }
    return out;
}

/// Do errors of impacts die out? Every gap has a restitution of at most 0.5, or 0.6 where contacts last, and a damping ratio of
/// 0.02 or more in a slow push.
bool impacts_are_damped(const System& system, const std::vector<ContactTime>& contacts) {
    constexpr double ratio = 0.02;
    return std::ranges::all_of(contacts, [&](const ContactTime& of) {
        if (!(of.mass > 0) || !(of.damping >= ratio)) return false;
        try {
            const contact::Law& law = *system.contacts[static_cast<std::size_t>(of.contact)].law;
            const bool lasts = of.body * of.frequency > 0.05 * 2 * std::numbers::pi;
            return contact::delivered_restitution(law, of.mass, of.speed) <= (lasts ? 0.6 : 0.5);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            return false;  // a law of the script that is not defined for this impact
        }
    });
}

/// Are the slow motions along all frictions damped, by a ratio of 1e-3 or more? Sticks and slips excite higher modes, too, whose
/// vibrations otherwise remain.
bool slips_are_damped(const System& system) {
    if (system.linear.C.nonZeros() == 0) return false;
    const SlowPush push(system);
    return std::ranges::all_of(system.frictions, [&](const Friction& friction) {
        if (friction.own_rows == 0) return true;
        const SparseRow& row = system.rows[static_cast<std::size_t>(friction.first_row)];
        linalg::Vector b = linalg::Vector::Zero(system.size());
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        const PushResponse response = push.response(b);
        return !(response.frequency > 0) || response.damping >= 1e-3;
    });
}

}  // namespace

double impact_duration(const contact::Law& law, double mass, double speed) {
    return depths_of_duration * depth_of(law, 0.5 * mass * speed * speed, speed) / speed;
}

std::vector<ContactTime> contact_times(const System& system, const State& start, double duration) {
    if (system.mechanism) return joint_contact_times(system, start, duration);
    double vibration = load_frequency(system, start.time, duration);
    if (system.linear.symmetric) vibration = std::max(vibration, excited_at_start(system, start));
    return times_of_contacts(system, start, duration, vibration);
}

StepBasis step_basis(const System& system, const State& start, double duration) {
    StepBasis out;
    out.step = std::numeric_limits<double>::infinity();
    if (system.mechanism) return out;
    const double turn = 2 * std::numbers::pi;
    if (!system.frictions.empty()) out.steps_of_load = slips_are_damped(system) ? 3000 : 9000;  // sticks and slips excite modes
    out.sampled = sampled_loads(system, start.time, duration);
    out.load = load_frequency(system, start.time, duration);
    for (const SampledLoad& of : out.sampled) {
        if (!of.pulse()) out.load = std::max(out.load, of.angular_frequency);
    }
    if (system.linear.symmetric) out.start = excited_at_start(system, start);
    out.contacts = times_of_contacts(system, start, duration, std::max(out.load, out.start), out.sampled);
    double vibration = std::max(out.load, out.start);
    for (const ContactTime& of : out.contacts) vibration = std::max(vibration, of.frequency);
    const double impacts = 2 * vibration / turn * duration * static_cast<double>(system.contacts.size());  // expected
    out.damped = !out.contacts.empty() && impacts_are_damped(system, out.contacts);
    if (system.contacts.size() > 1) out.steps_of_node = out.damped ? 40 : 30;
    out.steps_of_body = 80 * std::clamp(std::sqrt(impacts / 1.4), 1.5, out.damped ? 2.0 : 4.0);
    for (const ContactTime& of : out.contacts)
        out.step = std::min({out.step, of.node / out.steps_of_node, of.body / out.steps_of_body});
    if (out.load > 0) out.step = std::min(out.step, turn / out.load / out.steps_of_load);
    out.phase = std::numeric_limits<double>::infinity();
    const auto step_of_phase = [&](double omega, double lasting) {
        const double phase = std::sqrt(12e-3 / (std::pow(omega, 3) * lasting));
        out.phase = std::min(out.phase, phase);
        return std::clamp(phase, turn / omega / 400, turn / omega / 80);
    };
    if (out.start > 0) out.step = std::min(out.step, step_of_phase(out.start, duration));
    for (SampledLoad& of : out.sampled) {
        of.step =
            of.angular_frequency > 0 ? turn / of.angular_frequency / out.steps_of_load : std::numeric_limits<double>::infinity();
        // Half the phase error, because that of the load comes on top of it.
        const double phase = of.excited > 0 ? step_of_phase(of.excited, 4 * of.lasting) : std::numeric_limits<double>::infinity();
        of.by_vibration = phase < of.step;
        out.excited = std::max(out.excited, of.excited);
        of.step = std::min(of.step, phase);
        out.step = std::min(out.step, of.step);
    }
    return out;
}

std::optional<StepAdvice> step_of_contacts(const std::vector<ContactTime>& contacts) {
    std::optional<StepAdvice> best;
    for (const ContactTime& of : contacts) {
        if (!best || of.node < best->time) best = {StepAdvice::From::contact, of.node / 20, of.node, of.speed, of.contact};
    }
    return best;
}

std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration, bool exact) {
    return recommended_step(system, contact_times(system, start, duration), start, duration, exact);
}

std::optional<StepAdvice> recommended_step(const System& system, const std::vector<ContactTime>& contacts, const State& start,
                                           double duration, bool exact) {
    std::optional<StepAdvice> best = step_of_contacts(contacts);
    if (system.mechanism) return best;
    const auto consider = [&best](StepAdvice::From from, double angular, std::size_t number) {
        if (!(angular > 0)) return;
        const double period = 2 * std::numbers::pi / angular;
        if (!best || period < best->time) best = {from, period / 20, period, 0, static_cast<int>(number)};
    };
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const Load& load = system.loads[i];
        if (load.pattern.isZero(0) || (exact && !is_open(load, start.time))) continue;
        consider(StepAdvice::From::load, load.signal->angular_frequency(start.time, start.time + duration), i);
    }
    if (!exact && system.linear.symmetric) consider(StepAdvice::From::start, excited_at_start(system, start), 0);
    return best;
}

}  // namespace jounce::time
