// Estimated computing times of methods, to choose one of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/system.hpp"

namespace jounce::record {

/// Does C couple the modes of K and M, by more than 1e-8 of its largest terms? A weaker coupling costs more than is estimated.
/// They are uncoupled if C M^-1 K = K M^-1 C (T. K. Caughey, M. E. J. O'Kelly 1965, doi:10.1115/1.3627262), here on one vector.
[[nodiscard]] bool damping_couples_modes(const System& system);

/// Nanoseconds of a whole run, from counts of operations fitted to `bench` and to the guide's cantilever, shaft and shells: the
/// same on every machine. n coordinates, half bandwidth b, g gaps.
struct MethodCosts {
    const System& system;
    double duration = 0;  ///< [s]

    /// 2 n (b - 1) + 80 + 150 g a step, a solution with the factor and the gaps, and 700 a record. Modal damping has wide bands.
    [[nodiscard]] double newmark(double step, double records) const;
    /// The modes, 3 n^3, 500 + 50 n a step, and 700 a record.
    [[nodiscard]] double precise(double steps, double records) const;
    /// Of flights in closed form: the modes, 300 + 280 n a record, 3e5 + 90 n^2 an impact, half as much again with several gaps,
    /// whose tolerance is smaller.
    [[nodiscard]] double closed_flights(double records, double impacts) const;
    /// Of flights by explicit steps of order 8 in modal coordinates, of 12 evaluations each and the length 5/w of the fastest
    /// mode.
    /// \param coupled the damping couples the modes: its matrix is full
    [[nodiscard]] double explicit_flights(bool coupled) const;

  private:
    [[nodiscard]] double modes() const;
};

}  // namespace jounce::record
