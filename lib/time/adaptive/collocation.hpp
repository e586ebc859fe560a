// The contact forces of one step as polynomials through its nodes: collocation on top of exact linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/response/gap.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/pressing.hpp"
#include "time/equations/closed_signals.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/exact/node_compliance.hpp"
#include "time/formulas/radau_table.hpp"

namespace jounce::time {

/// For a System with M = 1 and diagonal C and K, with any highest frequency: the linear motion is exact, so only the
/// contact forces limit the step. Solves (docs/theory/event_driven.md, eq. 10)
///     f_r(i) = F_r(x(i), v(i)),   x = x_free - X f,   v = v_free - V f
/// at the nodes i of a step for the rows r of all closed sides and all frictions that act, by Newton's method. The force of a
/// friction is a function of its slip and of the normal force at the same node; a stick keeps its slip instead. Workspace;
/// `begin` sets the closed sides and the frictions.
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
        std::array<contact::SideMotion, force_nodes.size()> place{};   ///< at the nodes
        std::array<contact::Response, force_nodes.size()> response{};  ///< there
        double stiffness = 0;                                          ///< largest one there [N/m]
    };
    /// A friction that acts.
    struct Resistance {
        std::size_t number = 0;  ///< of the System's frictions
        const Friction* friction = nullptr;
        FrictionState begin;
        std::array<std::size_t, SlipRows::most> unknown{};  ///< among `rows()`, of each row of its slip
        std::size_t gap_unknown = 0;                        ///< of the first row of its gap
        double inertance = 0;                               ///< of its slip [1/kg]
        double reach = 0;                                   ///< as that of a side
        double size = 0;                                    ///< of the terms of its slip [m/s]
        double damping = 0;                                 ///< largest one at the nodes [N s/m]
        NodeValues bristle{};                               ///< at the nodes [m]
        [[nodiscard]] bool sticks() const { return begin.status == FrictionStatus::stick; }
    };
    /// A friction at one instant of a step.
    struct Resisting {
        SlipRows rows;
        contact::Slip slip{};
        Pressing press;
        std::array<double, 2> normal{};  ///< of a circular gap
        double rate = 0, radius = 0;     ///< along it, and of the gap
        double bristle = 0;              ///< [m]
        contact::FrictionResponse response;
    };
    /// Does the force of this friction at this state follow from nodes? Not that of bristles or of a set-valued slip in a plane,
    /// and not that of a set-valued law around a circle.
    [[nodiscard]] static bool takes(const Friction& friction, const FrictionState& state);
    /// That of all frictions of a state? Not where several sticks hold one motion.
    [[nodiscard]] bool takes(const State& from);
    /// Change of the rate of a row in unit time by a unit force along it [1/kg].
    [[nodiscard]] double inertance(std::size_t row) const { return compliance_.inertance(row, row); }
    void begin(const State& from);
    [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }
    [[nodiscard]] const std::vector<Resistance>& resistances() const { return resistances_; }

    /// Finds the forces of a step of length h from `from`; then `flight` contains the motion under these forces.
    /// \param enough changes of a force are negligible if their impulse changes the coordinates by less than this [m/s]
    /// \returns false when Newton's method does not converge, or the equations of a bristle are singular
    [[nodiscard]] bool solve(const State& from, const ClosedSignals& signals, double h, double enough);
    [[nodiscard]] int iterations() const { return iterations_; }
    [[nodiscard]] int evaluations() const { return evaluations_; }
    [[nodiscard]] std::span<const RowForce> forces() const { return {forces_.data(), rows_.size()}; }
    /// The work of a friction is [f x] - int f' x dt over its own rows, f the polynomials: fast vibrations of the slip, which no
    /// quadrature resolves, are small in x. The integrand at the flight's instant [W], and the rest; around a circle the power.
    [[nodiscard]] double rest_of_work(const Resistance& resistance) const;
    /// Moves the flight's instant.
    void add_boundary_work(double end, std::vector<double>& frictions);
    /// Difference between the rate of the polynomial of a bristle and its law at the flight's instant s [m/s].
    [[nodiscard]] double bristle_defect(const Resistance& resistance, double s) const;
    [[nodiscard]] double longest_bristle(const Resistance& resistance) const;
    /// The bristle of a friction at the instant s of the step [m].
    [[nodiscard]] double bristle(const Resistance& resistance, double s) const;
    /// Largest change of a coordinate's rate in unit time by the forces [m/s2].
    [[nodiscard]] double pushed() const { return pushed_; }

    /// Motion of a side at the flight's instant.
    [[nodiscard]] contact::SideMotion motion(const Side& side) const;
    /// Acceleration of a side there.
    [[nodiscard]] double acceleration(const Side& side, const contact::SideMotion& at) const;
    /// Difference between the force polynomial of a side and its law, beyond the rounding of the position, at the
    /// instant s of the flight [N].
    [[nodiscard]] double defect(const Side& side, double s);
    /// The force that holds each row that sticks at the instant s of the flight, as the equations of motion there have it: that
    /// of its polynomial, and what the rest of its acceleration and the defects of the other polynomials add. For `held`.
    void hold(double s);
    /// Removes what the slips of sticks have gained since the start of the step from velocities at the flight's instant: between
    /// the nodes it is an error.
    void keep_slips(double* v);
    /// Of a component of a stick, after `hold` [N].
    [[nodiscard]] double held(const Resistance& stick, std::size_t component) const;
    /// A friction at the instant s of the flight; the force of a stick is that of its polynomial.
    [[nodiscard]] Resisting at(const Resistance& resistance, double s) const;
    /// Difference between the polynomials of a friction's own rows and its law, as that of a side [N]. Not of a stick.
    [[nodiscard]] double defect(const Resistance& resistance, double s) const;

  private:
    static constexpr std::size_t nodes = force_nodes.size();
    void begin_resistances(const State& from);
    /// Adds the forces of the frictions to `answer_`.
    void resist(double h);
    /// The bristles at the nodes under the slips there, and the derivatives of the forces by these.
    void bend(std::size_t number, double h);
    /// Adds their derivatives to Newton's method; the equations of sticks are slip = slip at the start.
    void linearise_resistances(const NodeCompliance::Matrices& matrices);
    /// The rest of it from its slip and normal force.
    void respond(const Resistance& resistance, double time, Resisting& now) const;
    /// x <- W^-1 x over the rows that stick.
    void solve_held(double* x) const;
    [[nodiscard]] std::size_t unknown_of(std::size_t row) const;
    void evaluate(const NodeCompliance::Matrices& matrices);
    [[nodiscard]] bool increment(const NodeCompliance::Matrices& matrices);

    const System& system_;
    ModalFlight& flight_;
    NodeCompliance compliance_;
    double from_time_ = 0;
    std::vector<Side> all_, sides_;
    std::vector<Resistance> all_resistances_, resistances_;
    std::vector<std::array<Resisting, force_nodes.size()>> resisting_;  // parallel to resistances_
    RadauTable<nodes> table_{force_nodes, 0.1};
    using Square = std::array<double, nodes * nodes>;  // column-major
    std::vector<Square> slope_;                        // of forces with bristles, parallel to resistances_: dT(i)/ds(j)
    double length_ = 0;                                // of the step
    std::vector<std::size_t> held_;                    // rows that stick
    std::vector<double> gram_, coupling_;              // Cholesky's factor of their inertances; those with all rows
    std::vector<double> place_begin_;                  // of each row at the start of the step [m]
    std::vector<double> held_force_, law_;             // of `hold`
    std::vector<std::size_t> rows_, place_;            // place_: of each row in the matrices
    std::vector<RowForce> forces_;
    // (row, node) each: motion without the forces, motion, forces, forces of the laws.
    std::vector<double> x_free_, v_free_, x_, v_, force_, answer_;
    std::vector<contact::LocalForce> local_;  // per gap with closed sides and node
    std::vector<const Contact*> gaps_;
    std::vector<std::size_t> gap_unknown_;
    std::vector<double> jacobian_, change_;
    std::vector<int> pivots_;
    double pushed_ = 0;
    bool bent_ = true;  // were the equations of all bristles regular?
    int iterations_ = 0, evaluations_ = 0;
};

}  // namespace jounce::time
