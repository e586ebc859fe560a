// The frictions of a System in a time step: slip, forces with their derivatives, and the constraints of those that stick.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/numbers/limits.hpp"
#include "linalg/basics/types.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/compliance.hpp"
#include "time/contact/dependent_stops.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// The friction part of ContactKernel; workspace without history. Its rows are part of the same Newton iteration:
///     f - share^T F(s, N) = 0,  s = share v,  N of the gap's sides or given,
/// and s = 0 instead while a set-valued law sticks. With Events::locate a slip keeps its direction and a stick remains
/// until the march ends the step at their event; stepwise, each iteration decides by the projection of F + r s onto the
/// cone.
class FrictionKernel {
  public:
    FrictionKernel(const System& system, Events events);

    [[nodiscard]] bool empty() const { return items_.empty(); }
    /// Does any friction slip independently of the gaps?
    [[nodiscard]] bool always() const { return always_; }

    /// The data of the sides at the present iterate.
    struct Sides {
        const SideState* state;
        const double* radius;  ///< contact::SideMotion::radius of each
        const unsigned char* held;
    };
    /// The iterate: local motion and forces, k numbers each.
    struct Iterate {
        const double *x, *v, *force;
    };

    /// Begins a step of size h; adds the committed friction to the first guess of the forces.
    void begin_step(const State& from, double h, double* force);
    /// Begins the evaluation of one state. A friction that begins to press slips, or at rest sticks: the caller decides
    /// whether it may.
    void begin_instant(const State& state);
    /// At instants, a slip keeps the direction of its state, whatever its velocity is.
    void keep_direction(std::size_t friction, bool kept) { items_[friction].directed = kept; }
    /// A step with no side in contact: only the slip velocities.
    void begin_flight(const State& from);
    /// Adds the forces to `answer` and appends the rows that are not yet active. \param compliance null at an instant
    void evaluate(const Iterate& at, const Sides& sides, const Compliance* compliance, double* answer, std::vector<int>& active);
    /// Adds the derivatives to the m equations of Newton's method, or replaces them by constraints. The rows of gaps
    /// are already there, own rows as force = answer.
    void linearise(const Iterate& at, const Compliance& compliance, DependentStops& stops, const std::vector<int>& active,
                   int iteration, double* matrix, double* residual);
    /// The force of a stick that removes no more than the rounding of its slip from a step becomes zero: it would leave the cone
    /// where the normal force is small. \param speed_of the sum of the sizes of the terms of a row's speed before the step
    template <class SpeedOf>
    void drop_rounding(const SpeedOf& speed_of, const Compliance& compliance) {
        for (Item& item : items_) {
            for (std::size_t k = 0; k < 2 && item.pressed && item.stick; ++k) {
                double speed = 0;
                for (std::size_t l = 0; l < static_cast<std::size_t>(item.rows.count); ++l) {
                    if (item.rows.share[k][l] != 0) speed += std::abs(item.rows.share[k][l]) * speed_of(item.rows.row[l]);
                }
                double& force = item.response.force[k];
                if (std::abs(force) * effective_compliance(item, k, compliance) <= 64 * epsilon * speed) force = 0;
            }
        }
    }
    /// Rounding error of the force in an own row, or in one of a circular gap with friction [N].
    [[nodiscard]] double rounding(int row, const double* v_free, const Compliance& compliance) const;
    void commit(State& to) const;
    /// Does friction hold the motion around this circular gap in the present iterate?
    [[nodiscard]] bool sticks_around(int contact) const {
        return std::ranges::any_of(
            items_, [&](const Item& item) { return item.friction->contact == contact && item.pressed && item.stick; });
    }
    [[nodiscard]] const contact::Slip& by_normal(std::size_t friction) const { return items_[friction].response.by_normal; }
    [[nodiscard]] const contact::Slip& bristle_rate(std::size_t friction) const { return items_[friction].response.bristle_rate; }

  private:
    struct Item {
        const Friction* friction = nullptr;
        const contact::FrictionLaw* law = nullptr;
        const FrictionState* begin = nullptr;
        int first_side = 0, sides = 0;
        bool rigid = false, adhesion = false, directed = false;
        std::array<int, 2> normal_row{};
        int normal_rows = 0;
        // of a trial
        SlipRows rows;
        std::array<double, 2> normal{};
        double radius = 0, rate = 0;        // of a circular gap
        contact::Slip slip{}, last_slip{};  ///< of this iterate and the previous one
        bool pressed = false, stick = false, breaking = false;
        contact::Slip direction{};
        double least = 0;  // speed below which a slip keeps its direction
        double N = 0;
        std::array<double, 2> N_by_x{}, N_by_v{};
        std::array<double, 2> N_by_force{};  // of a rigid stop
        double across = 0;                   // force of these rows across the normal [N]
        contact::FrictionResponse response;
        contact::Slip secant{};  // of the force over the slip, along and across
    };
    void begin(Item& item, const FrictionState& state) const;
    /// Pressing time in the step [s]: bristles begin to bend at the onset of a contact that begins within it.
    [[nodiscard]] double pressed_for(const Item& item, const Sides& sides) const {
        if (instant_ || !stepwise_ || item.friction->contact < 0 || item.begin->status != FrictionStatus::open) return duration_;
        double longest = 0;
        for (int s = item.first_side; s < item.first_side + item.sides; ++s)
            if (sides.held[s] != 0) longest = std::fmax(longest, end_time_ - sides.state[s].memory.onset_time);
        return std::fmin(longest, duration_);
    }
    void press(Item& item, const Iterate& at, const Sides& sides) const;
    void decide(Item& item, const contact::Slip& held_force, const Compliance& compliance) const;
    void slide(Item& item) const;
    [[nodiscard]] contact::Slip components(const Item& item, const double* force) const;
    [[nodiscard]] double effective_compliance(const Item& item, std::size_t component, const Compliance& compliance) const;
    /// What a stick can hold, 0 for others [N].
    [[nodiscard]] static double most(const Item& item);
    /// Does a stick that can hold more hold this motion, too?
    [[nodiscard]] bool held_by_others(const Item& item, std::size_t component, const Compliance& compliance) const;
    void hold(Item& item, const Iterate& at, const Compliance& compliance, DependentStops& stops, const std::vector<int>& active,
              double* matrix, double* residual) const;

    const System* system_;
    bool stepwise_;
    bool always_ = false;
    bool instant_ = false;
    double duration_ = 0, end_time_ = 0;
    std::vector<Item> items_;
    std::vector<int> position_;  // of each row among the active ones, or -1
    std::vector<int> item_of_;   // of each row: the friction that owns it, or acts around its circular gap; or -1
};

}  // namespace jounce::time
