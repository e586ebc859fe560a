// A user's function of time as a signal: f(t) -> value[, first[, second]]; derivatives that are not returned are computed by
// differences.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/fields/recipe.hpp"
#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "system/signals/kink.hpp"
#include "system/signals/motion_fault.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/signals/signal_scan.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce::signals {

namespace {

// Five-point central differences (docs/theory/damping-and-signals.md, eq. 8 and 9). Their steps are fixed, because the time scale
// of the function is unknown: for a motion of angular frequency w the relative errors are (w h)^4/30 and (w h)^4/90, plus
// round-off of about 1e-11/w and 1e-7/w^2 (w in rad/s), that is below 1e-6 from 1 rad/s to 100 Hz.
constexpr double first_step = 1e-5;   // s
constexpr double second_step = 1e-4;  // s

constexpr double same_kink = 1e-7;      // s
constexpr double closest_kinks = 8e-4;  // s, of values: four times the reach of second differences

class Function final : public Signal {
  public:
    /// \param kinks instants at which the slope jumps, ascending [s]: no difference reaches over them
    explicit Function(std::shared_ptr<const Callable> function, std::vector<double> kinks = {})
        : function_(std::move(function)), kinks_(std::move(kinks)) {}
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

    std::vector<double> breaks(double from, double to) const override {
        return {std::ranges::upper_bound(kinks_, from), std::ranges::upper_bound(kinks_, to)};
    }
    [[nodiscard]] int smoothness() const override { return kinks_.empty() ? smooth : 0; }

    /// A function with its kinks in [from, to] and within the reach of differences outside; null without any.
    /// Throws if it has kinks that values do not tell apart.
    [[nodiscard]] std::shared_ptr<Function> with_kinks(double from, double to, double step) const {
        const std::vector<MotionFault> faults = slope_faults([this](double t) { return sampled(t); }, from, to, step);
        std::vector<double> kinks;
        for (const MotionFault& fault : faults) {
            if (const auto kink = located(fault)) kinks.push_back(*kink);
        }
        keep_one_of_each(kinks);
        for (const double kink : std::vector<double>(kinks)) add_remaining({1, true, true, kink, closest_kinks / 2}, kinks);
        double examined = -infinite;
        for (const MotionFault& fault : faults) {
            if (fault.time - examined < fault.within / 2) continue;  // which the one before covers
            add_remaining(fault, kinks);
            examined = fault.time;
        }
        return kinks.empty() ? nullptr : std::make_shared<Function>(function_, std::move(kinks));
    }
    [[nodiscard]] const std::shared_ptr<const Callable>& function() const { return function_; }

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
    /// Overlapping windows find a kink twice, from values up to their rounding.
    static void keep_one_of_each(std::vector<double>& kinks) {
        std::ranges::sort(kinks);
        const auto same = [](double a, double b) { return b - a <= same_kink; };
        kinks.erase(std::unique(kinks.begin(), kinks.end(), same), kinks.end());
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
    /// Where the slope that the function returns jumps, or its values have a kink; nothing where it fails beside.
    [[nodiscard]] std::optional<double> located(const MotionFault& fault) const {
        const double low = fault.time - fault.within, high = fault.time + fault.within;
        try {
            if (sampled(fault.time).first_reach == 0) {
                int calls = 0;
                return find_jump([this](double t) { return sampled(t).sample.first; }, low, high, calls);
            }
            return kink_within([this](double t) { return value(t); }, low, high);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            return {};
        }
    }
    /// Kinks of values beside the window of a fault or beside a known kink in it.
    void add_remaining(const MotionFault& fault, std::vector<double>& kinks) const {
        const auto values = [this](double t) { return value(t); };
        std::optional<double> close;
        try {
            if (sampled(fault.time).first_reach == 0) return;
            const double low = fault.time - 1.5 * fault.within, high = fault.time + 1.5 * fault.within;
            while (!close) {
                const auto near = kink_beside(values, low, high, kinks);
                if (!near) return;
                const auto kink = kink_within(values, *near - fault.within, *near + fault.within);
                const std::size_t before = kinks.size();
                if (kink && std::abs(*kink - *near) < 0.01 * fault.within) kinks.push_back(*kink);
                keep_one_of_each(kinks);
                if (kinks.size() == before) close = near;
            }
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            return;
        }
        throw bad_case(
            fmt::format("a function that returns its value only must not have kinks closer than {:g} s to one another, "
                        "got such kinks near t = {:.6g} s; use signal.table, or return its velocity as well, which tells kinks "
                        "apart down to 0.3 ms",
                        closest_kinks, *close),
            function_->origin());
    }
    /// The step of one-sided differences where a kink is within `reach`: towards the other side, within the piece; 0: none is.
    [[nodiscard]] double one_sided(double t, double reach) const {
        if (kinks_.empty()) return 0;
        const auto next = std::ranges::upper_bound(kinks_, t);
        const double after = next == kinks_.end() ? infinite : *next, before = next == kinks_.begin() ? -infinite : *(next - 1);
        if (after - t >= reach && t - before >= reach) return 0;
        // A piece is half open: its last instant is the number before the kink.
        const double left = t - before, right = std::nextafter(after, before) - t;
        return right > left ? std::min(reach / 2, right / 4) : -std::min(reach / 2, left / 4);
    }
    double derivative(double t, std::size_t index) const {
        if (const double h = one_sided(t, 2 * first_step); h != 0)
            return one_sided_slope([&](double at) { return result(at, index); }, t, h);
        const double h = step(t, first_step);
        const double near = result(t + h, index) - result(t - h, index);
        const double far = result(t + 2 * h, index) - result(t - 2 * h, index);
        return (8 * near - far) / (12 * h);
    }
    double second_derivative(double t) const {
        if (const double h = one_sided(t, 2 * second_step); h != 0)
            return one_sided_second([&](double at) { return value(at); }, t, h);
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
    std::vector<double> kinks_;
};

}  // namespace

SignalPointer make_function(std::shared_ptr<const Callable> function) {
    return with_recipe<const Signal>(std::make_shared<Function>(function), function);
}

SignalPointer with_known_kinks(const SignalPointer& signal, double from, double to, double step) {
    const auto* function = dynamic_cast<const Function*>(signal.get());
    if (function == nullptr) return signal;
    std::shared_ptr<Function> known = function->with_kinks(from, to, step);
    if (!known) return signal;
    return with_recipe<const Signal>(std::move(known), function->function());
}

bool is_function(const Signal& signal) {
    constexpr double always = 1e12;  // [s]
    if (dynamic_cast<const Function*>(&signal) != nullptr) return true;
    // A table may begin later. Of a signal that another program defines, a closed form or a frequency tells more.
    if (dynamic_cast<const Tabulated*>(&signal) != nullptr) return false;
    return !signal.piece(0) && !(signal.angular_frequency(0, always) > 0);
}

}  // namespace jounce::signals
