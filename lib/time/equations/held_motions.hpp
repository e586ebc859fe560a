// The motions that closed rigid stops and sticking frictions hold at zero at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/given_motions.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

/// A rate that is held at zero: its derivative d rate/d v, and the velocities that its unit impulse makes (n each).
struct HeldMotion {
    linalg::Vector column, influence;
    linalg::Vector
        given;         ///< d rate/d(rate of each motion that is a function of time), at constant v; joints: as of GivenMotions
    double speed = 0;  ///< the rate itself [m/s]
    std::size_t friction = 0, component = 0;
    bool stop = false;  ///< of a rigid stop, not of a friction
    bool fixed = true;  ///< does its derivative stay the same wherever the bodies are?
};

/// W = S' M^-1 S of the columns S of held rates (m x m).
[[nodiscard]] linalg::Matrix mobility(const std::vector<HeldMotion>& held);

/// The distance from its surface below which a side touches it [m]: rounding of a gap of this clearance.
[[nodiscard]] double touching(const contact::GapGeometry& gap);
/// Rounding of the places of its bodies along the rows of a gap [m].
[[nodiscard]] double place_rounding(const System& system, const Contact& contact, const State& state);
/// The same of a gap of any kind: one in a joint has no rows; its place has the rounding of those of the bodies [m].
[[nodiscard]] double any_place_rounding(const System& system, const Contact& contact, const State& state);
/// `touching` with the rounding of the places of its bodies in `state`: the bound of the march, where events are examined and
/// where statuses switch.
[[nodiscard]] double touching(const System& system, const Contact& contact, const State& state);

/// One for a run: stepper and march share it. Works with and without joints. Computes M^-1 B^T when first needed; no other
/// history.
class HeldMotions {
  public:
    explicit HeldMotions(const System& system);

    /// Of all closed rigid stops, then of all sticks, at a complete state. With joints, the impulses are answered by them, too.
    [[nodiscard]] std::vector<HeldMotion> at(const State& state);
    /// Is the rate of an open side at a plane surface, b'v, a combination of the rates that sticks and closed rigid stops hold,
    ///     b' M^-1 b = g' W^-1 g,   W = S' M^-1 S,   g = S' M^-1 b,   S the columns of the held rates?
    /// also in what it takes from prescribed motions and drivers, each for itself? With joints, of these rates and of those of
    /// the joints. Its distance is then constant but for rounding, and no contact begins as long as the sticks hold. A side must
    /// touch if its law is compliant, or if bodies or joints hold it, whose rates change with the position; a surface that
    /// relaxes holds nothing.
    [[nodiscard]] bool hold(const State& state, std::size_t side);

    /// Is a rate that sticks and closed rigid stops hold a combination of the others, but not in what they take from given
    /// motions? All then hold only as long as these motions agree: a support rests beside a stop, two supports move alike.
    [[nodiscard]] bool may_part(const State& state);

    /// Does an open side that sticks held in `before`, touching, close where they no longer hold it? By the direction in which
    /// sticks of before slip now, or by the acceleration where none does.
    [[nodiscard]] bool pressed(const State& before, const State& state, std::size_t side);

    /// d s_k/d v and the velocities that a unit impulse along it makes, of a System without joints.
    [[nodiscard]] HeldMotion slip(const State& state, std::size_t friction, std::size_t component);
    /// Of a friction at the time, q and v of a state [m/s].
    [[nodiscard]] contact::Slip slip_velocity(const State& state, std::size_t friction);
    /// The same of a System with joints, with the given motions of another time.
    [[nodiscard]] contact::Slip slip_velocity(const State& state, std::size_t friction, double time);
    [[nodiscard]] bool has_joints() const { return dynamics_ != nullptr; }

  private:
    /// Of a rate that is a combination of held ones.
    struct Combination {
        bool fixed = false;       ///< does it stay one wherever the bodies are?
        bool same_given = false;  ///< also in what it takes from given motions?
    };
    [[nodiscard]] std::optional<Combination> combine(const std::vector<HeldMotion>& held, const HeldMotion& rate);
    void prepare();
    [[nodiscard]] HeldMotion none(bool stop) const;
    void add_row(int row, double share, HeldMotion& out) const;
    [[nodiscard]] HeldMotion normal(const State& state, const Contact& contact) const;
    [[nodiscard]] std::vector<HeldMotion> at_joints(const State& state);
    [[nodiscard]] HeldMotion rate_at_joints(std::size_t side);
    [[nodiscard]] HeldMotion slip_at_joints(std::size_t friction, std::size_t component);
    void place(const State& state);
    [[nodiscard]] const Contact& contact(std::size_t side) const;
    /// Is the surface a plane that stays, and does a compliant side touch?
    [[nodiscard]] bool stays_at_a_plane(const State& state, std::size_t side) const;
    [[nodiscard]] bool touches(const State& state, std::size_t side, double near) const;
    /// Of an open side, after `place`.
    [[nodiscard]] HeldMotion rate(const State& state, std::size_t side);

    const System* system_;
    linalg::Matrix transposed_, influence_;        // B^T and M^-1 B^T, computed when first needed
    std::unique_ptr<MechanismDynamics> dynamics_;  // of a System with joints, like the next one
    std::unique_ptr<GivenMotions> given_;
};

}  // namespace jounce::time
