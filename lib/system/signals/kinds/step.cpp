// Signal kind "step": one value before an instant, another value from it on.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct StepSettings {
    double time = 0;
    double value = 0;
    double before = 0;
};

class Step final : public Signal {
  public:
    explicit Step(const StepSettings& settings) : s_(settings) {}
    double value(double t) const override { return t < s_.time ? s_.before : s_.value; }
    SignalSample sample(double t) const override { return {value(t), 0, 0}; }
    std::optional<SignalPiece> piece(double t) const override {
        return constant_piece(t, t < s_.time ? s_.time : endless, value(t));
    }
    std::vector<double> breaks(double from, double to) const override { return instants_within({s_.time}, from, to); }
    int smoothness() const override { return s_.value == s_.before ? smooth : -1; }

  private:
    StepSettings s_;
};

}  // namespace

const SignalKind& step_kind() {
    static const SignalKind kind = recorded(make_kind<StepSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "step",
            .summary = "s(t) = before for t < time, value from that instant on.",
            .sources = {},
            .fields = Fields<StepSettings>()
                          .number("time", &StepSettings::time, "s", any_number, "Instant of the step.")
                          .required()
                          .number("value", &StepSettings::value, "", any_number, "Value from the step on.")
                          .required()
                          .number("before", &StepSettings::before, "", any_number, "Value before the step."),
        },
        [](const StepSettings& s) -> SignalPointer { return std::make_shared<Step>(s); }));
    return kind;
}

}  // namespace jounce::signals
