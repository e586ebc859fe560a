// Studies of one mass, whose errors are known in closed form. On m x'' + k x = 0, x(0) = 0, the average acceleration gives
// x_n = (v/w) sin(n p), v_n = v cos(n p) with tan(p/2) = w h/2 (T. J. R. Hughes, The Finite Element Method, 1987, sec. 9.1.2).
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/work_precision.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "support/small_system.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"

namespace jounce::nonlinear::work_precision_test {
namespace {

constexpr double omega = 10;

/// One mass on a spring, k = 100 N/m, at rest position and 1 m/s towards -x; its node is "mass".
System oscillator(double mass = 1) {
    System system = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(omega * omega * mass));
    system.v0[0] = -1;
    system.nodes.push_back({"mass", {0, 0, 0}, 0, {}});
    system.recovery.T.resize(6, 1);
    system.recovery.T.insert(0, 0) = 1;
    return system;
}

std::shared_ptr<const System> shared(System system) { return std::make_shared<const System>(std::move(system)); }

WorkPrecisionOptions options_for(const time::MethodPointer& method, const std::vector<double>& steps, double reference_step) {
    WorkPrecisionOptions out;
    out.duration = 0.9;
    out.curves = {"the method"};
    for (const double step : steps) out.combinations.push_back({method, 0, false, step});
    out.reference = {time::newmark({}), 0, false, reference_step};
    out.coarser_reference = {time::newmark({}), 0, false, 2 * reference_step};
    out.probes = {"mass.ux", "mass.ux_velocity"};
    out.samples = 100;
    out.repetitions = 3;
    out.timing_seconds = 1e-3;
    return out;
}

double rms(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    double scale = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
        scale = std::max(scale, std::abs(b[i]));
    }
    return std::sqrt(sum / static_cast<double>(a.size())) / scale;
}

/// Displacement and velocity of the average acceleration at the samples, in closed form.
struct Closed {
    std::vector<double> x, v;
    explicit Closed(double h, double duration = 0.9, int samples = 100) {
        const double p = 2 * std::atan(omega * h / 2);
        for (int i = 0; i <= samples; ++i) {
            const double n = i * duration / samples / h;
            x.push_back(-std::sin(n * p) / omega);
            v.push_back(-std::cos(n * p));
        }
    }
};

TEST(WorkPrecision, SmoothMotionHasTheErrorsOfTheClosedForm) {
    const std::vector<double> steps = {9e-3, 4.5e-3, 9e-4, 2.25e-4};
    const double reference_step = 9e-6;
    const Study study = work_precision(shared(oscillator()), options_for(time::newmark({}), steps, reference_step), {});
    ASSERT_EQ(study.rows.size(), steps.size());
    EXPECT_FALSE(study.interrupted);
    const Closed reference(reference_step);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Row& row = study.rows[i];
        ASSERT_EQ(row.failure, "");
        const Closed closed(steps[i]);
        // What is left is the round-off of up to 1e5 steps, some 1e-12 of the motion, next to errors above 1e-6.
        EXPECT_NEAR(*row.errors.displacement.rms, rms(closed.x, reference.x), 1e-10);
        EXPECT_NEAR(*row.errors.velocity.rms, rms(closed.v, reference.v), 1e-10);
        EXPECT_EQ(row.steps, std::llround(0.9 / steps[i]));
        EXPECT_GE(row.repetitions, 3);
        EXPECT_GT(row.seconds, 0);
        EXPECT_EQ(row.errors.impacts, 0);
        EXPECT_FALSE(row.errors.impact_time);
        EXPECT_LT(*row.errors.energy_remainder, 1e-11);  // average acceleration keeps the energy of linear motion
        if (i == 0) {
            EXPECT_FALSE(row.displacement_order);
        } else {
            // tan(p/2) = w h/2: p = w h (1 - (w h)^2/12 + ...), so the order is 2 but for terms of (w h)^2 < 1 %.
            EXPECT_NEAR(*row.displacement_order, 2, 0.02);
            EXPECT_NEAR(*row.velocity_order, 2, 0.02);
        }
    }
    EXPECT_NEAR(*study.reference.uncertainty.displacement.rms, rms(Closed(2 * reference_step).x, reference.x), 1e-11);
    EXPECT_EQ(study.reference.steps, 100000);
}

TEST(WorkPrecision, DampingMethodShowsFirstOrder) {
    const auto method = time::newmark({.beta = 0.3025, .gamma = 0.6});
    const Study study = work_precision(shared(oscillator()), options_for(method, {9e-4, 4.5e-4, 2.25e-4}, 9e-6), {});
    for (std::size_t i = 1; i < 3; ++i) EXPECT_NEAR(*study.rows[i].displacement_order, 1, 0.05);
}

TEST(WorkPrecision, StepsThatDivideNoSampleAreInterpolated) {
    const double h = 9e-4 * 0.7639320225;
    const Study study = work_precision(shared(oscillator()), options_for(time::newmark({}), {h}, 9e-6), {});
    // Of a cubic Hermite interpolant the error is at most h^4/384 max|x''''|, relatively (w h)^4/384 = 6e-12; that of its rate,
    // of the velocity, likewise. The last step is shorter, which makes the motion less wrong, not more.
    EXPECT_NEAR(*study.rows[0].errors.displacement.rms, rms(Closed(h).x, Closed(9e-6).x), 1e-8);
    EXPECT_NEAR(*study.rows[0].errors.velocity.rms, rms(Closed(h).v, Closed(9e-6).v), 1e-8);
}

/// The oscillator with a linear stop at zero gap, 99 times as stiff: half sines of the frequencies w and 10 w in turn.
System stopped() {
    System system = oscillator();
    test::add_contact(system, "stop", {contact::GapShape::plane, 0, true, false}, std::make_shared<test::PowerLaw>(9900, 1.0),
                      {Vector::Ones(1)});
    return system;
}
constexpr double flight = std::numbers::pi / omega, contact_time = flight / 10;

double stopped_at(double t) {
    t = std::fmod(t, flight + contact_time);
    return t < flight ? -std::sin(omega * t) / omega : std::sin(10 * omega * (t - flight)) / (10 * omega);
}

TEST(WorkPrecision, ALinearStopAgainstItsClosedForm) {
    const std::vector<double> steps = {9e-4, 4.5e-4, 2.25e-4};
    const Study study = work_precision(shared(stopped()), options_for(time::newmark({}), steps, 9e-4 / 512), {});
    EXPECT_EQ(study.reference.impacts, 2);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Row& row = study.rows[i];
        ASSERT_EQ(row.failure, "");
        // The same run again, looked at by a recorder of the test's own and against the closed form.
        struct Recorder final : time::Observer {
            std::vector<double> times, x;
            void accepted(const time::AcceptedStep& step) override {
                times.push_back(step.after.time);
                x.push_back(step.after.q[0]);
            }
        } recorder;
        const System system = stopped();
        time::Observer* const observers[] = {&recorder};
        State state;
        state.q = system.q0;
        state.v = system.v0;
        state.a = Vector::Zero(1);
        state.sides.resize(1);
        const auto stepper = time::newmark({})->bind(system, time::Events::locate);
        time::march(system, *stepper, {.step = steps[i], .duration = 0.9}, state, observers);
        std::vector<double> marched = {0}, exact = {0};
        for (int s = 1; s <= 100; ++s) {
            const double t = s * 0.009;
            const auto nearest = std::min_element(recorder.times.begin(), recorder.times.end(),
                                                  [&](double a, double b) { return std::abs(a - t) < std::abs(b - t); });
            ASSERT_NEAR(*nearest, t, 1e-12);
            marched.push_back(recorder.x[static_cast<std::size_t>(nearest - recorder.times.begin())]);
            exact.push_back(stopped_at(t));
        }
        // The reference is off the closed form by no more than its uncertainty says, here below a thousandth of these errors.
        const double known = *study.reference.uncertainty.displacement.rms;
        EXPECT_NEAR(*row.errors.displacement.rms, rms(marched, exact), known);
        EXPECT_LT(known, 1e-3 * *row.errors.displacement.rms);
        EXPECT_EQ(row.errors.common_impacts, 2);
        EXPECT_LT(*row.errors.impact_time, 10 * omega * omega * steps[i] * steps[i]);
        EXPECT_LT(*row.errors.restitution, 1e-2);
        if (i > 0) {
            EXPECT_NEAR(*row.displacement_order, 2, 0.35);
        }
    }
}

// Control: against a reference that is wrong, all errors come to its own; the study says below what it knows nothing.
TEST(WorkPrecision, AWrongReferenceIsAFloor) {
    const double reference_step = 4.5e-3;
    const std::vector<double> steps = {9e-3, 9e-4, 2.25e-4, 9e-5};
    const Study study = work_precision(shared(oscillator()), options_for(time::newmark({}), steps, reference_step), {});
    const double own = rms(Closed(1e-6).x, Closed(reference_step).x);  // of the reference against (nearly) the truth
    for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_NEAR(*study.rows[i].errors.displacement.rms / own, 1, 0.05);
    EXPECT_GT(*study.reference.uncertainty.displacement.rms, own);
    for (const Row& row : study.rows) EXPECT_FALSE(row.displacement_order);
    // Of the rows on the floor at most the cheapest is on the front.
    int on_front = 0;
    for (const Row& row : study.rows) on_front += row.front ? 1 : 0;
    EXPECT_EQ(on_front, 1);
}

TEST(WorkPrecision, AFailingRowKeepsItsMessage) {
    // Central differences beyond their limit w h = 2: the motion grows until it is no number.
    const auto central = time::newmark({.beta = 0, .gamma = 0.5});
    WorkPrecisionOptions options = options_for(central, {0.5, 1e-3}, 5e-4);
    options.duration = 200;
    options.combinations.push_back({time::newmark({}), 1, false, 1e-2});
    options.curves.emplace_back("the other");
    const Study study = work_precision(shared(oscillator()), options, {});
    ASSERT_EQ(study.rows.size(), 3U);
    EXPECT_NE(study.rows[0].failure.find("finite"), std::string::npos) << study.rows[0].failure;
    EXPECT_FALSE(study.rows[0].errors.displacement.rms);
    EXPECT_FALSE(study.rows[0].front);
    EXPECT_EQ(study.rows[1].failure, "");
    EXPECT_FALSE(study.rows[1].displacement_order) << "the neighbour has no error";
    EXPECT_EQ(study.rows[2].failure, "");
}

TEST(WorkPrecision, AFailingReferenceIsAnError) {
    WorkPrecisionOptions options = options_for(time::newmark({}), {1e-2}, 0.5);
    options.duration = 200;
    options.reference.method = options.coarser_reference.method = time::newmark({.beta = 0, .gamma = 0.5});
    EXPECT_THROW(static_cast<void>(work_precision(shared(oscillator()), options, {})), Error);
}

TEST(WorkPrecision, AnInterruptKeepsTheRowsSoFar) {
    bool stop = false;
    StudyHooks hooks;
    hooks.interrupted = [&] { return stop; };
    std::size_t total = 0;
    hooks.progress = [&](const StudyProgress& progress) { total = progress.total; };
    hooks.row_done = [&](const Study& study) { stop = study.rows.size() == 2; };
    const auto options = options_for(time::newmark({}), {9e-3, 4.5e-3, 9e-4, 2.25e-4}, 9e-5);
    const Study study = work_precision(shared(oscillator()), options, hooks);
    EXPECT_TRUE(study.interrupted);
    ASSERT_EQ(study.rows.size(), 2U);
    EXPECT_TRUE(study.rows[1].displacement_order);
    EXPECT_EQ(total, 6U);
}

/// Newmark on the System in another unit of length: u = 2 q.
class Scaled final : public time::Method {
  public:
    Scaled() { kind = "scaled"; }
    std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const override {
        System out = *system;
        out.linear.M *= 4;
        out.linear.K *= 4;
        out.recovery.T *= 2;
        out.q0 /= 2;
        out.v0 /= 2;
        return shared(std::move(out));
    }
    std::unique_ptr<time::Stepper> bind(const System& system, time::Events events) const override {
        return time::newmark({})->bind(system, events);
    }
    std::string describe() const override { return "scaled"; }
    int order() const override { return 2; }
};

TEST(WorkPrecision, PreparedSystemsAnswerForTheOriginal) {
    const auto system = shared(oscillator());
    const Study plain = work_precision(system, options_for(time::newmark({}), {9e-4}, 9e-6), {});
    const Study scaled = work_precision(system, options_for(std::make_shared<Scaled>(), {9e-4}, 9e-6), {});
    EXPECT_NEAR(*scaled.rows[0].errors.displacement.rms, *plain.rows[0].errors.displacement.rms, 1e-13);
    EXPECT_NEAR(*scaled.rows[0].errors.velocity.max, *plain.rows[0].errors.velocity.max, 1e-13);
}

// A method that controls its own steps is given the whole duration. Inside a step its motion is that of a shorter step from the
// begin, here one of the average acceleration for each sample; the steps themselves are left alone.
TEST(WorkPrecision, OwnStepsAreLookedIntoAndLeftAlone) {
    WorkPrecisionOptions options = options_for(time::newmark({}), {}, 9e-6);
    options.combinations.push_back({time::newmark({}), 0, true, 1e-6});
    const Study study = work_precision(shared(oscillator()), options, {});
    EXPECT_EQ(study.rows[0].steps, 1);
    std::vector<double> x, v;
    for (int i = 0; i <= 100; ++i) {
        const double p = 2 * std::atan(omega * i * 0.009 / 2);
        x.push_back(-std::sin(p) / omega);
        v.push_back(-std::cos(p));
    }
    EXPECT_NEAR(*study.rows[0].errors.displacement.rms, rms(x, Closed(9e-6).x), 1e-9);
    EXPECT_NEAR(*study.rows[0].errors.velocity.rms, rms(v, Closed(9e-6).v), 1e-9);
    EXPECT_FALSE(study.rows[0].errors.energy_remainder);
    EXPECT_EQ(study.rows[0].combination.describe(), "newmark, tolerance 1e-06");
}

// The number of samples changes nothing of the motion that is looked at.
TEST(WorkPrecision, SamplesDoNotFlatterOwnSteps) {
    const time::MethodKind* kind = time::method_family.find("event_driven");
    ASSERT_NE(kind, nullptr);
    const auto at = [&](double tolerance) {
        Table table;
        table.set("tolerance", tolerance);
        return Combination{kind->make(table), 0, true, tolerance};
    };
    std::vector<double> impact_time;
    for (const int samples : {1, 1000}) {
        WorkPrecisionOptions options = options_for(time::newmark({}), {}, 9e-6);
        options.combinations = {at(1e-4)};
        options.reference = at(1e-12);
        options.coarser_reference = at(1e-11);
        options.samples = samples;
        const Study study = work_precision(shared(stopped()), options, {});
        ASSERT_EQ(study.rows[0].failure, "");
        impact_time.push_back(*study.rows[0].errors.impact_time);
        if (samples == 1000) {
            EXPECT_LT(*study.reference.uncertainty.displacement.rms, 1e-9);
            EXPECT_LT(*study.rows[0].errors.displacement.rms, 1e-2);
        }
    }
    EXPECT_EQ(impact_time[0], impact_time[1]);
}

TEST(WorkPrecision, ProbesAreDisplacementsAndVelocities) {
    const System system = stopped();
    const auto said = [&](const std::vector<std::string>& probes) {
        try {
            check_probes(system, probes);
        } catch (const Error& error) {
            return error.message();
        }
        return std::string();
    };
    EXPECT_EQ(said({"mass.ux", "mass.ux_velocity"}), "");
    EXPECT_NE(said({"mass.ux", "mass.ux_acceleration"}).find("'probes' must be displacements and velocities"), std::string::npos);
    EXPECT_NE(said({"mass.ux_velocity"}).find("at least one displacement"), std::string::npos);
    EXPECT_NE(said({"mas.ux"}).find("did you mean 'mass'"), std::string::npos);
}

/// A study of event_driven alone, of 4340 contacts: each march is one nominal step of some 40,000 steps of the method's own, in
/// which it looks up some twenty times.
WorkPrecisionOptions long_march() {
    const auto method = [](double tolerance) { return time::event_driven({.tolerance = tolerance}); };
    WorkPrecisionOptions out;
    out.duration = 1500;
    out.curves = {"the method"};
    out.combinations = {{method(1e-6), 0, true, 1e-6}};
    out.reference = {method(1e-8), 0, true, 1e-8};
    out.coarser_reference = {method(1e-7), 0, true, 1e-7};
    out.probes = {"mass.ux"};
    out.samples = 2;
    out.repetitions = 1;
    out.timing_seconds = 1e-3;
    out.energy = false;
    return out;
}

TEST(WorkPrecision, TheEndOfAWarmUpIsNoInterruption) {
    // Of the looks while timing, the third is the first one inside the warm-up's nominal step: time passes until it is over.
    int looks = 0;
    StudyHooks hooks;
    hooks.progress = [&](const StudyProgress& progress) {
        if (progress.doing.ends_with("timing") && ++looks == 3) std::this_thread::sleep_for(std::chrono::milliseconds(60));
    };
    const Study study = work_precision(shared(stopped()), long_march(), hooks);
    EXPECT_FALSE(study.interrupted);
    ASSERT_EQ(study.rows.size(), 1U);
    EXPECT_EQ(study.rows[0].failure, "");
    EXPECT_EQ(study.rows[0].repetitions, 1);
    EXPECT_GT(looks, 3) << "the timed march goes on after the warm-up";
    // The first contact begins after 0.1 pi s, the next ones every 0.11 pi s.
    EXPECT_EQ(study.rows[0].errors.impacts, static_cast<int>((1500 / std::numbers::pi - 0.1) / 0.11) + 1);
}

// Whoever interrupts during the warm-up ends the study, whether or not the warm-up's own time is over.
TEST(WorkPrecision, AWarmUpCanBeInterrupted) {
    for (const int looks : {1, 2}) {
        bool timing = false;
        int asked = 0;
        StudyHooks hooks;
        hooks.progress = [&](const StudyProgress& progress) { timing = progress.doing.ends_with("timing"); };
        hooks.interrupted = [&] { return timing && ++asked > looks; };
        const Study study = work_precision(shared(stopped()), long_march(), hooks);
        EXPECT_TRUE(study.interrupted);
        EXPECT_TRUE(study.rows.empty());
        EXPECT_EQ(asked, looks + 1);
    }
}

}  // namespace
}  // namespace jounce::nonlinear::work_precision_test
