// Signal kind "step": one value before an instant, another one from it on.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct Settings {
    double time = 0;
    double value = 0;
    double before = 0;
};

class Step final : public Signal {
  public:
    explicit Step(const Settings& settings) : s_(settings) {}
    double value(double t) const override { return t < s_.time ? s_.before : s_.value; }
    SignalSample sample(double t) const override { return {value(t), 0, 0}; }
    std::optional<SignalPiece> piece(double t) const override {
        return constant_piece(t, t < s_.time ? s_.time : endless, value(t));
    }
    std::vector<double> breaks(double from, double to) const override { return instants_within({s_.time}, from, to); }
    int smoothness() const override { return s_.value == s_.before ? smooth : -1; }

  private:
    Settings s_;
};

}  // namespace

const SignalKind& step_kind() {
    static const SignalKind kind = make_kind<Settings, SignalPointer>(
        {
            .family = "signal",
            .name = "step",
            .summary = "s(t) = before for t < time, value from that instant on.",
            .sources = {},
            .fields = Fields<Settings>()
                          .number("time", &Settings::time, "s", any_number, "Instant of the step.")
                          .required()
                          .number("value", &Settings::value, "", any_number, "Value from the step on.")
                          .required()
                          .number("before", &Settings::before, "", any_number, "Value before the step."),
        },
        [](const Settings& s) -> SignalPointer { return std::make_shared<Step>(s); });
    return kind;
}

}  // namespace jounce::signals
