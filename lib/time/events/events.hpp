// Where contacts begin and end within a step: event functions of the sides, examined at both ends and between them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "contact/response/contact_event.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::time {

using contact::ContactEvent;

/// An event found within the step, with its estimated time.
struct EventCandidate {
    int side = 0;  ///< index of a friction for the event functions of frictions
    ContactEvent event = ContactEvent::onset;
    double after = 0;  ///< seconds after the beginning of the step, by interpolation
    /// False when both ends of the step are on the same side of zero and only the interpolation between them crosses.
    bool at_end = true;
    bool rests = false;  ///< of a slip that ends: does it pass through rest within the step?
};

class FrictionWatch;
class HeldMotions;
class StopPushes;

/// Per side: data that the event functions need in addition to the states.
class EventWatch {
  public:
    /// \param follows do the steps follow the direction of a slip in a plane, rather than hold it?
    /// \param motions of the stepper, which must outlive it; null: its own
    explicit EventWatch(const System& system, bool follows = false, HeldMotions* motions = nullptr);
    ~EventWatch();

    /// Fills `candidates()` with the events between two states (with constant status), earliest first. \returns are
    /// there any?
    bool examine(const State& before, const State& after) {
        candidates_.clear();
        if (!(after.time > before.time)) return false;  // below the resolution of time
        const std::size_t count = sides_.size();
        for (std::size_t s = 0; s < count; ++s) {
            const SideState& b = before.sides[s];
            const SideState& a = after.sides[s];
            if (!a.memory.closed) {
                // Far from the stop at both ends and without a turn in between: the common case.
                if (a.motion.indentation <= 0 && b.motion.indentation <= 0 && !(b.motion.rate > 0 && a.motion.rate < 0) &&
                    !sides_[s].anywhere)
                    continue;
                examine_open(static_cast<int>(s), before, after);
            } else if (!sides_[s].plain || !stays_in(b, a)) {
                examine_closed(static_cast<int>(s), before, after);
            }
        }
        if (frictions_) examine_frictions(before, after);
        if (candidates_.empty()) return false;
        sort();
        return true;
    }
    [[nodiscard]] const std::vector<EventCandidate>& candidates() const { return candidates_; }

    using Value = contact::EventValue;
    [[nodiscard]] Value value(int side, ContactEvent event, const State& state) const;
    [[nodiscard]] const contact::Law& law(int side) const { return *sides_[static_cast<std::size_t>(side)].law; }
    [[nodiscard]] bool rigid(int side) const { return sides_[static_cast<std::size_t>(side)].law->rigid; }
    [[nodiscard]] int contact(int side) const { return sides_[static_cast<std::size_t>(side)].contact; }
    /// Of the frictions with set-valued laws; null when there are none.
    [[nodiscard]] const FrictionWatch* frictions() const { return frictions_.get(); }
    /// What sticks hold; null without such frictions.
    [[nodiscard]] HeldMotions* motions() const { return motions_; }

  private:
    void examine_frictions(const State& before, const State& after);
    void examine_open(int side, const State& before, const State& after);
    void examine_closed(int side, const State& before, const State& after);
    /// Force on a side [N]: of its law, or the reaction of a rigid stop.
    [[nodiscard]] double push(int side, const State& state) const;
    [[nodiscard]] double force(int side, const contact::Motion& motion, const contact::ContactMemory& memory) const;
    void sort();

    /// Is the contact closed at both ends of the step, with the same direction of motion and similar forces? This is
    /// the common case. (If the force is far from zero at both ends, it does not vanish in between; see force_within
    /// in side_events.cpp.)
    [[nodiscard]] static bool stays_in(const SideState& before, const SideState& after) {
        const double f0 = before.response.force, f1 = after.response.force;
        return before.motion.rate * after.motion.rate > 0 && f0 > 0.3 * f1 && f1 > 0.3 * f0 &&
               before.motion.indentation > before.memory.permanent_indentation &&
               after.motion.indentation > before.memory.permanent_indentation;
    }

    struct Side {
        const contact::Law* law = nullptr;
        int contact = 0;
        bool anywhere = false;  // the force may close it before the bodies touch
        bool plain = false;     // no event but its release
    };
    const System* system_;
    std::vector<Side> sides_;
    std::vector<EventCandidate> candidates_;
    std::vector<double> largest_before_;  // before the step: a reloading passes it [m]
    std::unique_ptr<FrictionWatch> frictions_;
    std::unique_ptr<HeldMotions> own_;   // null with those of a stepper
    HeldMotions* motions_ = nullptr;     // null without set-valued frictions
    std::unique_ptr<StopPushes> stops_;  // null without rigid stops
};

}  // namespace jounce::time
