// Signal kind "constant": one value at all times.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

namespace {

struct ConstantSettings {
    double value = 0;
};

class Constant final : public Signal {
  public:
    explicit Constant(double value) : value_(value) {}
    double value(double /*t*/) const override { return value_; }
    SignalSample sample(double /*t*/) const override { return {value_, 0, 0}; }
    std::optional<SignalPiece> piece(double t) const override { return constant_piece(t, endless, value_); }

  private:
    double value_;
};

}  // namespace

SignalPointer make_constant(double value) { return with_recipe<const Signal>(std::make_shared<Constant>(value), value); }

const SignalKind& constant_kind() {
    static const SignalKind kind = recorded(make_kind<ConstantSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "constant",
            .summary = "s(t) = value; a bare number means the same.",
            .sources = {},
            .fields = Fields<ConstantSettings>()
                          .number("value", &ConstantSettings::value, "", any_number, "Value at all times.")
                          .required(),
        },
        [](const ConstantSettings& s) { return make_constant(s.value); }));
    return kind;
}

}  // namespace jounce::signals
