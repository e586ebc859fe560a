// Exact natural frequencies of frames: every member by the closed solution of its differential equations, assembled to a
// stiffness that depends on the frequency. Shares nothing with the elements of the library: no shape functions, no mass matrix.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "support/exact_beam.hpp"

namespace jounce::test {

using Real = long double;
using MatrixL = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Matrix4R = Eigen::Matrix<Real, 4, 4>;

/// A straight uniform member from one joint to another, local z along `normal`.
struct Member {
    int from, to;
    Real length;
    Eigen::Vector3d along, normal;             // unit vectors
    UniformBeam in_plane, out_of_plane;        // bending about local z, about local y; their lengths are not used
    Real axial_stiffness, axial_mass;          // E A, rho A
    Real torsional_stiffness, torsional_mass;  // G J, rho Ip
};

/// Ends of a rod, k u'' + m w^2 u = 0: k b/sin(bL) [cos bL, -1; -1, cos bL], b = w sqrt(m/k).
inline Eigen::Matrix<Real, 2, 2> rod_stiffness(Real k, Real m, Real length, Real omega) {
    const Real b = omega * std::sqrt(m / k);
    const Real scale = k * b / std::sin(b * length);
    Eigen::Matrix<Real, 2, 2> out;
    out << scale * std::cos(b * length), -scale, -scale, scale * std::cos(b * length);
    return out;
}

/// Ends (w1, theta1, w2, theta2) of a Timoshenko beam: S (w' - theta) = V, EI theta' = M, M' = -V - rho I w^2 theta,
/// V' = -rho A w^2 w. With x in lengths the deflection is a sum of C = cosh(l x), S = sinh(l x)/l for the two roots l^2 of
/// l^4 + b^2 (r^2 + s^2) l^2 - b^2 (1 - b^2 r^2 s^2) = 0 (Huang 1961, doi:10.1115/1.3641787); cos and sin where l^2 < 0.
inline Matrix4R beam_stiffness(UniformBeam beam, Real length, Real omega) {
    beam.length = static_cast<double>(length);
    const Real r2 = beam.r2(), s2 = beam.s2(), stiffness = beam.bending_stiffness;
    const Real b2 = beam.mass_per_length * omega * omega * std::pow(length, 4) / stiffness;
    const Real half = b2 * (r2 + s2) / 2;
    const Real root = std::sqrt(b2 * b2 * (r2 - s2) * (r2 - s2) / 4 + b2);
    Matrix4R shape, force;
    int column = 0;
    for (const Real l2 : {b2 * (1 - b2 * r2 * s2) / (half + root), -half - root}) {
        const Real l = std::sqrt(std::abs(l2));
        for (const Real x : {Real(0), Real(1)}) {
            const Real c = l2 > 0 ? std::cosh(l * x) : std::cos(l * x);
            const Real s = (l2 > 0 ? std::sinh(l * x) : std::sin(l * x)) / l;
            const int row = x == 0 ? 0 : 2;
            const Real sign = x == 0 ? -1 : 1;
            const Real t = l2 + s2 * b2;
            shape(row, column) = c;
            shape(row + 1, column) = t * s;
            force(row, column) = sign * -b2 * s;
            force(row + 1, column) = sign * t * c;
            shape(row, column + 1) = s;
            shape(row + 1, column + 1) = (t / l2) * c;
            force(row, column + 1) = sign * -b2 / l2 * c;
            force(row + 1, column + 1) = sign * t * s;
        }
        column += 2;
    }
    Matrix4R k = force * shape.inverse();
    k = (k + k.transpose().eval()) / 2;
    // From (w/L, theta) and (V L^2/EI, M L/EI) to SI.
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) k(i, j) *= stiffness / length / (i % 2 == 0 ? length : 1) / (j % 2 == 0 ? length : 1);
    }
    return k;
}

class ExactFrame {
  public:
    /// \param clamped joints held in all six dofs
    ExactFrame(int joints, std::vector<int> clamped) : first_(joints, 0), joints_(joints) {
        for (const int j : clamped) first_[j] = -1;
        renumber();
    }
    /// Cut into `pieces` with joints of their own, so that no piece has a natural frequency between fixed ends in the range asked
    /// for.
    void add(Member member, int pieces) {
        member.length /= pieces;
        const int last = member.to;
        for (int i = 0; i < pieces; ++i) {
            member.to = i == pieces - 1 ? last : new_joint();
            members_.push_back(member);
            member.from = member.to;
        }
        renumber();
    }
    /// Natural frequencies [Hz] by number from 1, rigid ones counted: the smallest one with that many negative pivots above it
    /// (W. H. Wittrick, F. W. Williams (1971), doi:10.1093/qjmam/24.3.263, without the term of the members' own frequencies).
    [[nodiscard]] std::vector<double> frequencies(int from, int to) const {
        std::vector<double> out;
        const Real limit = first_of_a_piece();
        if (below(0.999L * limit) < to) throw std::runtime_error("ExactFrame: cut the members into more pieces");
        for (int number = from; number <= to; ++number) {
            Real low = 1e-4L * limit, high = 0.999L * limit;
            for (int i = 0; i < 64; ++i) {
                const Real middle = (low + high) / 2;
                (below(middle) >= number ? high : low) = middle;
            }
            out.push_back(static_cast<double>((low + high) / 2 / (2 * std::numbers::pi_v<Real>)));
        }
        return out;
    }

  private:
    int new_joint() {
        first_.push_back(0);
        return joints_++;
    }
    void renumber() {
        size_ = 0;
        for (int& f : first_) {
            if (f < 0) continue;
            f = size_;
            size_ += 6;
        }
    }
    // The lowest natural frequency [rad/s] of any piece between fixed ends.
    [[nodiscard]] Real first_of_a_piece() const {
        Real out = std::numeric_limits<Real>::infinity();
        for (const Member& m : members_) {
            const Real half_turn = std::numbers::pi_v<Real>;
            out = std::min(out, half_turn / m.length * std::sqrt(m.axial_stiffness / m.axial_mass));
            out = std::min(out, half_turn / m.length * std::sqrt(m.torsional_stiffness / m.torsional_mass));
            for (UniformBeam beam : {m.in_plane, m.out_of_plane}) {
                beam.length = static_cast<double>(m.length);
                out = std::min(out, 2 * half_turn * (Real)exact_frequencies(beam, End::clamped, End::clamped, 1)[0]);
            }
        }
        return out;
    }
    [[nodiscard]] MatrixL stiffness(Real omega) const {
        MatrixL K = MatrixL::Zero(size_, size_);
        for (const Member& m : members_) {
            // Local dofs ux uy uz rx ry rz at both ends; in the x-z plane the slope of uz is -ry.
            MatrixL local = MatrixL::Zero(12, 12);
            const auto put = [&](const auto& k, const std::vector<int>& dofs, const std::vector<int>& signs) {
                for (std::size_t i = 0; i < dofs.size(); ++i) {
                    for (std::size_t j = 0; j < dofs.size(); ++j) local(dofs[i], dofs[j]) += signs[i] * signs[j] * k(i, j);
                }
            };
            put(rod_stiffness(m.axial_stiffness, m.axial_mass, m.length, omega), {0, 6}, {1, 1});
            put(rod_stiffness(m.torsional_stiffness, m.torsional_mass, m.length, omega), {3, 9}, {1, 1});
            put(beam_stiffness(m.in_plane, m.length, omega), {1, 5, 7, 11}, {1, 1, 1, 1});
            put(beam_stiffness(m.out_of_plane, m.length, omega), {2, 4, 8, 10}, {1, -1, 1, -1});
            Eigen::Matrix<Real, 3, 3> axes;
            axes.row(0) = m.along.cast<Real>();
            axes.row(1) = m.normal.cross(m.along).cast<Real>();
            axes.row(2) = m.normal.cast<Real>();
            MatrixL turn = MatrixL::Zero(12, 12);
            for (int i = 0; i < 12; i += 3) turn.block(i, i, 3, 3) = axes;
            const MatrixL global = turn.transpose() * local * turn;
            const int at[2] = {first_[m.from], first_[m.to]};
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 2; ++j) {
                    if (at[i] >= 0 && at[j] >= 0) K.block(at[i], at[j], 6, 6) += global.block(6 * i, 6 * j, 6, 6);
                }
            }
        }
        return K;
    }
    // Negative pivots of Gauss's elimination: natural frequencies below omega (Sylvester's law).
    [[nodiscard]] int below(Real omega) const {
        MatrixL K = stiffness(omega);
        int negative = 0;
        for (int i = 0; i < size_; ++i) {
            negative += K(i, i) < 0 ? 1 : 0;
            for (int j = i + 1; j < size_; ++j) {
                if (K(j, i) == 0) continue;
                const Real factor = K(j, i) / K(i, i);
                K.row(j).tail(size_ - i) -= factor * K.row(i).tail(size_ - i);
            }
        }
        return negative;
    }

    std::vector<Member> members_;
    std::vector<int> first_;  // first coordinate of each joint, -1: clamped
    int joints_ = 0, size_ = 0;
};

}  // namespace jounce::test
