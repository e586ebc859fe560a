// Physics: the methods with a name of their own are those of their papers. Method: one undamped or damped oscillator; the
// equations of a step as published, written out here, give the matrix of a step, and by its characteristic polynomial every four
// displacements in a row are bound to each other, whatever the history began with. Reference: Hilber, Hughes and Taylor (1977);
// Wood, Bossak and Zienkiewicz (1980); Newmark (1959), Chung and Hulbert (1993). Tolerance: rounding of the displacements.
// Control: with a parameter that differs by a hundredth the four are not bound. The words and the bounds of the parameters.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/start/start.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::test::named_methods_test {
namespace {

constexpr double m = 1.3, c = 2.1, k = 310, h = 0.04;  // omega h = 0.62

using Matrix3 = Eigen::Matrix3d;

/// Matrix of a step for (u, v, a): weights of the new and the old terms of the balance, and Newmark's formulae.
struct Published {
    double inertia_new = 1, inertia_old = 0, forces_new = 1, forces_old = 0, beta = 0.25, gamma = 0.5;

    [[nodiscard]] Matrix3 step() const {
        Matrix3 next, before;
        next << 1, 0, -beta * h * h, 0, 1, -gamma * h, forces_new * k, forces_new * c, inertia_new * m;
        before << 1, h, (0.5 - beta) * h * h, 0, 1, (1 - gamma) * h, -forces_old * k, -forces_old * c, -inertia_old * m;
        return next.inverse() * before;
    }
};

Published hilber_hughes_taylor(double alpha) {  // -1/3 <= alpha <= 0
    return {1, 0, 1 + alpha, -alpha, (1 - alpha) * (1 - alpha) / 4, (1 - 2 * alpha) / 2};
}
Published wood_bossak_zienkiewicz(double alpha) {  // alpha <= 0
    return {1 - alpha, alpha, 1, 0, (1 - alpha) * (1 - alpha) / 4, 0.5 - alpha};
}
Published chung_hulbert(double radius) {
    const double am = (2 * radius - 1) / (radius + 1), af = radius / (radius + 1);
    return {1 - am, am, 1 - af, af, std::pow(1 - am + af, 2) / 4, 0.5 - am + af};
}

struct Displacements final : time::Observer {
    void begin(const System& /*system*/, const State& state) override { q = {state.q[0]}; }
    void accepted(const time::AcceptedStep& step) override { q.push_back(step.after.q[0]); }
    std::vector<double> q;
};

std::vector<double> marched(const time::Method& method) {
    System system = linear_system(scalar(m), scalar(c), scalar(k));
    system.q0[0] = 0.2;
    system.v0[0] = -0.7;
    const auto stepper = method.bind(system, time::Events::locate);
    State state = time::initial_state(system);
    Displacements out;
    std::vector<time::Observer*> observers{&out};
    time::march(system, *stepper, {.step = h, .duration = 12 * h}, state, observers);
    return out.q;
}

/// Largest violation of q3 - I1 q2 + I2 q1 - I3 q0 = 0 by four in a row [m].
double violation(const std::vector<double>& q, const Matrix3& A) {
    const double trace = A.trace(), minors = 0.5 * (trace * trace - (A * A).trace()), determinant = A.determinant();
    double out = 0;
    for (std::size_t i = 3; i < q.size(); ++i)
        out = std::max(out, std::abs(q[i] - trace * q[i - 1] + minors * q[i - 2] - determinant * q[i - 3]));
    return out;
}

TEST(NamedMethods, AreThoseOfTheirPapers) {
    struct Case {
        std::string kind, parameter;
        double value;
        std::function<Published(double)> published;
        std::string words;
    };
    const auto newmark = [](double beta) { return Published{1, 0, 1, 0, beta, 0.5}; };
    const std::vector<Case> cases = {
        {"hht", "alpha", 0.2, [](double a) { return hilber_hughes_taylor(-a); }, "HHT (alpha 0.2)"},
        {"hht", "alpha", 0.05, [](double a) { return hilber_hughes_taylor(-a); }, "HHT (alpha 0.05)"},
        {"wbz", "alpha", 0.3, [](double a) { return wood_bossak_zienkiewicz(-a); }, "WBZ (alpha 0.3)"},
        {"wbz", "alpha", 0.05, [](double a) { return wood_bossak_zienkiewicz(-a); }, "WBZ (alpha 0.05)"},
        {"generalized_alpha", "spectral_radius", 0.8, chung_hulbert, "generalized-alpha (spectral radius 0.8)"},
        {"generalized_alpha", "spectral_radius", 0.3, chung_hulbert, "generalized-alpha (spectral radius 0.3)"},
        {"newmark", "beta", 0.3, newmark, "newmark (beta 0.3, gamma 0.5)"},
        // The acceleration is linear within a step: u' = u + h v + h^2 (a/3 + a'/6).
        {"linear_acceleration", "", 1.0 / 6, newmark, "linear acceleration"},
        {"average_acceleration", "", 0.25, newmark, "average acceleration"},
    };
    for (const Case& of : cases) {
        Table settings;
        if (!of.parameter.empty()) settings = table({{of.parameter.c_str(), of.value}});
        const time::MethodPointer method = time::method_family.find(of.kind)->make(settings);
        EXPECT_EQ(method->describe(), of.words);
        const std::vector<double> q = marched(*method);
        EXPECT_LT(violation(q, of.published(of.value).step()), 1e-14) << of.words;
        EXPECT_GT(violation(q, of.published(1.01 * of.value).step()), 1e-9) << of.words << ": control";
    }
}

TEST(NamedMethods, AreTakenWithinTheBoundsOfTheirPapers) {
    const auto said = [](const char* kind, double alpha) {
        return error_of([&] { (void)time::method_family.find(kind)->make(table({{"alpha", alpha}})); });
    };
    EXPECT_EQ(said("hht", 1.0 / 3), "");
    EXPECT_NE(said("hht", 0.334).find("alpha"), std::string::npos);
    EXPECT_NE(said("hht", -0.01).find("alpha"), std::string::npos);
    EXPECT_EQ(said("wbz", 1), "");
    EXPECT_NE(said("wbz", 1.01).find("alpha"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::named_methods_test
