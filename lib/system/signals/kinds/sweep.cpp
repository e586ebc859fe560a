// Signal kind "sweep": a sine with a frequency that changes from one value to another, linearly or by a constant factor per
// second.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct SweepSettings {
    double amplitude = 0;
    double from_frequency = 0;
    double to_frequency = 0;
    double duration = 0;
    std::string law = "linear";
    double start = 0;
    double phase = 0;
};

struct Angle {
    double value = 0, first = 0, second = 0;
};

class Sweep final : public Signal {
  public:
    explicit Sweep(const SweepSettings& settings)
        : s_(settings),
          from_(2 * std::numbers::pi * settings.from_frequency),
          to_(2 * std::numbers::pi * settings.to_frequency),
          growth_(settings.law == "logarithmic" ? std::log(settings.to_frequency / settings.from_frequency) : 0) {}
    double value(double t) const override { return t < s_.start ? 0 : s_.amplitude * std::sin(angle(t - s_.start).value); }
    SignalSample sample(double t) const override {
        if (t < s_.start) return {};
        const Angle a = angle(t - s_.start);
        const double sine = s_.amplitude * std::sin(a.value);
        const double cosine = s_.amplitude * std::cos(a.value);
        return {sine, a.first * cosine, a.second * cosine - a.first * a.first * sine};
    }
    std::vector<double> breaks(double from, double to) const override {
        return instants_within({s_.start, s_.start + s_.duration}, from, to);
    }
    double angular_frequency(double from, double to) const override {
        if (to <= s_.start) return 0;
        return std::max(angle(std::max(from - s_.start, 0.0)).first, angle(to - s_.start).first);
    }
    int smoothness() const override { return std::sin(s_.phase) == 0 ? 0 : -1; }

  private:
    // docs/theory/damping-and-signals.md, eq. 5 and 6; after the sweep the frequency is constant.
    Angle angle(double elapsed) const {
        if (elapsed < s_.duration) return during(elapsed);
        return {during(s_.duration).value + to_ * (elapsed - s_.duration), to_, 0};
    }
    Angle during(double elapsed) const {
        const double T = s_.duration;
        if (s_.law == "linear" || growth_ == 0) {
            const double rate = (to_ - from_) / T;
            return {s_.phase + elapsed * (from_ + 0.5 * rate * elapsed), from_ + rate * elapsed, rate};
        }
        const double frequency = from_ * std::exp(growth_ * elapsed / T);
        return {s_.phase + from_ * T / growth_ * std::expm1(growth_ * elapsed / T), frequency, frequency * growth_ / T};
    }

    SweepSettings s_;
    double from_, to_;  // rad/s
    double growth_;     // ln(to/from)
};

}  // namespace

const SignalKind& sweep_kind() {
    static const SignalKind kind = recorded(make_kind<SweepSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "sweep",
            .summary = "A sine of constant amplitude with a frequency from from_frequency to to_frequency within the duration; 0 "
                       "before the start, at to_frequency after the end.",
            .sources = {},
            .fields =
                Fields<SweepSettings>()
                    .number("amplitude", &SweepSettings::amplitude, "", any_number, "Half the distance between the extremes.")
                    .required()
                    .number("from_frequency", &SweepSettings::from_frequency, "Hz", zero_or_positive, "Frequency at the start.")
                    .required()
                    .number("to_frequency", &SweepSettings::to_frequency, "Hz", zero_or_positive, "Frequency at the end.")
                    .required()
                    .number("duration", &SweepSettings::duration, "s", positive,
                            "Duration of the change from `from_frequency` to `to_frequency`.")
                    .required()
                    .choice("law", &SweepSettings::law, {"linear", "logarithmic"},
                            "Change of the frequency per second: a constant difference or a constant factor.")
                    .number("start", &SweepSettings::start, "s", any_number, "Instant at which the signal begins.")
                    .number("phase", &SweepSettings::phase, "rad", any_number, "Angle at the start.")
                    .check([](const SweepSettings& s) -> std::string {
                        if (s.law == "linear" || (s.from_frequency > 0 && s.to_frequency > 0)) return "";
                        return "'from_frequency' and 'to_frequency' must be positive with law = 'logarithmic', got " +
                               shortest(s.from_frequency) + " and " + shortest(s.to_frequency);
                    }),
        },
        [](const SweepSettings& s) -> SignalPointer { return std::make_shared<Sweep>(s); }));
    return kind;
}

}  // namespace jounce::signals
