// Friction kind "lugre": friction of elastic bristles with their mean deflection as a state.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "contact/friction/friction.hpp"

namespace jounce::contact::friction {

namespace {
struct LugreSettings {
    double coefficient = 0;
    std::optional<double> static_coefficient;
    double stribeck_speed = 1e-3;
    double bristle_stiffness = 0;
    double bristle_damping = 0;
    double viscous = 0;
    std::string damping_bound = "cap";
    std::optional<double> damping_speed;
};

/// A function of the slip speed.
struct OfSpeed {
    double value = 0, slope = 0;
};

/// g(s) = mu_k + (mu_s - mu_k) exp(-(s/v_s)^2): the force of steady slip over N.
OfSpeed steady(const LugreSettings& s, double speed) noexcept {
    const double u = speed / s.stribeck_speed;
    const double rise = (*s.static_coefficient - s.coefficient) * std::exp(-u * u);
    return {s.coefficient + rise, -2 * u / s.stribeck_speed * rise};
}

/// The bounded sigma_1.
OfSpeed damping(const LugreSettings& s, double speed) noexcept {
    if (s.damping_bound == "exponential") {
        const double u = speed / *s.damping_speed;
        const double value = s.bristle_damping * std::exp(-u * u);
        return {value, -2 * u / *s.damping_speed * value};
    }
    if (s.damping_bound == "cap") {
        const OfSpeed g = steady(s, speed);
        if (s.bristle_damping * speed > 4 * g.value) return {4 * g.value / speed, (4 * g.slope - 4 * g.value / speed) / speed};
    }
    return {s.bristle_damping, 0};
}

/// (1 - exp(-x))/x and its derivative.
OfSpeed mean_decay(double x) noexcept {
    if (x < 1e-5) return {1 - x / 2 + x * x / 6, -0.5 + x / 3};
    const double lost = -std::expm1(-x);
    return {lost / x, (std::exp(-x) - lost / x) / x};
}

/// The slip speed up to which the unbounded sigma_1 dissipates, 4 g (sigma_1 + sigma_2)/sigma_1^2 (docs/theory/friction.md, eq.
/// 5).
double dissipative_speed(const LugreSettings& s) {
    const double g = std::min(s.coefficient, *s.static_coefficient);
    return 4 * g * (s.bristle_damping + s.viscous) / (s.bristle_damping * s.bristle_damping);
}

class LuGre final : public FrictionLaw {
  public:
    explicit LuGre(const LugreSettings& s) : s_(s) {
        has_bristle = true;
        if (s.damping_bound == "none" && s.bristle_damping > 0) {
            note = "the bristle damping is not bounded: dissipation is guaranteed only below a slip speed of " +
                   shortest(dissipative_speed(s)) + " m/s";
        }
    }

    /// z over a step by the exponential of its mean slip velocity, w = (v0 + v)/2:
    ///     z' = z E + w h phi(a h),  a = sigma_0 |w|/g(|w|),  E = exp(-a h),  phi(x) = (1 - exp(-x))/x,
    /// exact for constant slip, of second order otherwise, and stable for any stiffness.
    [[nodiscard]] FrictionResponse evaluate(const Slip& v, double normal_force,
                                            const BristleStep& begin) const noexcept override {
        FrictionResponse out;
        out.bristle = begin.bristle;
        std::array<double, 4> dz{};  // dz/dv
        if (const double h = begin.duration; h > 0) {
            const Slip w{0.5 * (begin.velocity[0] + v[0]), 0.5 * (begin.velocity[1] + v[1])};
            const double speed = norm(w);
            const OfSpeed a = rate(speed);
            const double decay = std::exp(-a.value * h);
            const OfSpeed phi = mean_decay(a.value * h);
            for (std::size_t i = 0; i < 2; ++i) {
                out.bristle[i] = begin.bristle[i] * decay + w[i] * h * phi.value;
                const double by_rate = h * (w[i] * h * phi.slope - begin.bristle[i] * decay);
                for (std::size_t j = 0; j < 2; ++j) {
                    const double along = speed > 0 ? a.slope * w[j] / speed : 0.0;
                    dz[2 * i + j] = 0.5 * ((i == j ? h * phi.value : 0.0) + by_rate * along);
                }
            }
        }
        const Slip& z = out.bristle;
        const double speed = norm(v);
        const OfSpeed a = rate(speed);
        const OfSpeed sigma = damping(s_, speed);
        for (std::size_t i = 0; i < 2; ++i) {
            out.bristle_rate[i] = v[i] - a.value * z[i];
            out.by_normal[i] = s_.bristle_stiffness * z[i] + sigma.value * out.bristle_rate[i] + s_.viscous * v[i];
            out.force[i] = normal_force * out.by_normal[i];
        }
        for (std::size_t i = 0; i < 2; ++i) {
            for (std::size_t j = 0; j < 2; ++j) {
                const std::size_t at = 2 * i + j;
                const double same = i == j ? 1.0 : 0.0;
                const double along = speed > 0 ? v[j] / speed : 0.0;
                const double d_rate = same - a.value * dz[at] - z[i] * a.slope * along;
                out.damping[at] = normal_force * (s_.bristle_stiffness * dz[at] + sigma.value * d_rate +
                                                  sigma.slope * along * out.bristle_rate[i] + s_.viscous * same);
            }
        }
        out.stored_energy = 0.5 * s_.bristle_stiffness * normal_force * (z[0] * z[0] + z[1] * z[1]);
        return out;
    }

  private:
    /// a = sigma_0 s/g(s)
    [[nodiscard]] OfSpeed rate(double speed) const noexcept {
        const OfSpeed g = steady(s_, speed);
        return {s_.bristle_stiffness * speed / g.value, s_.bristle_stiffness * (1 - speed * g.slope / g.value) / g.value};
    }
    LugreSettings s_;
};

LugreSettings complete(LugreSettings s) {
    if (!s.static_coefficient) s.static_coefficient = s.coefficient;
    return s;
}

/// The largest sigma_1(s) s/(4 g(s)) over all speeds; where it exceeds one the bristles create energy.
double largest_damping_ratio(const LugreSettings& s) {
    double largest = 0;
    // u exp(-u^2) is largest at 0.707 and g varies over s/v_s: both scales are sampled with a thousandth.
    for (const double scale : {*s.damping_speed, s.stribeck_speed}) {
        for (int i = -4000; i <= 1000; ++i) {
            const double speed = scale * std::exp(i * 1e-3);
            largest = std::max(largest, damping(s, speed).value * speed / (4 * steady(s, speed).value));
        }
    }
    return largest;
}

std::string check_lugre(const LugreSettings& given) {
    if (std::string wrong = static_coefficient_check(given.coefficient, given.static_coefficient); !wrong.empty()) return wrong;
    const bool exponential = given.damping_bound == "exponential";
    if (exponential && !given.damping_speed) return "'damping_speed' is required with 'damping_bound' = 'exponential'";
    if (!exponential && given.damping_speed) return "'damping_speed' requires 'damping_bound' = 'exponential'";
    if (!exponential) return "";
    const double ratio = largest_damping_ratio(complete(given));
    if (ratio <= 1) return "";
    return "'bristle_damping' must be at most " + shortest(given.bristle_damping / ratio) + " with this 'damping_speed', got " +
           shortest(given.bristle_damping) + ": more would create energy (σ1(v) must stay below 4 g(v)/v)";
}
}  // namespace

extern const FrictionKind lugre = recorded(friction_kind<LugreSettings>(
    {
        .name = "lugre",
        .summary = "F_T = −N (σ0 z + σ1 ż + σ2 v), ż = v − σ0 |v| z/g, g = μ + (μ_s − μ) exp(−(v/v_s)²): bristles with mean "
                   "deflection z; stick, creep and slip. z is reset when the contact opens.",
        .sources = {{"C. Canudas de Wit, H. Olsson, K. J. Åström, P. Lischinsky", 1995, "10.1109/9.376053", "Eqs. 1-4"},
                    {"N. Barahanov, R. Ortega", 2000, "", "condition of passivity"}},
        .fields =
            Fields<LugreSettings>()
                .number("coefficient", &LugreSettings::coefficient, "", positive,
                        "Friction coefficient μ at high steady slip speed.")
                .required()
                .number("static_coefficient", &LugreSettings::static_coefficient, "", positive,
                        "μ_s: coefficient of the slowest steady slip, at least `coefficient`.")
                .standard("coefficient")
                .number("stribeck_speed", &LugreSettings::stribeck_speed, "m/s", positive,
                        "v_s: slip speed over which the coefficient falls from μ_s to μ.")
                .number("bristle_stiffness", &LugreSettings::bristle_stiffness, "1/m", positive, "σ0, per unit of normal force.")
                .required()
                .number("bristle_damping", &LugreSettings::bristle_damping, "s/m", zero_or_positive,
                        "σ1, per unit of normal force.")
                .number("viscous", &LugreSettings::viscous, "s/m", zero_or_positive, "σ2, per unit of normal force.")
                .choice(
                    "damping_bound", &LugreSettings::damping_bound, {"cap", "exponential", "none"},
                    "Bound on σ1 against creation of energy at high slip speeds: σ1 ≤ 4 g(v)/|v|, σ1 exp(−(v/v_d)²), or none.")
                .number("damping_speed", &LugreSettings::damping_speed, "m/s", positive, "v_d of the exponential bound.")
                .check(check_lugre),
    },
    [](const LugreSettings& s) { return std::make_shared<LuGre>(complete(s)); }));

}  // namespace jounce::contact::friction
