// Signal kind "sine": a harmonic about an offset, at all times or from a given instant on.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>
#include <optional>

#include "base/fields/recipe.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct SineSettings {
    double amplitude = 0;
    double frequency = 0;
    double phase = 0;
    double offset = 0;
    std::optional<double> start;
};

class Sine final : public Signal {
  public:
    explicit Sine(const SineSettings& settings)
        : s_(settings), omega_(2 * std::numbers::pi * settings.frequency), zero_(settings.start.value_or(0)) {}
    double value(double t) const override {
        return waiting(t) ? s_.offset : s_.offset + s_.amplitude * std::sin(omega_ * (t - zero_) + s_.phase);
    }
    SignalSample sample(double t) const override {
        if (waiting(t)) return {s_.offset, 0, 0};
        const double angle = omega_ * (t - zero_) + s_.phase;
        const double wave = s_.amplitude * std::sin(angle);
        return {s_.offset + wave, s_.amplitude * omega_ * std::cos(angle), -omega_ * omega_ * wave};
    }
    std::optional<SignalPiece> piece(double t) const override {
        if (waiting(t)) return constant_piece(t, zero_, s_.offset);
        return SignalPiece{.begin = t,
                           .end = endless,
                           .polynomial = {s_.offset, 0, 0, 0},
                           .amplitude = s_.amplitude,
                           .angular_frequency = omega_,
                           .phase = omega_ * (t - zero_) + s_.phase};
    }
    std::vector<double> breaks(double from, double to) const override {
        return s_.start ? instants_within({*s_.start}, from, to) : std::vector<double>{};
    }
    double angular_frequency(double /*from*/, double to) const override { return waiting(to) ? 0 : omega_; }
    int smoothness() const override {
        if (!s_.start) return smooth;
        return std::sin(s_.phase) == 0 ? 0 : -1;
    }

  private:
    bool waiting(double t) const { return s_.start && t < zero_; }

    SineSettings s_;
    double omega_;
    double zero_;  // instant with the angle `phase`
};

}  // namespace

const SignalKind& sine_kind() {
    static const SignalKind kind = recorded(make_kind<SineSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "sine",
            .summary = "s(t) = offset + amplitude sin(2 pi frequency (t - start) + phase).",
            .sources = {},
            .fields =
                Fields<SineSettings>()
                    .number("amplitude", &SineSettings::amplitude, "", any_number, "Half the distance between the extremes.")
                    .required()
                    .number("frequency", &SineSettings::frequency, "Hz", positive, "Cycles per second.")
                    .required()
                    .number("phase", &SineSettings::phase, "rad", any_number, "Angle at the start.")
                    .number("offset", &SineSettings::offset, "", any_number, "Mean value.")
                    .number("start", &SineSettings::start, "s", any_number,
                            "Start of the sine, from which its angle is measured; before it the signal equals `offset`.")
                    .standard("no start: the sine acts at all times, and its angle is measured from t = 0"),
        },
        [](const SineSettings& s) -> SignalPointer { return std::make_shared<Sine>(s); }));
    return kind;
}

}  // namespace jounce::signals
