// Adaptive steps through contacts on top of exact linear motion, ended at events: located on the motion of the step,
// which has a closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "contact/response/contact_event.hpp"
#include "time/adaptive/collocation.hpp"
#include "time/adaptive/line_slips.hpp"
#include "time/exact/first_closing.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// A step ends where the contact of a side begins or ends, where a closed side turns back and where its law has a kink.
/// Workspace; references must outlive it.
class CollocationSteps {
  public:
    /// \param tolerance local error of a step relative to the motion in it
    CollocationSteps(const System& system, double tolerance, ModalFlight& flight, FirstClosing& closing);

    /// Are these steps cheaper than explicit ones, which the structure's highest frequency limits? Not when a rigid
    /// stop is closed or a friction acts that `Collocation::takes` refuses: its force does not follow from nodes.
    [[nodiscard]] bool pays(const State& from);
    /// One step from `from` towards `limit` [s], under signals in closed form; fills time, q, v and algorithm[0] (the
    /// next step's size, 0 when there is none) of `to`.
    /// \param located receives the sides that change their status at to.time \param frictions the frictions
    StepReport step(const State& from, State& to, const ClosedSignals& signals, double limit, std::vector<int>& located,
                    std::vector<FrictionLocator::Located>& frictions);
    /// Length of the step just taken [s]; the flight contains its motion until the next one.
    [[nodiscard]] double length() const { return length_; }
    /// Impulse, work and loss of each side in this step, and the work of each friction.
    void add_work(const State& from, const State& to, StepWork& work);
    /// Did it end at the turning point of a closed side with a law that requires it?
    [[nodiscard]] bool turned(std::size_t side) const { return turned_[side] != 0; }

  private:
    struct Event {
        contact::ContactEvent event = contact::ContactEvent::release;
        const Collocation::Side* side = nullptr;
        double low = 0, high = 0, guess = 0;  // after the beginning of the step [s]
        double place = 0, way = 0;            // of a kink
        bool cut = false;                     // a kink where the law's force changes its sign, in the direction `way`
    };
    struct Found {
        contact::ContactEvent event;
        double after;  ///< the start of the step [s]
    };
    /// The turning point due to the law alone, seen from the gap.
    struct Turn {
        double deepest = 0;    ///< [m]
        double frequency = 0;  ///< of a vibration on the law's stiffness there [rad/s]
        double decay = 0;      ///< by the law's damping there [1/s]
        double force = 0;      ///< there [N]
    };
    [[nodiscard]] Turn turn_of(const Collocation::Side& side, double begin, double speed) const;
    /// A step of zero length.
    StepReport stand(const State& from, State& to);
    [[nodiscard]] double first_size(const State& from, double limit);
    /// Largest decay rate of the slip of a smooth friction, pressed by this force [1/s].
    [[nodiscard]] double slip_decay(const Collocation::Side& side, double force) const;
    /// The error of the step relative to the allowed error.
    [[nodiscard]] double error(const State& from, double h);
    /// Largest part of the end of a contact that one step from `from` may cover: a force that ends as a power of time
    /// is not a polynomial.
    [[nodiscard]] double up_to_release(const State& from, double h) const;
    /// The first event of a closed side before `end`, located on the motion of the step.
    [[nodiscard]] std::optional<Found> first_event(const State& from, double h, double end);
    /// The first end of a slip or a stick before `end`; else `end`.
    [[nodiscard]] double first_friction_event(const State& from, double end, std::vector<FrictionLocator::Located>& located);
    /// Where a stick first breaks before `end`, if it does.
    [[nodiscard]] std::optional<double> first_break(const Collocation::Resistance& stick, double end);
    /// The force of a stick beyond what it can hold, at the instant s of the step [N].
    [[nodiscard]] double excess(const Collocation::Resistance& stick, double s);
    /// A release, a turning point, a kink and a cut of the tension between two samples of the motion.
    using Candidates = std::array<std::optional<Event>, 4>;
    [[nodiscard]] Candidates events_between(const State& from, const Collocation::Side& side, double begin,
                                            const contact::Motion& a, double a_force, double end, const contact::Motion& b,
                                            double b_force, bool first) const;
    /// The first tension of a closed side before `end`, isolated by bounds even if it is too short to appear at a node.
    [[nodiscard]] std::optional<Found> first_pull(const State& from, const Collocation::Side& side, double h, double end);
    struct Value {
        double value = 0, slope = 0, enough = 0;
    };
    [[nodiscard]] Value value(const Event& event, double s);
    [[nodiscard]] std::optional<double> locate(const Event& event);
    [[nodiscard]] double round_off(const Collocation::Side& side) const;

    const System& system_;
    bool presses_ = false;            // does a friction have a given normal force?
    double tolerance_, allowed_ = 0;  // of closings; of the step under way
    ModalFlight& flight_;
    FirstClosing& closing_;
    Collocation contact_;
    double from_time_ = 0, length_ = 0, speed_ = 0;
    std::vector<double> q_, v_, a_;  // at the end of the step tried
    std::vector<char> turned_, lossless_;
    std::vector<double> defect_;  // of each side: largest error of the polynomials of the last trial step [N]
    std::vector<double> onset_;   // of each side, at the last call of `pays`: its speed, -1 when it is open
    bool pays_ = false;
    std::vector<LineSlip> slips_;
    std::vector<int> ended_;  // sides that end their contact at the last located event
};

}  // namespace jounce::time
