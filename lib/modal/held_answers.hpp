// Static responses of a structure by its stiffness with some unknowns fixed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/eigen/pencil.hpp"

namespace jounce::modal {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

/// Error of a static response, in the norm of K, up to which those of a held structure are used.
inline constexpr double trusted_response = 1e-9;

/// What a report is told while static responses are computed.
inline constexpr const char* responses_stage = "static responses";

/// A structure that does not move as a rigid body when some of its unknowns are fixed. All must outlive what is made of it.
struct HeldStructure {
    const SparseMatrix& K;
    const SparseMatrix& M;
    const Matrix& rigid;                 ///< R (n x r): R^T M R = 1, K R = 0
    const linalg::PencilFactor& factor;  ///< of K without the fixed unknowns
    const StageReport& proceed;
};

/// The unknowns that rows of one entry each name (columns of `rows`), if fixing them leaves no rigid motion; else null.
/// \param rigid n x r
[[nodiscard]] linalg::FixedUnknowns holding_unknowns(const SparseMatrix& rows, const Matrix& rigid);

/// `rows` without their entries at fixed unknowns; rows of no other entries are left out.
[[nodiscard]] SparseMatrix beside_fixed(const SparseMatrix& rows, const std::vector<int>& fixed);

/// x = G f: K x = f - M R R^T f with R^T M x = 0, by responses of the held structure and constraint modes, the shapes of least
/// energy with unit displacements of the fixed unknowns. docs/theory/reduction.md, eq. 5a.
class HeldAnswers {
  public:
    /// \param forces those that `answers` is for (n x c)
    HeldAnswers(const HeldStructure& structure, const SparseMatrix& forces);

    /// Whether the responses are accurate to `trusted_response`: no motion but the rigid ones has a stiffness of rounding, and
    /// what random forces at the fixed unknowns leave as a residual causes no more than that of their responses.
    [[nodiscard]] bool sound() const { return sound_; }
    /// Every column x becomes G x.
    void respond(linalg::RowMatrix& x) const;
    /// G times the forces (n x c). The object is used up: it would need the memory of both.
    [[nodiscard]] Matrix answers(const SparseMatrix& forces) &&;

  private:
    void fill(const SparseMatrix& forces);
    /// \returns whether S is above rounding in all motions that are not rigid
    [[nodiscard]] bool factor_boundary();
    [[nodiscard]] bool is_accurate() const;
    void add_force(const SparseMatrix& forces, Eigen::Index part, linalg::RowMatrix& to, Eigen::Index j) const;
    [[nodiscard]] const std::vector<int>& fixed() const { return *of_.factor.fixed(); }
    [[nodiscard]] Eigen::Index held() const { return of_.factor.fixed_count(); }
    [[nodiscard]] Eigen::Index before_forces() const { return held() + momentum_.cols(); }
    [[nodiscard]] Eigen::Index parts() const { return before_forces() + static_cast<Eigen::Index>(inner_.size()); }
    /// Displacements of the fixed unknowns under forces there that are in balance (p x c): S u = g.
    [[nodiscard]] Matrix boundary_motion(const Matrix& forces) const;

    HeldStructure of_;
    Matrix momentum_;                  // M R
    std::vector<Eigen::Index> inner_;  // forces with entries beside the fixed unknowns
    Matrix parts_;                     // constraint modes; responses of the held structure to M R, and to these forces
    Vector scale_;                     // of the fixed unknowns: 1/sqrt(K_ii), the stiffness there if all others are fixed
    Matrix bending_;                   // orthonormal motions of the scaled fixed unknowns without rigid motion (p x (p - r))
    Eigen::LLT<Matrix> boundary_;      // S scaled, the stiffness at the fixed unknowns, in these motions
    bool sound_ = false;
};

}  // namespace jounce::modal
