// Friction kind "threshold": Coulomb's law, increasing from zero between two slip speeds.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "contact/friction/friction.hpp"

namespace jounce::contact::friction {

namespace {
struct ThresholdSettings {
    double coefficient = 0;
    double lower_speed = 0;
    double upper_speed = 0;
};

class Threshold final : public FrictionLaw {
  public:
    explicit Threshold(const ThresholdSettings& s) : s_(s) {}
    [[nodiscard]] FrictionResponse evaluate(const Slip& v, double normal_force, const BristleStep&) const noexcept override {
        const double speed = norm(v);
        if (speed <= s_.lower_speed) return {};
        if (speed >= s_.upper_speed) return along_slip(v, normal_force, {s_.coefficient, 0, s_.coefficient / speed}, speed);
        const double slope = s_.coefficient / (s_.upper_speed - s_.lower_speed);
        const double mu = slope * (speed - s_.lower_speed);
        return along_slip(v, normal_force, {mu, slope, mu / speed}, speed);
    }

  private:
    ThresholdSettings s_;
};

std::string check_threshold(const ThresholdSettings& s) {
    if (s.upper_speed > s.lower_speed) return "";
    return "'upper_speed' must be above 'lower_speed', got " + shortest(s.upper_speed) + " and " + shortest(s.lower_speed);
}
}  // namespace

extern const FrictionKind threshold = recorded(friction_kind<ThresholdSettings>(
    {
        .name = "threshold",
        .summary = "F_T = −c_d μ N v/|v|, c_d rising from 0 at v_0 to 1 at v_1: no force below v_0.",
        .sources = {{"J. A. C. Ambrósio, Impact of rigid and flexible multibody systems", 2003, "", ""}},
        .fields = Fields<ThresholdSettings>()
                      .with(coefficient_field<ThresholdSettings>)
                      .number("lower_speed", &ThresholdSettings::lower_speed, "m/s", zero_or_positive,
                              "v_0: slip speed below which there is no force.")
                      .required()
                      .number("upper_speed", &ThresholdSettings::upper_speed, "m/s", positive,
                              "v_1: slip speed above which the full force acts; above `lower_speed`.")
                      .required()
                      .check(check_threshold),
    },
    [](const ThresholdSettings& s) { return std::make_shared<Threshold>(s); }));

}  // namespace jounce::contact::friction
