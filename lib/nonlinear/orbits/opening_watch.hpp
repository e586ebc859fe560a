// Interior minima of the openings of a run's open sides.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "time/equations/closed_signals.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/stepper/integrator.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// An observer of a march. A minimum is the zero of the opening's rate: in flights of closed form to round-off, elsewhere within
/// the method's tolerance, by shorter steps from the start of the step that contains it.
class OpeningWatch final : public time::Observer {
  public:
    /// \param spacing of the instants [s]; a flight has at most one minimum between two of them
    /// \param method of the march; both must outlive this object
    OpeningWatch(const System& system, const time::Method& method, double spacing);

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
    /// The state at a time within a step. \returns false if the method fails there
    bool step_to(const State& from, double time);
    void find_within(std::size_t side, const time::AcceptedStep& step);
    [[nodiscard]] contact::SideMotion side_at(std::size_t side, double after);
    void add(std::size_t side, double opening, double time);

    const System& system_;
    const time::Method& method_;
    std::unique_ptr<time::Stepper>
        stepper_;  // of its own, because the march uses the results of its last step; null: not used yet
    State within_, spare_;
    double spacing_;
    time::ClosedSignals signals_;
    std::unique_ptr<time::ModalFlight> flight_;  // null without a closed form
    std::vector<const Contact*> contact_;        // of each side
    std::vector<double> rate_;                   // of each side, at the last instant
    double begin_ = 0;                           // of the flight [s]
    std::optional<Minimum> smallest_;
};

}  // namespace jounce::nonlinear
