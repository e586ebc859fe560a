// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/section_choice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

using linalg::Vector;

namespace {

using Times = std::vector<std::pair<double, double>>;

/// The times with a closed contact, and the largest coordinates.
class ContactTimes final : public time::Observer {
  public:
    explicit ContactTimes(const System& system) : system_(system), memory_(system) {}
    void begin(const System&, const State& state) override {
        largest = state.q.cwiseAbs();
        largest_memory = memory_.read(state).cwiseAbs();
    }
    void accepted(const time::AcceptedStep& step) override {
        largest = largest.cwiseMax(step.after.q.cwiseAbs());
        largest_memory = largest_memory.cwiseMax(memory_.read(step.after).cwiseAbs());
        const std::pair<double, double> during{step.before.time, step.after.time};
        bool any = false, refused = false;
        for (const Contact& contact : system_.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                const auto side = static_cast<std::size_t>(contact.first_side + s);
                if (!step.before.sides[side].memory.closed) continue;
                any = true;
                std::string why = memory_.refuses_section(contact, step.before);
                if (why.empty() && step.before.sides[side].response.force > 0) continue;
                refused = true;
                names["contact '" + contact.name + "'"].add(during, why.empty() ? "does not push all the time" : why);
            }
        }
        for (std::size_t f = 0; f < step.before.frictions.size(); ++f) {
            const FrictionState& friction = step.before.frictions[f];
            if (friction.status != FrictionStatus::stick && !friction.breaking) continue;
            any = refused = true;
            names["friction '" + system_.frictions[f].name + "'"].add(during, "sticks");
        }
        if (any) closed.push_back(during);
        if (refused) held.push_back(during);
    }
    void switched(const time::SwitchedState& event) override {
        // What a contact leaves behind is largest at its end, and may have decayed at the end of the flight.
        largest_memory = largest_memory.cwiseMax(memory_.read(event.after).cwiseAbs());
        // An impact closes a contact only for an instant.
        if (event.switches.empty()) return;
        closed.emplace_back(event.after.time, event.after.time);
        held.emplace_back(event.after.time, event.after.time);
    }
    Times closed;  ///< [s]
    Times held;    ///< without those in which only contacts are closed whose force depends on their motion alone
    struct Named {
        Times times;
        std::string why;
        void add(const std::pair<double, double>& during, const std::string& reason) {
            times.push_back(during);
            why = reason;
        }
    };
    std::map<std::string, Named> names;  ///< what was held
    Vector largest, largest_memory;

  private:
    const System& system_;
    SectionMemory memory_;
};

/// Contact-free intervals of the periodic phase [0, 1).
Times free_phases(const Times& closed, double period) {
    constexpr double rounding = 1e-9;  // between the ends of steps that follow one another around the period
    Times taken;
    for (const auto& [from, to] : closed) {
        const double length = (to - from) / period;
        if (length >= 1 - rounding) return {};
        const double begin = from / period - std::floor(from / period);
        taken.emplace_back(begin, begin + length);
        if (begin + length > 1) taken.emplace_back(0.0, begin + length - 1);
    }
    if (taken.empty()) return {{0, 1}};
    std::ranges::sort(taken);
    Times out;
    double end = taken.front().second;
    for (const auto& [from, to] : taken) {
        if (from > end + rounding) out.emplace_back(end, from);
        end = std::max(end, to);
    }
    // The interval around phase 1.
    if (taken.front().first + 1 > end + rounding) out.emplace_back(end, taken.front().first + 1);
    return out;
}

/// Distance of a phase from the ends of its free interval; negative outside.
double margin(const Times& free, double phase) {
    double out = -1;
    for (const auto& [from, to] : free) {
        for (const double at : {phase, phase + 1}) out = std::max(out, std::min(at - from, to - at));
    }
    return out;
}

/// Phases for a section: in free flight, and where there is none within contacts whose force depends on their motion alone.
Times section_phases(const ContactTimes& times, double period) {
    Times out = free_phases(times.closed, period);
    if (out.empty()) out = free_phases(times.held, period);
    return out;
}

/// \throws Error (computation) that names what is held at every phase, or alternately
[[noreturn]] void refuse_sections(const ContactTimes& times, double period) {
    std::vector<std::string> names;
    for (const auto& [name, held] : times.names) {
        if (free_phases(held.times, period).empty())
            throw computation_failed("orbit: no section exists: " + name +
                                     (held.why == "sticks" ? " never slips" : " never opens") +
                                     (held.why == "sticks" ? "" : " and " + held.why));
        names.push_back(name + " " + held.why);
    }
    throw computation_failed("orbit: no section exists: at every phase of the period one of these is closed or sticks: " +
                             join(names, ", "));
}

/// A march of `event_driven` from given values, by parts.
class Marching {
  public:
    Marching(const std::shared_ptr<const System>& system, double period, const std::shared_ptr<const time::InitialState>& from,
             double tolerance, const std::function<bool()>& interrupted)
        : period_(period), method_(time::event_driven({.tolerance = tolerance})) {
        const auto start = from ? time::system_from(*system, *from) : system;
        prepared_ = method_->prepare(start);
        stepper_ = method_->bind(*prepared_, time::Events::locate);
        options_.order = method_->order();
        options_.interrupted = interrupted;
        options_.begun = true;
        state = time::initial_state(*prepared_);
        if (from) {
            options_.other_motion = time::begin_from(*from, *start, *method_, period, time::Events::locate, *stepper_, state);
        } else {
            stepper_->start(state);
        }
    }
    void go(State& at, double duration, const std::vector<time::Observer*>& observers) {
        options_.step = std::min(period_, duration);
        options_.duration = duration;
        const auto report = time::march(*prepared_, *stepper_, options_, at, observers);
        options_.other_motion = false;
        if (report.interrupted) throw Error(Failure::interrupted, "interrupted");
    }
    [[nodiscard]] const std::shared_ptr<const System>& prepared() const { return prepared_; }
    /// The present time as a share of the period, in [0, 1).
    [[nodiscard]] double phase() const { return state.time / period_ - std::floor(state.time / period_ + 1e-9); }

    State state;

  private:
    double period_;
    time::MethodPointer method_;
    std::shared_ptr<const System> prepared_;
    std::unique_ptr<time::Stepper> stepper_;
    time::MarchOptions options_;
};

}  // namespace

std::vector<double> free_sections(const std::shared_ptr<const System>& system, double period, int periods,
                                  const std::shared_ptr<const time::InitialState>& from, double tolerance) {
    constexpr double near = 0.03, other = 0.05;  // of a period
    Marching motion(system, period, from, tolerance, {});
    const double phase = motion.phase();
    ContactTimes times(*motion.prepared());
    motion.go(motion.state, periods * period, {&times});
    const Times free = section_phases(times, period);
    std::vector<double> out;
    for (const auto& [begin, end] : free)
        for (const double share : {0.5, 0.25, 0.75}) {
            double at = begin + share * (end - begin);
            at -= std::floor(at);
            const double way = std::abs(at - phase);
            if (margin(free, at) >= near && std::min(way, 1 - way) >= other) out.push_back(at);
        }
    std::ranges::stable_sort(out, std::ranges::greater(), [&](double at) { return margin(free, at); });
    return out;
}

SectionChoice choose_section(const std::shared_ptr<const System>& system, double period, int periods, int settle,
                             const std::shared_ptr<const time::InitialState>& from, double tolerance,
                             const std::function<bool()>& interrupted) {
    Marching motion(system, period, from, tolerance, interrupted);
    const System& prepared = *motion.prepared();
    State& state = motion.state;
    if (settle > 0) {
        const double begin = state.time;
        motion.go(state, settle * period, {});
        state.time = begin + settle * period;
    }
    const double phase = motion.phase();
    ContactTimes times(prepared);
    State watched = state;
    motion.go(watched, periods * period, {&times});
    const Times free = section_phases(times, period);
    SectionChoice out;
    out.phase = std::abs(phase) < 1e-9 ? 0 : phase;
    if (margin(free, out.phase) < 0.1) {
        if (free.empty()) refuse_sections(times, period);
        const auto longest = std::ranges::max_element(free, {}, [](const auto& f) { return f.second - f.first; });
        out.phase = 0.5 * (longest->first + longest->second);
        out.phase -= std::floor(out.phase);
    }
    double way = out.phase - phase;
    way -= std::floor(way + 1e-9);
    if (way > 1e-9) motion.go(state, way * period, {&times});
    if (system->mechanism) out.independent = independent_coordinates(*system, state);
    const auto own = [&](const Vector& q) {
        return out.independent.of_all(*system, time::free_coordinates(*system, prepared, q));
    };
    const Eigen::Index n = out.independent.size(*system);
    const SectionMemory memory(prepared);
    out.y.resize(2 * n + memory.size());
    out.y << own(state.q), own(state.v), memory.read(state);
    out.largest = own(times.largest).cwiseAbs().cwiseMax(out.y.head(n).cwiseAbs());
    out.largest_memory = times.largest_memory;
    return out;
}

Vector section_scales(const System& system, double period, const SectionChoice& choice) {
    double length = 0;
    for (const Contact& contact : system.contacts) {
        const double clearance = std::abs(contact.gap.clearance);
        if (clearance > 0 && (length == 0 || clearance < length)) length = clearance;
    }
    if (length == 0) length = choice.largest.size() > 0 ? choice.largest.maxCoeff() : 0;
    if (!(length > 0)) length = 1;
    constexpr double two_pi = 6.283185307179586;
    const Eigen::Index n = choice.independent.size(system), m = choice.largest_memory.size();
    Vector out(2 * n + m);
    out.head(n).setConstant(length);
    out.segment(n, n).setConstant(length * two_pi / period);
    for (Eigen::Index i = 0; i < m; ++i) out[2 * n + i] = choice.largest_memory[i] > 0 ? choice.largest_memory[i] : length;
    return out;
}

}  // namespace jounce::nonlinear
