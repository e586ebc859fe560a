// The laws of cylinders in line contact: the indentation is W ln(B/W), so the force is a Lambert function of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "contact/families/law.hpp"

namespace jounce::contact {

/// s - 1 >= 0 of s - ln s = 1 + p for p >= 0, that is s = -W_{-1}(-exp(-1 - p)). Relative error below 3e-14.
/// Start: D. A. Barry et al. (2000), doi:10.1016/S0378-4754(00)00172-5, Eq. 15, with its exponential as a quotient, within 6e-4;
/// then one step of fourth order: F. N. Fritsch, R. E. Shafer, W. P. Crowley (1973), doi:10.1145/361952.361970.
[[nodiscard]] inline double log_law_root(double p) noexcept {
    const double t = std::sqrt(2 * p);
    if (p < 5e-3) {
        // Near the turning load the logarithm cancels. Uses the inverse series in t, to 1e-16, with the coefficients of
        // Stirling's series.
        constexpr double series[] = {1,           1.0 / 3,          1.0 / 36,     -1.0 / 270,         1.0 / 4320,
                                     1.0 / 17010, -139.0 / 5443200, 1.0 / 204120, -571.0 / 2351462400};
        double sum = 0;
        for (int i = 8; i >= 0; --i) sum = sum * t + series[i];
        return t * sum;
    }
    const double bend = 1 + 0.0142128 * t;
    const double rise = 0.16805 * t * bend;
    const double v = p + (2 / 0.3361) * rise / (bend - 0.0042 * p + rise);
    const double r = v - std::log(1 + v) - p;
    const double q = 2 * v * (v - r * (2.0 / 3));
    return v - (1 + v) * r * (q - r) / (v * (q - 2 * r));
}

/// delta = A W [ln(B/W) + c] with the load per unit length W = F/L, and F as a function of delta.
///
/// With s = ln(B/W) + c: F = L delta/(A s), dF/d(delta) = L/(A (s - 1)), U = F delta (2 s - 1)/(4 s), and s - ln s = ln(e A B
/// e^(c-1)/delta). At s = 1 the indentation is largest and the slope infinite; beyond that load it decreases. At a given s_cap >
/// 1 the force continues along the tangent, so that it is a convex function of all indentations.
class LogLaw {
  public:
    struct Constants {
        double A = 0;       ///< [m^2/N]
        double B = 0;       ///< [N/m]
        double c = 0;       ///< [1]
        double length = 0;  ///< L [m]
    };
    /// \param cap s_cap > 1
    LogLaw(const Constants& constants, double cap) noexcept
        : slope_(constants.length / constants.A), turning_(turning_indentation(constants)) {
        // The tangent: s - ln s = 1 - ln(delta/delta_max).
        cap_ = turning_ * cap * std::exp(1 - cap);
        cap_force_ = slope_ * cap_ / cap;
        cap_slope_ = slope_ / (cap - 1);
        cap_energy_ = cap_force_ * cap_ * (2 * cap - 1) / (4 * cap);
    }

    /// delta_max = A B e^(c-1) [m], where the law turns back
    [[nodiscard]] static double turning_indentation(const Constants& k) noexcept { return k.A * k.B * std::exp(k.c - 1); }
    /// The force there, L B e^(c-1) [N]
    [[nodiscard]] static double turning_force(const Constants& k) noexcept { return k.length * k.B * std::exp(k.c - 1); }
    /// delta(F) [m], for 0 < F [N]; decreases beyond the turning force
    [[nodiscard]] static double indentation(const Constants& k, double force) noexcept {
        const double W = force / k.length;
        return k.A * W * (std::log(k.B / W) + k.c);
    }

    /// The start of the tangent [m]
    [[nodiscard]] double cap() const noexcept { return cap_; }

    /// \param delta indentation > 0 [m]
    [[nodiscard]] Elastic::Answer at(double delta) const noexcept {
        if (delta >= cap_) [[unlikely]] {
            const double more = delta - cap_;
            return {cap_force_ + cap_slope_ * more, cap_slope_, cap_energy_ + more * (cap_force_ + 0.5 * cap_slope_ * more)};
        }
        // The smallest indentations use s = 715 of the smallest normal number, without effect on the force.
        const double p = -std::log(std::fmax(delta / turning_, std::numeric_limits<double>::min()));
        const double v = log_law_root(p);
        const double force = slope_ * delta / (1 + v);
        return {force, slope_ / v, force * delta * (0.5 - 0.25 / (1 + v))};
    }
    /// delta d^2F/d(delta)^2 = (L/A) s/(s - 1)^3 [N/m], from the stiffness there; 0 on the tangent.
    [[nodiscard]] double growth(double delta, double stiffness) const noexcept {
        if (delta >= cap_) return 0;
        const double ratio = stiffness / slope_;  // 1/(s - 1)
        return stiffness * ratio * (1 + ratio);
    }

  private:
    double slope_;    // L/A [N/m]
    double turning_;  // [m]
    double cap_ = 0, cap_force_ = 0, cap_slope_ = 0, cap_energy_ = 0;
};

/// The law as an Elastic.
class LogElastic final : public Elastic {
  public:
    explicit LogElastic(const LogLaw& law) : law_(law) {}
    [[nodiscard]] Answer at(double delta) const noexcept override { return law_.at(delta); }
    [[nodiscard]] double growth(double delta, const Answer& at) const noexcept override {
        return law_.growth(delta, at.stiffness);
    }

  private:
    LogLaw law_;
};

}  // namespace jounce::contact
