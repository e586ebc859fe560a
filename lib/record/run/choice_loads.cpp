// What the loads of a run demand of a method: jumps, pulses, functions of the script, the vibration they begin.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/choice_loads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "contact/impacts/free_impact.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/state/load_words.hpp"
#include "time/advice/critical_step.hpp"
#include "time/advice/slow_push.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/open_signals.hpp"

namespace jounce::record {

namespace {
constexpr double radians_of_turn = 2 * std::numbers::pi;
constexpr double part_of_pulses = 0.2;  // a load that acts for less of the run, or with a mean below this part of its peak

struct LoadCourse {
    double periods = 0;
    double largest = 0;
    bool pulse = false;
};

/// Of a load with a closed form or a known frequency: its periods, and its mean, between its breaks.
LoadCourse course_of(const Load& load, double begin, double duration) {
    constexpr int parts = 64;
    constexpr double golden = 0.6180339887498949;  // of unequally spaced samples: no period has the same phase at all of them
    std::vector<double> ends = load.signal->breaks(begin, begin + duration);
    for (int i = 0; i <= parts; ++i) ends.push_back(begin + duration * i / parts);
    std::ranges::sort(ends);
    LoadCourse out;
    double vibrating = 0, area = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const double length = ends[i + 1] - ends[i];
        if (!(length > 0)) continue;
        const double w = load.signal->angular_frequency(ends[i], ends[i + 1]);
        out.periods += w * length / radians_of_turn;
        if (w > 0) vibrating += length;
        const SignalSample s = load.signal->sample(ends[i] + std::fmod(golden * static_cast<double>(i + 1), 1.0) * length);
        const double size = std::abs(load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second);
        area += size * length;
        out.largest = std::max(out.largest, size);
    }
    out.pulse = vibrating > 0 ? vibrating < part_of_pulses * duration : area < part_of_pulses * out.largest * duration;
    return out;
}

/// Of the displacements that the start begins: w^2 is the mean square of the frequencies of the modes, weighted by the squares of
/// their amplitudes, v_i/w_i of velocities and d_i of the deflection d = K^-1 M a [rad/s]. The kinetic energy of a jump of the
/// velocities from node to node is in the fast modes of a mesh, whose displacements are small.
double frequency_of_start(const System& system, const time::SlowPush& push, const State& start) {
    if (!system.linear.symmetric || (start.v.isZero(0) && start.a.isZero(0))) return 0;
    const linalg::Vector momentum = system.linear.M * start.v;
    const linalg::Vector deflection = push.deflection(system.linear.M * start.a);
    const double rates = start.v.dot(momentum) + deflection.dot(system.linear.K * deflection);
    const double displacements = momentum.dot(push.deflection(momentum)) + deflection.dot(system.linear.M * deflection);
    return rates > 0 && displacements > 0 && std::isfinite(displacements) ? std::sqrt(rates / displacements) : 0;
}

/// b of a coordinate of a gap.
linalg::Vector row_of(const System& system, const Contact& contact, int coordinate) {
    const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + coordinate)];
    linalg::Vector b = linalg::Vector::Zero(system.size());
    for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
    return b;
}

/// K^-1 b of each coordinate of the gaps that are open at the start, and the sum of the deflections by loads over the clearance.
struct GapDeflection {
    linalg::Vector deflection;
    double clearance = 0;
    double drive = 0;
};

std::vector<GapDeflection> deflections_of_gaps(const System& system, const time::SlowPush& push) {
    std::vector<GapDeflection> out;
    for (const Contact& contact : system.contacts) {
        if (!(contact.gap.clearance > 0)) continue;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            out.push_back({push.deflection(row_of(system, contact, i)), contact.gap.clearance});
        }
    }
    return out;
}
}  // namespace

double window(const RunOptions& options) {
    const double quiet = std::max(options.record_from - begin_time(options), 0.0);
    const double left = options.duration - quiet;
    return left > 0 ? left : options.duration;
}

Course course(const System& system, const State& start, const RunOptions& options, const time::StepBasis& basis) {
    constexpr double impacts_of_period = 3, fewest = 3, fewest_thrown = 10;
    const double begin = begin_time(options), duration = options.duration;
    const bool without_contacts = system.contacts.empty() && system.linear.symmetric;
    Course out;
    out.thrown = !start.v.isZero(0);
    const time::SlowPush push(system);
    std::vector<GapDeflection> gaps = deflections_of_gaps(system, push);
    double vibration = frequency_of_start(system, push, start), of_loads = 0, of_gaps = 0;
    const auto add_drive = [&](const linalg::Vector& pattern, double peak) {
        for (GapDeflection& gap : gaps) gap.drive += std::abs(gap.deflection.dot(pattern)) * peak / gap.clearance;
    };
    for (const Load& load : system.loads) {
        if (load.pattern.isZero(0) || signals::is_function(*load.signal)) continue;  // functions are sampled
        const LoadCourse of = course_of(load, begin, duration);
        of_loads = std::max(of_loads, of.periods);
        if (!of.pulse) add_drive(load.pattern, of.largest);
        if (of.pulse) out.thrown = true;
        if (of.pulse && without_contacts) vibration = std::max(vibration, push.response(load.pattern).frequency);
    }
    for (const time::SampledLoad& of : basis.sampled) {
        if (of.pulse()) {
            out.thrown = true;
        } else {
            of_loads = std::max(of_loads, of.angular_frequency * duration / radians_of_turn);
            add_drive(of.pattern, of.scan.largest);
        }
    }
    for (const time::ContactTime& of : basis.contacts) of_gaps = std::max(of_gaps, of.frequency);
    for (const GapDeflection& gap : gaps) out.drive = std::max(out.drive, gap.drive);
    if (out.thrown) vibration = std::max(vibration, of_gaps);
    const auto periods = [&](double w) { return w * duration / radians_of_turn; };
    out.periods = std::max(of_loads, periods(vibration));
    out.impacts = std::max(out.thrown ? fewest_thrown : fewest, impacts_of_period * std::max(out.periods, periods(of_gaps)));
    return out;
}

time::StepBasis for_chains_of_impacts(const System& system, time::StepBasis basis, const Course& motion) {
    constexpr double far = 4, bouncing = 0.6, most = 10;
    if (system.contacts.size() != 1 || motion.thrown || !(motion.drive > far)) return basis;
    const auto bounces = [&](const time::ContactTime& of) {
        const contact::Law& law = *system.contacts[static_cast<std::size_t>(of.contact)].law;
        if (!(of.mass > 0)) return false;
        try {
            return contact::free_impact(law, of.mass, of.speed).restitution > bouncing;
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            return false;  // a law of the script that is not defined for this impact
        }
    };
    if (std::ranges::none_of(basis.contacts, bounces)) return basis;
    const double finer = std::min(std::pow(motion.drive / far, 1.5), most);
    basis.steps_of_node *= finer;
    basis.steps_of_body *= finer;
    for (const time::ContactTime& of : basis.contacts)
        basis.step = std::min({basis.step, of.node / basis.steps_of_node, of.body / basis.steps_of_body});
    return basis;
}

std::optional<RigidPush> push_of_rigid_stops(const System& system) {
    if (system.beams->empty() && system.shells->empty()) return {};
    const time::SlowPush push(system);
    const linalg::Factorisation mass = time::LinearKernel(system.linear).factor(1, 0, 0);
    RigidPush out;
    out.damping = std::numeric_limits<double>::infinity();
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const linalg::Vector row = row_of(system, contact, i);
            const time::PushResponse response = push.response(row);
            if (!(response.frequency > 0)) return {};
            linalg::Vector influence = row;
            mass.solve_in_place(influence.data());
            out.node = std::max(out.node, 1 / (row.dot(influence) * response.mass));
            out.damping = std::min(out.damping, response.damping);
            if (response.frequency <= out.frequency) continue;
            out.frequency = response.frequency;
            out.gap = contact.name;
        }
    }
    return out.frequency > 0 ? std::optional(out) : std::nullopt;
}

double tolerance_of_flights(const System& system, const Course& motion) {
    // From one gap, or one direction of a round gap, errors pass to another.
    const auto round = [](const Contact& contact) { return contact.gap.coordinates() > 1; };
    if (system.contacts.size() > 1 || std::ranges::any_of(system.contacts, round)) return 1e-8;
    return motion.thrown && !system.contacts.empty() ? 1e-7 : usual_tolerance;
}

std::vector<double> jumps_of(const std::vector<time::SampledLoad>& sampled) {
    std::vector<double> out;
    for (const time::SampledLoad& of : sampled) {
        out.insert(out.end(), of.scan.jumps.begin(), of.scan.jumps.end());
        out.insert(out.end(), of.scan.edges.begin(), of.scan.edges.end());
    }
    std::ranges::sort(out);
    return out;
}

double records_for(const std::vector<time::SampledLoad>& sampled, const RunOptions& options, double records) {
    constexpr double of_pulse = 10;
    for (const time::SampledLoad& of : sampled)
        records = std::clamp(window(options) / of.scan.step / of_pulse, records, std::max(records, 50 * most_records));
    return records;
}

bool knows_loads(const System& system, const time::StepBasis& basis) {
    return std::ranges::all_of(system.loads, [&](const Load& load) {
        if (load.pattern.isZero(0) || !signals::is_function(*load.signal)) return true;
        return std::ranges::any_of(
            basis.sampled, [&](const time::SampledLoad& of) { return of.signal == load.signal && !of.scan.too_many_jumps; });
    });
}

double cubics(const System& system, const RunOptions& options, double tolerance) {
    constexpr double none = std::numeric_limits<double>::infinity();
    const double begin = begin_time(options);
    const double of_period = radians_of_turn / std::pow(1680 * tolerance, 0.25);
    if (time::open_by_rates(system, begin)) return none;
    double out = 0;
    for (const Load& load : system.loads) {
        if (!time::is_open(load, begin)) continue;
        const double w = load.signal->angular_frequency(begin, begin + options.duration);
        out = std::max(out, w > 0 ? options.duration * w / radians_of_turn * of_period
                                  : options.duration * time::largest_angular_frequency(system) / 40);
    }
    return out;
}

bool resolves_functions(const System& system, const RunOptions& options, const time::StepBasis& basis) {
    return knows_loads(system, basis) && records_for(basis.sampled, options, fewest_records) < most_records;
}

FreeVibration free_vibration(const System& system, const RunOptions& options) {
    FreeVibration out;
    const time::SlowPush push(system);
    for (const Load& load : system.loads) {
        if (load.pattern.isZero(0)) continue;
        const time::PushResponse response = push.response(load.pattern);
        const double w = response.frequency;
        if (!(w > 0)) continue;
        out.highest = std::max(out.highest, w);
        const double lasting = std::min(options.duration, response.damping > 0 ? 1 / (response.damping * w) : options.duration);
        const double step = std::sqrt(12 * 5e-4 / (w * w * w * lasting));
        if (step >= out.step) continue;
        out.step = step;
        out.frequency = w;
        out.load = load_words(load);
    }
    return out;
}

}  // namespace jounce::record
