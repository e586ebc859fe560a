// The forces of the closed sides of a mechanism as functions of few local motions, and the response to them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "time/flow/mechanism_flow.hpp"

namespace jounce::time {

/// With u = R v the rates of the closed sides along their normals, where friction is stiff along their tangents too,
/// and x the indentations (0 of a tangent): forces f(x, u), accelerations a = ... - W f, W through M and the joints. A
/// friction that is not stiff follows its normal force. At nearby instants R and W differ by the rotation of the
/// normals. Workspace; nothing allocates after construction.
class ContactForces {
  public:
    /// \param instants number of instants for which R and W are kept
    ContactForces(MechanismDynamics& dynamics, const MechanismFlow& flow, std::size_t instants);

    /// Sides, R and W for the motion y of the flow, with its memories. \param h step size for stiff friction
    void begin(const double* y, double h);
    /// R and W at an instant when the motion is about y; the dynamics remain there.
    void place(std::size_t instant, const double* y);
    /// The same as the dynamics stand.
    void direct(std::size_t instant);
    [[nodiscard]] std::size_t rank() const { return rows_.size(); }
    [[nodiscard]] std::size_t largest_rank() const { return 2 * sides_; }
    /// The force of the same side along its normal: k itself, or the previous one.
    [[nodiscard]] std::size_t normal(std::size_t k) const { return rows_[k].tangential ? rows_[k].normal : k; }
    /// Index in the flow's y of the impulse of a force, 0 of a tangential one.
    [[nodiscard]] std::size_t impulse(std::size_t k) const { return rows_[k].tangential ? 0 : flow_.impulse(rows_[k].side); }
    [[nodiscard]] double mobility(std::size_t k) const { return rows_[k].mobility; }
    /// weight R W + turned T W of two instants: rank x rank, column-major.
    void inertance(std::size_t of_rates, std::size_t of_forces, double weight, double turned, double* out) const;
    /// parts = a motion v along the normal and the tangent at the start, for each force
    void project(const double* v, double* parts) const;
    /// u = R v
    void rates(std::size_t instant, const double* parts, double* u) const;
    /// Sets the angular speeds of the normals, from the direction at an instant and the time since the start.
    void turn(std::size_t instant, double time);
    /// A displacement dq changes R v by T dq, T the tangents times the angular speeds: u += T dq.
    void add_coupling(std::size_t instant, const double* parts, double* u) const;
    /// sum += weight W f, in two numbers for each force
    void add(std::size_t instant, double weight, const double* f, double* sum) const;
    /// v -= this sum
    void subtract(const double* sum, double* v) const;

    /// x and u at the present position of the dynamics.
    void sample(double* x, double* u) const;
    /// f(x, u), and per force k: its stiffness and damping with respect to x and u of the normal (2 k) and tangent
    /// (2 k + 1) of its side.
    void respond(const double* x, const double* u, double* f, double* stiffness, double* damping) const;
    /// The same at the last call of the flow's `rate`.
    void answer(const double* u, double* f, double* stiffness, double* damping) const;

  private:
    struct Row {
        std::size_t side = 0;
        bool tangential = false;
        std::size_t normal = 0;  // of a tangential one: the row of its normal force, which precedes it
        double mobility = 1;     // [1/kg]
        bodies::Vector2 direction = bodies::Vector2::Zero();  // the normal at the start
        bool turns = false;
        double turning = 0;  // of the normal [rad/s]
    };
    /// Components of the normal and tangent in the directions at the start.
    struct Direction {
        std::array<double, 2> rate{1, 0}, force{1, 0};
    };
    void add_row(const Row& row);
    template <class ResponseOf>
    void respond_by(const ResponseOf& response_of, const double* u, double* f, double* stiffness, double* damping) const;
    [[nodiscard]] double* along(std::size_t k, std::size_t part) { return &directions_[(2 * k + part) * n_]; }
    [[nodiscard]] const double* along(std::size_t k, std::size_t part) const { return &directions_[(2 * k + part) * n_]; }
    /// Friction of a side, with the bristle of the start.
    [[nodiscard]] contact::FrictionResponse friction_at(const MechanismDynamics::Side& side, double slip, double force) const;
    void set_direction(std::size_t instant, std::size_t k);

    MechanismDynamics& d_;
    const MechanismFlow& flow_;
    std::size_t n_, sides_;
    std::vector<Row> rows_;
    std::vector<Direction> turned_;             // of each instant and row
    std::vector<double> directions_, answers_;  // along normal and tangent: n a row of R and a column of W
    std::vector<double> inertance_;             // of all pairs
    std::vector<double> at_rest_, bristles_;
    linalg::Vector multipliers_;
};

}  // namespace jounce::time
