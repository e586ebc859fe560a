// The linear part of a modal System over a step, exactly: free motion, loads in closed form, and polynomial contact forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/state/system.hpp"
#include "time/exact/forcing.hpp"
#include "time/formulas/force_polynomial.hpp"

namespace jounce::time {

[[nodiscard]] bool is_diagonal(const SparseMatrix& A);

/// Workspace and step-size weights for one System with M = 1 and diagonal K (modal::modal_system); holds no history.
/// With a diagonal C every mode has its own 2 x 2 transfer in arrays that vectorise; otherwise one matrix exponential
/// is the transfer of all modes. Repeated step sizes do not allocate; with a diagonal C new ones do not either.
class ExactMotion {
  public:
    explicit ExactMotion(const System& system);

    struct SineWeights {
        double angular_frequency = -1;
        Matrix weights;  ///< n x 4: x and v under the sine, x and v under the cosine (coupled modes: the pattern's, 2n x 2)
    };
    /// Data for one step size.
    struct Weights {
        double h = 0;
        std::uint64_t last_use = 0;
        Matrix mode;              ///< n x 12: xx xv vx vv, x_force[0..3], v_force[0..3]; empty with coupled modes
        Matrix transfer, forces;  ///< coupled modes: minus identity (2n x 2n); x and v under s^m along B^T and the patterns
        std::vector<SineWeights> sines;  ///< per term of the forcing
    };

    [[nodiscard]] int size() const { return n_; }
    [[nodiscard]] int rows() const { return static_cast<int>(rows_.cols()); }
    [[nodiscard]] const Matrix& transposed() const { return rows_; }  ///< B^T (n x k)
    /// Valid until the next call; `advance` calls it for other step sizes when a signal's form ends in the step.
    Weights& weights(double h);

    /// The motion after h from (q, v) at t without contact forces. \throws Error from a user's signal
    void advance(const Vector& q, const Vector& v, double t, double h, Vector& q_end, Vector& v_end);
    /// Subtracts the response to the contact forces, one polynomial per local coordinate (left-hand side: B^T f).
    void subtract_contact(const Weights& weights, const ForcePolynomial* forces, Vector& q_end, Vector& v_end) const;
    /// Response of the local coordinates at the end to `shapes`, one polynomial per row: x and v (k x k each).
    void compliance(const Weights& weights, const ForcePolynomial* shapes, Matrix& x, Matrix& v) const;
    /// x = B q, rates = B v
    void local(const Vector& q, const Vector& v, double* x, double* rates) const {
        for (int r = 0; r < rows(); ++r) {
            if (n_ == 1) {
                x[r] = rows_(0, r) * q[0];
                rates[r] = rows_(0, r) * v[0];
                continue;
            }
            x[r] = rows_.col(r).dot(q);
            rates[r] = rows_.col(r).dot(v);
        }
    }
    /// a -= C v + K q + B^T force (k numbers, or null)
    void subtract_forces(const Vector& q, const Vector& v, const double* force, Vector& a) const;

  private:
    void make_diagonal(Weights& weights) const;
    void make_coupled(Weights& weights) const;
    void update_sine(Weights& weights, std::size_t term) const;
    void free_motion(const Weights& weights, const Vector& q, const Vector& v, Vector& q_end, Vector& v_end);
    void add_loads(Weights& weights, Vector& q_end, Vector& v_end) const;
    /// `direction`: a row of B, or rows() + a term of the forcing.
    void add_polynomial(const Weights& weights, int direction, const double* coefficients, int powers, double* q_end,
                        double* v_end) const;
    [[nodiscard]] const double* pattern(int direction) const {
        return direction < rows() ? rows_.col(direction).data() : forcing_.terms()[direction - rows()].pattern.data();
    }

    const System* system_;
    int n_ = 0;
    bool coupled_ = false;
    Vector stiffness_, damping_;  // diagonals
    Matrix rows_;                 // B^T
    Forcing forcing_;
    std::array<Weights, 8> sizes_;
    std::uint64_t uses_ = 0;
    Vector q_part_, v_part_, from_, to_;
};

}  // namespace jounce::time
