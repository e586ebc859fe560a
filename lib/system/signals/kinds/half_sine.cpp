// Signal kind "half_sine": one half wave, zero before and after; the usual model of a shock.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>

#include "base/fields/recipe.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct HalfSineSettings {
    double amplitude = 0;
    double duration = 0;
    double start = 0;
};

class HalfSine final : public Signal {
  public:
    explicit HalfSine(const HalfSineSettings& settings) : s_(settings), omega_(std::numbers::pi / settings.duration) {}
    double value(double t) const override { return outside(t) ? 0 : s_.amplitude * std::sin(omega_ * (t - s_.start)); }
    SignalSample sample(double t) const override {
        if (outside(t)) return {};
        const double wave = value(t);
        return {wave, s_.amplitude * omega_ * std::cos(omega_ * (t - s_.start)), -omega_ * omega_ * wave};
    }
    std::optional<SignalPiece> piece(double t) const override {
        if (t < s_.start) return constant_piece(t, s_.start, 0);
        if (t >= end()) return constant_piece(t, endless, 0);
        return SignalPiece{.begin = t,
                           .end = end(),
                           .polynomial = {},
                           .amplitude = s_.amplitude,
                           .angular_frequency = omega_,
                           .phase = omega_ * (t - s_.start)};
    }
    std::vector<double> breaks(double from, double to) const override { return instants_within({s_.start, end()}, from, to); }
    double angular_frequency(double from, double to) const override { return to <= s_.start || from >= end() ? 0 : omega_; }
    int smoothness() const override { return 0; }

  private:
    double end() const { return s_.start + s_.duration; }
    bool outside(double t) const { return t < s_.start || t >= end(); }

    HalfSineSettings s_;
    double omega_;
};

}  // namespace

const SignalKind& half_sine_kind() {
    static const SignalKind kind = recorded(make_kind<HalfSineSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "half_sine",
            .summary = "s(t) = amplitude sin(pi (t - start)/duration) within the duration, 0 outside.",
            .sources = {},
            .fields = Fields<HalfSineSettings>()
                          .number("amplitude", &HalfSineSettings::amplitude, "", any_number, "Peak value.")
                          .required()
                          .number("duration", &HalfSineSettings::duration, "s", positive, "Length of the pulse.")
                          .required()
                          .number("start", &HalfSineSettings::start, "s", any_number, "Instant at which the pulse begins."),
        },
        [](const HalfSineSettings& s) -> SignalPointer { return std::make_shared<HalfSine>(s); }));
    return kind;
}

}  // namespace jounce::signals
