// Samples of the sides of a mechanism within a step, and the event functions that pass zero between them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "time/events/side_events.hpp"
#include "time/flow/mechanism_flow.hpp"

namespace jounce::time {

/// Workspace; nothing allocates after construction. References must outlive it.
class MechanismSamples {
  public:
    static constexpr int parts = 8;  ///< of a step, sampled at their ends
    /// Relative to the impact speed: the depth at a turn located this accurately is the maximum to 1e-12.
    static constexpr double slow_turn = 1e-6;
    /// Relative to the tolerance and the largest force: residual of a located zero of a force.
    static constexpr double zero_force = 1e-2;

    struct Crossing {
        contact::ContactEvent event = contact::ContactEvent::onset;
        std::size_t side = 0;
        double low = 0, high = 0, guess = 0;  ///< after the beginning of the step [s]
        double place = 0, way = 0;            ///< of a kink: the indentation, and the direction of passing it (1: inwards, -1)
        int friction = -1;                    ///< whose event it is, in place of a side
        bool cut = false;                     ///< a kink where the law's force changes its sign, in the direction `way`
    };

    MechanismSamples(MechanismDynamics& dynamics, const MechanismFlow& flow);
    [[nodiscard]] bool empty() const { return samples_[0].empty(); }
    /// Takes sample number `number` (0: the start, `parts`: the end; between them only of the sides that `quiet` found not to
    /// be). The dynamics' time is that of the sample.
    void take(std::size_t number, const double* q, const double* v);
    /// Do the first and the last sample exclude events between them? Sides are away from their surfaces, on either
    /// side, by four times the displacement at the larger speed, and rates and forces of closed ones are monotonic.
    [[nodiscard]] bool quiet(double begin, double h, double tolerance);
    /// May a side have events within the step?
    [[nodiscard]] bool watched(std::size_t side) const { return watched_[side] != 0; }
    void watch_all() { std::fill(watched_.begin(), watched_.end(), 1); }
    /// A kink of a closed side between the beginning of the step and its present position; none: infinity.
    [[nodiscard]] double kink_since_begin(std::size_t side, double tolerance) const;
    /// Indentations of a side closer than this are equal [m].
    [[nodiscard]] double same_place(std::size_t side, double indentation, double tolerance) const;
    /// Does an event function of a side pass zero between the samples number - 1 and number of a step of size h from `begin`?
    /// \param tolerance a force is a peak if it exceeds that at both ends of the step by more than this fraction
    /// \param resolution rates below it are the method's error [m/s]: a reversal below it counts only if the law
    /// remembers it
    [[nodiscard]] std::optional<Crossing> crossing(std::size_t side, std::size_t number, double begin, double h, double tolerance,
                                                   double resolution) const;
    /// Where, between the samples number - 1 and number, a pin between the faces of a slot turns back along it, after
    /// the beginning of the step [s]: it may have reached an end meanwhile, which neither sample shows.
    [[nodiscard]] std::optional<double> turning_in_slot(std::size_t side, std::size_t number, double h) const;
    /// Height of a side above its surface at the beginning of the step, < 0 outside.
    [[nodiscard]] double at_begin(std::size_t side, double time) const { return above(side, samples_[0][side], time); }

    /// Force of a side at the end of the step [N].
    [[nodiscard]] double end_force(std::size_t side) const { return samples_[parts][side].force; }
    [[nodiscard]] double largest_force(std::size_t side) const;
    /// Force of the law at the maximum indentation, without damping [N].
    [[nodiscard]] double deepest_force(std::size_t side) const;

  private:
    static constexpr double margin = 4;
    [[nodiscard]] bool quiet(std::size_t side, double begin, double h, double tolerance) const;
    struct Sample {
        double indentation = 0, rate = 0, speed = 0, force = 0, stiffness = 0, damping = 0;
        double way = 0;  // of an open slot's pin, between the faces: the speed along them, else 0
    };
    [[nodiscard]] double above(std::size_t side, const Sample& sample, double time) const;
    [[nodiscard]] double kink(std::size_t side, const Sample& from, const Sample& to, double tolerance) const;  // none: infinity
    /// Where the tension of a closed side begins or ends to be cut between the samples number - 1 and number, `part` seconds
    /// apart.
    [[nodiscard]] std::optional<Crossing> cut(std::size_t side, std::size_t number, double part, double tolerance) const;
    /// A side between the samples number - 1 and number, `part` seconds apart.
    [[nodiscard]] SideStretch stretch(std::size_t side, std::size_t number, double begin, double part, double tolerance) const;
    /// dF/dt at a sample, with the acceleration by differences of the rates up to sample `last`.
    [[nodiscard]] double force_rate(std::size_t side, std::size_t at, std::size_t last, double part) const;

    MechanismDynamics& dynamics_;
    const MechanismFlow& flow_;
    std::array<std::vector<Sample>, parts + 1> samples_;
    std::vector<char> watched_;  // of each side
};

}  // namespace jounce::time
