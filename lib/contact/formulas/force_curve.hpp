// A force given by points over the indentation: a monotone curve through them, its slope and its energy.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace jounce::contact {

/// Cubic pieces with a continuous slope, always within the range of two neighbouring points (F. N. Fritsch and J. Butland 1984,
/// doi:10.1137/0905021: at each inner point the weighted harmonic mean of the neighbouring slopes, zero where they differ in
/// sign). Beyond the last point the curve is straight.
class ForceCurve {
  public:
    /// \param indentations [m], increasing from 0, two or more \param forces [N], same number
    ForceCurve(std::vector<double> indentations, std::vector<double> forces);

    struct Value {
        double force = 0;      ///< [N]
        double stiffness = 0;  ///< its slope [N/m]
        double energy = 0;     ///< its integral from 0 [J]
        double curvature = 0;  ///< its second derivative [N/m2]
    };
    [[nodiscard]] Value at(double indentation) const;
    [[nodiscard]] double end() const { return x_.back(); }
    /// The indentations of the points, where its second derivative jumps [m]
    [[nodiscard]] const std::vector<double>& places() const { return x_; }

  private:
    std::vector<double> x_, force_, slope_, energy_;
};

}  // namespace jounce::contact
