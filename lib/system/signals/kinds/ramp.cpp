// Signal kind "ramp": a straight line between two instants, constant before and after it.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct RampSettings {
    double from_time = 0;
    double to_time = 0;
    double from_value = 0;
    double to_value = 0;
};

class Ramp final : public Signal {
  public:
    explicit Ramp(const RampSettings& settings)
        : s_(settings), slope_((settings.to_value - settings.from_value) / (settings.to_time - settings.from_time)) {}
    double value(double t) const override {
        if (t < s_.from_time) return s_.from_value;
        if (t >= s_.to_time) return s_.to_value;
        return s_.from_value + slope_ * (t - s_.from_time);
    }
    SignalSample sample(double t) const override {
        const bool rising = t >= s_.from_time && t < s_.to_time;
        return {value(t), rising ? slope_ : 0, 0};
    }
    std::optional<SignalPiece> piece(double t) const override {
        if (t < s_.from_time) return constant_piece(t, s_.from_time, s_.from_value);
        if (t >= s_.to_time) return constant_piece(t, endless, s_.to_value);
        return SignalPiece{.begin = t, .end = s_.to_time, .polynomial = {value(t), slope_, 0, 0}};
    }
    std::vector<double> breaks(double from, double to) const override {
        return instants_within({s_.from_time, s_.to_time}, from, to);
    }
    int smoothness() const override { return slope_ == 0 ? smooth : 0; }

  private:
    RampSettings s_;
    double slope_;
};

}  // namespace

const SignalKind& ramp_kind() {
    static const SignalKind kind = recorded(make_kind<RampSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "ramp",
            .summary = "A straight line from (from_time, from_value) to (to_time, to_value), constant before and after.",
            .sources = {},
            .fields = Fields<RampSettings>()
                          .number("from_time", &RampSettings::from_time, "s", any_number, "Instant at which the ramp begins.")
                          .number("to_time", &RampSettings::to_time, "s", any_number, "Instant at which the ramp ends.")
                          .required()
                          .number("from_value", &RampSettings::from_value, "", any_number, "Value until the ramp begins.")
                          .number("to_value", &RampSettings::to_value, "", any_number, "Value after the ramp ends.")
                          .required()
                          .check([](const RampSettings& s) -> std::string {
                              if (s.to_time > s.from_time) return "";
                              return "'to_time' must be above 'from_time', got " + shortest(s.to_time) + " and " +
                                     shortest(s.from_time);
                          }),
        },
        [](const RampSettings& s) -> SignalPointer { return std::make_shared<Ramp>(s); }));
    return kind;
}

}  // namespace jounce::signals
