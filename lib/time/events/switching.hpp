// Switches of status at one instant: what changes when contacts begin, turn and end, with the impulses of rigid stops.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/numbers/limits.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/events/chattering.hpp"
#include "time/events/events.hpp"
#include "time/events/friction_events.hpp"
#include "time/stepper/integrator.hpp"
#include "time/stepper/march_report.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::time {

/// Collects the sides that switch at one instant, then switches them and notifies the observers. References must
/// outlive it.
class Switching {
  public:
    /// \param report its `events` are counted here
    /// \param locates do steps end at events? \param state at the start \param step nominal one [s]
    Switching(const System& system, Stepper& stepper, const EventWatch& watch, bool locates, std::span<Observer* const> observers,
              MarchReport& report, const State& state, double step);

    /// Allows at most this number of instants with switches until the next call.
    void allow(int instants) {
        most_ = left_ = instants;
        std::fill(released_.begin(), released_.end(), -infinite);
        std::fill(let_go_.begin(), let_go_.end(), -infinite);
    }

    /// Rebounds on rigid stops whose flight is shorter than this are the end of impacts that accumulate: they do not rebound [s].
    void set_shortest_flight(double flight) { shortest_flight_ = flight; }

    /// Begins a new collection.
    void clear();
    void add(const EventCandidate& candidate);
    void add(int side, Switch::What what);
    /// Of a friction: its event.
    void add_friction(int friction, ContactEvent event) { add(EventCandidate{friction, event, 0, true}); }
    /// A trial step from the instant of the collected events; it must outlive `apply`.
    void look_ahead(const State& trial) {
        if (frictions_) frictions_->look_ahead(trial);
    }
    /// Sides that reach their stop within `together` [s] close as well.
    void add_sides_about_to_close(const State& state, double together);

    /// Where the force of a side vanishes or returns, sides whose force is zero with it, but for rounding: what holds two corners
    /// of a body vanishes at one instant. Of compliant sides those that let go by force on their way out, or whose force returns
    /// while they are indented; one alone would turn the body by its residue, and undo the event of the other.
    /// \param other a state of a step that begins or ends there
    void add_sides_with_the_same_event(const State& other, const State& at);

    /// Switches the statuses collected in `state`, gives the impulses of rigid stops, and restarts the integrator.
    /// \throws Error (computation) naming the contact and the time when there were more switches than allowed
    void apply(State& state);
    /// Stepwise: ends the slips that the step from `before` brought to rest. \returns any?
    bool end_slips(const State& before, State& state);
    /// An instant at which loads or given motions jump.
    void restart(State& state) { restart(state, Speeds::jump); }
    /// The first instant of a run that continues another motion: the speeds of stops may differ from those of before.
    void begin(State& state) { restart(state, Speeds::differ); }

    /// The first time up to `end` [s] from which given motions part what sticks and closed rigid stops hold together at `state`;
    /// a step across it has no solution. Later than `end`: none. \param resolution [s]
    [[nodiscard]] double given_motions_part(const State& state, double end, double resolution);

  private:
    /// Of rigid stops, against those of before: `state` has the rates of before, or it has not.
    enum class Speeds { jump, differ };
    void restart(State& state, Speeds speeds);
    /// Is the switch that `time` would make there another than none?
    /// The state restarted at another time, in `sampled_`. \returns false where no start is found
    [[nodiscard]] bool restarted(const State& state, double time);
    [[nodiscard]] bool parts_at(const State& state, double time);
    [[nodiscard]] bool listed(int side) const;
    /// Sides no farther than this from their surface touch it [m].
    [[nodiscard]] double touching(const State& state, int side) const;
    [[nodiscard]] std::vector<int> closed_stops(const State& state) const;
    void strike(State& state);
    void put_opened_on_surface(State& state);
    void close_once(const State& state);
    void refuse_chattering(int side, double time);
    static void forget_impulses(State& state);
    /// Restarts the integrator, which opens closed rigid stops that sticks carry off: these are listed.
    void restart_stepper(State& state);
    void list_opened(int side);
    /// Where the given speed of a rigid stop has jumped: one that moves in is to strike the bodies on it, one that moves out lets
    /// them go.
    void part_where_stops_jump(State& state, Speeds speeds);
    void release_pulling_stops(State& state);
    void strike_touching_stops(State& state);
    void leave_open_what_rebounds(State& state);
    void close_touching(State& state);

    const System& system_;
    Stepper& stepper_;
    const EventWatch& watch_;
    bool locates_;
    std::span<Observer* const> observers_;
    MarchReport& report_;
    RigidStops stops_;
    std::unique_ptr<FrictionSwitching> frictions_;  // null without set-valued ones
    std::vector<Switch> switches_;
    State before_;
    State sampled_;  // of `restarted`: no step allocates
    double step_;    // nominal one [s]
    Chattering chattering_;
    std::vector<double> released_;  // of each side: the last time it was released because of tension
    std::vector<double> let_go_;    // the same, or because a restart opened it
    double shortest_flight_ = 0;
    int most_ = 0, left_ = 0;
    std::optional<bool> may_part_;  // HeldMotions::may_part with the present statuses; nothing: not asked yet
};

}  // namespace jounce::time
