// The contact forces of one step as polynomials through its nodes: collocation on top of exact linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/gap.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/closed_signals.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/exact/node_compliance.hpp"

namespace jounce::time {

/// For a System with M = 1 and diagonal C and K, with any highest frequency: the linear motion is exact, so only the
/// contact forces limit the step. Solves (docs/theory/event_driven.md, eq. 10)
///     f_r(i) = F_r(x(i), v(i)),   x = x_free - X f,   v = v_free - V f
/// at the nodes i of a step for the rows r of all closed sides, by Newton's method. Workspace; `begin` sets the closed sides.
class Collocation {
  public:
    Collocation(const System& system, ModalFlight& flight);

    /// A closed side with a law.
    struct Side {
        std::size_t number = 0;  ///< of the System's sides
        int within = 0;          ///< its gap
        const Contact* contact = nullptr;
        const contact::Law* law = nullptr;
        std::size_t row = 0;      ///< first one in the System
        std::size_t unknown = 0;  ///< first one among `rows()`
        contact::ContactMemory memory;
        double inertance = 0;  ///< of the gap [1/kg]
        double size = 0;       ///< size of the positions: round-off of the indentation is relative to it [m]
        double reach = 0;      ///< largest coefficient of its rows: largest change of a coordinate by a unit impulse
        std::array<contact::Motion, force_nodes.size()> motion;  ///< at the nodes
        std::array<double, force_nodes.size()> push{};           ///< along the normal [N]
        double stiffness = 0;                                    ///< largest one at the nodes [N/m]
    };
    void begin(const State& from);
    [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }

    /// Finds the forces of a step of length h from `from`; then `flight` contains the motion under these forces.
    /// \param enough changes of a force are negligible if their impulse changes the coordinates by less than this [m/s]
    /// \returns false when Newton's method does not converge
    [[nodiscard]] bool solve(const State& from, const ClosedSignals& signals, double h, double enough);
    [[nodiscard]] int iterations() const { return iterations_; }
    [[nodiscard]] int evaluations() const { return evaluations_; }
    [[nodiscard]] std::span<const RowForce> forces() const { return {forces_.data(), rows_.size()}; }
    /// Largest change of a coordinate's rate in unit time by the forces [m/s2].
    [[nodiscard]] double pushed() const { return pushed_; }

    /// Motion of a side at the flight's instant.
    [[nodiscard]] contact::SideMotion motion(const Side& side) const;
    /// Acceleration of a side there.
    [[nodiscard]] double acceleration(const Side& side, const contact::SideMotion& at) const;
    /// Difference between the force polynomial of a side and its law, beyond the rounding of the position, at the
    /// instant s of the flight [N].
    [[nodiscard]] double defect(const Side& side, double s);

  private:
    void evaluate(const NodeCompliance::Matrices& matrices);
    [[nodiscard]] bool increment(const NodeCompliance::Matrices& matrices);

    ModalFlight& flight_;
    NodeCompliance compliance_;
    std::vector<Side> all_, sides_;
    std::vector<std::size_t> rows_, place_;  // place_: of each row in the matrices
    std::vector<RowForce> forces_;
    // (row, node) each: motion without the forces, motion, forces, forces of the laws.
    std::vector<double> x_free_, v_free_, x_, v_, force_, answer_;
    std::vector<contact::LocalForce> local_;  // per gap with closed sides and node
    std::vector<const Contact*> gaps_;
    std::vector<std::size_t> gap_unknown_;
    std::vector<double> jacobian_, change_;
    std::vector<int> pivots_;
    double pushed_ = 0;
    int iterations_ = 0, evaluations_ = 0;
};

}  // namespace jounce::time
