// Places of rigid stops: no accepted state may have a closed stop away from its surface, or a body inside an open one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/mechanism_scales.hpp"

namespace jounce::time {

/// The sides of a System with rigid laws. Steps hold the rate of a closed side, not its place, and events watch an open one: what
/// either has missed shows in the place alone. A side may be off its surface by the rounding of places and by the error of a
/// step:
///     1e-6 (1 mm + |clearance| + L) + S h/5 + A h^2,
/// with the step h and the sums L, S, A of the terms of the side's place, rate and acceleration, of joints those of the fastest
/// point of all bodies. On a stop that moves or is round, rules of second order err by h^2/12 to h^2/6 of the change of the
/// acceleration since the onset, methods with own steps by far less. This error stays when the motion has ended: for a closed
/// side S h/5 + A h^2 is the largest since the onset. A missed impact leaves S h/2 within a step, or a distance that grows.
class StopPlaces {
  public:
    /// \param step nominal one [s]
    StopPlaces(const System& system, double step);

    /// Takes closed sides as they are: another march, which has checked them, left them there.
    void begin(const State& state);
    /// One comparison for each side on its surface or outside. Does not allocate.
    /// \throws Error (computation) that names the gap, the time, the distance, its bound and what it means
    void require(const State& state) {
        for (Side& side : sides_) {
            const double off = distance(state.sides[side.index]);
            if (off > side.rounding) [[unlikely]]
                require(side, off, state);
            if (!state.sides[side.index].memory.closed) side.largest = 0;
        }
    }
    /// The bound for a side of a rigid stop that begins to be closed [m].
    [[nodiscard]] double bound(std::size_t side, const State& state) const;

  private:
    struct Side {
        std::size_t index = 0;
        const Contact* contact = nullptr;
        double rounding = 0;  ///< less than the bound [m]
        double largest = 0;   ///< error of a step since the onset [m]
    };
    /// Of a side from where it may be [m]: inside, or of a closed one on either side.
    [[nodiscard]] static double distance(const SideState& side) {
        const double depth = side.motion.indentation;
        return side.memory.closed ? std::abs(depth) : side.instead < 0 ? depth : 0;
    }
    void require(Side& side, double off, const State& state);
    struct Terms {
        double place = 0;  ///< their share in the bound [m]
        double step = 0;
    };
    [[nodiscard]] Terms terms(const Side& side, const State& state) const;

    const System& system_;
    double step_;
    std::vector<Side> sides_;
    std::unique_ptr<MechanismScales> scales_;  // with joints
};

}  // namespace jounce::time
