// One run in detail: its probes at common sample times, its impacts, its energy remainder.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/motion.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/numbers/hermite.hpp"
#include "time/account/energy.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

namespace {

class Sampler final : public time::Observer {
  public:
    /// \param account called before this observer, or null
    Sampler(const std::vector<Probe>& probes, const MotionOptions& options, const time::EnergyAccount* account)
        : probes_(probes), options_(options), account_(account), values_(probes.size()) {
        for (std::vector<double>& values : values_) values.reserve(static_cast<std::size_t>(options.samples) + 1);
    }

    void begin(const System& system, const State& state) override {
        system_ = &system;
        start_ = state.time;
        take(state);
    }

    void accepted(const time::AcceptedStep& step) override {
        const State& before = step.before;
        const State& after = step.after;
        // The march and the sample times round differently: by a few ulp of the duration, which counts as zero.
        const double slack = 8 * std::numeric_limits<double>::epsilon() * options_.duration;
        if (next_ > options_.samples || time_of(next_) > after.time + slack) return;
        for (; next_ <= options_.samples && time_of(next_) <= after.time + slack; ++next_) {
            const double time = time_of(next_);
            const State& begin = options_.inside != nullptr && time < after.time - slack ? stepped(before, time) : before;
            const double h = after.time - begin.time;
            const double t = time - begin.time;
            for (std::size_t p = 0; p < probes_.size(); ++p) {
                const double x0 = evaluate(probes_[p], *system_, begin);
                const double x1 = evaluate(probes_[p], *system_, after);
                if (t <= slack || t >= h - slack) {
                    values_[p].push_back(t <= slack ? x0 : x1);
                    continue;
                }
                const CubicHermite path{h, x0, evaluate_rate(probes_[p], *system_, begin), x1,
                                        evaluate_rate(probes_[p], *system_, after)};
                values_[p].push_back(path.value(t));
            }
        }
        if (account_ != nullptr) static_cast<void>(account_->terms(after));
    }

    [[nodiscard]] std::vector<std::vector<double>> values() && { return std::move(values_); }

  private:
    /// The state at `time`, or the last state before it that the method reaches without an event.
    const State& stepped(const State& before, double time) {
        from_ = before;
        to_ = before;
        while (from_.time < time) {
            const time::StepReport report = options_.inside->step(from_, to_, time - from_.time, time);
            if (!report.converged || !(to_.time > from_.time)) break;
            std::swap(from_, to_);
            if (!options_.inside->located().empty()) break;
        }
        return from_;
    }

    [[nodiscard]] double time_of(int sample) const {
        if (sample == options_.samples) return start_ + options_.duration;
        return start_ + sample * (options_.duration / options_.samples);
    }
    void take(const State& state) {
        for (std::size_t p = 0; p < probes_.size(); ++p) values_[p].push_back(evaluate(probes_[p], *system_, state));
        ++next_;
    }

    const std::vector<Probe>& probes_;
    const MotionOptions& options_;
    const time::EnergyAccount* account_;
    const System* system_ = nullptr;
    double start_ = 0;
    int next_ = 0;
    State from_, to_;  // inside a step
    std::vector<std::vector<double>> values_;
};

}  // namespace

Motion sampled_motion(const System& system, time::Stepper& stepper, const std::vector<Probe>& probes,
                      const MotionOptions& options) {
    State state = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    Sampler sampler(probes, options, options.energy ? &account : nullptr);
    std::vector<time::Observer*> observers = {&log};
    if (options.energy) observers.push_back(&account);
    observers.push_back(&sampler);
    time::MarchOptions march;
    march.step = options.step;
    march.duration = options.duration;
    march.events = options.events;
    march.order = options.order;
    march.interrupted = options.interrupted;
    Motion out;
    out.report = time::march(system, stepper, march, state, observers);
    out.impacts = log.impacts();
    out.values = std::move(sampler).values();
    if (options.energy) {
        const double work = account.work_done();
        out.energy_remainder = work > 0 ? account.largest_remainder() / work : 0.0;
    }
    return out;
}

}  // namespace jounce::nonlinear
