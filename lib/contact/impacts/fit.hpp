// Polynomial fits: F = K delta^n instead of an elastic law, over a range of loads.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "contact/families/law.hpp"

namespace jounce::contact {

/// A power law fitted to another law.
struct PowerFit {
    double stiffness = 0;  ///< K [N/m^n]
    double exponent = 1;   ///< n, at least 1
    double lowest = 0;     ///< indentation at the lowest load [m]
    double highest = 0;    ///< indentation at the highest load [m]
    double rms_error = 0;  ///< root mean square of K delta^n - F over the samples, relative to the highest load
    double max_error = 0;  ///< largest |K delta^n/F - 1| over the samples

    [[nodiscard]] double force(double indentation) const;
};

/// The indentation at which an increasing elastic force has a given value; nothing if it is not reached up to `limit`.
/// \param force > 0 [N]
/// \param limit largest indentation allowed [m], or infinity
[[nodiscard]] std::optional<double> indentation_at(const Elastic& elastic, double force, double limit);

/// Least squares of F_i = K delta_i^n without weights over `samples` >= 2 loads F_i evenly spaced in [low, high], both ends
/// included: the method of the tables of M. Autiero et al. (2022), doi:10.3390/machines10110966, where the loads per unit length
/// are F_i/L. The number of samples has little influence; high loads have the larger weight. \param low, high 0 < low < high [N]
/// \throws Error when the law dissipates, does not reach `high`, or the best n is below 1
[[nodiscard]] PowerFit fit_power_law(const Law& law, double low, double high, int samples);

}  // namespace jounce::contact
