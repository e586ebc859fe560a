// The laws F = F_e(delta) + C(delta) rate: a damper parallel to the elastic force, with a constant that may grow with the
// indentation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>

#include "contact/families/elastic_part.hpp"

namespace jounce::contact {

/// A damping constant and its slope over the indentation.
struct DampingAnswer {
    double constant = 0;  ///< C [N s/m]
    double slope = 0;     ///< dC/d(delta) [N s/m^2]
};

/// The stored energy is that of F_e, the loss C rate^2.
/// \tparam Damping has at(delta, elastic, elastic part) -> DampingAnswer for delta > 0 and is a value
template <class Damping>
class DamperLaw : public Law {
  public:
    DamperLaw(ElasticPart elastic, Damping damping) : elastic_(std::move(elastic)), damping_(damping) {}

    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory&) const override {
        const Elastic::Answer e = elastic_.at(motion.indentation);
        const DampingAnswer d = damping_.at(motion.indentation, e, elastic_);
        return {e.force + d.constant * motion.rate, e.stiffness + d.slope * motion.rate, d.constant, e.force, e.energy};
    }
    void check(const Motion& motion, const ContactMemory&) const override { elastic_.check(motion.indentation); }
    [[nodiscard]] const Damping& damping() const { return damping_; }

  private:
    ElasticPart elastic_;
    Damping damping_;
};

/// The way back of a compression without force where the elastic force and the damping constant are powers: x' = -pace x^power.
/// x^-(power - 1) grows linearly in time, and with power = 1 x falls exponentially.
struct PowerRelaxation {
    double power = 1;
    double pace = 0;  ///< [m^(1 - power)/s]

    [[nodiscard]] Relaxation at(double compression, double time) const noexcept {
        if (!std::isfinite(pace)) return {0, 0, 0, 0, 0};
        const double x = power == 1 ? compression * std::exp(-pace * time)
                                    : std::pow(std::pow(compression, 1 - power) + (power - 1) * pace * time, -1 / (power - 1));
        if (!(x > 0)) return {0, 0, 0, 0, 0};
        const double first = -pace * std::pow(x, power);
        const double second = -pace * power * std::pow(x, power - 1) * first;
        return {x, first, second, (2 * power - 1) * second * first / x};
    }
};

/// The same constant at every indentation.
struct ConstantDamping {
    double constant;  ///< [N s/m]
    [[nodiscard]] DampingAnswer at(double, const Elastic::Answer&, const ElasticPart&) const noexcept { return {constant, 0}; }
};

/// C = 2 zeta sqrt(m) F_e/sqrt(2U): in x = sqrt(2U) an impact is that of a linear spring with the damping ratio zeta, for any
/// F_e. For F_e = K delta^n it is alpha sqrt(m K) delta^((n-1)/2) with alpha = zeta sqrt(2(n+1)). The slope of C may grow without
/// bound towards delta = 0, as delta^(-3/4) for n = 3/2: below `floor` C is constant.
struct RatioDamping {
    static constexpr double floor = 1e-40;  ///< [m]
    double strength;                        ///< 2 zeta sqrt(m) [kg^(1/2)]

    [[nodiscard]] DampingAnswer at(double delta, const Elastic::Answer& e, const ElasticPart& elastic) const {
        if (delta < floor) [[unlikely]] {
            return {at(floor, elastic.at(floor), elastic).constant, 0};
        }
        const double per_root = 1 / std::sqrt(2 * e.energy);
        const double ratio = e.force * per_root;
        return {strength * ratio, strength * (e.stiffness - ratio * ratio) * per_root};
    }
};

}  // namespace jounce::contact
