// A work-precision study: methods at several steps or tolerances compared with a reference, with costs and errors.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/work_precision.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "nonlinear/precision/motion.hpp"
#include "time/advice/sampled_supports.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/march/march.hpp"
#include "time/start/mechanism_stepper.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double warm_up_seconds = 0.05;
constexpr double round_off_floor = 1e-13;  // for relative errors: some hundred ulp, the round-off of long sums

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct Interrupted {};

std::vector<Probe> resolve(const System& system, const std::vector<std::string>& names) {
    std::vector<Probe> out;
    for (const std::string& name : names) out.push_back(resolve_probe(system, name));
    return out;
}

/// A method with its System.
struct Bound {
    std::shared_ptr<const System> system;
    std::unique_ptr<time::Stepper> stepper;
    double setup_seconds = 0;
};

class Runner {
  public:
    Runner(std::shared_ptr<const System> system, const WorkPrecisionOptions& options, const StudyHooks& hooks)
        : system_(time::with_known_kinks(std::move(system), 0, options.duration, 0)), options_(options), hooks_(hooks) {
        study_.model = system_->name;
        study_.duration = options.duration;
        study_.samples = options.samples;
        study_.curves = options.curves;
        study_.probes = resolve(*system_, options.probes);
        progress_.total = options.combinations.size() + 2;
    }

    Study run() {
        try {
            run_reference();
            for (const Combination& combination : options_.combinations) {
                study_.rows.push_back(row(combination));
                conclude();
                ++progress_.done;
                if (hooks_.row_done) hooks_.row_done(study_);
            }
        } catch (const Interrupted&) {
            study_.interrupted = true;
        }
        return std::move(study_);
    }

  private:
    [[nodiscard]] Bound bind(const Combination& combination) const {
        const Clock::time_point begin = Clock::now();
        Bound out;
        time::require_joints_known(*combination.method, *system_);
        out.system = combination.method->prepare(system_);
        out.stepper = combination.method->bind(*out.system, options_.events);
        State state = time::initial_state(*out.system);
        out.stepper->start(state);
        State next = state;
        const double h = march_step(combination);
        static_cast<void>(out.stepper->step(state, next, h, state.time + h));
        out.setup_seconds = seconds_since(begin);
        return out;
    }

    /// Methods that control their own steps are given the whole duration at once.
    [[nodiscard]] double march_step(const Combination& combination) const {
        return combination.own_steps ? options_.duration : combination.size;
    }

    [[nodiscard]] Motion motion(const Combination& combination, Bound& bound) {
        MotionOptions options;
        options.step = march_step(combination);
        options.duration = options_.duration;
        options.samples = options_.samples;
        // Over such long steps the error of the account's trapezoidal rule would exceed that of the method.
        options.energy = options_.energy && !combination.own_steps;
        std::unique_ptr<time::Stepper> inside;
        if (combination.own_steps) inside = combination.method->bind(*bound.system, options_.events);
        options.inside = inside.get();
        options.events = options_.events;
        options.order = combination.method->order();
        options.interrupted = [this] { return poll(); };
        Motion out = sampled_motion(*bound.system, *bound.stepper, resolve(*bound.system, options_.probes), options);
        if (out.report.interrupted) throw Interrupted();
        return out;
    }

    void run_reference() {
        reference_ = reference_motion(options_.reference, "reference: ");
        const Motion coarser = reference_motion(options_.coarser_reference, "its uncertainty: ");
        ReferenceRun& out = study_.reference;
        out.description = options_.reference.describe();
        out.coarser_description = options_.coarser_reference.describe();
        out.steps = reference_.report.steps;
        out.impacts = static_cast<int>(reference_.impacts.size());
        out.uncertainty = errors_against(reference_, coarser, study_.probes);
    }

    [[nodiscard]] Motion reference_motion(const Combination& combination, const std::string& what) {
        doing(what + combination.describe());
        try {
            Bound bound = bind(combination);
            Motion out = motion(combination, bound);
            ++progress_.done;
            return out;
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw Interrupted();
            throw Error(error.failure(), "compare: the reference (" + combination.describe() + ") fails: " + error.message(),
                        error.origin());
        }
    }

    [[nodiscard]] Row row(const Combination& combination) {
        Row out;
        out.combination = combination;
        try {
            doing(combination.describe() + ", errors");
            Bound bound = bind(combination);
            out.setup_seconds = bound.setup_seconds;
            out.errors = errors_against(reference_, motion(combination, bound), study_.probes);
            for (const ProbeError& error : out.errors.probes) {
                if (error.rms && !std::isfinite(*error.rms)) throw computation_failed("the motion grows without bound");
            }
            doing(combination.describe() + ", timing");
            time_it(combination, bound, out);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw Interrupted();
            out = Row();
            out.combination = combination;
            out.failure = error.message();
        }
        return out;
    }

    void time_it(const Combination& combination, Bound& bound, Row& out) {
        time::MarchOptions options;
        options.step = march_step(combination);
        options.duration = options_.duration;
        options.events = options_.events;
        options.order = combination.method->order();
        const State start = time::initial_state(*bound.system);
        State state = start;
        warm_up(bound, options, state);
        options.interrupted = [this] { return poll(); };
        out.seconds = std::numeric_limits<double>::infinity();
        double spent = 0;
        while (out.repetitions < options_.repetitions || spent < options_.timing_seconds) {
            state = start;
            const time::MarchReport report = time::march(*bound.system, *bound.stepper, options, state, {});
            if (report.interrupted) throw Interrupted();
            out.seconds = std::min(out.seconds, report.wall_seconds);
            out.steps = report.steps;
            out.halvings = report.halvings;
            ++out.repetitions;
            // Ends the loop also for a march below the clock resolution.
            spent += std::max(report.wall_seconds, 1e-6);
        }
    }

    /// Marches for `warm_up_seconds` at most. The march ends between two nominal steps, or by an Error within a long one.
    void warm_up(Bound& bound, time::MarchOptions options, State& state) {
        bool over = false;
        const Clock::time_point begin = Clock::now();
        options.interrupted = [&] {
            over = !poll() && seconds_since(begin) > warm_up_seconds;
            return stopped_ || over;
        };
        try {
            static_cast<void>(time::march(*bound.system, *bound.stepper, options, state, {}));
        } catch (const Error& error) {
            if (error.failure() != Failure::interrupted || !over) throw;
        }
        if (stopped_) throw Interrupted();
    }

    /// Orders and front of the rows so far.
    void conclude() {
        const Errors& known = study_.reference.uncertainty;
        const auto floor = [](std::optional<double> uncertainty, double least) {
            return std::max(uncertainty.value_or(0), least);
        };
        const double displacement = floor(known.displacement.rms, round_off_floor);
        const double velocity = floor(known.velocity.rms, round_off_floor);
        const double impact_time = floor(known.impact_time, round_off_floor * options_.duration);
        std::vector<CostAndError> points;
        for (Row& row : study_.rows) {
            points.push_back({row.seconds, row.failure.empty() ? row.errors.displacement.rms : std::nullopt});
            const Row* larger = next_larger(row);
            if (larger == nullptr || !larger->failure.empty() || !row.failure.empty()) continue;
            const auto order = [&](std::optional<double> error, std::optional<double> other, double least) {
                return observed_order(row.combination.size, error, larger->combination.size, other, least);
            };
            row.displacement_order = order(row.errors.displacement.rms, larger->errors.displacement.rms, displacement);
            row.velocity_order = order(row.errors.velocity.rms, larger->errors.velocity.rms, velocity);
            row.impact_time_order = order(row.errors.impact_time, larger->errors.impact_time, impact_time);
        }
        const std::vector<bool> front = pareto_front(points, displacement);
        for (std::size_t i = 0; i < front.size(); ++i) study_.rows[i].front = front[i];
    }

    [[nodiscard]] const Row* next_larger(const Row& row) const {
        const Row* out = nullptr;
        for (const Row& other : study_.rows) {
            if (other.combination.curve != row.combination.curve || !(other.combination.size > row.combination.size)) continue;
            if (out == nullptr || other.combination.size < out->combination.size) out = &other;
        }
        return out;
    }

    void doing(const std::string& what) {
        progress_.doing = what;
        if (poll()) throw Interrupted();
    }

    [[nodiscard]] bool poll() {
        progress_.wall_seconds = seconds_since(begin_);
        if (hooks_.progress) hooks_.progress(progress_);
        stopped_ = stopped_ || (hooks_.interrupted && hooks_.interrupted());
        return stopped_;
    }

    std::shared_ptr<const System> system_;
    const WorkPrecisionOptions& options_;
    const StudyHooks& hooks_;
    Study study_;
    Motion reference_;
    StudyProgress progress_;
    bool stopped_ = false;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace

std::string Combination::describe() const {
    if (own_steps) return method->kind + ", tolerance " + shortest(size);
    return method->describe() + ", step " + shortest(size) + " s";
}

void check_probes(const System& system, const std::vector<std::string>& probes) {
    bool any = false;
    for (const std::string& name : probes) {
        const Probe probe = resolve_probe(system, name);
        if (probe.quantity != Probe::Quantity::displacement && probe.quantity != Probe::Quantity::velocity) {
            throw bad_case("compare: 'probes' must be displacements and velocities of nodes, got '" + name + "'");
        }
        any = any || probe.quantity == Probe::Quantity::displacement;
    }
    if (!any) throw bad_case("compare: 'probes' must contain at least one displacement, such as \"top.ux\"; got velocities only");
}

Study work_precision(const std::shared_ptr<const System>& system, const WorkPrecisionOptions& options, const StudyHooks& hooks) {
    check_probes(*system, options.probes);
    time::require_located_rigid_stops(*system, options.events, "compare");
    return Runner(system, options, hooks).run();
}

}  // namespace jounce::nonlinear
