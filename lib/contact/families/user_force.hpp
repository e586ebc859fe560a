// A contact force from a user's function, with the returned derivatives or differences in their place.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>

#include "base/fields/value.hpp"
#include "contact/families/law.hpp"

namespace jounce::contact {

/// F(delta, rate, v0) -> F [N] [, dF/d(delta) [N/m] [, dF/d(rate) [N s/m]]]; a function of delta only if `elastic`.
/// Differences are central, over 1e-5 of delta (at least 1e-13 m, forward where delta is smaller) and of the larger of |rate| and
/// v0: about ten digits of a smooth force.
class UserForce {
  public:
    /// \param field the field of the function, for messages
    UserForce(std::shared_ptr<const Callable> function, std::string field, bool elastic)
        : function_(std::move(function)), field_(std::move(field)), elastic_(elastic) {}

    struct Answer {
        double force = 0, stiffness = 0, damping = 0;
    };
    /// \param delta > 0 [m] \param rate [m/s] \param impact_speed v0 > 0 [m/s]
    /// \throws Error with the user's line when the function fails or does not return a finite number
    [[nodiscard]] Answer at(double delta, double rate, double impact_speed) const;
    [[nodiscard]] double force(double delta, double rate, double impact_speed) const;

    /// Calls the function at a few small indentations and rates, so that a general error is reported at the line of the function.
    /// \throws Error (bad_case)
    void check_everywhere() const;
    /// Compares the returned derivatives with differences, and the force at rate 0 with that for another impact speed: once for
    /// each factor of two of delta and of the rate. \throws Error (computation) naming the derivative, the arguments and both
    /// values
    void check(double delta, double rate, double impact_speed) const;

  private:
    /// Stores the results, up to the size of `results`. \returns their number
    std::size_t call(double delta, double rate, double impact_speed, std::span<double> results) const;
    void compare(double delta, double rate, double impact_speed) const;
    struct Difference;
    [[nodiscard]] Difference over_delta(double delta, double rate, double impact_speed, double h) const;
    [[nodiscard]] Difference over_rate(double delta, double rate, double impact_speed, double h) const;

    std::shared_ptr<const Callable> function_;
    std::string field_;
    bool elastic_;
    // States already checked; affects only the number of checks, not the results.
    mutable std::unordered_set<std::int64_t> checked_;
};

}  // namespace jounce::contact
