// What continuation asks of its equations at one point: residual, Jacobian, and what the orbit did there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "linalg/types.hpp"
#include "nonlinear/orbits/period_map.hpp"

namespace jounce::nonlinear {

/// How often each contact begins and each friction changes in the orbit, in no order: two orbits with equal counts lie on one
/// smooth piece of the map.
struct EventCounts {
    struct Count {
        int contact, side;
        MapEvent::Kind kind;
        int number;
        bool operator==(const Count&) const = default;
    };
    std::vector<Count> counts;  ///< sorted by contact, side and kind; releases are left out
    int contacts_begun = 0;     ///< impacts and onsets together

    bool operator==(const EventCounts&) const = default;
};
[[nodiscard]] EventCounts event_counts(const std::vector<MapPoint>& points);

/// N equations in N + 1 unknowns at U, all of them scaled.
struct Evaluation {
    Vector residual;               ///< N
    Matrix jacobian;               ///< N x (N + 1)
    std::vector<Matrix> factors;   ///< derivative of the map over each period, in scaled states, without an unknown period
    std::vector<Vector> nodes;     ///< the state at the section of each period, not scaled
    std::vector<MapPoint> points;  ///< of each node
    EventCounts events;
    /// Distance of the nearest event from the section, as a share of the period.
    double section_margin = 0.5;
    double smallest_opening = std::numeric_limits<double>::infinity();  ///< in units of the opening's scale; infinite where there
                                                                        ///< is no interior minimum
    double smallest_impact_speed =
        std::numeric_limits<double>::infinity();  ///< in units of the speed's scale; infinite without impacts
    bool corner = false;

    /// Phi over all periods.
    [[nodiscard]] Matrix monodromy() const;
};

/// \returns nothing where the map cannot be computed; the caller then asks nearer to where it could
using Equations = std::function<std::optional<Evaluation>(const Vector& U)>;

}  // namespace jounce::nonlinear
