// A user's function of time as a signal: f(t) -> value[, first[, second]]; derivatives that are not returned are computed by
// differences.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/function_signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/fields/recipe.hpp"
#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "system/signals/motion_survey.hpp"
#include "system/signals/nine_samples.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce::signals {

namespace {

// Five-point central differences (docs/theory/damping-and-signals.md, eq. 8 and 9). For a motion of angular frequency w the
// relative errors are (w h)^4/30 and (w h)^4/90, plus round-off of about 1e-11/w and 1e-7/w^2 (w in rad/s) with these steps, that
// is below 1e-6 from 1 rad/s to 100 Hz. After a survey of the run nine values within a piece are used, as close as it says.
constexpr double first_step = 1e-5;   // s
constexpr double second_step = 1e-4;  // s

constexpr double sum_of_first = 2.1, sum_of_second = 6.5;  // of the absolute weights of nine values

constexpr double same_kink = 1e-7;  // s
constexpr double fast_share = 128;  // steps of differences in a step of the run: four smooth windows

class Function final : public Signal {
  public:
    explicit Function(std::shared_ptr<const Callable> function) : function_(std::move(function)) {}
    /// \param found by a survey: no difference reaches over its kinks and bends
    /// \param from begin of the run \param step of the run [s]: where the function is much faster, steps end
    Function(std::shared_ptr<const Callable> function, const MotionSurvey& found, double from, double step)
        : function_(std::move(function)),
          pieces_(found.kinks),
          fast_(found.fast),
          noise_(found.noise),
          begin_(found.begins_behind ? from : std::numeric_limits<double>::quiet_NaN()),
          smoothness_(!found.kinks.empty()   ? 0
                      : !found.bends.empty() ? 1
                                             : smooth) {
        pieces_.insert(pieces_.end(), found.bends.begin(), found.bends.end());
        std::ranges::sort(pieces_);
        breaks_ = pieces_;
        surveyed_ = true;
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
        // At the begin of a piece, the values just behind it, also of a function that has those before it there.
        if (came == 3 && (t == begin_ || std::ranges::binary_search(pieces_, t))) {
            const double behind = std::nextafter(t, infinite);
            (void)function_->call_some(std::span<const double>(&behind, 1), out);
        }
        if (came < 3 && surveyed_) {
            const std::array<double, 3> fitted = octic(t, came < 2 ? 0 : 1).at(t);
            if (came < 2) out[1] = fitted[1];
            out[2] = fitted[came < 2 ? 2 : 1];
            return {out[0], out[1], out[2]};
        }
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
    [[nodiscard]] int smoothness() const override { return smoothness_; }

    /// This function with its pieces and the steps of its differences in a run; null if it is smooth and slow.
    [[nodiscard]] std::shared_ptr<Function> with_kinks(double from, double to, double step) const {
        const MotionSurvey& found = surveyed(from, to, step);
        if (found.kinks.empty() && found.bends.empty() && found.fast.empty() && !(found.noise > 0) && !found.begins_behind)
            return nullptr;
        return std::make_shared<Function>(function_, found, from, step);
    }
    [[nodiscard]] const std::shared_ptr<const Callable>& function() const { return function_; }

    [[nodiscard]] bool is_differenced(double t) const override {
        std::array<double, 3> out{};
        return function_->call_some(std::span<const double>(&t, 1), out) < out.size();
    }
    [[nodiscard]] double rounding_of_second(double t) const {
        const ReturnedMotion now = returned(t);
        if (now.returned == 3) return 0;
        const std::size_t of = now.returned == 1 ? 0 : 1;
        const double h = surveyed_ ? distance(t, of) : of == 0 ? second_step : first_step;
        // Of the value in some operations, and of the instants.
        const SignalSample motion = sample(t);
        const double rounding = 4 * epsilon * (std::abs(now.of[of]) + std::abs(t * (of == 0 ? motion.first : motion.second)));
        const double noise = std::max(rounding, noise_);
        return of == 0 ? sum_of_second * noise / (h * h) : sum_of_first * noise / h;
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
            case MotionFault::noise:
                return bad_case(
                    fmt::format(
                        "the function must be a smooth motion, got {} that scatter by about {:.2g} within a microsecond {}: "
                        "noise, or numbers rounded to fewer than 16 digits; compute them in double precision, or use "
                        "signal.table",
                        fault.returned == 1 ? "values" : "values or velocities", fault.within, near),
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
    /// The distance of nine values about t: shorter where the function is fast.
    [[nodiscard]] double distance(double t, std::size_t index) const {
        double h = index == 0 ? second_step : first_step;
        const double farthest = 4 * h;
        for (auto near = std::ranges::upper_bound(fast_, t - farthest, {}, &MotionSurvey::FastStretch::end);
             near != fast_.end() && near->begin < t + farthest; ++near) {
            const double off = std::max({near->begin - t, t - near->end, 0.0});
            h = std::min(h, std::max(near->step, off / 4));
        }
        return h;
    }
    /// Through nine values about t within its piece.
    [[nodiscard]] Octic octic(double t, std::size_t index) const {
        // A piece is half open: its last instant is the number before the next one.
        const auto next = std::ranges::upper_bound(pieces_, t);
        const double first = next == pieces_.begin() ? -infinite : *(next - 1);
        const double last = next == pieces_.end() ? infinite : std::nextafter(*next, t);
        const double h = step(t, std::min(distance(t, index), (last - first) / 8.01));
        const double begin = std::max(std::min(t - 4 * h, last - 8 * h), first);
        NineSamples samples{};
        for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = result(begin + static_cast<double>(i) * h, index);
        return {samples, begin, h};
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
    std::vector<double> pieces_;  // where they begin, ascending [s]
    std::vector<MotionSurvey::FastStretch> fast_;
    std::vector<double> breaks_;
    double noise_ = 0;                                         // beyond rounding
    double begin_ = std::numeric_limits<double>::quiet_NaN();  // of a run, where its derivatives are those behind it
    int smoothness_ = smooth;
    bool surveyed_ = false;
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

double rounding_of_second(const Signal& signal, double t) {
    const auto* function = dynamic_cast<const Function*>(&signal);
    return function == nullptr ? 0 : function->rounding_of_second(t);
}

bool is_function(const Signal& signal) {
    constexpr double always = 1e12;  // [s]
    if (dynamic_cast<const Function*>(&signal) != nullptr) return true;
    // A table may begin later. Of a signal that another program defines, a closed form or a frequency tells more.
    if (dynamic_cast<const Tabulated*>(&signal) != nullptr) return false;
    return !signal.piece(0) && !(signal.angular_frequency(0, always) > 0);
}

}  // namespace jounce::signals
