// Friction kind "adams": static and dynamic coefficient connected by cubic steps over the slip speed.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "contact/formulas/step.hpp"
#include "contact/friction/friction.hpp"

namespace jounce::contact::friction {

namespace {
struct AdamsSettings {
    double coefficient = 0;
    double static_coefficient = 0;
    double static_speed = 0;
    double dynamic_speed = 0;
};

class Adams final : public FrictionLaw {
  public:
    explicit Adams(const AdamsSettings& s) : s_(s) {}
    [[nodiscard]] FrictionResponse evaluate(const Slip& v, double normal_force, const BristleStep&) const noexcept override {
        const double speed = norm(v);
        return along_slip(v, normal_force, coefficient(speed), speed);
    }

  private:
    [[nodiscard]] Coefficient coefficient(double speed) const noexcept {
        if (speed <= s_.static_speed) {
            // STEP(v, -v_s, -mu_s, v_s, mu_s) = mu_s (3 u - u^3)/2 with u = v/v_s
            const double u = speed / s_.static_speed;
            const double over = 0.5 * s_.static_coefficient * (3 - u * u) / s_.static_speed;
            return {over * speed, 1.5 * s_.static_coefficient * (1 - u * u) / s_.static_speed, over};
        }
        if (speed >= s_.dynamic_speed) return {s_.coefficient, 0, s_.coefficient / speed};
        const Step mu = smooth_step(speed, s_.static_speed, s_.static_coefficient, s_.dynamic_speed, s_.coefficient);
        return {mu.value, mu.slope, mu.value / speed};
    }
    AdamsSettings s_;
};

std::string check_adams(const AdamsSettings& s) {
    if (s.dynamic_speed > s.static_speed) return static_coefficient_check(s.coefficient, s.static_coefficient);
    return "'dynamic_speed' must be above 'static_speed', got " + shortest(s.dynamic_speed) + " and " + shortest(s.static_speed);
}
}  // namespace

extern const FrictionKind adams = recorded(friction_kind<AdamsSettings>(
    {
        .name = "adams",
        .summary = "F_T = −μ(v) N: μ rises by a cubic step to μ_s at v_s, falls by another to μ_d at v_d, and is constant above. "
                   "Smooth, without stiction: creep instead of stick.",
        .sources = {{"MSC Software, Adams/Solver: CONTACT statement and STEP function (vendor's manual)", 2013, "", ""}},
        .fields =
            Fields<AdamsSettings>()
                .number("coefficient", &AdamsSettings::coefficient, "", zero_or_positive, "Dynamic coefficient μ_d, from v_d on.")
                .required()
                .number("static_coefficient", &AdamsSettings::static_coefficient, "", zero_or_positive,
                        "Static coefficient μ_s, reached at v_s; at least `coefficient`.")
                .required()
                .number("static_speed", &AdamsSettings::static_speed, "m/s", positive, "v_s: slip speed of the largest force.")
                .required()
                .number("dynamic_speed", &AdamsSettings::dynamic_speed, "m/s", positive,
                        "v_d: slip speed above which the coefficient is μ_d; above `static_speed`.")
                .required()
                .check(check_adams),
    },
    [](const AdamsSettings& s) { return std::make_shared<Adams>(s); }));

}  // namespace jounce::contact::friction
