// Frictions that slide along lines under constant normal forces: constant forces on exact linear motion, up to where a slip ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "time/adaptive/line_slips.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// The set-valued frictions of a structure that act independently of gaps. Workspace only; the System must outlive it.
class SlidingFlight {
  public:
    explicit SlidingFlight(const System& system);

    /// Do all of them slide along lines under constant normal forces at `from`? Then their forces are known until `end`, which is
    /// reduced to where a normal force changes. \throws Error as given_normal_force
    [[nodiscard]] bool begin(const State& from, double& end);
    [[nodiscard]] std::span<const RowForce> forces() const { return forces_; }
    [[nodiscard]] std::span<const LineSlip> slips() const { return slips_; }
    /// Sets the works of all frictions over [0, s] of the flight, which moves. \returns their sum [J]
    double work(ModalFlight& flight, double s, std::vector<double>& frictions) const;

  private:
    const System* system_;
    std::vector<std::size_t> alone_;  // frictions with a given normal force
    std::vector<LineSlip> slips_;     // parallel to `forces_`
    std::vector<RowForce> forces_;
};

}  // namespace jounce::time
