// Frames and joints of a mechanism at one instant: positions, velocities, constraint values, Jacobians and quadratic terms.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "system/mechanism/mechanism.hpp"

namespace jounce {

/// Workspace for one System, without history. No allocation after construction.
///
/// With z the motions of all frames, z = offset + rows q + prescribed: the equations kept, Phi(z, t) = 0, have the Jacobian
/// J = dPhi/dq over the mechanism's coordinates (a dense matrix, equations x coordinates) and Phi'' = J a + quadratic().
class MechanismMotion {
  public:
    /// \param joints those of `mechanism`, possibly with more. References must outlive it.
    MechanismMotion(const System& system, const Mechanism& mechanism, std::span<const PlanarJoint> joints);

    /// Evaluates the functions of time: prescribed motions and drivers. \throws Error from a user's signal
    void set_time(double time);
    [[nodiscard]] double time() const { return time_; }
    /// Moves the frames. \param v may be null: at rest, prescribed motions included
    void move(const double* q, const double* v);

    [[nodiscard]] const bodies::FrameMotion& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }
    /// The part of a frame's acceleration (x, y, angle) due to prescribed motions.
    [[nodiscard]] const std::array<double, 3>& given_acceleration(int index) const {
        return given_[static_cast<std::size_t>(index)];
    }
    /// Evaluates values, Jacobian and quadratic terms of the joints for the current frames.
    void constrain();
    [[nodiscard]] int equations() const { return equations_; }
    [[nodiscard]] int coordinates() const { return static_cast<int>(mechanism_->coordinates.size()); }
    /// For each coordinate its index among the System's free coordinates.
    [[nodiscard]] const std::vector<int>& coordinate() const { return mechanism_->coordinates; }
    [[nodiscard]] const linalg::Vector& value() const { return value_; }          ///< Phi
    [[nodiscard]] const linalg::Vector& rate() const { return rate_; }            ///< Phi' of the current motion
    [[nodiscard]] const linalg::Vector& quadratic() const { return quadratic_; }  ///< Phi'' - J a
    /// Row-major, because kernels sum along rows: equations x coordinates.
    using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    [[nodiscard]] const Jacobian& jacobian() const { return jacobian_; }
    /// Adds sum_i multiplier_i d2Phi_i/dq2 (coordinates x coordinates).
    void add_second_derivative(const double* multipliers, double scale, linalg::Matrix& out) const;
    /// Adds the generalised forces of a joint's multipliers on its frames, -J_z^T multipliers, to `forces` (3 per frame).
    void add_frame_forces(int joint, const double* multipliers, std::span<std::array<double, 3>> forces) const;

    /// Current energy of the springs between points and between angles [J].
    [[nodiscard]] double spring_energy() const;
    [[nodiscard]] double drive_rate(int joint) const { return drives_[static_cast<std::size_t>(joint)].first; }

    /// Adds `row` (over the motions of two frames) as a row over the coordinates: out[c] += scale row[k] d z_k/d q_c.
    void scatter(const std::array<int, 2>& frames, const bodies::FrameRow& row, double scale, double* out) const {
        for (int k = 0; k < 6; ++k) {
            const double factor = scale * row[k];
            if (factor == 0) continue;
            const Terms& terms = terms_[static_cast<std::size_t>(3 * frames[k < 3 ? 0 : 1] + k % 3)];
            for (int e = terms.first; e < terms.last; ++e)
                out[place_[static_cast<std::size_t>(e)]] += factor * coefficient_[static_cast<std::size_t>(e)];
        }
    }
    /// The same over the System's free coordinates.
    void scatter_free(const std::array<int, 2>& frames, const bodies::FrameRow& row, double scale, double* out) const {
        for (int k = 0; k < 6; ++k) {
            const Terms& terms = terms_[static_cast<std::size_t>(3 * frames[k < 3 ? 0 : 1] + k % 3)];
            for (int e = terms.first; e < terms.last; ++e)
                out[free_[static_cast<std::size_t>(e)]] += scale * row[k] * coefficient_[static_cast<std::size_t>(e)];
        }
    }
    /// The same of a symmetric or unsymmetric 6 x 6 matrix: out += P^T matrix P.
    void scatter(const std::array<int, 2>& frames, const bodies::FrameMatrix& matrix, double scale, linalg::Matrix& out) const;
    /// row . z' of the current motion.
    [[nodiscard]] double speed(const std::array<int, 2>& frames, const bodies::FrameRow& row) const {
        const bodies::FrameMotion& a = frame(frames[0]);
        const bodies::FrameMotion& b = frame(frames[1]);
        return row[0] * a.velocity.x() + row[1] * a.velocity.y() + row[2] * a.rate + row[3] * b.velocity.x() +
               row[4] * b.velocity.y() + row[5] * b.rate;
    }

    /// Rates of a link's modal coordinates (zero at rest), and its current inertia. If `reduced` is not positive, the deformation
    /// of the body is too large.
    [[nodiscard]] const linalg::Vector& mode_rates(std::size_t link) const { return eta_rate_[link]; }
    [[nodiscard]] const bodies::FlexibleInertia& inertia(std::size_t link) const { return inertia_[link]; }
    /// Kinetic energy of flexible bodies beyond that of the constant mass matrix [J].
    [[nodiscard]] double link_energy() const;

  private:
    struct Terms {
        int first = 0, last = 0;
    };
    struct Marker {
        std::size_t frame = 0;
        bodies::MarkerMotion motion;
    };
    /// What depends on time alone. Instants that are needed again soon, such as those of the stages of a step, are kept.
    struct Instant {
        double time = std::numeric_limits<double>::quiet_NaN();
        std::vector<bodies::FrameMotion> fixed;    // per timed frame
        std::vector<std::array<double, 3>> given;  // per timed frame
        std::vector<SignalSample> drives;          // per driven joint
    };
    void sample(double time, Instant& at) const;
    void start_links();
    void move_links(const double* q, const double* v);
    void add_link_curvature(const double* multipliers, double scale, linalg::Matrix& out) const;
    const System* system_;
    const Mechanism* mechanism_;
    std::span<const PlanarJoint> joints_;
    double time_ = 0;
    std::vector<bodies::FrameMotion> frames_;
    std::vector<bodies::FrameMotion> fixed_;    // contribution of prescribed motions, offsets included
    std::vector<std::array<double, 3>> given_;  // its accelerations
    std::vector<std::size_t> moving_;           // frames that depend on coordinates
    std::vector<std::size_t> timed_;            // frames that depend on prescribed motions or drivers
    std::vector<std::size_t> driven_;           // joints with a driver
    std::array<Instant, 8> instants_;
    std::size_t oldest_ = 0;
    std::vector<Terms> terms_;  // of each frame's x, y, angle
    std::vector<int> place_;    // among the mechanism's coordinates
    std::vector<int> free_;     // among the System's
    std::vector<double> coefficient_;
    std::vector<SignalSample> drives_;                        // per joint
    std::vector<bodies::ConditionValue> values_;              // per constraint, in the order of the joints
    std::vector<int> first_constraint_, first_row_;           // per joint
    std::vector<char> kept_;                                  // per equation, of all joints
    std::vector<Marker> markers_;                             // of flexible bodies, used by joints
    std::vector<linalg::Vector> eta_, eta_rate_;              // per link
    std::vector<bodies::FlexibleInertia> inertia_;            // per link
    mutable std::vector<std::array<double, 3>> link_forces_;  // per frame
    int equations_ = 0;
    linalg::Vector value_, rate_, quadratic_;
    Jacobian jacobian_;
};

}  // namespace jounce
