// Physics: observed orders of the one-step methods over their whole parameter range, on free, damped and forced motion.
// Reference: closed forms of the oscillator, written out here. Tolerance: 0.15 of the order, from two refinements in the
// asymptotic range. Control: off-average gamma is first order; a load taken at the end of the step instead of at the method's
// level would show as first order in the forced case (T. J. R. Hughes 1987, The Finite Element Method, sec. 9.3).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::orders_test {
namespace {

struct Oscillator {
    double m, c, k, p, w;  // m x'' + c x' + k x = p sin(w t + 0.4)
    double x0, v0;

    struct Motion {
        double x, v, a;
    };
    [[nodiscard]] Motion exact(double t) const {
        using C = std::complex<double>;
        const C i(0, 1);
        const C s = (-c + std::sqrt(C(c * c - 4 * m * k))) / (2 * m);
        const C r = (-c - std::sqrt(C(c * c - 4 * m * k))) / (2 * m);
        // particular: Im(P e^{i(wt + 0.4)})
        const C P = p / C(k - m * w * w, c * w) * std::exp(i * 0.4);
        const auto part = [&](double time, int d) { return std::imag(P * std::pow(i * w, d) * std::exp(i * w * time)); };
        const C A = (C(v0 - part(0, 1)) - r * (x0 - part(0, 0))) / (s - r);
        const C B = C(x0 - part(0, 0)) - A;
        const auto value = [&](int d) {
            return std::real(A * std::pow(s, d) * std::exp(s * t) + B * std::pow(r, d) * std::exp(r * t)) + part(t, d);
        };
        return {value(0), value(1), value(2)};
    }
    [[nodiscard]] System system() const {
        System out = test::linear_system(test::scalar(m), test::scalar(c), test::scalar(k));
        out.q0[0] = x0;
        out.v0[0] = v0;
        const double amplitude = p, frequency = w;
        if (p != 0) {
            test::add_load(out, Vector::Ones(1),
                           [amplitude, frequency](double t) { return amplitude * std::sin(frequency * t + 0.4); });
        }
        return out;
    }
};

const std::vector<Oscillator> motions = {
    {1.3, 0, 40, 0, 1, 0.2, -0.7}, {1.3, 1.1, 40, 0, 1, 0.2, -0.7}, {1.3, 1.1, 40, 9, 3.1, 0.2, -0.7}, {0.8, 0, 3, 4, 2.5, 0, 1}};

/// Sums the squared errors over all steps: at a single instant an error may pass zero.
struct Errors final : time::Observer {
    explicit Errors(const Oscillator& o) : oscillator(o) {}
    void accepted(const time::AcceptedStep& step) override {
        const auto exact = oscillator.exact(step.after.time);
        const State& s = step.after;
        // The acceleration of a method with a start of first order settles within the first steps.
        sum[0] += std::pow(s.q[0] - exact.x, 2);
        sum[1] += std::pow(s.v[0] - exact.v, 2);
        if (s.time > 0.85) sum[2] += std::pow(s.a[0] - exact.a, 2);
        ++steps;
    }
    [[nodiscard]] double rms(std::size_t i) const { return std::sqrt(sum[i] / steps); }
    const Oscillator& oscillator;
    std::array<double, 3> sum{};
    int steps = 0;
};

/// Orders of displacement, velocity and acceleration.
std::array<double, 3> orders(const Oscillator& oscillator, const time::OneStepCoefficients& coefficients) {
    const System system = oscillator.system();
    std::array<double, 3> error[2];
    for (int level = 0; level < 2; ++level) {
        const auto stepper = time::one_step_stepper(system, coefficients, time::Events::locate);
        State state = time::initial_state(system);
        Errors errors(oscillator);
        std::vector<time::Observer*> observers = {&errors};
        const double end = 1.7;
        time::march(system, *stepper, {.step = end / (400 << (2 * level)), .duration = end}, state, observers);
        for (std::size_t i = 0; i < 3; ++i) error[level][i] = errors.rms(i);
    }
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = std::log2(error[0][i] / error[1][i]) / 2;
    return out;
}

time::OneStepCoefficients chung_hulbert(double r) {
    const double m = (2 * r - 1) / (r + 1);
    const double f = r / (r + 1);
    return {m, f, 0.25 * (1 - m + f) * (1 - m + f), 0.5 - m + f};
}

void expect_second_order(const time::OneStepCoefficients& coefficients, const std::string& name) {
    EXPECT_EQ(coefficients.order(), 2) << name;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        const auto order = orders(motions[i], coefficients);
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_GT(order[j], 1.85) << name << ", motion " << i << ", derivative " << j;
        }
    }
}

TEST(Orders, GeneralizedAlphaOverTheWholeRange) {
    for (const double r : {0.0, 0.2, 0.5, 0.8, 0.95, 1.0})
        expect_second_order(chung_hulbert(r), "spectral radius " + std::to_string(r));
}

TEST(Orders, HhtAndWbz) {
    for (const double a : {0.01, 0.1, 0.3}) {
        expect_second_order({0, a, 0.25 * (1 + a) * (1 + a), 0.5 + a}, "HHT " + std::to_string(a));
        expect_second_order({-a, 0, 0.25 * (1 + a) * (1 + a), 0.5 + a}, "WBZ " + std::to_string(a));
    }
}

TEST(Orders, NewmarkOverBeta) {
    for (const double beta : {0.0, 1.0 / 12, 1.0 / 6, 0.25, 0.4})
        expect_second_order({.beta = beta, .gamma = 0.5}, "beta " + std::to_string(beta));
}

TEST(Orders, OffAverageGammaIsFirstOrder) {
    for (const double gamma : {0.55, 0.7, 1.0}) {
        const auto order = orders(motions[2], {.beta = 0.25 * (gamma + 0.5) * (gamma + 0.5), .gamma = gamma});
        EXPECT_NEAR(order[0], 1, 0.15) << gamma;
        EXPECT_NEAR(order[1], 1, 0.15) << gamma;
        EXPECT_EQ(time::OneStepCoefficients({.beta = 0.4, .gamma = gamma}).order(), 1);
    }
}

// One step from the exact motion of an oscillator errs by |q' - q(h)| in its displacement: the estimate is this over h, relative
// to the speed sqrt(v^2 + (w q)^2) plus what the acceleration adds within the largest step, to first order in w h = 0.01.
TEST(Orders, TheErrorEstimateIsTheErrorOfOneStep) {
    const double m = 3, k = 48, w = 4, h = 0.0025;
    for (const double beta : {0.25, 0.4}) {
        for (const auto& [q0, v0] : {std::pair{0.2, 0.8}, {0.5, 0.3}, {0.01, 1.0}}) {
            for (const double largest : {0.0, 0.3}) {
                System system = test::linear_system(test::scalar(m), test::scalar(0), test::scalar(k));
                system.q0[0] = q0;
                system.v0[0] = v0;
                const auto stepper = time::one_step_stepper(system, {0, 0, beta, 0.5}, time::Events::locate);
                State from = time::initial_state(system);
                stepper->start(from);
                State to = from;
                ASSERT_TRUE(stepper->step(from, to, h, h).converged);
                const double exact = q0 * std::cos(w * h) + v0 / w * std::sin(w * h);
                const double error = std::abs(to.q[0] - exact) / h;
                const double speed = std::sqrt(v0 * v0 + w * w * q0 * q0) + largest * std::abs(to.a[0]);
                EXPECT_NEAR(stepper->error_estimate(from, to, h, largest) * speed / error, 1, 0.05)
                    << beta << ' ' << q0 << ' ' << largest;
            }
        }
    }
}

// The same oscillator with its spring in a stop that it does not leave: the energy stored there belongs to the motion, too.
TEST(Orders, TheErrorEstimateKnowsTheEnergyInAContact) {
    const double m = 3, k = 48, q0 = 0.5, v0 = 0.3, h = 0.0025;
    const auto estimate = [&](bool in_contact) {
        System system = test::linear_system(test::scalar(m), test::scalar(0), test::scalar(in_contact ? 0 : k));
        system.q0[0] = q0;
        system.v0[0] = v0;
        if (in_contact)
            test::add_contact(system, "stop", test::stop(0), std::make_shared<test::DashpotLaw>(k, 0), {Vector::Ones(1)});
        const auto stepper = time::one_step_stepper(system, {0, 0, 0.25, 0.5}, time::Events::locate);
        State from = time::initial_state(system);
        stepper->start(from);
        State to = from;
        EXPECT_TRUE(stepper->step(from, to, h, h).converged);
        return stepper->error_estimate(from, to, h, 0);
    };
    EXPECT_NEAR(estimate(true) / estimate(false), 1, 1e-10);
}

TEST(Orders, SpectralRadiusAtInfiniteFrequency) {
    // One step of a mode with omega h = 1e5: what is left of it after many steps shrinks by the radius asked for.
    for (const double r : {0.3, 0.8}) {
        const System system = Oscillator{1, 0, 1e10, 0, 1, 1, 0}.system();
        const auto stepper = time::one_step_stepper(system, chung_hulbert(r), time::Events::locate);
        State state = time::initial_state(system);
        time::march(system, *stepper, {.step = 1, .duration = 20}, state, {});
        const double at_20 = std::abs(state.q[0]);
        State later = time::initial_state(system);
        time::march(system, *stepper, {.step = 1, .duration = 30}, later, {});
        // A triple root leaves a polynomial factor in front of r^n.
        EXPECT_NEAR(std::pow(std::abs(later.q[0]) / at_20, 0.1), r, 0.1 * r + 0.02);
    }
}

time::MarchOptions options(double tolerance, double duration) {
    time::MarchOptions out{.step = 0.05, .duration = duration};
    out.tolerance = tolerance;
    return out;
}

TEST(Orders, AdaptiveStepsReachTheirTolerance) {
    // A spring that a mass meets at speed: the steps shrink there and nowhere else, and the error follows the tolerance.
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    system.v0[0] = 1;
    test::add_contact(system, "stop", {contact::GapShape::plane, 0.5, true, false}, std::make_shared<test::PowerLaw>(1e6, 1.0),
                      {Vector::Ones(1)});
    const double contact = std::acos(-1.0) / 1e3;
    const double end = 0.5 + contact + 0.3;
    double previous = 0;
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
        const auto stepper = time::one_step_stepper(system, {}, time::Events::locate);
        State state = time::initial_state(system);
        const auto report = time::march(system, *stepper, options(tolerance, end), state, {});
        const double error = std::abs(state.q[0] - (0.5 - 0.3)) + std::abs(state.v[0] + 1);
        EXPECT_LT(error, 3 * tolerance) << tolerance;
        EXPECT_GT(report.refinements, 3);
        EXPECT_LT(report.steps, 400 / std::cbrt(tolerance));
        if (previous > 0) {
            EXPECT_LT(error, 0.5 * previous);
        }
        previous = error;
    }
}

TEST(Orders, AdaptiveStepsBeginFromRest) {
    // A load that grows from zero: nothing moves and nothing pulls at the start.
    System system = test::linear_system(test::scalar(2), test::scalar(2), test::scalar(1000));
    test::add_load(system, Vector::Ones(1), [](double t) { return 10 * std::sin(19 * t); });
    const auto end_at = [&](double tolerance) {
        const auto stepper = time::one_step_stepper(system, {}, time::Events::locate);
        State state = time::initial_state(system);
        time::march(system, *stepper, options(tolerance, 0.5), state, {});
        return state.q[0];
    };
    const double fine = end_at(1e-8);
    // The tolerance is local: over the three periods of the run it adds up, at least as tolerance^(2/3) of the 26 mm.
    const double coarse = std::abs(end_at(1e-3) - fine);
    const double middle = std::abs(end_at(1e-5) - fine);
    EXPECT_LT(coarse, 10 * std::pow(1e-3, 2.0 / 3) * 0.026);
    EXPECT_LT(middle, 10 * std::pow(1e-5, 2.0 / 3) * 0.026);
    EXPECT_LT(middle, coarse / 20);
}

}  // namespace
}  // namespace jounce::orders_test
