// Physics: an oscillator on a base that shakes, once by the base's acceleration (relative motion), once by the motion of the
// support that its spring stands on (absolute motion).
// Reference: closed form of m x'' + c x' + k x = -m A sin(W t) from rest, steady part and transient; absolute motion is relative
// motion plus that of the base.
// Tolerance: second order in the step. The energy account of average acceleration closes to round-off as long as no mass is
// coupled to the support: force and displacement increments then belong to the same step. With mass coupled to it (a beam's),
// s(t) is exact and not a Newmark motion itself, so that the remainder is of second order; both are measured. Control: the order,
// and the forced response at a frequency where it is neither static nor that of a free mass.
// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <numbers>

#include "motion.hpp"

namespace jounce::test::support_motion_test {
namespace {

using std::numbers::pi;
constexpr double m = 3.2, k = 5200, c = 14, amplitude = 2.5, frequency = 4.7, W = 2 * pi * frequency, duration = 1.3;

/// Relative displacement, velocity for a base acceleration A sin(W t), from x = 0 and a relative velocity v0.
DofMotion closed_form(double A, double v0, double t) {
    using Complex = std::complex<double>;
    const Complex i(0, 1);
    const Complex H = -m * A / (k - m * W * W + i * c * W);  // x = Im(H e^{iWt}) + Re(...) of the transient
    const double steady0 = H.imag(), steady_rate0 = (i * W * H).imag();
    const double decay = c / (2 * m), w = std::sqrt(k / m - decay * decay);
    const double a = -steady0, b = (v0 - steady_rate0 + decay * a) / w;
    const double e = std::exp(-decay * t);
    const Complex rotating = std::exp(i * W * t);
    return {(H * rotating).imag() + e * (a * std::cos(w * t) + b * std::sin(w * t)),
            (i * W * H * rotating).imag() + e * ((b * w - decay * a) * std::cos(w * t) - (a * w + decay * b) * std::sin(w * t))};
}

System on_base(const char* given, double size, double v0) {
    Script script;
    script.add("point", {{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", words({"uy"})}});
    script.add("spring", {{"from", "mass"}, {"direction", vector(0, 1, 0)}, {"stiffness", k}, {"damping", c}});
    script.add("base_motion", {{"direction", vector(0, 1, 0)}, {given, sine(size, frequency)}});
    script.add("initial", {{"node", "mass"}, {"velocity", vector(0, v0, 0)}});
    return script.system();
}

System on_support(double size) {
    Script script;
    script.add("point", {{"name", "mass"}, {"at", vector(0, 1, 0)}, {"mass", m}, {"free", words({"uy"})}});
    script.add("node", {{"name", "ground"}, {"at", vector(0, 0, 0)}});
    script.add("spring", {{"from", "ground"}, {"to", "mass"}, {"direction", vector(0, 1, 0)}, {"stiffness", k}, {"damping", c}});
    script.add("prescribe", {{"node", "ground"}, {"dof", "uy"}, {"motion", sine(size, frequency)}});
    return script.system();
}

// Largest distance from the closed form over the run, relative to its largest value.
template <class Reference>
double distance(const System& system, double step, const Reference& reference, Outcome* outcome = nullptr) {
    double worst = 0, size = 0;
    const Outcome out = march(system, step, duration, [&](const State& state) {
        const double expected = reference(state.time);
        worst = std::max(worst, std::abs(motion_of(system, state, "mass", 1).displacement - expected));
        size = std::max(size, std::abs(expected));
    });
    if (outcome != nullptr) *outcome = out;
    return worst / size;
}

TEST(BaseMotion, SineAccelerationOfAnOscillator) {
    const System system = on_base("acceleration", amplitude, 0);
    double last = 0;
    for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
        Outcome out;
        const double error = distance(
            system, step, [](double t) { return closed_form(amplitude, 0, t).displacement; }, &out);
        if (last > 0) {
            EXPECT_NEAR(std::log2(last / error), 2, 0.05);
        }
        last = error;
        EXPECT_LT(out.largest_remainder, 1e-13 * out.work_done);
        EXPECT_GT(out.energy.base, 0.1 * out.work_done) << "control: the base does work";
        EXPECT_GT(out.energy.structural_damping, 0.1 * out.work_done);
        testing::Test::RecordProperty("relative_error_at_" + std::to_string(step), std::to_string(1e6 * error) + "e-6");
        testing::Test::RecordProperty("remainder_at_" + std::to_string(step),
                                      std::to_string(1e16 * out.largest_remainder / out.work_done) + "e-16");
    }
    EXPECT_LT(last, 1e-4);
}

TEST(BaseMotion, DisplacementIsItsAcceleration) {
    const double size = amplitude / (W * W);
    const System by_acceleration = on_base("acceleration", -amplitude, 0), by_displacement = on_base("displacement", size, 0);
    const Outcome a = march(by_acceleration, 1e-3, duration), b = march(by_displacement, 1e-3, duration);
    EXPECT_NEAR(b.end.q[0] / a.end.q[0], 1, 1e-11);
}

TEST(PrescribedMotion, GivesTheAbsoluteMotionOfTheShakenBase) {
    const double size = amplitude / (W * W);
    const auto absolute = [&](double t) { return closed_form(-amplitude, -size * W, t).displacement + size * std::sin(W * t); };
    const System support = on_support(size), base = on_base("displacement", size, -size * W);
    double last = 0, last_apart = 0;
    for (const double step : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
        Outcome out;
        const double error = distance(support, step, absolute, &out);
        if (last > 0) {
            EXPECT_NEAR(std::log2(last / error), 2, 0.05);
        }
        last = error;
        EXPECT_LT(out.largest_remainder, 1e-13 * out.work_done) << "no mass is coupled to the support";
        EXPECT_GT(std::abs(out.energy.base), 0.1 * out.work_done);
        // The two ways against each other: s(t) obeys no Newmark relation, so that they differ at second order, not by rounding.
        const Outcome relative = march(base, step, duration);
        const double apart = std::abs(motion_of(support, out.end, "mass", 1).displacement -
                                      (motion_of(base, relative.end, "mass", 1).displacement + size * std::sin(W * duration)));
        if (last_apart > 0) {
            EXPECT_NEAR(std::log2(last_apart / apart), 2, 0.1);
        }
        last_apart = apart;
        EXPECT_LT(relative.largest_remainder, 1e-13 * relative.work_done);
    }
    EXPECT_LT(last, 1e-4);
}

// A cantilever whose clamp moves: the mass of the first element is coupled to the support.
TEST(PrescribedMotion, RemainderIsOfSecondOrderWhereMassIsCoupledToTheSupport) {
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", vector(0.9, 0, 0)},
                                            {"elements", 4},
                                            {"section", circle(0.02)},
                                            {"material", steel()}});
    script.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
    script.add("prescribe", {{"nodes", references({beam.nodes.front()})}, {"dof", "uy"}, {"motion", sine(1e-3, 9)}});
    const System system = script.system();
    double last = 0;
    for (const double step : {2e-4, 1e-4, 5e-5, 2.5e-5}) {
        const Outcome out = march(system, step, 0.4);
        const double remainder = out.largest_remainder / out.work_done;
        if (last > 0) {
            EXPECT_NEAR(std::log2(last / remainder), 2, 0.2);
        }
        last = remainder;
        testing::Test::RecordProperty("remainder_at_" + std::to_string(step), std::to_string(1e6 * remainder) + "e-6");
    }
    EXPECT_LT(last, 1e-4);
}

}  // namespace
}  // namespace jounce::test::support_motion_test
