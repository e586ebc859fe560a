// Loads without a closed form, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/sampled_loads.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/messages/error.hpp"
#include "system/mechanism/force_words.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/state/load_words.hpp"
#include "time/advice/slow_push.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

namespace {

constexpr double share = 5e-4;  // of the trapezoidal rule: 80 steps in the period of a sine

struct Vibration {
    double omega = 0;    ///< [rad/s]
    double lasting = 0;  ///< [s]
};

/// Of the velocities (K + w^2 M)^-1 p after a pulse of the frequency w: Rayleigh's quotient, and the time t at which a phase
/// error that grows with t is largest in a motion that decays by exp(-r t): 1/(e r), r = v' C v/2 v' M v.
Vibration excited_by_pulse(const System& system, const linalg::Vector& pattern, double omega, double duration) {
    try {
        linalg::Vector velocities = pattern;
        LinearKernel(system.linear).factor(omega * omega, 0, 1).solve_in_place(velocities.data());
        const double mass = velocities.dot(system.linear.M * velocities);
        const double decay = 0.5 * velocities.dot(system.linear.C * velocities) / mass;
        return {std::sqrt(squared_frequency(system, velocities)),
                decay > 0 ? std::min(duration, 1 / (std::numbers::e * decay)) : duration};
    } catch (const linalg::SingularMatrix&) {
        return {};
    }
}

/// [rad/s]; of a half sine of the length of the shortest time between two jumps; 0: fewer than two.
double frequency_of_jumps(const std::vector<double>& jumps) {
    double shortest = 0;
    for (std::size_t i = 0; i + 1 < jumps.size(); ++i) {
        const double length = jumps[i + 1] - jumps[i];
        if (shortest == 0 || length < shortest) shortest = length;
    }
    return shortest > 0 ? std::numbers::pi / shortest : 0;
}

}  // namespace

std::vector<SampledLoad> sampled_loads(const System& system, double begin, double duration) {
    std::vector<SampledLoad> out;
    const auto add = [&](const SignalPointer& signal, int derivative, const linalg::Vector& pattern, const auto& words) {
        if (!signals::is_function(*signal)) return;
        const auto same =
            std::ranges::find_if(out, [&](const SampledLoad& of) { return of.signal == signal && of.derivative == derivative; });
        if (same == out.end()) {
            out.push_back({signal, derivative, words(), pattern, {}});
        } else if (pattern.size() > 0) {
            same->pattern = same->pattern.size() > 0 ? linalg::Vector(same->pattern + pattern) : pattern;
        }
    };
    for (const Load& load : system.loads) {
        if (!load.pattern.isZero(0)) add(load.signal, load.derivative, load.pattern, [&] { return load_words(load); });
    }
    if (system.mechanism) {
        for (const PlanarForce& force : system.mechanism->forces) {
            if (force.drive) add(force.drive, 0, {}, [&] { return force_words(force); });
        }
    }
    if (out.empty()) return out;
    std::optional<SlowPush> push;
    if (!system.mechanism) push.emplace(system);
    std::erase_if(out, [&](SampledLoad& of) {
        const double slow = push ? push->response(of.pattern).frequency : 0;
        double reached = begin;
        const auto value = [&](double t) {
            const SignalSample sample = of.derivative == 0 ? SignalSample{.value = of.signal->value(t)} : of.signal->sample(t);
            reached = std::max(reached, t);
            return of.derivative == 0 ? sample.value : of.derivative == 1 ? sample.first : sample.second;
        };
        const auto scanned_to = [&](double end) {
            try {
                of.scan = scan_signal(value, begin, end, slow > 0 ? std::numbers::pi / slow : duration, share);
                return true;
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
                return false;
            }
        };
        // A function that fails later is known up to there.
        if (!scanned_to(begin + duration) && !(reached > begin && scanned_to(reached))) return true;
        if (std::isfinite(of.scan.step)) of.angular_frequency = std::sqrt(12 * share) / of.scan.step;
        if (!push || !system.linear.symmetric) return !(of.scan.largest > 0);
        const auto excite = [&](double omega) {
            const Vibration found = excited_by_pulse(system, of.pattern, omega, duration);
            if (!(std::pow(found.omega, 3) * found.lasting > std::pow(of.excited, 3) * of.lasting)) return;
            of.excited = found.omega;
            of.lasting = found.lasting;
        };
        // A jump excites higher modes, too, with amplitudes that fall with the square of their frequency.
        if (!of.scan.jumps.empty()) excite(4 * excited_by_force(system, of.pattern));
        if (const double jumping = frequency_of_jumps(of.scan.jumps); jumping > slow) excite(jumping);
        if (of.pulse() && of.angular_frequency > 0) excite(of.angular_frequency);
        return !(of.scan.largest > 0);
    });
    return out;
}

}  // namespace jounce::time
