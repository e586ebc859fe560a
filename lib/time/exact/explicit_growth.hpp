// Does an extrapolated contact force make the motion grow? A bound from the damping of the contacts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// A damper of constant c on a mass m, its force extrapolated by a polynomial through `order` instants, makes the
/// motion grow when h c/m exceeds the real stability limit of the Adams-Bashforth method of that order (E. Hairer, S.
/// P. Norsett, G. Wanner 1993, doi:10.1007/978-3-540-78862-1, sec. III.1; E. Hairer, G. Wanner 1996,
/// doi:10.1007/978-3-642-05221-7, sec. V.1). Laws of the Hunt-Crossley family become that stiff under a large force
/// after a slow onset: c = a F_e/v0. Each contact is checked separately.
class ExplicitGrowth {
  public:
    static constexpr std::array<double, 5> limits{0, 2, 1, 6.0 / 11, 0.3};

    /// \param transposed M^(-1/2) B^T: the rows of the gaps in coordinates with M = 1 (n x k); \param order 1 to 4
    ExplicitGrowth(const System& system, const linalg::Matrix& transposed, int order);

    /// Marks a step of length h as not converged if its forces would grow; sets `contact` and `growth`.
    void check(const State& from, const State& to, double h, StepReport& report) const;

  private:
    struct Side {
        std::size_t index = 0;
        int contact = 0;
        std::array<double, 3> inverse_mass{};  // B M^-1 B^T of its gap (xx, xy, yy)
    };
    std::vector<Side> sides_;
    double limit_;
};

}  // namespace jounce::time
