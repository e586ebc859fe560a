// The loads of a System over a stretch of time in closed form: a cubic polynomial and a sine for each.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/state/system.hpp"
#include "time/formulas/force_polynomial.hpp"

namespace jounce::time {

/// pattern * (sum_m polynomial[m] s^m + sine sin(w s) + cosine cos(w s)), s from the start of the stretch.
struct ForceTerm {
    Vector pattern;  ///< sum of the patterns of all loads that share signal and derivative (n)
    const Signal* signal = nullptr;
    int derivative = 0;
    ForcePolynomial polynomial{};
    int powers = 0;  ///< of the polynomial in use: 1 for a constant, 0 for none
    double sine = 0, cosine = 0;
    double angular_frequency = 0;
    bool closed_form = false;

    [[nodiscard]] bool oscillates() const { return sine != 0 || cosine != 0; }
};

/// Does not allocate after construction.
class Forcing {
  public:
    explicit Forcing(const System& system);

    [[nodiscard]] bool empty() const { return terms_.empty(); }
    [[nodiscard]] const std::vector<ForceTerm>& terms() const { return terms_; }
    /// Sets the terms for [t, t + length] and returns its length: `longest`, or less if a signal's closed form ends
    /// earlier. A signal without one (a sweep, a user's function) is replaced by the cubic through its values at the
    /// four Gauss points of the stretch, with an error of the fourth power of its length.
    /// \throws Error from a user's signal
    double describe(double t, double longest);

  private:
    std::vector<ForceTerm> terms_;
};

}  // namespace jounce::time
