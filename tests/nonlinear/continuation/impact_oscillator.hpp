// Model R of one mass and one rigid stop as the map of a period, in closed form and independent of the library:
// x'' + 2 z x' + x = cos(omega t), x <= sigma, restitution r. The section is the phase 0 of the load.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "nonlinear/orbits/period_map.hpp"

namespace jounce::test {

struct ImpactOscillator {
    enum Parameter { damping, clearance, restitution, frequency };
    std::array<double, 4> values{0.05, 1.0, 0.8, 1.6};  ///< z, sigma, r, omega
    Parameter parameter = frequency;                    ///< the one that is continued
};

class ImpactMap : public nonlinear::PeriodMap {
  public:
    explicit ImpactMap(const ImpactOscillator& model, int periods = 1) : model_(model), periods_(periods) {}
    [[nodiscard]] int dimension() const override { return 2; }
    [[nodiscard]] int periods() const override { return periods_; }
    [[nodiscard]] const Vector& scales() const override { return scales_; }
    [[nodiscard]] double parameter_scale() const override { return 1; }
    [[nodiscard]] nonlinear::MapPoint at(const Vector& y, double lambda, nonlinear::Derivatives wanted) const override;

  private:
    ImpactOscillator model_;
    int periods_;
    Vector scales_ = Vector::Constant(2, 1.0);
};

}  // namespace jounce::test
