// The power law F = K delta^n with its slope and its energy, without std::pow for the exponents 1, 3/2 and 2.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "contact/families/law.hpp"

namespace jounce::contact {

/// F = K delta^n, U = K delta^(n+1)/(n+1).
class PowerLaw {
  public:
    /// \param stiffness K > 0 [N/m^n]
    /// \param exponent n >= 1
    PowerLaw(double stiffness, double exponent) noexcept
        : K_(stiffness), n_(exponent), per_energy_(1 / (exponent + 1)), form_(form_of(exponent)) {}

    /// \param delta indentation > 0 [m]
    [[nodiscard]] Elastic::Answer at(double delta) const noexcept {
        switch (form_) {
            case Form::linear: {
                const double force = K_ * delta;
                return {force, K_, 0.5 * force * delta};
            }
            case Form::three_halves: {
                const double slope = K_ * std::sqrt(delta);
                const double force = slope * delta;
                return {force, 1.5 * slope, 0.4 * force * delta};
            }
            case Form::quadratic: {
                const double slope = K_ * delta;
                const double force = slope * delta;
                return {force, 2 * slope, force * delta / 3};
            }
            case Form::general:
                break;
        }
        const double slope = K_ * std::pow(delta, n_ - 1);
        const double force = slope * delta;
        return {force, n_ * slope, per_energy_ * force * delta};
    }
    /// delta d^2F/d(delta)^2 from the stiffness there [N/m]
    [[nodiscard]] double growth(double stiffness) const noexcept { return (n_ - 1) * stiffness; }

  private:
    enum class Form { linear, three_halves, quadratic, general };
    static Form form_of(double n) {
        if (n == 1) return Form::linear;
        if (n == 1.5) return Form::three_halves;
        return n == 2 ? Form::quadratic : Form::general;
    }
    double K_;
    double n_;
    double per_energy_;  // 1/(n + 1)
    Form form_;
};

/// The power law as an Elastic.
class PowerElastic final : public Elastic {
  public:
    explicit PowerElastic(const PowerLaw& law) : law_(law) {}
    [[nodiscard]] Answer at(double delta) const noexcept override { return law_.at(delta); }
    [[nodiscard]] double growth(double, const Answer& at) const noexcept override { return law_.growth(at.stiffness); }
    [[nodiscard]] const PowerLaw& law() const noexcept { return law_; }

  private:
    PowerLaw law_;
};

}  // namespace jounce::contact
