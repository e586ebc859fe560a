// Interior minima of the openings of a run's open sides; in flights in closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "time/equations/closed_signals.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// An observer of a structure's march. In flights of closed form a minimum is the zero of the rate, to round-off; elsewhere the
/// minimum of the quintic through both ends of a step.
class OpeningWatch final : public time::Observer {
  public:
    /// \param spacing of the instants [s]; a flight has at most one minimum between two of them
    OpeningWatch(const System& system, double spacing);

    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;

    struct Minimum {
        double opening = 0;  ///< [m]
        double time = 0;     ///< [s]
        std::size_t side = 0;
    };
    /// The smallest minimum since `begin`; none if no open side turned back.
    [[nodiscard]] const std::optional<Minimum>& smallest() const { return smallest_; }

  private:
    void scan_flight(const State& from, double length);
    [[nodiscard]] contact::SideMotion side_at(std::size_t side, double after);
    void add(std::size_t side, double opening, double time);

    const System& system_;
    double spacing_;
    time::ClosedSignals signals_;
    std::unique_ptr<time::ModalFlight> flight_;  // null without a closed form
    std::vector<const Contact*> contact_;        // of each side
    std::vector<double> rate_;                   // of each side, at the last instant
    double begin_ = 0;                           // of the flight [s]
    std::optional<Minimum> smallest_;
};

}  // namespace jounce::nonlinear
