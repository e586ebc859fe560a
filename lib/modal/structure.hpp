// The vectors for the basis of a reduction: free modes, static responses, modes of the structure with fixed interface.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "linalg/eigen/constrained_eigen.hpp"
#include "linalg/eigen/pencil.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// Above this number of free coordinates at most half of the modes can be requested: more would need a dense solver.
inline constexpr int largest_dense = 4000;

/// Forces (or rows of B, transposed) and the static responses to them, columns over the free coordinates.
struct Forces {
    SparseMatrix vectors;
    Matrix answers;
};

/// Mass and stiffness of a System, factored as A = K + sigma M with sigma > 0, so that neither rigid-body motion
/// nor constrained linear combinations need an elimination. All matrices are over the free coordinates (n rows), in the
/// System's order.
class Structure {
  public:
    /// Rigid-body modes and at least `elastic` modes above them (all when there are fewer).
    /// \throws Error (bad_case) when M or K is not symmetric or K is not positive semidefinite, or too many modes of a
    /// large model are requested; (computation) when a matrix is singular or the eigensolver does not converge
    /// \param engine makes the factors and finds the modes, if given
    Structure(const System& system, int elastic, const std::function<void()>& proceed, const linalg::Engine* engine = nullptr);

    [[nodiscard]] const System& system() const { return *system_; }
    [[nodiscard]] int size() const { return system_->size(); }
    /// Rigid-body modes R (n x r), R^T M R = 1, K R = 0 to rounding.
    [[nodiscard]] const Matrix& rigid() const { return rigid_; }
    /// Elastic modes (n x m), M-orthonormal, and their phi^T K phi [1/s^2], ascending.
    [[nodiscard]] const Matrix& elastic() const { return elastic_; }
    [[nodiscard]] const Vector& eigenvalues() const { return eigenvalues_; }
    /// No mode below the highest one found is missing, by inertia.
    [[nodiscard]] bool complete() const { return complete_; }

    /// Ends the work by an exception if it is to end: called repeatedly.
    void proceed() const {
        if (proceed_) proceed_();
    }

    /// sigma of A [1/s^2].
    [[nodiscard]] double sigma() const { return sigma_; }
    /// Memory for `shifted`, which many calls share.
    struct Shifting {
        linalg::RowMatrix part, stiff, heavy;
    };
    /// A x.
    [[nodiscard]] Matrix shifted(const Matrix& x, Shifting& work) const;
    [[nodiscard]] Matrix shifted(const Matrix& x) const {
        Shifting work;
        return shifted(x, work);
    }
    /// A^-1 x.
    [[nodiscard]] Matrix solve(const Matrix& x) const;
    /// Static responses x to forces f (columns): K x = f - M R R^T f with R^T M x = 0, i.e. the forces balanced by the
    /// inertia of the rigid motion that they cause (inertia relief). A response that is only rounding is set to zero.
    /// docs/theory/reduction.md, eq. 2 to 5.
    [[nodiscard]] Matrix static_answers(const SparseMatrix& forces) const;
    [[nodiscard]] Forces answered(SparseMatrix forces) const;
    /// Frees the memory of the factor for static responses: there are none from then on.
    void release_static_factor() {
        static_factor_ = {};
        pencil_->free_spare_memory();
    }
    /// Frees the memory of the factor of A: neither `solve` nor `held_modes` from then on.
    void release_factor() {
        factored_ = {};
        pencil_->free_spare_memory();
    }
    /// Elastic modes with rows^T phi = 0 (rows n x p, independent columns): the lowest `count`, or those below `bound`
    /// [1/s^2] when count is 0.
    struct HeldModes {
        Matrix shapes;
        Vector eigenvalues;
        bool complete = true;
    };
    [[nodiscard]] HeldModes held_modes(const SparseMatrix& rows, int count, double bound) const;

    /// Columns scaled to f^T (G + R R^T / sigma) f = 1 (G: static responses) and without those that depend linearly on others to
    /// 1e-10 of this norm.
    [[nodiscard]] Forces independent(Forces forces) const;
    /// Orthonormal columns c with D c = 0, D = rows^T R (for rows as `independent` gives them): rigid motions that do
    /// not move the rows. r x r0.
    [[nodiscard]] Matrix not_held(const SparseMatrix& rows) const;
    /// Orthonormal columns c with R^T rows c = 0: combinations of the rows that are in balance. p x (p - rank).
    [[nodiscard]] Matrix balanced(const SparseMatrix& rows) const;

  private:
    [[nodiscard]] const SparseMatrix& M() const { return system_->linear.M; }
    [[nodiscard]] const SparseMatrix& K() const { return system_->linear.K; }
    /// of messages
    [[nodiscard]] std::string subject() const;
    void find_modes(int elastic, const linalg::Engine* engine);
    void factor_for_statics();
    /// Blocks of vectors by rows, which all groups of columns share.
    struct Answering {
        linalg::RowMatrix x, rest, force, image;
    };
    /// Static responses `x` to a few columns of forces, `x` on entry.
    /// \param known the rigid-body modes, then the elastic ones \param momentum M times them
    void answer(Answering& work, const Matrix& known, const Matrix& momentum) const;
    /// D scaled so that the motion of a row in a rigid motion is near one if it moves at all.
    [[nodiscard]] Matrix felt(const SparseMatrix& rows) const;

    const System* system_;
    std::function<void()> proceed_;
    std::shared_ptr<const linalg::Pencil> pencil_;
    linalg::PencilFactor factored_;  // A
    double sigma_ = 0;
    linalg::PencilFactor static_factor_;  // K + static_sigma_ M
    double static_sigma_ = 0;
    bool complete_ = true;
    Matrix rigid_, elastic_;
    Vector eigenvalues_;
};

}  // namespace jounce::modal
