// Stick and slip of set-valued frictions: event functions, and the switch at the instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "system/state/slip_rows.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/events/events.hpp"

namespace jounce::time {

/// Examines the frictions between two states with constant statuses; candidates name a friction instead of a side.
class FrictionWatch {
  public:
    /// \param follows do the steps follow the direction of a slip in a plane, rather than hold it?
    FrictionWatch(const System& system, bool follows);

    [[nodiscard]] bool empty() const { return watched_.empty(); }
    void examine(const State& before, const State& after, std::vector<EventCandidate>& candidates);
    [[nodiscard]] EventWatch::Value value(int friction, ContactEvent event, const State& state) const;
    /// Has the motion come to rest there, rather than only turned in its plane?
    [[nodiscard]] bool stops(int friction, const State& state) const;
    [[nodiscard]] static bool of_friction(ContactEvent event) {
        return event == ContactEvent::slip_ends || event == ContactEvent::stick_breaks || event == ContactEvent::band_left;
    }

  private:
    /// Is this speed rounding? Frames at different places differ by more than that of a row.
    [[nodiscard]] bool rests_between_frames(std::size_t friction, double speed) const;
    /// The end of a slip in a step of size h whose event function is `begin` and `end` > 0 at its ends [s].
    [[nodiscard]] double end_of_slip(std::size_t friction, const State& before, double begin, double end, double h) const;

    const System* system_;
    std::vector<int> watched_;         // set-valued ones
    std::vector<contact::Slip> held_;  // per friction: the constant direction in the step
    std::vector<double> speed_;        // at its start
    bool follows_;
    std::vector<PlaneSlip> plane_;  // of each that it follows
};

/// Changes what the frictions do at one instant. `restart` of the integrator then decides which of those at rest stick.
class FrictionSwitching {
  public:
    /// References must outlive it.
    FrictionSwitching(const System& system, const FrictionWatch& watch, HeldMotions& motions);

    void clear() {
        collected_.clear();
        ahead_ = nullptr;
    }
    /// A trial step from this instant, which must outlive `apply`: a stick whose force is zero here slips along its force there.
    void look_ahead(const State& trial) { ahead_ = &trial; }
    /// An impact decides anew what its bodies' frictions do.
    void forget_at_impact() { collected_.clear(); }
    /// Slips of set-valued frictions whose velocity is rounding are tried as sticks.
    void stick_at_rest(State& state) const;
    void add(const EventCandidate& candidate);
    /// Does a set-valued slip pass through rest within a step?
    [[nodiscard]] bool any_passes_rest(const State& before, const State& after) const;
    /// Stepwise: ends the slips that entered their dead band, or passed through rest where the static coefficient holds them.
    /// \param consistent `after` with the accelerations that its forces make
    void add_ended_slips(const State& before, const State& after, const State& consistent);
    [[nodiscard]] const std::vector<EventCandidate>& collected() const { return collected_; }
    [[nodiscard]] HeldMotions& motions() const { return motions_; }
    /// Statuses, and the impulses that bring sticking frictions exactly to rest.
    void apply(State& state);
    /// Where the speed of a given motion jumps at this instant, a stick on it slips, and a slip has the direction behind the
    /// jump: the force of a friction is no impulse. Drivers whose jump joints transmit make impulses: MechanismStepper::restart.
    void slip_where_speeds_jump(State& state) const;

  private:
    [[nodiscard]] bool given_speed_jumps(const State& state, std::size_t friction) const;
    [[nodiscard]] bool passes_rest(const State& before, const State& after, std::size_t friction) const;
    [[nodiscard]] bool holds_at_rest(std::size_t friction, const State& state);
    void bring_to_rest(State& state);
    void leave_band(State& state) const;
    void break_stick(std::size_t friction, State& state);
    /// \param along the direction in which a stick is about to slip, unit
    void break_with(std::size_t friction, const contact::Slip& along, State& state);

    const System* system_;
    const FrictionWatch* watch_;
    std::vector<EventCandidate> collected_;
    const State* ahead_ = nullptr;
    HeldMotions& motions_;
};

}  // namespace jounce::time
