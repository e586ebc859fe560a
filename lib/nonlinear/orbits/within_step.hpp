// The motion within an accepted step of a march.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "time/equations/closed_signals.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/stepper/integrator.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// Flights have a closed form; elsewhere the method takes shorter steps from the start of the step.
class WithinStep {
  public:
    /// \param system as it is marched \param method of the march; both must outlive this object
    WithinStep(const System& system, const time::Method& method);

    /// Both states of the step must stay alive while this is used.
    void begin(const time::AcceptedStep& step);
    /// Is the step a flight of closed form? Then `flight` and `motion` may be used.
    [[nodiscard]] bool flies() const { return flies_; }
    [[nodiscard]] time::ModalFlight& flight() { return *flight_; }
    /// A state whose time, q, v and a are those at `after` the start of a flight [s].
    [[nodiscard]] const State& motion(double after);
    /// The complete state at a time within the step; null if the method fails there.
    [[nodiscard]] const State* at(double time);

  private:
    const System& system_;
    const time::Method& method_;
    bool rubs_ = false;  // does any friction act independently of the gaps?
    time::ClosedSignals signals_;
    std::unique_ptr<time::ModalFlight> flight_;  // null without a closed form
    /// Of its own, because the march uses the results of its last step; null: not used yet.
    std::unique_ptr<time::Stepper> stepper_;
    const State* from_ = nullptr;
    bool flies_ = false;
    State here_, spare_;
};

}  // namespace jounce::nonlinear
