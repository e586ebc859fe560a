// What the second derivatives of constraints leave of their rates: stops, sticks and the direction of a slip at the end of a
// step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// The equations of an explicit step hold the accelerations of closed rigid stops and sticks, so that the errors of the steps
/// would add up along directions that turn: around circles. Here impulses over all stops and sticks at once take them, and turn a
/// slip, so that no stop or stick moves by the correction of another one.
class HeldSpeeds {
  public:
    HeldSpeeds() = default;
    /// \param rows, influence B^T and M^-1 B^T (n x rows)
    HeldSpeeds(const System& system, const linalg::Matrix& rows, linalg::Matrix influence);

    /// Can there be anything to correct?
    [[nodiscard]] bool any() const { return !circles_.empty() || turns_; }
    /// Places of closed circular stops, their rates, and slips of sticks around circles become zero.
    void correct(State& to);
    /// Changes a slip in a plane by `change` [m/s], and the place by the displacement that this gives in `duration` [s].
    void turn(State& to, std::size_t friction, const contact::Slip& change, double duration);
    /// Largest change of a slip in unit time by a unit force along a tangent where nothing holds it [1/kg].
    [[nodiscard]] double mobility(const SlipRows& slip) const;

  private:
    struct Held {
        std::array<int, SlipRows::most> row{};
        std::array<double, SlipRows::most> share{};
        int count = 0;
        double change = 0;  // wanted; after solve() the impulse of it
        double scale = 1;
    };
    void add(const SlipRows& slip, std::size_t component, double change);
    [[nodiscard]] double product(const Held& a, const Held& b) const;
    /// Closed rigid stops, each with what takes its depth or its rate where it is circular, then sticks.
    /// The normals of circles become those of the places.
    void collect(State& to, bool places);
    void solve();
    void apply(linalg::Vector& x, double factor) const;

    const System* system_ = nullptr;
    linalg::Matrix influence_, inertance_;  // M^-1 B^T (n x rows) and B M^-1 B^T
    std::vector<const Contact*> circles_;   // of rigid stops
    bool turns_ = false;                    // a set-valued friction turns with a circle or in a plane
    std::vector<Held> held_;
    std::vector<double> matrix_, impulse_;
    std::vector<int> pivots_;
};

}  // namespace jounce::time
