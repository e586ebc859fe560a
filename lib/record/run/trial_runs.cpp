// Runs with long steps, to see which step serves.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/trial_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "base/messages/error.hpp"
#include "time/march/march.hpp"
#include "time/start/start.hpp"

namespace jounce::record {

namespace {

constexpr double most_samples = 300;

/// Keeps the motion at every `every`-th nominal step, and counts contacts that begin.
class Samples final : public time::Observer {
  public:
    explicit Samples(std::int64_t every) : every_(every) {}
    void accepted(const time::AcceptedStep& step) override {
        if (step.grid && ++steps_ % every_ == 0) motion.push_back(step.after.q);
    }
    void switched(const time::SwitchedState& event) override {
        closings += std::ranges::count(event.switches, time::Switch::What::closed, &time::Switch::what);
    }
    std::vector<linalg::Vector> motion;
    std::int64_t closings = 0;

  private:
    std::int64_t every_, steps_ = 0;
};

Samples run(const System& system, const State& start, const RunOptions& options, double duration, std::int64_t steps,
            std::int64_t every, const std::vector<double>& jumps) {
    const time::MethodPointer method = time::method_family.find("newmark")->make({});
    const std::unique_ptr<time::Stepper> stepper = method->bind(system, options.events);
    time::MarchOptions march;
    march.duration = duration;
    march.step = duration / static_cast<double>(steps);
    march.events = options.events;
    march.order = method->order();
    march.jumps = jumps;
    State state = time::initial_state(system);
    state.time = start.time;
    state.q = start.q;
    state.v = start.v;
    Samples out(every);
    const std::array<time::Observer*, 1> observers = {&out};
    static_cast<void>(time::march(system, *stepper, march, state, observers));
    return out;
}

/// The largest difference of two motions over the largest value of one.
double difference(const System& system, const std::vector<linalg::Vector>& a, const std::vector<linalg::Vector>& b) {
    const std::size_t count = std::min(a.size(), b.size());
    double apart = 0, size = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const linalg::Vector d = a[i] - b[i];
        apart = std::max(apart, d.dot(system.linear.M * d));
        size = std::max(size, b[i].dot(system.linear.M * b[i]));
    }
    double out = size > 0 ? std::sqrt(apart / size) : 0;
    for (const SparseRow& row : system.rows) {
        const auto along = [&row](const linalg::Vector& q) {
            double sum = 0;
            for (std::size_t e = 0; e < row.index.size(); ++e) sum += row.coefficient[e] * q[row.index[e]];
            return sum;
        };
        double gap = 0, largest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            gap = std::max(gap, std::abs(along(a[i]) - along(b[i])));
            largest = std::max(largest, std::abs(along(b[i])));
        }
        if (largest > 0) out = std::max(out, gap / largest);
    }
    return out;
}

}  // namespace

std::optional<TrialRuns> trial_runs(const System& system, const State& start, const RunOptions& options, double step,
                                    double share, const std::vector<double>& jumps, std::span<const double> multiples) {
    constexpr double wanted = 4e-4;
    constexpr double foreseen = 25 * wanted;  // larger errors fall more slowly than with h^2
    const double duration = share * options.duration;
    const auto parts = static_cast<std::int64_t>(std::ceil(duration / (multiples.front() * step)));
    const auto every = static_cast<std::int64_t>(std::ceil(static_cast<double>(parts) / most_samples));
    std::optional<TrialRuns> out;
    std::vector<linalg::Vector> before;
    double error_before = 0;
    for (const double multiple : multiples) {
        const auto finer = static_cast<std::int64_t>(std::llround(multiples.front() / multiple));
        Samples now(1);
        try {
            now = run(system, start, options, duration, parts * finer, every * finer, jumps);
        } catch (const Error&) {  // Newton's method fails at such a step
            before.clear();
            error_before = 0;
            continue;
        }
        if (!before.empty()) {
            TrialRuns of;
            of.fine = duration / static_cast<double>(parts * finer);
            of.coarse = 2 * of.fine;
            of.difference = difference(system, before, now.motion);
            if (!std::isfinite(of.difference)) return {};
            of.error = of.difference / 3 / share;
            of.closings = static_cast<std::int64_t>(std::ceil(static_cast<double>(now.closings) / share));
            // An error that falls much faster than with h^2 is small by chance.
            const bool falls = error_before > 2 * of.error && error_before < 10 * of.error;
            of.conclusive = of.error < foreseen && (falls || of.error < wanted / 4);
            const double error = std::max(of.error, error_before / 8);
            const double step_for = error > 0 ? of.fine * std::sqrt(wanted / error) : of.coarse;
            of.step = std::clamp(step_for, 0.5 * step, of.conclusive ? of.coarse : step);
            error_before = of.error;
            out = of;
            if (of.conclusive) break;
        }
        before = std::move(now.motion);
    }
    return out;
}

}  // namespace jounce::record
