// A user's function of time as a signal: f(t) -> value[, first[, second]]; derivatives that are not returned are computed by
// differences.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>

#include "base/fields/recipe.hpp"
#include "base/messages/error.hpp"
#include "system/signals/motion_fault.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce::signals {

namespace {

// Five-point central differences (docs/theory/damping-and-signals.md, eq. 8 and 9). Their steps are fixed, because the time scale
// of the function is unknown: for a motion of angular frequency w the relative errors are (w h)^4/30 and (w h)^4/90, plus
// round-off of about 1e-11/w and 1e-7/w^2 (w in rad/s), that is below 1e-6 from 1 rad/s to 100 Hz.
constexpr double first_step = 1e-5;   // s
constexpr double second_step = 1e-4;  // s

class Function final : public Signal {
  public:
    explicit Function(std::shared_ptr<const Callable> function) : function_(std::move(function)) {}
    double value(double t) const override { return result(t, 0); }
    SignalSample sample(double t) const override { return sampled(t).sample; }
    void require_defined(double from, double /*to*/) const override {
        at_begin([&] { (void)value(from); });
    }
    void require_motion(double from, double to, double step, bool smooth_slope) const override {
        const auto ask = [this](double t) { return sampled(t); };
        at_begin([&] { (void)sampled(from); });
        if (const auto fault = motion_fault(ask, from, to, step, smooth_slope)) throw refused(*fault);
    }

    [[nodiscard]] bool is_differenced(double t) const override {
        std::array<double, 3> out{};
        return function_->call_some(std::span<const double>(&t, 1), out) < out.size();
    }

  private:
    SampledMotion sampled(double t) const {
        std::array<double, 3> out{};
        const std::size_t came = function_->call_some(std::span<const double>(&t, 1), out);
        if (came == 0) out[0] = value(t);  // which throws the error
        if (came < 2) out[1] = derivative(t, 0);
        if (came < 3) out[2] = came == 2 ? derivative(t, 1) : second_derivative(t);
        return {{out[0], out[1], out[2]},
                came < 2 ? 2 * first_step : 0,
                came < 2   ? 2 * second_step
                : came < 3 ? 2 * first_step
                           : 0};
    }
    // A failure at the first instant of a run is an error in the case.
    static void at_begin(const std::function<void()>& ask) {
        try {
            ask();
        } catch (const Error& error) {
            if (error.failure() != Failure::computation) throw;
            throw bad_case(error.message(), error.origin());
        }
    }
    [[nodiscard]] Error refused(const MotionFault& fault) const {
        const std::string near = fmt::format(" near t = {:.6g} s", fault.time);
        if (!fault.jumps) {
            return bad_case(
                fmt::format("the function must return a motion with consistent derivatives, got a {} derivative that does not "
                            "match the {}{}",
                            fault.derivative == 0 ? "first" : "second", fault.derivative == 0 ? "value" : "first one", near),
                function_->origin());
        }
        return bad_case(fmt::format("the function must be a smooth motion, got a {} that jumps{}; smooth it, {}or give "
                                    "base_motion an 'acceleration' instead",
                                    fault.derivative == 0 ? "value" : "slope", near,
                                    fault.differenced ? "return its derivatives as well if it varies fast without a jump, " : ""),
                        function_->origin());
    }
    double result(double t, std::size_t index) const {
        std::array<double, 2> out{};
        function_->call(std::span<const double>(&t, 1), std::span<double>(out).first(index + 1));
        return out[index];
    }
    double derivative(double t, std::size_t index) const {
        const double h = step(t, first_step);
        const double near = result(t + h, index) - result(t - h, index);
        const double far = result(t + 2 * h, index) - result(t - 2 * h, index);
        return (8 * near - far) / (12 * h);
    }
    double second_derivative(double t) const {
        const double h = step(t, second_step);
        const double near = value(t + h) + value(t - h);
        const double far = value(t + 2 * h) + value(t - 2 * h);
        return (16 * near - far - 30 * value(t)) / (12 * h * h);
    }
    // The step that t + h actually represents in floating point.
    static double step(double t, double h) {
        const volatile double moved = t + h;
        return moved - t;
    }

    std::shared_ptr<const Callable> function_;
};

}  // namespace

SignalPointer make_function(std::shared_ptr<const Callable> function) {
    return with_recipe<const Signal>(std::make_shared<Function>(function), function);
}

bool is_function(const Signal& signal) {
    constexpr double always = 1e12;  // [s]
    if (dynamic_cast<const Function*>(&signal) != nullptr) return true;
    // A table may begin later. Of a signal that another program defines, a closed form or a frequency tells more.
    if (dynamic_cast<const Tabulated*>(&signal) != nullptr) return false;
    return !signal.piece(0) && !(signal.angular_frequency(0, always) > 0);
}

}  // namespace jounce::signals
