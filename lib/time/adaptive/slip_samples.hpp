// What the set-valued frictions of a mechanism show at the samples within a step, and which of their event functions pass zero.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "time/adaptive/mechanism_samples.hpp"

namespace jounce::time {

/// Workspace; nothing allocates after construction. References must outlive it.
class SlipSamples {
  public:
    static constexpr int parts = MechanismSamples::parts;
    using Crossing = MechanismSamples::Crossing;

    SlipSamples(const MechanismDynamics& dynamics, const MechanismFlow& flow);
    [[nodiscard]] bool empty() const { return watched_.empty(); }
    /// Begins a step from `from`.
    void begin(const State& from);
    /// Takes sample number `number`, where the dynamics and, with sticks, the flow stand.
    void take(std::size_t number);
    /// Do the first and the last sample show that nothing happens between them?
    [[nodiscard]] bool quiet() const;
    /// The first event of a friction between the samples number - 1 and number, `part` seconds apart.
    /// \param rest a slip that begins the step with this speed or less does not end before it has more of it backwards [m/s]
    [[nodiscard]] std::optional<Crossing> crossing(std::size_t friction, std::size_t number, double part, double rest) const;
    /// The end of a slip that lasted at the first sample, if the dynamics, which stand `h` seconds after it, are beyond it by
    /// more than `enough` [m/s].
    [[nodiscard]] std::optional<Crossing> passed_end(std::size_t friction, double h, double enough) const;
    [[nodiscard]] const std::vector<std::size_t>& watched() const { return watched_; }
    /// Its function, which rises through zero at the event: a speed [m/s] or a force [N], where the dynamics and the flow stand.
    [[nodiscard]] double value(std::size_t friction, contact::ContactEvent event) const;
    /// Of all samples of the step [N].
    [[nodiscard]] double largest_force(std::size_t friction) const { return largest_[friction]; }

  private:
    struct Sample {
        double first = 0, second = 0;  // slip_ends and band_left of a slip, stick_breaks of a stick
    };
    [[nodiscard]] bool slips(std::size_t f) const { return dynamics_.rubs()[f].status == FrictionStatus::slip; }
    [[nodiscard]] bool sticks(std::size_t f) const { return dynamics_.rubs()[f].status == FrictionStatus::stick; }

    const MechanismDynamics& dynamics_;
    const MechanismFlow& flow_;
    std::vector<std::size_t> watched_;
    std::vector<double> largest_;  // force so far [N]
    std::array<std::vector<Sample>, parts + 1> samples_;
};

}  // namespace jounce::time
