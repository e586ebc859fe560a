// A user's function of time as a signal: f(t) -> value[, first[, second]]; derivatives that are not returned are computed by
// differences.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/fields/recipe.hpp"
#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "system/signals/kink.hpp"
#include "system/signals/motion_survey.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce::signals {

namespace {

// Five-point central differences (docs/theory/damping-and-signals.md, eq. 8 and 9). For a motion of angular frequency w the
// relative errors are (w h)^4/30 and (w h)^4/90, plus round-off of about 1e-11/w and 1e-7/w^2 (w in rad/s) with these steps, that
// is below 1e-6 from 1 rad/s to 100 Hz. Where a survey of the run finds faster motion, they are shorter.
constexpr double first_step = 1e-5;   // s
constexpr double second_step = 1e-4;  // s

constexpr double same_kink = 1e-7;  // s
constexpr double fast_share = 128;  // steps of differences in a step of the run: four smooth windows

class Function final : public Signal {
  public:
    /// \param kinks instants at which the slope jumps, ascending [s]: no difference reaches over them
    /// \param fast where differences need shorter steps
    /// \param step of the run [s]: where the function is much faster, steps end
    explicit Function(std::shared_ptr<const Callable> function, std::vector<double> kinks = {},
                      std::vector<MotionSurvey::FastStretch> fast = {}, double step = 0)
        : function_(std::move(function)), kinks_(std::move(kinks)), fast_(std::move(fast)), breaks_(kinks_) {
        for (const MotionSurvey::FastStretch& stretch : fast_) {
            if (fast_share * stretch.step < step) breaks_.insert(breaks_.end(), {stretch.begin, stretch.end});
        }
        std::ranges::sort(breaks_);
        breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
    }
    double value(double t) const override { return result(t, 0); }
    SignalSample sample(double t) const override {
        std::array<double, 3> out{};
        const std::size_t came = function_->call_some(std::span<const double>(&t, 1), out);
        if (came == 0) out[0] = value(t);  // which throws the error
        if (came < 2) out[1] = derivative(t, 0);
        if (came < 3) out[2] = came == 2 ? derivative(t, 1) : second_derivative(t);
        return {out[0], out[1], out[2]};
    }
    void require_defined(double from, double /*to*/) const override {
        at_begin([&] { (void)value(from); });
    }
    void require_motion(double from, double to, double step, bool smooth_slope) const override {
        at_begin([&] { (void)sample(from); });
        const std::vector<double>& kinks = surveyed(from, to, step).kinks;
        if (!smooth_slope) return;
        const auto first = std::ranges::upper_bound(kinks, from + same_kink);
        if (first != kinks.end() && *first < to - same_kink) throw no_motion("slope", *first);
    }

    std::vector<double> breaks(double from, double to) const override {
        return {std::ranges::upper_bound(breaks_, from), std::ranges::upper_bound(breaks_, to)};
    }
    [[nodiscard]] int smoothness() const override { return kinks_.empty() ? smooth : 0; }

    /// This function with its kinks and the steps of its differences in a run; null if it has neither.
    [[nodiscard]] std::shared_ptr<Function> with_kinks(double from, double to, double step) const {
        const MotionSurvey& found = surveyed(from, to, step);
        if (found.kinks.empty() && found.fast.empty()) return nullptr;
        return std::make_shared<Function>(function_, found.kinks, found.fast, step);
    }
    [[nodiscard]] const std::shared_ptr<const Callable>& function() const { return function_; }

    [[nodiscard]] bool is_differenced(double t) const override {
        std::array<double, 3> out{};
        return function_->call_some(std::span<const double>(&t, 1), out) < out.size();
    }

  private:
    ReturnedMotion returned(double t) const {
        ReturnedMotion out;
        const std::size_t came = function_->call_some(std::span<const double>(&t, 1), out.of);
        if (came == 0) out.of[0] = value(t);  // which throws the error
        out.returned = std::max(static_cast<int>(came), 1);
        return out;
    }
    /// The survey of a run; a run asks for it several times. Throws where the function is no motion.
    const MotionSurvey& surveyed(double from, double to, double step) const {
        const std::scoped_lock lock(mutex_);
        const std::array<double, 3> run = {from, to, step};
        if (!survey_ || survey_->first != run) {
            const int count = returned(from).returned;
            const double difference = count == 1 ? second_step : count == 2 ? first_step : 0;
            survey_.emplace(run, survey([this](double t) { return returned(t); }, from, to, step, difference));
        }
        if (survey_->second.fault) throw refused(*survey_->second.fault);
        return survey_->second;
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
    [[nodiscard]] Error no_motion(const char* jumps, double time) const {
        return bad_case(
            fmt::format("the function must be a smooth motion, got a {} that jumps near t = {:.9g} s; smooth it, or give "
                        "base_motion an 'acceleration' instead",
                        jumps, time),
            function_->origin());
    }
    [[nodiscard]] Error refused(const MotionSurvey::Fault& fault) const {
        const std::string near = fmt::format("near t = {:.9g} s", fault.time);
        switch (fault.kind) {
            case MotionFault::value_jumps:
                return no_motion("value", fault.time);
            case MotionFault::first_differs:
            case MotionFault::second_differs:
                return bad_case(
                    fmt::format("the function must return a motion with consistent derivatives, got a {} derivative that "
                                "does not match the {} {}",
                                fault.kind == MotionFault::first_differs ? "first" : "second",
                                fault.kind == MotionFault::first_differs ? "value" : "first one", near),
                    function_->origin());
            case MotionFault::too_many_calls:
                return bad_case(
                    fmt::format("the function varies so fast that {:.3g} calls do not tell where its slope jumps, from {} "
                                "on; use signal.table, another signal, or a shorter run",
                                fault.within, near),
                    function_->origin());
            case MotionFault::unresolved:
                break;
        }
        return bad_case(
            fmt::format(
                "the function must be a smooth motion between kinks at least 2e-06 s apart, got one that changes its speed "
                "within {:.2g} s {}: a rounded corner, a pulse, noise, or kinks closer to one another; {}use signal.table",
                fault.within, near, fault.returned == 1 ? "make it longer, return its velocity as well, or " : ""),
            function_->origin());
    }
    double result(double t, std::size_t index) const {
        std::array<double, 2> out{};
        function_->call(std::span<const double>(&t, 1), std::span<double>(out).first(index + 1));
        return out[index];
    }
    /// The step of central differences about t: shorter where the function is fast within their reach.
    [[nodiscard]] double step_at(double t, double longest) const {
        if (fast_.empty()) return longest;
        const auto local = [&](double at) {
            const auto after = std::ranges::upper_bound(fast_, at, {}, &MotionSurvey::FastStretch::begin);
            return after == fast_.begin() || (after - 1)->end <= at ? longest : std::min((after - 1)->step, longest);
        };
        const double own = local(t);
        return std::min({own, local(t - 2 * own), local(t + 2 * own)});
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
        const double longest = step_at(t, first_step);
        if (const double h = one_sided(t, 2 * longest); h != 0)
            return one_sided_slope([&](double at) { return result(at, index); }, t, h);
        const double h = step(t, longest);
        const double near = result(t + h, index) - result(t - h, index);
        const double far = result(t + 2 * h, index) - result(t - 2 * h, index);
        return (8 * near - far) / (12 * h);
    }
    double second_derivative(double t) const {
        const double longest = step_at(t, second_step);
        if (const double h = one_sided(t, 2 * longest); h != 0)
            return one_sided_second([&](double at) { return value(at); }, t, h);
        const double h = step(t, longest);
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
    std::vector<MotionSurvey::FastStretch> fast_;
    std::vector<double> breaks_;
    mutable std::mutex mutex_;
    mutable std::optional<std::pair<std::array<double, 3>, MotionSurvey>> survey_;
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
