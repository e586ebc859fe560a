// The map of a section's state over one period, with its derivatives, for orbits, branches and exponents.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::nonlinear {

/// One event of a contact or a friction within a period, in the order of time.
struct MapEvent {
    enum class Kind {
        impact,   ///< a rigid stop gave an impulse; its speed is the approach speed
        onset,    ///< a contact with a force law began
        release,  ///< it ended
        stick,    ///< a friction began to stick, or a rigid stop began to hold
        slip      ///< the stick or the hold ended
    };
    int contact = 0;  ///< index in System::contacts; of a friction: -1 - its index in System::frictions
    int side = 0;     ///< 1: positive, -1: negative, 0: circular gap or friction
    Kind kind = Kind::onset;
    double time = 0;        ///< since the section [s]
    double speed = 0;       ///< of approach at an impact and at an onset [m/s]; else 0
    double peak_force = 0;  ///< of the contact that begins with this onset [N]; else 0
};

/// phi(t_s + T; t_s, y) and its derivatives. A state y is (q, v, memory), of PeriodMap::dimension() numbers.
struct MapPoint {
    linalg::Vector end;                   ///< Pi(y, lambda), n
    linalg::Matrix derivative;            ///< dPi/dy, n x n, through all events
    linalg::Vector parameter_derivative;  ///< dPi/dlambda at a fixed phase of the load, n; empty if not requested
    linalg::Vector flow;                  ///< y' at the section, `states()` numbers; empty under a load, and without derivatives
    std::vector<MapEvent> events;
    /// Smallest opening of an open side at an interior minimum [m]; infinite if there is none.
    double smallest_opening = std::numeric_limits<double>::infinity();
    double smallest_impact_speed = std::numeric_limits<double>::infinity();  ///< [m/s]; infinite without impacts
    /// Smallest indentation at an interior minimum within a contact whose force depends on its impact speed [m], and the index of
    /// its gap; infinite if there is none. Where it reaches zero the contact splits.
    double smallest_indentation = std::numeric_limits<double>::infinity();
    int shallowest = -1;
    /// ln |det dPi/dy| by Liouville's formula, from the trace of J and the determinants of the jumps; empty if a jump is singular
    /// or depends on the memory of a contact, and without derivatives.
    std::optional<double> log_determinant = {};
    bool corner = false;  ///< events of different contacts at one instant: the derivative is one-sided
    std::string refused;  ///< the reason for a missing derivative, or empty
};

/// The requested data of a point; derivatives cost more than the run.
enum class Derivatives {
    none,
    state,
    one_sided,  ///< also by the parameter, where it may be a one-sided difference with an error of 1e-4 of its size
    state_and_parameter
};

/// The map of one period. Pure: two calls with equal arguments give equal bits.
/// Motion without a load has its period T as the last unknown: dimension() is states() + 1, the last component of the end is T,
/// and the last row of `derivative - 1` keeps Newton's steps across the flow (AutonomousMap). Multipliers belong to the first
/// states() rows and columns.
class PeriodMap {
  public:
    virtual ~PeriodMap() = default;
    [[nodiscard]] virtual int dimension() const = 0;
    [[nodiscard]] virtual int states() const { return dimension(); }
    [[nodiscard]] virtual int periods() const = 0;                   ///< n: an orbit closes after n calls
    [[nodiscard]] virtual const linalg::Vector& scales() const = 0;  ///< D, of `dimension()` numbers, all positive
    [[nodiscard]] virtual double parameter_scale() const = 0;        ///< positive
    /// \throws Error (computation) when the run fails
    [[nodiscard]] virtual MapPoint at(const linalg::Vector& y, double lambda, Derivatives wanted) const = 0;
};

/// A point of n periods by n calls, one after the other: derivatives are multiplied; events, openings and speeds include all
/// periods, with increasing times. \param period [s], added to the times of events
[[nodiscard]] MapPoint across(const PeriodMap& map, const linalg::Vector& y, double lambda, int periods, double period,
                              Derivatives wanted);

}  // namespace jounce::nonlinear
