// Response of the local coordinates at the nodes of a step to contact forces that are polynomials through these nodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/numbers/gauss.hpp"
#include "system/state/system.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

/// Nodes of a step of length 1: Radau's, the last one is the end of the step.
inline constexpr const auto& force_nodes = radau_8;
using NodeValues = std::array<double, force_nodes.size()>;

/// The polynomial through values at the nodes of a step of length h.
[[nodiscard]] RowForce polynomial_through_nodes(std::size_t row, const NodeValues& values, double h);

/// Value and rate of x'' + c x' + k x = l_j(t) at the node i of a step of length h, from rest, for each Lagrange polynomial l_j
/// through the nodes, as multiples of (c_i h)^2 and c_i h.
struct NodeResponse {
    NodeValues place{}, rate{};
};
/// \param c >= 0 [1/s], k >= 0 [1/s2], h > 0 [s]
[[nodiscard]] NodeResponse node_response(double c, double k, double h, std::size_t node);

/// For a System with M = 1 and diagonal C and K. Collocation: with f_j the forces at the nodes and l_j Lagrange's polynomials
/// there, a local coordinate r at node i is
///     x_r(i) = x_free(i) - sum_s sum_j X_rs(i, j) f_s(j),   X_rs(i, j) = int_0^(c_i h) sum_m b_rm b_sm g_m(c_i h - t) l_j(t) dt,
/// g_m the impulse response of mode m; the rate likewise with V and g_m'. E. Hairer, G. Wanner (1996),
/// doi:10.1007/978-3-642-05221-7, sec. IV.5 (the Radau IIA method, to which this reduces for C = K = 0).
class NodeCompliance {
  public:
    explicit NodeCompliance(const System& system);

    struct Matrices {
        double h = 0;
        std::span<const std::size_t> rows;
        std::uint64_t last_use = 0;
        std::span<double> x, v;  ///< row-major over (row, node) x (row, node) [m/N], [m/(N s)]
    };
    /// The matrices of all rows if there are few, otherwise of `rows`. They are stored for several step sizes; the
    /// reference is valid until the next call.
    [[nodiscard]] const Matrices& at(double h, std::span<const std::size_t> rows);
    /// B B^T of two rows [1/kg]: change of the rate of one in unit time by a unit force along the other.
    [[nodiscard]] double inertance(std::size_t row, std::size_t other) const;
    /// Sum of the magnitudes of the modal contributions to a row [m]: its round-off is a few units of this.
    [[nodiscard]] double amplitude(std::size_t row, const Vector& q) const;
    /// The largest coefficient of a row over the modes.
    [[nodiscard]] double largest(std::size_t row) const { return largest_[row]; }

  private:
    static constexpr std::size_t kept_count = 48;
    void fill(Matrices& matrices) const;

    std::size_t n_;
    std::vector<double> c_, k_;  // diagonals
    std::vector<double> B_;      // rows x n
    std::vector<double> largest_;
    std::vector<std::size_t> all_;  // all rows, if there are few
    std::array<Matrices, kept_count> kept_;
    std::unique_ptr<double[]> values_;  // of all kept matrices, if there are few rows; else of each
    struct Own {
        std::vector<std::size_t> rows;
        std::vector<double> values;
    };
    std::vector<Own> own_;
    std::uint64_t uses_ = 0;
};

}  // namespace jounce::time
