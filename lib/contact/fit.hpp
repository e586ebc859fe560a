// Polynomial fits: F = K delta^n in place of an elastic law, over a range of loads.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "contact/law.hpp"

namespace jounce::contact {

/// A power law fitted to another one.
struct PowerFit {
    double stiffness = 0;  ///< K [N/m^n]
    double exponent = 1;   ///< n, at least 1
    double lowest = 0;     ///< indentation at the lowest load [m]
    double highest = 0;    ///< and at the highest [m]
    double rms_error = 0;  ///< root mean square of K delta^n - F over the samples, relative to the highest load
    double max_error = 0;  ///< largest |K delta^n/F - 1| over the samples

    [[nodiscard]] double force(double indentation) const;
};

/// The indentation at which an elastic force, which rises with it, has a value; nothing when it stays below up to `limit`.
/// \param force > 0 [N]
/// \param limit indentation that must not be passed [m], infinity when there is none
[[nodiscard]] std::optional<double> indentation_at(const Elastic& elastic, double force, double limit);

/// Least squares of F_i = K delta_i^n without weights over `samples` >= 2 loads F_i that divide [low, high] evenly, both ends
/// included: the recipe behind the tables of M. Autiero et al. (2022), doi:10.3390/machines10110966, whose loads per unit length
/// are F_i/L. The number of samples matters little: it weights the high loads as the load itself does.
/// \param low, high 0 < low < high [N]
/// \throws Error when the law dissipates, does not reach `high`, or the best n is below 1
[[nodiscard]] PowerFit fit_power_law(const Law& law, double low, double high, int samples);

}  // namespace jounce::contact
