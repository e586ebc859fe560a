// The first closing of an open gap side on a span of linear motion, isolated by bounds so that none is missed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/held_motions.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

/// Advances along the closed-form motion by steps that bounds of its derivatives prove free of contact (docs/theory/
/// event_driven.md, eqs. 4-5). Workspace only.
class FirstClosing {
  public:
    /// \param tolerance position tolerance as a fraction of the clearance or of the gap coordinate at the start, whichever is
    ///     larger; shallower contacts may be missed, deeper ones never
    /// \param motions of the run; must outlive it
    FirstClosing(const System& system, double tolerance, HeldMotions& motions);

    /// The earliest s in [0, length] at which the indentation of an open side (memory.closed false in `from`) rises
    /// through zero, or, for a side that is still indented after its release, the law's force. `flight` has begun at
    /// `from`. `sides` receives the sides that close there (empty: none does).
    double find(ModalFlight& flight, const State& from, double length, std::vector<int>& sides);

  private:
    /// Indentation (circular gaps: (|x|^2 - d^2)/(2 d), which has the same zero), derivatives, bound of the third.
    struct Path {
        double d = 0, r = 0, a = 0, third = 0;
    };
    struct Side {
        const Contact* contact = nullptr;
        int number = 0;
        std::size_t row = 0;
        double sign = 1;
        bool plane = true;
        double clearance = 0;  // [m], to the surface left by earlier contacts
    };
    [[nodiscard]] Path path(const ModalFlight& flight, const Side& side, double reach, std::size_t first) const;
    [[nodiscard]] Path path_at(ModalFlight& flight, const Side& side, double s) const;
    [[nodiscard]] contact::Motion motion(const ModalFlight& flight, const Side& side) const;
    std::optional<double> closing(ModalFlight& flight, const Side& side, const SideState& state, double time, double length);
    /// A side still indented: the instant of its re-closure, or else `s` at which it has left.
    std::optional<double> leave(ModalFlight& flight, const Side& side, double length, double& s) const;

    /// Do the bounds at the beginning of the flight prove that an open side stays away from its stop?
    [[nodiscard]] bool stays_apart(const ModalFlight& flight, std::size_t side, const State& from, double length);

    /// At the start of a run: does the motion begin at rest on a rigid stop, pressed against it?
    [[nodiscard]] bool rests(ModalFlight& flight, std::size_t k, const State& from);
    /// Does a motion that begins along a circular stop, with no force between them, go on into it?
    /// \param speed, pull of the motion there [m/s], [m/s2]
    [[nodiscard]] bool bends_out(ModalFlight& flight, const Side& side, double radius, double speed, double pull) const;
    /// Adds other rigid stops reached at s within the position tolerance: impulses at one instant are one problem.
    void add_rigid(ModalFlight& flight, const State& from, double s, std::vector<int>& sides);

    /// The rise of an open side's force through zero: its law may push before the bodies touch, or it is indented.
    std::optional<double> pushing(ModalFlight& flight, const Side& side, double length) const;

    double tolerance_;
    HeldMotions& motions_;
    const contact::ContactMemory* memory_ = nullptr;  // of the side examined
    double time_ = 0;                                 // beginning of the flight
    std::vector<Side> sides_;
    std::vector<double> tail_;
    std::vector<char> far_;
};

}  // namespace jounce::time
