// The equations of continuation at one point: residual, Jacobian, and the events of the orbit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/orbits/period_map.hpp"

namespace jounce::nonlinear {

/// The number of onsets of each contact and of changes of each friction in the orbit, without their order: orbits with equal
/// counts are on the same smooth piece of the map.
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

/// N equations in N + 1 unknowns at U, all scaled.
struct Evaluation {
    Vector residual;               ///< N
    Matrix jacobian;               ///< N x (N + 1); the last column, by the parameter, is zero where `partial`
    std::vector<Matrix> factors;   ///< derivative of the map over each period, in scaled states, without the unknown period
    std::vector<Vector> nodes;     ///< the scaled state at the section of each period
    Vector flow;                   ///< T times the rate of the scaled state at the section; empty under a load
    std::vector<MapPoint> points;  ///< of each node
    EventCounts events;
    /// Distance of the nearest event from the section, as a share of the period.
    double section_margin = 0.5;
    double smallest_opening =
        std::numeric_limits<double>::infinity();  ///< in units of the opening's scale; infinite without an interior minimum
    double smallest_impact_speed =
        std::numeric_limits<double>::infinity();  ///< in units of the speed's scale; infinite without impacts
    double smallest_indentation = std::numeric_limits<double>::infinity();  ///< of MapPoint, in units of the opening's scale
    int shallowest = -1;                                                    ///< index of its gap
    bool corner = false;
    bool partial = false;  ///< the derivative by the parameter was not asked for

    /// Phi over all periods.
    [[nodiscard]] Matrix monodromy() const;
};

/// What is asked of an evaluation. The derivative by the parameter costs two more models and runs: where a neighbour's will do,
/// `states` leaves it out, and equations that have it in any case give the whole Jacobian.
enum class Wanted {
    motion,     ///< residual, events, openings and speeds: no Jacobian
    states,     ///< the Jacobian, `partial` where the equations can do without the rest
    one_sided,  ///< the whole Jacobian; the derivative by the parameter costs one model and run (Derivatives::one_sided)
    all
};

/// \returns nothing when the map cannot be computed; the caller then tries a point nearer to the last one
using Equations = std::function<std::optional<Evaluation>(const Vector& U, Wanted wanted)>;

}  // namespace jounce::nonlinear
