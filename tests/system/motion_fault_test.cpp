// A user's function as a motion: smooth ones are taken, whatever the step, jumps and derivatives of another function refused.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "system/signals/signal.hpp"

namespace jounce::motion_fault_test {
namespace {

using std::numbers::pi;

/// f(t) -> one, two or three values.
class Motion final : public Callable {
  public:
    explicit Motion(std::function<std::vector<double>(double)> f) : f_(std::move(f)) {}
    void call(std::span<const double> arguments, std::span<double> results) const override {
        if (call_some(arguments, results) < results.size()) throw computation_failed("too few values", origin());
    }
    std::size_t call_some(std::span<const double> arguments, std::span<double> results) const override {
        const std::vector<double> all = f_(arguments[0]);
        const std::size_t n = std::min(results.size(), all.size());
        std::copy_n(all.begin(), n, results.begin());
        return n;
    }
    Origin origin() const override { return {"case.lua", 3}; }

  private:
    std::function<std::vector<double>(double)> f_;
};

std::string message_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

SignalPointer signal_of(const std::function<std::vector<double>(double)>& f) {
    return signal_family.make(Value(std::make_shared<const Motion>(f)), "load", "force");
}

using Values = std::vector<double>;

/// What a run from 0 says of a motion.
std::string motion_message(const std::function<Values(double)>& f, double duration, double step, bool smooth_slope = true) {
    return message_of([&] { signal_of(f)->require_motion(0, duration, step, smooth_slope); });
}

Values first(Values all, std::size_t count) {
    all.resize(count);
    return all;
}

TEST(MotionsOfFunctions, SmoothOnesAreTaken) {
    for (const double duration : {0.0213, 1.3}) {
        for (const double step : {1e-3, 1e-4, 1e-5, 1e-6}) {
            for (const std::size_t values : {1u, 2u, 3u}) {
                const auto expect_taken = [&](const char* what, const std::function<Values(double)>& f,
                                              bool smooth_slope = true) {
                    const auto some = [&](double t) { return first(f(t), values); };
                    EXPECT_EQ(motion_message(some, duration, step, smooth_slope), "no error")
                        << what << ", " << values << " values, step " << step << ", duration " << duration;
                };
                expect_taken("nothing", [](double) { return Values{0, 0, 0}; });
                expect_taken("a constant", [](double) { return Values{0.5, 0, 0}; });
                expect_taken("a line", [](double t) { return Values{5 + 1e-3 * t, 1e-3, 0}; });
                expect_taken("a square", [](double t) { return Values{t * t, 2 * t, 2}; });
                expect_taken("a relaxation", [](double t) {
                    const double e = std::exp(-t / 1e-2);
                    return Values{1 - e, 100 * e, -1e4 * e};
                });
                for (const double w : {1.0, 31.0, 314.0, 1000.0, 2000.0}) {
                    expect_taken("a sine", [w](double t) {
                        const double a = w * t + 0.4;
                        return Values{1 + 0.01 * std::sin(a), 0.01 * w * std::cos(a), -0.01 * w * w * std::sin(a)};
                    });
                }
                // The acceleration jumps at both ends, on and off the instants that are looked at.
                for (const double begin : {0.0, 0.0051, 0.01003}) {
                    const auto ramp = [begin](double t) {
                        const double k = pi / 0.01, x = t - begin;
                        if (x <= 0) return Values{0, 0, 0};
                        if (x >= 0.01) return Values{0.02, 0, 0};
                        return Values{0.01 * (1 - std::cos(k * x)), 0.01 * k * std::sin(k * x), 0.01 * k * k * std::cos(k * x)};
                    };
                    expect_taken("a cosine ramp", ramp);
                    const auto corner = [begin](double t) { return t < begin ? Values{0, 0, 0} : Values{t - begin, 1, 0}; };
                    expect_taken("a corner where only the value must not jump", corner, false);
                }
            }
        }
    }
}

TEST(MotionsOfFunctions, ThoseThatJumpAreRefused) {
    const std::string advice = " s; smooth it, or give base_motion an 'acceleration' instead";
    const auto begins = [](const std::string& message, const std::string& part) { return message.starts_with(part); };
    const auto ends = [](const std::string& message, const std::string& part) { return message.ends_with(part); };
    for (const double step : {1e-3, 1e-4, 1e-5, 1e-6}) {
        for (const double at : {0.02, 0.1, 0.05013, 0.10017}) {
            for (const std::size_t values : {1u, 2u, 3u}) {
                const auto message = [&](const std::function<Values(double)>& f, bool smooth_slope = true) {
                    return motion_message([&](double t) { return first(f(t), values); }, 0.2, step, smooth_slope);
                };
                const auto jump = [at](double t) { return Values{t < at ? 0.0 : 0.001, 0, 0}; };
                const auto ramp = [at](double t) { return t < at ? Values{t, 1, 0} : Values{at, 0, 0}; };
                const auto pulse = [at](double t) {
                    const double k = pi / at;
                    if (t >= at) return Values{0, 0, 0};
                    return Values{0.01 * std::sin(k * t), 0.01 * k * std::cos(k * t), -0.01 * k * k * std::sin(k * t)};
                };
                const std::string value = "the function must be a smooth motion, got a value that jumps near t = ";
                const std::string slope = "the function must be a smooth motion, got a slope that jumps near t = ";
                for (const bool smooth_slope : {true, false}) {
                    EXPECT_TRUE(begins(message(jump, smooth_slope), value)) << message(jump, smooth_slope);
                    EXPECT_TRUE(ends(message(jump, smooth_slope), advice));
                }
                EXPECT_TRUE(begins(message(ramp), slope)) << at << ' ' << values << ' ' << message(ramp);
                EXPECT_TRUE(ends(message(ramp), advice)) << message(ramp);
                EXPECT_TRUE(begins(message(pulse), slope)) << at << ' ' << values << ' ' << message(pulse);
                EXPECT_EQ(message(ramp, false), "no error");
            }
        }
    }
}

TEST(MotionsOfFunctions, WithDerivativesOfAnotherFunctionAreRefused) {
    const std::string says = "the function must return a motion with consistent derivatives, got a ";
    for (const double step : {1e-3, 1e-4, 1e-5, 1e-6}) {
        const auto message = [&](const std::function<Values(double)>& f) { return motion_message(f, 1, step); };
        for (const auto& got : {message([](double t) {
                                    return Values{0.01 * t * t, 5, 7};
                                }),
                                message([](double t) {
                                    return Values{0.01 * t * t, 0, 0};
                                }),
                                message([](double) {
                                    return Values{1, 0.1};
                                }),
                                message([](double t) {
                                    return Values{std::sin(50 * t), std::cos(50 * t)};
                                })}) {
            EXPECT_TRUE(got.starts_with(says + "first derivative that does not match the value near t = ")) << got;
        }
        for (const auto& got : {message([](double t) {
                                    return Values{0.01 * t * t, 0.02 * t, 7};
                                }),
                                message([](double t) {
                                    return Values{std::sin(5 * t), 5 * std::cos(5 * t), 25 * std::sin(5 * t)};
                                })}) {
            EXPECT_TRUE(got.starts_with(says + "second derivative that does not match the first one near t = ")) << got;
        }
    }
}

TEST(MotionsOfFunctions, OneThatFailsAtTheFirstInstantIsAFaultOfTheCase) {
    const auto failure_of = [](const std::function<void()>& act) {
        try {
            act();
        } catch (const Error& error) {
            EXPECT_EQ(error.message(), "too few values");
            return static_cast<int>(error.failure());
        }
        return 0;
    };
    const SignalPointer none = signal_of([](double) { return Values{}; });
    EXPECT_EQ(failure_of([&] { none->require_defined(0, 1); }), static_cast<int>(Failure::bad_case));
    EXPECT_EQ(failure_of([&] { none->require_motion(0, 1, 1e-3, true); }), static_cast<int>(Failure::bad_case));
    // Later faults are met by the run, should it come to them.
    const SignalPointer later = signal_of([](double t) { return t < 0.5 ? Values{t} : Values{}; });
    EXPECT_EQ(failure_of([&] { later->require_defined(0, 1); }), 0);
    EXPECT_EQ(failure_of([&] { later->require_motion(0, 1, 1e-3, true); }), 0);
}

}  // namespace
}  // namespace jounce::motion_fault_test
