// Laws of the user's own: functions and points, their derivatives and what they store.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/formulas/energy_of_force.hpp"
#include "contact/formulas/force_curve.hpp"
#include "contact/formulas/stopping_length.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "contact/response/status.hpp"

namespace jounce::custom_law_test {
namespace {

using contact::ContactMemory;
using contact::LawPointer;
using contact::Response;
using test::function;
using test::make_law;
using test::table;

const ContactMemory memory{.closed = true, .impact_speed = 0.7};
constexpr double K = 2e9;
constexpr double a = 0.75;  // Hunt and Crossley's factor for e = 0.5

/// Hunt and Crossley's law as a user would write it. \param values how many of F, dF/d(delta), dF/d(rate) are returned
Value hunt_crossley(std::size_t values) {
    return function([values](auto x) {
        const double force = K * std::pow(x[0], 1.5);
        const double loss = 1 + a * x[1] / x[2];
        std::vector<double> out{force * loss, 1.5 * force / x[0] * loss, a * force / x[2]};
        out.resize(values);
        return out;
    });
}

std::string message_of(const std::function<void()>& action, Failure failure) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), failure);
        EXPECT_EQ(error.origin().text(), failure == Failure::bad_case || error.origin().known() ? "case.lua:7" : "");
        return error.message();
    }
    return "no error";
}

TEST(CustomLaw, EqualsTheBuiltInLawItCopies) {
    const LawPointer built_in = make_law("hunt_crossley", table({{"stiffness", K}, {"restitution", 0.5}}));
    const LawPointer copy = make_law("custom", table({{"force", hunt_crossley(3)}}));
    const LawPointer bare = make_law("custom", table({{"force", hunt_crossley(1)}}));
    for (const double delta : {3e-9, 4e-7, 2e-5, 1.3e-3}) {
        for (const double rate : {0.7, 0.1, 0.0, -0.2, -0.5}) {
            const Response want = contact_response(*built_in, {delta, rate}, memory);
            const Response got = contact_response(*copy, {delta, rate}, memory);
            EXPECT_NEAR(got.force / want.force, 1, 1e-15);
            EXPECT_NEAR(got.stiffness / want.stiffness, 1, 1e-15);
            EXPECT_NEAR(got.damping / want.damping, 1, 1e-15);
            EXPECT_NEAR(got.elastic_force / want.elastic_force, 1, 1e-15);
            EXPECT_NEAR(got.stored_energy / want.stored_energy, 1, 2e-12) << "the tolerance of the quadrature";
            // Differences over 1e-5: 1e-10 of the second order, 1e-11 of round-off.
            const Response rough = contact_response(*bare, {delta, rate}, memory);
            EXPECT_EQ(rough.force, got.force);
            EXPECT_NEAR(rough.stiffness / want.stiffness, 1, 1e-9) << delta;
            EXPECT_NEAR(rough.damping / want.damping, 1, 1e-9);
        }
    }
}

// Below the least step of 1e-13 m the difference is forward: nothing is asked at delta < 0, where the law need not be defined.
TEST(CustomLaw, IsNeverAskedOutsideTheContact) {
    double least = 1;
    const LawPointer law = make_law("custom", table({{"force", function([&least](auto x) {
                                                          least = std::min(least, x[0]);
                                                          return std::vector{1e6 * std::sqrt(x[0]) * x[0]};
                                                      })}}));
    for (const double delta : {5e-324, 1e-300, 1e-14, 1e-13, 2e-13, 1e-4}) {
        const Response r = law->evaluate({delta, 0.1}, memory);
        EXPECT_TRUE(std::isfinite(r.stiffness) && r.stiffness >= 0) << delta;
    }
    EXPECT_GT(least, 0);
    const LawPointer spring = make_law("custom", table({{"force", function([](auto x) { return std::vector{1e6 * x[0]}; })}}));
    for (const double delta : {1e-20, 5e-14, 2e-13, 1e-4})
        EXPECT_NEAR(spring->evaluate({delta, 0}, memory).stiffness, 1e6, 1e-3) << delta;
}

TEST(CustomLaw, DerivativesWrongEverywhereAreNamedWhenItIsMade) {
    const auto with = [](std::vector<double> wrong) {
        return message_of(
            [&] {
                (void)make_law("custom", table({{"force", function([wrong](auto x) {
                                                     const double force = 1e6 * x[0] + 200 * x[1];
                                                     return std::vector{force, 1e6 * wrong[0], 200 * wrong[1]};
                                                 })}}));
            },
            Failure::bad_case);
    };
    EXPECT_EQ(with({1, 1}), "no error");
    EXPECT_EQ(with({2, 1}),
              "law.custom: 'force' returns a wrong dF/ddelta: 2e+06 N/m at delta = 1.3e-09 m, rate = 0 m/s, impact speed 1 m/s, "
              "where differences of its force give 1e+06");
    EXPECT_EQ(with({1, -1}),
              "law.custom: 'force' returns a wrong dF/drate: -200 N s/m at delta = 1.3e-09 m, rate = 0 m/s, impact speed 1 m/s, "
              "where differences of its force give 200");
    EXPECT_NE(with({0, 1}), "no error");
    EXPECT_NE(with({1, 0}), "no error");
    EXPECT_NE(with({1.002, 1}), "no error");
    // Rate by the square: right at rest, wrong in motion.
    EXPECT_NE(message_of(
                  [] {
                      (void)make_law(
                          "custom",
                          table({{"force", function([](auto x) {
                                      return std::vector{1e6 * x[0] + 50 * x[1] * std::abs(x[1]), 1e6, 50 * std::abs(x[1])};
                                  })}}));
                  },
                  Failure::bad_case)
                  .find("wrong dF/drate"),
              std::string::npos);
    // An elastic function.
    EXPECT_EQ(message_of(
                  [] {
                      (void)make_law("custom", table({{"elastic_force", function([](auto x) {
                                                           return std::vector{1e6 * x[0] * x[0], 1e6 * x[0]};
                                                       })}}));
                  },
                  Failure::bad_case),
              "law.custom: 'elastic_force' returns a wrong dF/ddelta: 0.0013 N/m at delta = 1.3e-09 m, where differences of its "
              "force give 0.0026");
}

// A spring that is ten times stiffer from 1 mm on, with a derivative that forgets it.
// A damping with the third power of the rate, and a slope that is wrong near rest alone: differences over a wide interval would
// not tell it from the right one.
TEST(CustomLaw, DerivativesOfACurvedForceAreComparedWhereTheyAre) {
    const auto answer = [](double wrong_by) {
        const Value cubic = function([=](auto x) {
            const double force = K * std::pow(x[0], 1.5), r = x[1] / x[2];
            const double loss = 1 + a * r + 0.5 * r * r * r, slope = a + 1.5 * r * r;
            const double near_rest = std::abs(r) < 0.05 ? 1 + wrong_by : 1;
            return std::vector<double>{force * loss, 1.5 * force / x[0] * loss, near_rest * force * slope / x[2]};
        });
        return message_of([&] { (void)make_law("custom", table({{"force", cubic}})); }, Failure::bad_case);
    };
    EXPECT_EQ(answer(0), "no error");
    EXPECT_NE(answer(0.1).find("wrong dF/drate"), std::string::npos);
}

// The same after a slow impact, of 0.1 mm/s: the interval follows the impact speed.
TEST(CustomLaw, DerivativesAreComparedAtTheSpeedOfTheImpact) {
    const auto checked = [](double wrong_by) {
        const LawPointer law =
            make_law("custom", table({{"force", function([=](auto x) {
                                           const double r = x[1] / x[2], force = K * std::pow(x[0], 1.5);
                                           const double right = force / x[2] * (a + 1.5 * r * r);
                                           const bool slow = x[2] < 1e-3 && std::abs(r) < 0.05;
                                           return std::vector{force * (1 + a * r + 0.5 * r * r * r),
                                                              1.5 * force / x[0] * (1 + a * r + 0.5 * r * r * r),
                                                              slow ? right * (1 + wrong_by) : right};
                                       })}}));
        return message_of([&] { law->check({1e-3, 0}, {.closed = true, .impact_speed = 1e-4}); }, Failure::computation);
    };
    EXPECT_EQ(checked(0), "no error");
    EXPECT_NE(checked(0.1).find("wrong dF/drate"), std::string::npos);
}

// A slope that is wrong at rest alone, beyond 1 mm: found although states in motion beside it were right.
TEST(CustomLaw, DerivativesAreComparedAtRestAndInBothDirections) {
    for (const double wrong_at : {0.0, 1.5, -1.5}) {
        for (const double before : {0.0, 1.5, -1.5}) {
            if (before == wrong_at) continue;
            const LawPointer law =
                make_law("custom", table({{"force", function([wrong_at](auto x) {
                                               const bool wrong = x[0] > 1e-3 && std::abs(x[1] - wrong_at) < 0.1;
                                               return std::vector{1e6 * x[0] + 200 * x[1], 1e6, wrong ? 300.0 : 200.0};
                                           })}}));
            law->check({2e-3, before}, memory);
            EXPECT_THROW(law->check({2e-3, wrong_at}, memory), Error) << wrong_at << " after " << before;
        }
    }
}

TEST(CustomLaw, DerivativesWrongSomewhereAreNamedWhereTheMotionGets) {
    const auto law = [](double second) {
        return make_law("custom", table({{"force", function([second](auto x) {
                                              const bool soft = x[0] < 1e-3;
                                              const double force = soft ? 1e5 * x[0] : 100 + 1e6 * (x[0] - 1e-3);
                                              return std::vector{force, soft ? 1e5 : second, 0.0};
                                          })}}));
    };
    const LawPointer wrong = law(1e5);
    for (const double delta : {1e-6, 1e-4, 0.9e-3}) wrong->check({delta, 0.3}, memory);
    EXPECT_EQ(
        message_of(
            [&] {
                wrong->check({1.5e-3, 0.3}, memory);
            },
            Failure::computation),
        "law.custom: 'force' returns a wrong dF/ddelta: 100000 N/m at delta = 0.0015 m, rate = 0.3 m/s, impact speed 0.7 m/s, "
        "where differences of its force give 1e+06");
    // At the kink itself, and just beside it, either slope is right.
    const LawPointer right = law(1e6);
    for (const double delta : {1e-3 * (1 - 1e-4), 1e-3, 1e-3 * (1 + 1e-4), 1.5e-3}) right->check({delta, 0.3}, memory);
}

TEST(CustomLaw, TheForceAtRestIsElastic) {
    const auto law = [](double share) {
        return make_law("custom",
                        table({{"force", function([share](auto x) { return std::vector{1e6 * x[0] * (1 + share * x[2])}; })}}));
    };
    EXPECT_EQ(message_of([&] { (void)law(0); }, Failure::bad_case), "no error");
    EXPECT_EQ(
        message_of([&] { (void)law(0.1); }, Failure::bad_case),
        "law.custom: 'force' must not depend on the impact speed at rate 0, where it is the elastic part: at delta = 1.3e-09 m "
        "it returns 0.00143 N for an impact speed of 1 m/s and 0.00156 N for 2 m/s");
}

TEST(CustomLaw, Settings) {
    const auto message = [](const Table& settings) {
        try {
            (void)make_law("custom", settings);
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::bad_case);
            return error.message();
        }
        return std::string("no error");
    };
    const auto points = [&](List list) { return message(table({{"points", std::move(list)}})); };
    EXPECT_EQ(message(table({})), "law.custom: one of 'force', 'elastic_force' or 'points' is required");
    EXPECT_EQ(message(table({{"force", 3}})), "law.custom: 'force' must be a function, got 3");
    EXPECT_EQ(message(table({{"force", hunt_crossley(3)}, {"points", List{}}})),
              "law.custom: only one of 'force', 'elastic_force' or 'points' may be given, got 'force' and 'points'");
    EXPECT_EQ(message(table({{"force", hunt_crossley(3)}, {"beyond", "tangent"}})), "law.custom: 'beyond' requires 'points'");
    EXPECT_EQ(points({List{0, 0}}),
              "law.custom: 'points' must be a list of points {indentation, force}, two or more, got a list of 1");
    EXPECT_EQ(points({List{1e-3, 5}, List{1e-3, 6}}),
              "law.custom: 'points[2]': indentations must increase, got 0.001 after 0.001");
    EXPECT_EQ(points({List{-1e-3, 5}, List{1e-3, 6}}), "law.custom: 'points[1][1]' must be zero or positive, got -0.001");
    EXPECT_EQ(points({List{1e-3, 5}, 6}), "law.custom: 'points[2]' must be a point {indentation, force}, got 6");
    EXPECT_EQ(points({List{1e-3, 5}, List{2e-3, std::nan("")}}), "law.custom: 'points[2][2]' must be a finite number, got nan");
    EXPECT_EQ(points({List{1e-3, 5}, List{2e-3, 9}}), "no error");
}

LawPointer sampled_hertz(int intervals, const char* beyond = "error") {
    List points;
    for (int i = 0; i <= intervals; ++i) {
        const double delta = 1e-3 * i / intervals;
        points.emplace_back(List{delta, K * std::pow(delta, 1.5)});
    }
    return make_law("custom", table({{"points", points}, {"beyond", beyond}}));
}

// The slopes at the points have errors of second order, the curve one of third; near the origin the second derivative of
// Hertz's law is infinite, so that there delta^1.5 sets the order.
TEST(CustomLaw, PointsFollowTheFunctionTheySample) {
    std::vector<double> errors;
    for (const int intervals : {20, 40, 80}) {
        const LawPointer law = sampled_hertz(intervals);
        double worst = 0;
        double below = 0;
        for (double delta = 2e-4; delta < 1e-3; delta += 7.3e-6) {
            const Response r = contact_response(*law, {delta, 0.2}, memory);
            worst = std::max(worst, std::abs(r.force / (K * std::pow(delta, 1.5)) - 1));
            EXPECT_NEAR(r.stored_energy / (0.4 * K * std::pow(delta, 2.5)), 1, 2.0 / (intervals * intervals));
            EXPECT_GT(r.force, below) << "monotone";
            below = r.force;
            EXPECT_EQ(r.damping, 0);
        }
        errors.push_back(worst);
        for (int i = 1; i <= intervals; ++i) {
            const double delta = 1e-3 * i / intervals;
            EXPECT_NEAR(contact_response(*law, {delta, 0}, memory).force / (K * std::pow(delta, 1.5)), 1, 1e-14);
        }
    }
    EXPECT_LT(errors[0], 2e-3);
    EXPECT_GT(std::log2(errors[0] / errors[1]), 1.8);
    EXPECT_GT(std::log2(errors[1] / errors[2]), 1.8);
}

// Where a force that ends holds too little energy, its end is the scale of the motion; one that ends beyond 1 m fails.
TEST(StoppingLength, OfAForceThatEnds) {
    const auto ends_at = [](double end) {
        return [end](double depth) {
            if (depth > end) throw computation_failed("beyond");
            return 100.0;
        };
    };
    for (const double end : {1e-3, 0.7}) EXPECT_NEAR(contact::stopping_length(ends_at(end), 1e3).length / end, 1, 1e-12) << end;
    EXPECT_THROW((void)contact::stopping_length(ends_at(5), 1e3), Error);
    EXPECT_NEAR(contact::stopping_length(ends_at(5), 3).length, 0.03, 0.03) << "within a factor of two";
}

// At an end the parabola through three points, (3 d0 - d1)/2 for secants d0, d1 of equal widths: as it is, not beyond 3 d0 where
// the secants turn, and zero where it would turn against d0.
TEST(ForceCurve, EndsAreMonotone) {
    struct Row {
        double first, second, slope;
    };
    for (const auto& [d0, d1, slope] : {Row{2, 3, 1.5}, {2, -1, 3.5}, {2, -14, 6}, {-2, 14, -6}, {2, 8, 0}, {0, -4, 0}}) {
        const contact::ForceCurve begins({0, 1, 2}, {0, d0, d0 + d1}), ends({0, 1, 2}, {0, d1, d1 + d0});
        EXPECT_DOUBLE_EQ(begins.at(0).stiffness, slope) << d0 << " " << d1;
        EXPECT_DOUBLE_EQ(ends.at(2).stiffness, slope) << d0 << " " << d1;
    }
}

// Where the points go up and down no piece leaves the range of its two points.
TEST(CustomLaw, PointsAreNotOvershot) {
    const LawPointer law = make_law(
        "custom",
        table({{"points", List{List{1e-3, 50}, List{1.1e-3, 400}, List{2e-3, 410}, List{2.5e-3, 410}, List{3e-3, 900}}}}));
    const auto force = [&](double delta) { return contact_response(*law, {delta, 0}, memory).force; };
    const double x[] = {0, 1e-3, 1.1e-3, 2e-3, 2.5e-3, 3e-3};
    const double y[] = {0, 50, 400, 410, 410, 900};
    for (int i = 0; i < 5; ++i) {
        for (double s = 0.01; s < 1; s += 0.01) {
            const double f = force(x[i] + s * (x[i + 1] - x[i]));
            EXPECT_GE(f, std::min(y[i], y[i + 1]) - 1e-9);
            EXPECT_LE(f, std::max(y[i], y[i + 1]) + 1e-9);
        }
    }
}

TEST(CustomLaw, PointsEndOrGoOnStraight) {
    const LawPointer ends = sampled_hertz(20);
    EXPECT_EQ(ends->end.indentation, 1e-3);
    const double speed = std::sqrt(2 * 0.4 * K * std::pow(1e-3, 2.5));  // reaches the end with 1 kg
    EXPECT_NO_THROW((void)contact::free_impact(*ends, 1, 0.99 * speed));
    EXPECT_NE(message_of([&] { (void)contact::free_impact(*ends, 1, 1.1 * speed); }, Failure::computation)
                  .find("beyond 0.001 m, where the points of law.custom end; give more points"),
              std::string::npos);
    // The law that is built on the points ends with them.
    const LawPointer built =
        make_law("flores", table({{"elastic", test::nested("custom", table({{"points", List{List{1e-3, 50}, List{2e-3, 200}}}}))},
                                  {"restitution", 0.6}}));
    EXPECT_EQ(built->end.indentation, 2e-3);
    const LawPointer on = sampled_hertz(20, "tangent");
    EXPECT_EQ(on->end.indentation, INFINITY);
    EXPECT_NO_THROW((void)contact::free_impact(*on, 1, 1.1 * speed));
    const Response end = contact_response(*on, {1e-3, 0}, memory);
    const Response beyond = contact_response(*on, {1.2e-3, 0}, memory);
    EXPECT_NEAR(beyond.force, end.force + 2e-4 * end.stiffness, 1e-9 * beyond.force);
    EXPECT_NEAR(beyond.stored_energy, end.stored_energy + 1e-4 * (end.force + beyond.force), 1e-9 * beyond.stored_energy);
}

// What is known of an elastic law passes through the laws that build on it.
TEST(CustomLaw, OtherLawsBuildOnIt) {
    const auto elastic = [](bool right) {
        return function([right](auto x) {
            return std::vector{K * std::pow(x[0], 1.5), (right || x[0] < 1e-4 ? 1.5 : 1.4) * K * std::sqrt(x[0])};
        });
    };
    const LawPointer want = make_law("flores", table({{"stiffness", K}, {"restitution", 0.6}}));
    const LawPointer got = make_law(
        "flores", table({{"elastic", test::nested("custom", table({{"elastic_force", elastic(true)}}))}, {"restitution", 0.6}}));
    for (const double rate : {0.5, -0.3}) {
        const Response expected = contact_response(*want, {2e-5, rate}, memory);
        const Response response = contact_response(*got, {2e-5, rate}, memory);
        EXPECT_NEAR(response.force / expected.force, 1, 1e-15);
        EXPECT_NEAR(response.stored_energy / expected.stored_energy, 1, 2e-12);
    }
    const LawPointer wrong = make_law(
        "flores", table({{"elastic", test::nested("custom", table({{"elastic_force", elastic(false)}}))}, {"restitution", 0.6}}));
    wrong->check({2e-5, 0.1}, memory);
    EXPECT_THROW(wrong->check({2e-4, 0.1}, memory), Error);
}

// Powers, a kink, and a force that fails beyond an indentation; in whatever order it is asked.
TEST(EnergyOfForce, IsTheIntegralOfTheForce) {
    for (const double n : {0.5, 1.0, 1.5, 2.37}) {
        const contact::EnergyOfForce energy([n](double x) { return 7e8 * std::pow(x, n); });
        for (const double delta : {1e-3, 2e-9, 0.7, 3.3e-5, 1e-20}) {
            EXPECT_NEAR(energy.at(delta) / (7e8 * std::pow(delta, n + 1) / (n + 1)), 1, delta < 1e-18 ? 1 : 1e-11)
                << n << " " << delta;
        }
        EXPECT_EQ(energy.at(0), 0);
    }
    const contact::EnergyOfForce kink([](double x) { return x < 1.3e-3 ? 1e5 * x : 130 + 1e6 * (x - 1.3e-3); });
    EXPECT_NEAR(kink.at(1.2e-3), 0.5e5 * 1.2e-3 * 1.2e-3, 1e-12);
    EXPECT_NEAR(kink.at(2e-3), 0.0845 + 0.7e-3 * 130 + 0.5e6 * 0.49e-6, 1e-9 * 0.42);
}

// exp(x) - 1 has no digits left at the smallest indentations: that costs a bounded number of calls, and nothing where it matters.
TEST(EnergyOfForce, IsNotLostInRoughForces) {
    int calls = 0;
    const contact::EnergyOfForce energy([&calls](double x) {
        ++calls;
        return 1e5 * (std::exp(200 * x) - 1);
    });
    const double x = 3.3e-3;
    EXPECT_NEAR(energy.at(x) / (1e5 * ((std::exp(200 * x) - 1) / 200 - x)), 1, 1e-9);
    EXPECT_LT(calls, 500000);
    const int before = calls;
    EXPECT_GT(energy.at(2e-3), 0);
    EXPECT_EQ(calls, before);
}

TEST(EnergyOfForce, ReachesAsFarAsTheForce) {
    const auto force = [](double x) {
        if (x > 1.2e-3) throw computation_failed("beyond");
        return 1e6 * x * x;
    };
    const contact::EnergyOfForce forward(force);
    const contact::EnergyOfForce backward(force);
    for (const double delta : {1e-5, 0.9e-3, 1.05e-3, 1.2e-3})
        EXPECT_NEAR(forward.at(delta) / (1e6 / 3 * delta * delta * delta), 1, 1e-11);
    for (const double delta : {1.2e-3, 1.05e-3, 0.9e-3, 1e-5}) EXPECT_EQ(backward.at(delta), forward.at(delta)) << delta;
    EXPECT_THROW((void)forward.at(1.3e-3), Error);
    EXPECT_EQ(forward.at(1e-5), backward.at(1e-5)) << "a failure changes nothing";
}

// F = F0 x/(1 - x), x = delta/d, grows beyond all bounds at d: -ln(1 - x) - x = m v^2/(2 F0 d) is the deepest point, whatever the
// function says behind the pole, where nothing ever is.
TEST(CustomLaw, StopsABodyBeforeAPole) {
    constexpr double F0 = 1e3, d = 1e-3;
    for (const bool throws : {false, true}) {
        const LawPointer law = make_law("custom", table({{"force", function([throws](auto x) {
                                                              if (throws && x[0] >= d) throw computation_failed("beyond");
                                                              return std::vector{F0 * x[0] / (d - x[0])};
                                                          })}}));
        for (const double speed : {0.01, 1.0, 2.0, 3.0}) {
            const contact::FreeImpact hit = contact::free_impact(*law, 1, speed);
            const double x = hit.max_indentation / d;
            EXPECT_NEAR((-std::log1p(-x) - x) / (0.5 * speed * speed / (F0 * d)), 1, 1e-9) << throws << speed;
            EXPECT_NEAR(hit.restitution, 1, 1e-12) << throws << speed;
        }
        // A pole that holds no energy beyond all bounds stops nothing: the law's own words.
        const LawPointer weak = make_law("custom", table({{"force", function([](auto x) {
                                                               if (x[0] >= d) throw computation_failed("beyond");
                                                               return std::vector{F0 * x[0] / d / std::sqrt(1 - x[0] / d)};
                                                           })}}));
        EXPECT_THROW((void)contact::free_impact(*weak, 1, 5), Error);
    }
}

}  // namespace
}  // namespace jounce::custom_law_test
