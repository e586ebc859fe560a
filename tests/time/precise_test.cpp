// Physics: the precise integration method: linear motion exactly, contact at the order that was asked for.
// Reference: closed forms, and for nonlinear contact the energy integral by quadrature or a run with small steps of another
// order. Control: the orders themselves, and the limit of stability from both sides.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <memory>
#include <numbers>

#include "modal/modal_system.hpp"
#include "support/malloc_count.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start.hpp"

namespace jounce {
namespace {

State run(const System& system, const time::PreciseSettings& settings, double h, double duration,
          time::Events events = time::Events::stepwise) {
    const auto method = time::precise(settings);
    const auto prepared = method->prepare(std::make_shared<const System>(system));
    const auto stepper = method->bind(*prepared, events);
    State state = time::initial_state(*prepared);
    time::march(*prepared, *stepper, {.step = h, .duration = duration, .events = events, .order = method->order()}, state, {});
    return state;
}

class Sine final : public Signal {
  public:
    Sine(double amplitude, double w, double phase) : amplitude_(amplitude), w_(w), phase_(phase) {}
    double value(double t) const override { return amplitude_ * std::sin(w_ * t + phase_); }
    SignalSample sample(double t) const override {
        return {value(t), amplitude_ * w_ * std::cos(w_ * t + phase_), -w_ * w_ * value(t)};
    }
    std::optional<SignalPiece> piece(double t) const override {
        return SignalPiece{.begin = t,
                           .end = 1e300,
                           .polynomial = {},
                           .amplitude = amplitude_,
                           .angular_frequency = w_,
                           .phase = w_ * t + phase_};
    }

  private:
    double amplitude_, w_, phase_;
};

/// 1 + 2 t - t^3 until t = 1, then 2 - (t - 1) - (t - 1)^2/2: the second derivative jumps.
class TwoCubics final : public Signal {
  public:
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override {
        if (t < 1) return {1 + 2 * t - t * t * t, 2 - 3 * t * t, -6 * t};
        return {3 - t - 0.5 * (t - 1) * (t - 1), -t, -1};
    }
    std::optional<SignalPiece> piece(double t) const override {
        const SignalSample s = sample(t);
        if (t < 1) return SignalPiece{.begin = t, .end = 1, .polynomial = {s.value, s.first, s.second / 2, -1}};
        return SignalPiece{.begin = t, .end = 1e300, .polynomial = {s.value, s.first, s.second / 2, 0}};
    }
};

void add_load(System& system, const Vector& pattern, SignalPointer signal, int derivative = 0) {
    Load load;
    load.pattern = pattern;
    load.signal = std::move(signal);
    load.derivative = derivative;
    system.loads.push_back(load);
}

/// x'' + 2 zeta x' + x = F sin(w t) from x = 1, v = 0.3.
struct Oscillator {
    double zeta, force, w;
    [[nodiscard]] double exact(double t) const {
        const double c = 2 * zeta, d = (1 - w * w) * (1 - w * w) + c * c * w * w;
        const double ps = force * (1 - w * w) / d, pc = -force * c * w / d;
        const double wd = std::sqrt(1 - zeta * zeta);
        const double A = 1 - pc, B = (0.3 - ps * w + zeta * A) / wd;
        return std::exp(-zeta * t) * (A * std::cos(wd * t) + B * std::sin(wd * t)) + ps * std::sin(w * t) + pc * std::cos(w * t);
    }
};

TEST(Precise, LinearMotionUnderASineIsExactAtAnyStep) {
    for (const Oscillator& o :
         {Oscillator{0, 0, 2}, Oscillator{0.05, 0.7, 2}, Oscillator{0.3, 0.7, 0.6}, Oscillator{0, 1, 1.01}}) {
        System s = test::linear_system(test::scalar(1), test::scalar(2 * o.zeta), test::scalar(1));
        s.q0[0] = 1;
        s.v0[0] = 0.3;
        add_load(s, Vector::Ones(1), std::make_shared<Sine>(o.force, o.w, 0));
        for (const double h : {0.013, 0.7, 5.0}) {
            // Closed forms and steps round at about 1e-16 of the motion per radian.
            EXPECT_NEAR(run(s, {.order = 3}, h, 37).q[0], o.exact(37), 2e-14 * (1 + 1 / std::abs(1 - o.w * o.w)))
                << o.w << " " << h;
        }
    }
}

// The modes of a chain with coupled, non-proportional damping; the same under several steps and in one.
System damped_chain() {
    Matrix M(3, 3), K(3, 3), C = Matrix::Zero(3, 3);
    M << 2, 0.3, 0, 0.3, 1, 0, 0, 0, 1.5;
    K << 300, -100, 0, -100, 150, -50, 0, -50, 50;
    C(0, 0) = 7;
    C(2, 2) = 0.4;
    System s = test::linear_system(M, C, K);
    s.q0 << 0.1, -0.2, 0.3;
    s.v0 << 1, 2, -1;
    return s;
}

TEST(Precise, CoupledDampingAndPolynomialLoadsAreExactAcrossPieces) {
    for (const bool coupled : {true, false}) {
        System s = damped_chain();
        if (!coupled) s.linear.C = 0.2 * s.linear.M + 1e-3 * s.linear.K;
        add_load(s, Vector::Ones(3), std::make_shared<TwoCubics>());
        add_load(s, Vector::Unit(3, 1), std::make_shared<TwoCubics>(), 1);
        add_load(s, Vector::Unit(3, 0), std::make_shared<Sine>(20, 9, 0.3), 2);
        add_load(s, Vector::Unit(3, 0), std::make_shared<Sine>(3, 5, 0.1));
        // Steps that end at the break of the load, one that strides over it, and all of it in one step.
        const State fine = run(s, {.order = 3}, 0.01, 2);
        for (const double h : {0.25, 0.3, 2.0}) {
            const State end = run(s, {.order = 3}, h, 2);
            EXPECT_LT((end.q - fine.q).norm(), 1e-12 * fine.q.norm()) << h;
            EXPECT_LT((end.v - fine.v).norm(), 1e-12 * fine.v.norm()) << h;
            EXPECT_LT((end.a - fine.a).norm(), 1e-12 * fine.a.norm()) << h;
        }
        // Witness: Newmark with small steps, extrapolated once in the square of the step.
        const auto newmark = [&](double h) {
            const auto stepper = time::newmark({})->bind(s, time::Events::stepwise);
            State state = time::initial_state(s);
            time::march(s, *stepper, {.step = h, .duration = 2}, state, {});
            return state.q;
        };
        const Vector a = newmark(2e-4), b = newmark(1e-4);
        // q = Phi y, with Phi^-1 found from what unit coordinates become.
        Matrix inverse(3, 3);
        System units = s;
        for (int i = 0; i < 3; ++i) {
            units.q0 = Vector::Unit(3, i);
            inverse.col(i) = modal::modal_system(units)->q0;
        }
        const Vector q = inverse.inverse() * fine.q;
        EXPECT_LT((q - (4 * b - a) / 3).norm(), 1e-9 * q.norm()) << coupled;
        EXPECT_GT((q - b).norm(), 1e-9 * q.norm()) << "control";
    }
}

// A shaken cantilever: mass, damping and stiffness couple the support to the beam, so that it loads by its value and both
// derivatives. Witness: Newmark with small steps, extrapolated in the square of the step.
TEST(Precise, MovingSupportsAreExact) {
    using namespace test;
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", vector(0.9, 0, 0)},
                                            {"elements", 3},
                                            {"section", circle(0.02)},
                                            {"material", steel()}});
    script.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
    const Value motion = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 2e-3}, {"frequency", 25}, {"phase", 0.5}});
    script.add("prescribe", {{"nodes", references({beam.nodes.front()})}, {"dof", "uy"}, {"motion", motion}});
    script.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 3}, {"beta", 2e-5}})}});
    const System system = script.system();
    const auto tip = [](const System& s, const State& state) { return recovered(s, state.q)[full_dof(s, "b[4]", 1)]; };
    const auto prepared = modal::modal_system(system);
    const double once = tip(*prepared, run(system, {}, 0.1, 0.1)), often = tip(*prepared, run(system, {}, 1e-3, 0.1));
    EXPECT_NEAR(once, often, 1e-12 * std::abs(often));
    const auto newmark = [&](double h) {
        const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
        State state = time::initial_state(system);
        time::march(system, *stepper, {.step = h, .duration = 0.1, .events = time::Events::stepwise}, state, {});
        return tip(system, state);
    };
    const double a = newmark(1e-5), b = newmark(5e-6);
    EXPECT_NEAR(often, (4 * b - a) / 3, 1e-7 * std::abs(often)) << "the next term is of fourth order";
    EXPECT_GT(std::abs(often - b), 1e-6 * std::abs(often)) << "control";
}

/// A mass that never leaves a spring with F = K delta^n: a preloaded gap, the load its static force, so that the motion is
/// smooth.
System always_in_contact(double K, double n, double amplitude) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.q0[0] = amplitude;
    const double preload = K;  // K 1^n
    class Constant final : public Signal {
      public:
        explicit Constant(double f) : f_(f) {}
        double value(double) const override { return f_; }
        SignalSample sample(double) const override { return {f_, 0, 0}; }
        std::optional<SignalPiece> piece(double t) const override {
            return SignalPiece{.begin = t, .end = 1e300, .polynomial = {f_, 0, 0, 0}};
        }

      private:
        double f_;
    };
    add_load(s, Vector::Ones(1), std::make_shared<Constant>(preload));
    test::add_contact(s, "spring", {contact::GapShape::plane, -1, true, false}, std::make_shared<test::PowerLaw>(K, n),
                      {Vector::Ones(1)});
    return s;
}

TEST(Precise, OrdersInSmoothNonlinearMotion) {
    const System s = always_in_contact(1, 1.5, 0.4);
    // Reference: the fourth order with a step whose error is far below those looked at.
    const State exact = run(s, {.order = 4}, 1e-3, 10);
    for (const int order : {1, 2, 3, 4}) {
        const auto error = [&](double h) {
            const State end = run(s, {.order = order}, h, 10);
            return std::hypot(end.q[0] - exact.q[0], end.v[0] - exact.v[0]);
        };
        const double e1 = error(0.04), e2 = error(0.02), e3 = error(0.01);
        EXPECT_NEAR(std::log2(e1 / e2), order, 0.25) << order;
        EXPECT_NEAR(std::log2(e2 / e3), order, 0.15) << order;
    }
}

// Amplitude after many steps in a linear contact of frequency w_c = 1 on a free mass.
double growth(int order, double h, int steps) {
    const System s = always_in_contact(1, 1, 1e-6);
    const State end = run(s, {.order = order}, h, h * steps);
    return std::pow(std::hypot(end.q[0], end.v[0]) / 1e-6, 1.0 / steps);
}

TEST(Precise, LimitOfStabilityOfTheThirdOrder) {
    // Largest root of the amplification of the third-order step on a free mass with a spring: 1 at w_c h = 0.967 (Xu et al. 2022
    // give the scheme; the number by the roots of its characteristic polynomial), 0.99859 at 0.3.
    EXPECT_LT(growth(3, 0.96, 400), 1.0);
    EXPECT_GT(growth(3, 0.975, 400), 1.0);
    EXPECT_NEAR(growth(3, 0.3, 1000), 0.99859, 2e-5);
}

// A restart in the middle of smooth contact must not cost the order: the first step after it is of the same order.
TEST(Precise, RestartsKeepTheOrder) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const State exact = run(s, {.order = 4}, 1e-3, 8);
    const auto prepared = modal::modal_system(s);
    for (const int order : {1, 2, 3, 4}) {
        const auto error = [&](double h) {
            const auto stepper = time::precise({.order = order})->bind(*prepared, time::Events::stepwise);
            State now = time::initial_state(*prepared);
            stepper->start(now);
            State next = now;
            const int steps = static_cast<int>(std::lround(8 / h));
            for (int i = 1; i <= steps; ++i) {
                // Uneven steps: the history works with the instants as they are.
                const double end = (i + (i % 2 == 1 && i < steps ? 0.3 : 0.0)) * h;
                EXPECT_TRUE(stepper->step(now, next, end - now.time, end).converged);
                std::swap(now, next);
                if (i == steps / 4 || i == steps / 2 + 1) stepper->restart(now);
            }
            return std::hypot(now.q[0] - exact.q[0], now.v[0] - exact.v[0]);
        };
        const double e1 = error(0.04), e2 = error(0.02), e3 = error(0.01);
        EXPECT_NEAR(std::log2(e1 / e2), order, 0.3) << order;
        EXPECT_NEAR(std::log2(e2 / e3), order, 0.2) << order;
    }
}

// A step depends on the state alone: two steps from a copy of a state give the same bits, whatever was stepped in between.
TEST(Precise, AStateIsASnapshot) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const auto prepared = modal::modal_system(s);
    const auto stepper = time::precise({.order = 3})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    for (int i = 1; i <= 10; ++i) {
        (void)stepper->step(now, next, 0.1, 0.1 * i);
        std::swap(now, next);
    }
    const State copy = now;
    (void)stepper->step(now, next, 0.1, 1.1);
    const State first = next;
    for (int i = 0; i < 20; ++i) (void)stepper->step(now, next, 0.013 * (i + 1), 1 + 0.013 * (i + 1));
    (void)stepper->step(copy, next, 0.1, 1.1);
    EXPECT_EQ(first.q[0], next.q[0]);
    EXPECT_EQ(first.v[0], next.v[0]);
    EXPECT_TRUE(first.algorithm == next.algorithm);
}

// Nothing allocates in a step, not even with a step size never seen before.
TEST(Precise, NoStepAllocates) {
    Matrix M = Matrix::Identity(30, 30), K = Matrix::Zero(30, 30);
    for (int i = 0; i + 1 < 30; ++i) {
        K(i, i) += 1e4;
        K(i + 1, i + 1) += 1e4;
        K(i, i + 1) -= 1e4;
        K(i + 1, i) -= 1e4;
    }
    System system = test::linear_system(M, 0.1 * M + 1e-4 * K, K);
    system.v0.setConstant(1);
    add_load(system, Vector::Ones(30), std::make_shared<Sine>(3, 20, 0));
    add_load(system, Vector::Unit(30, 3), std::make_shared<TwoCubics>());
    test::add_load(system, Vector::Unit(30, 9), [](double t) { return std::sin(30 * t); });
    const contact::GapGeometry both{contact::GapShape::plane, 0.05, true, true};
    test::add_contact(system, "first", both, std::make_shared<test::PowerLaw>(1e6, 1.5, 0.5), {Vector::Unit(30, 0)});
    test::add_contact(system, "ring", {contact::GapShape::circular, 0.06, true, false},
                      std::make_shared<test::PowerLaw>(1e6, 1.5), {Vector::Unit(30, 15), Vector::Unit(30, 16)});
    const auto prepared = modal::modal_system(system);
    const auto stepper = time::precise({.order = 3})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    double time = 0;
    int touched = 0;
    const long allocations = tests::mallocs_in([&] {
        for (int i = 1; i <= 30000; ++i) {
            const double h = i % 100 == 0 ? 1e-4 * (0.5 + 1e-5 * i) : 1e-4;
            time += h;
            touched += stepper->step(now, next, h, time).iterations > 0 ? 1 : 0;
            std::swap(now, next);
        }
    });
    EXPECT_EQ(allocations, 0);
    EXPECT_GT(time, 2) << "the break of the load at 1 s was passed";
    EXPECT_GT(touched, 100);
    EXPECT_LT(touched, 29000);
}

TEST(Precise, ImplicitOrdersInSmoothNonlinearMotion) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const State exact = run(s, {.order = 4}, 1e-3, 10);
    for (const int order : {2, 3}) {
        const auto error = [&](double h) {
            const State end = run(s, {.contact = "implicit", .order = order}, h, 10);
            return std::hypot(end.q[0] - exact.q[0], end.v[0] - exact.v[0]);
        };
        const double e1 = error(0.04), e2 = error(0.02), e3 = error(0.01);
        EXPECT_NEAR(std::log2(e1 / e2), order, 0.25) << order;
        EXPECT_NEAR(std::log2(e2 / e3), order, 0.15) << order;
    }
}

TEST(Precise, ImplicitForcesAreStableInStiffContact) {
    // A linear contact on a free mass and on a mode of any frequency: no growth at w_c h = 20, and no decay either.
    for (const double own : {0.0, 0.01, 1.0, 9.0}) {
        System s = always_in_contact(1, 1, 1e-6);
        Matrix K = test::scalar(own);
        s.linear.K = test::sparse(K);
        const double h = 20;
        const auto prepared = modal::modal_system(s);
        const auto stepper = time::precise({.contact = "implicit"})->bind(*prepared, time::Events::stepwise);
        State now = time::initial_state(*prepared);
        stepper->start(now);
        State next = now;
        double largest = 0, late = 0;
        for (int i = 1; i <= 2000; ++i) {
            EXPECT_TRUE(stepper->step(now, next, h, i * h).converged);
            std::swap(now, next);
            largest = std::max(largest, std::abs(now.q[0]));
            if (i > 1900) late = std::max(late, std::abs(now.q[0]));
        }
        EXPECT_LT(largest, 3e-6) << own;
        EXPECT_GT(late, 0.3e-6) << own;
    }
    EXPECT_GT(growth(3, 20, 10), 2) << "control: explicit forces grow";
}

// One impact of a mass on a linear stop with a dashpot, whose force jumps at the onset and ends where it falls to zero.
struct Impact {
    double clearance, w = 10, zeta = 0.1;
    [[nodiscard]] System system() const {
        System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
        s.v0[0] = 1;
        test::add_contact(s, "stop", {contact::GapShape::plane, clearance, true, false},
                          std::make_shared<test::DashpotLaw>(w * w, 2 * zeta * w), {Vector::Ones(1)});
        return s;
    }
    /// Velocity after it and position at t: delta = e^{-zeta w s} sin(wd s)/wd until w^2 delta + 2 zeta w rate = 0.
    [[nodiscard]] std::array<double, 2> exact(double t) const {
        const double wd = w * std::sqrt(1 - zeta * zeta);
        const double end = (std::numbers::pi - std::atan2(2 * zeta * wd, w * (1 - 2 * zeta * zeta))) / wd;
        const double decay = std::exp(-zeta * w * end);
        const double delta = decay * std::sin(wd * end) / wd;
        const double v = decay * (std::cos(wd * end) - zeta * w / wd * std::sin(wd * end));
        return {clearance + delta + v * (t - clearance - end), v};
    }
};

double impact_error(const time::PreciseSettings& settings, double h, time::Events events) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) {
        const Impact impact{0.3 + h * std::fmod(0.6180339887 * (i + 1), 1.0)};  // the onset anywhere within a step
        const State end = run(impact.system(), settings, h, 0.9, events);
        const auto [q, v] = impact.exact(0.9);
        sum += std::pow(end.q[0] - q, 2) + std::pow(end.v[0] - v, 2);
    }
    return std::sqrt(sum / 12);
}

TEST(Precise, OrdersAcrossALocatedImpact) {
    for (const int order : {1, 2, 3, 4}) {
        const double e1 = impact_error({.order = order}, 0.0025, time::Events::locate);
        const double e2 = impact_error({.order = order}, 0.000625, time::Events::locate);
        EXPECT_NEAR(std::log2(e1 / e2) / 2, order, 0.3) << order;
    }
    for (const int order : {2, 3}) {
        const double e1 = impact_error({.contact = "implicit", .order = order}, 0.0025, time::Events::locate);
        const double e2 = impact_error({.contact = "implicit", .order = order}, 0.000625, time::Events::locate);
        EXPECT_NEAR(std::log2(e1 / e2) / 2, order, 0.3) << order << " implicit";
    }
    // Control: where the jump of the force is not located, it costs all orders but the first.
    const double e1 = impact_error({.order = 3}, 0.01, time::Events::stepwise);
    const double e2 = impact_error({.order = 3}, 0.0025, time::Events::stepwise);
    EXPECT_NEAR(std::log2(e1 / e2) / 2, 1, 0.4);
}

// A mass driven against a rigid stop without rebound: it rests there until the load turns, and leaves as the load says.
TEST(Precise, RestsOnARigidStopUntilTheLoadTurns) {
    struct Rigid final : contact::Law {
        Rigid() {
            rigid = true;
            restitution_asked = 0;
        }
        contact::Response evaluate(const contact::Motion&, const contact::ContactMemory&) const noexcept override { return {}; }
    };
    // x'' = F cos(w t), from x = -0.1 at rest against a stop at 0: it leaves at pi/2w and x = F/w^2 (sin(w s) - w s) from there.
    const double F = 3, w = 2;
    for (const char* contact : {"explicit", "implicit"})
        for (const double stop : {0.0, 0.1}) {
            const auto error = [&](double h) {
                System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
                s.q0[0] = stop - 0.1;
                add_load(s, Vector::Ones(1), std::make_shared<Sine>(F, w, std::numbers::pi / 2));
                test::add_contact(s, "stop", {contact::GapShape::plane, stop, true, false}, std::make_shared<Rigid>(),
                                  {Vector::Ones(1)});
                const State end = run(s, {.contact = contact}, h, 1.3, time::Events::locate);
                const double since = 1.3 - std::numbers::pi / 2 / w;
                return std::abs(end.q[0] - stop - F / w / w * (std::sin(w * since) - w * since));
            };
            const double e1 = error(0.02), e2 = error(0.005);
            EXPECT_LT(e1, 1e-3) << contact;
            EXPECT_GT(std::log2(e1 / e2) / 2, 1.7) << contact << " " << e1 << " " << e2;
        }
}

// The hollow shaft of Xu et al. (2022), doi:10.3390/machines10090814, sec. 3.2, with three two-sided Hertz stops: 20 elements in
// one plane, 100 sin(20 pi t) N on each node, 1 % Rayleigh damping. Reference: the first impacts of an event-driven integration
// in 128-bit arithmetic, displacement of the middle. Newmark errs by 7.8e-8 and 4.8e-8 m at this step.
TEST(Precise, ShaftWithThreeClearances) {
    using namespace test;
    Script script;
    const Handle beam = script.add(
        "beam",
        {{"name", "shaft"},
         {"from", vector(0, 0, 0)},
         {"to", vector(0, 0, 1)},
         {"elements", 20},
         {"theory", "timoshenko"},
         {"section", table({{"family", "section"},
                            {"kind", "tube"},
                            {"outer_diameter", 0.19},
                            {"wall", 5e-3},
                            {"shear_factor", 2 * 1.3 / 4.9}})},
         {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410.0}})}});
    script.add("fix", {{"nodes", references(beam.nodes)}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    for (const int place : {0, 10, 20}) {
        script.add("gap", {{"node", beam.nodes[static_cast<std::size_t>(place)]},
                           {"direction", vector(1, 0, 0)},
                           {"clearance", 3e-3},
                           {"law", hertz()}});
    }
    script.add(
        "damping",
        {{"damping",
          table(
              {{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 41.1128299390904792}, {"beta", 2.09962455242250933e-6}})}});
    script.add("load", {{"nodes", references(beam.nodes)},
                        {"direction", vector(1, 0, 0)},
                        {"force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 100}, {"frequency", 10}})}});
    const auto prepared = modal::modal_system(script.system());
    const int row = prepared->nodes[static_cast<std::size_t>(prepared->find_node("shaft[11]"))].first_dof;
    const auto stepper = time::precise({})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    const double h = 2e-6;
    for (int i = 1; i <= 50000; ++i) {
        (void)stepper->step(now, next, h, i * h);
        std::swap(now, next);
        const double w = i == 12500 || i == 25000 || i == 50000 ? recovered(*prepared, now.q)[row] : 0;
        if (i == 12500) {
            // Before the first impact all is linear, and exact.
            EXPECT_NEAR(w, 0.002368089815125202, 2e-15);
        }
        if (i == 25000) {
            EXPECT_NEAR(w, 0.002259939500108940, 3e-9);
        }
        if (i == 50000) {
            EXPECT_NEAR(w, -0.0009481845873708385, 3e-9);
        }
    }
}

TEST(Precise, WrongSettingsAreAnswered) {
    const auto message = [](Value order, const char* contact) {
        return test::error_of([&] {
            (void)time::method_family.make(
                Value(test::table({{"family", "method"}, {"kind", "precise"}, {"order", order}, {"contact", contact}})), "run",
                "method");
        });
    };
    EXPECT_EQ(message(3, "explicit"), "");
    const auto made = [](const char* contact) {
        const Value method = test::table({{"family", "method"}, {"kind", "precise"}, {"contact", contact}});
        return time::method_family.make(method, "run", "method")->describe();
    };
    EXPECT_EQ(made("explicit"), "precise (explicit contact, order 3)");
    EXPECT_EQ(made("implicit"), "precise (implicit contact, order 2)");
    EXPECT_EQ(message(5, "explicit"), "method.precise: 'order' must be in [0, 4], got 5");
    EXPECT_EQ(message(4, "implicit"), "method.precise: 'order' must be 2 or 3 with contact = 'implicit', got 4");
    const System physical = damped_chain();
    EXPECT_THROW((void)time::precise({})->bind(physical, time::Events::stepwise), std::invalid_argument);
}

}  // namespace
}  // namespace jounce
