// The vectors for the basis of a reduction: free modes, static responses, modes of the structure with fixed interface.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "linalg/eigen/constrained_eigen.hpp"
#include "linalg/eigen/pencil.hpp"
#include "modal/held_answers.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// Above this number of free coordinates at most half of the modes can be requested: more would need a dense solver.
inline constexpr int largest_dense = 4000;

/// Smallest pivot ratio of a factor whose matrix is not singular to rounding.
inline constexpr double trusted_pivot = 1e-9;

/// Whether the strain energy of a static response is only rounding, beside that of the motion through A (`inertia`: |R^T
/// f|^2/sigma).
[[nodiscard]] inline bool is_round_off(double strain, double inertia) {
    constexpr double no_answer = 1e-8;
    return std::sqrt(strain) <= no_answer * std::sqrt(strain + inertia);
}

/// Forces (or rows of B, transposed) and the static responses to them, columns over the free coordinates.
struct Forces {
    SparseMatrix vectors;
    Matrix answers;
};

/// What the elastic modes of a Structure are for: vectors of a basis, or the frequencies alone, for comparison.
enum class ElasticModes { used, compared };

/// Mass and stiffness of a System, factored as A = K + sigma M with sigma > 0, so that neither rigid-body motion
/// nor constrained linear combinations need an elimination. All matrices are over the free coordinates (n rows), in the
/// System's order.
class Structure {
  public:
    /// Rigid-body modes and at least `elastic` modes above them (all when there are fewer), or with `elastic` 0 as many as there
    /// are modes below `bound` [1/s^2].
    /// \throws Error (bad_case) when M or K is not symmetric or K is not positive semidefinite, or too many modes of a
    /// large model are requested; (computation) when a matrix is singular, the eigensolver does not converge or rounding takes
    /// the stiffness of a motion that the supports do not leave free \param proceed is told the stages: those of linalg::Pencil,
    /// "static responses" \param engine makes the factors and finds the modes, if given \param rows,loads forces whose static
    /// responses will be wanted, and rows that modes will hold (n x p, n x l). If fixing the unknowns that single rows name
    /// leaves no rigid motion, all of these come from one factor of K without these unknowns.
    Structure(const System& system, int elastic, const StageReport& proceed, const linalg::Engine* engine = nullptr,
              const SparseMatrix& rows = {}, const SparseMatrix& loads = {}, double bound = 0,
              ElasticModes use = ElasticModes::used);
    Structure(const Structure&) = delete;  // its parts refer to each other
    Structure& operator=(const Structure&) = delete;
    ~Structure() = default;

    [[nodiscard]] const System& system() const { return *system_; }
    [[nodiscard]] int size() const { return system_->size(); }
    /// Rigid-body modes R (n x r), R^T M R = 1, K R = 0 to rounding.
    [[nodiscard]] const Matrix& rigid() const { return rigid_; }
    /// Elastic modes (n x m), M-orthonormal, and their phi^T K phi [1/s^2], ascending.
    [[nodiscard]] const Matrix& elastic() const { return elastic_; }
    [[nodiscard]] const Vector& eigenvalues() const { return eigenvalues_; }
    /// Whether all comes from the factor of K without unknowns of the interface.
    [[nodiscard]] bool is_held_by_interface() const { return !held_factor_.empty(); }
    /// No mode below the highest one found is missing, by inertia.
    [[nodiscard]] bool complete() const { return complete_; }
    /// What is to be said of modes that rounding leaves unsure.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

    /// Tells the stage of the work, and ends it by an exception if it is to end: called repeatedly.
    void proceed(const Stage& stage) const {
        if (proceed_) proceed_(stage);
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
    [[nodiscard]] Matrix solve(const Matrix& x);
    /// Static responses x to forces f (columns): K x = f - M R R^T f with R^T M x = 0, i.e. the forces balanced by the
    /// inertia of the rigid motion that they cause (inertia relief). A response that is only rounding is set to zero.
    /// docs/theory/reduction.md, eq. 2 to 5.
    [[nodiscard]] Matrix static_answers(const SparseMatrix& forces) const;
    /// The rows and loads given at the start, with their static responses: once.
    [[nodiscard]] std::pair<Forces, Forces> answered(SparseMatrix rows, SparseMatrix loads);
    /// Frees the memory of the factor for static responses: there are none from then on.
    void release_static_factor() {
        static_factor_ = {};
        pencil_->free_spare_memory();
    }
    /// Frees the memory of all factors: neither `solve` nor `held_modes` from then on.
    void release_factors() {
        held_.reset();
        factored_ = held_factor_ = {};
        release_static_factor();
    }
    /// Elastic modes with rows^T phi = 0 (rows n x p, independent columns that span those given at the start): the lowest
    /// `count`, or those below `bound` [1/s^2] when count is 0.
    struct HeldModes {
        Matrix shapes;
        Vector eigenvalues;
        bool complete = true;
    };
    /// The factor that they come from is used up: the one for their number takes its memory.
    [[nodiscard]] HeldModes held_modes(const SparseMatrix& rows, int count, double bound);

    /// Columns scaled to f^T (G + R R^T / sigma) f = 1 (G: static responses) and without those that depend linearly on others to
    /// 1e-10 of this norm.
    [[nodiscard]] Forces independent(Forces forces) const;
    /// Orthonormal columns c with D c = 0, D = rows^T R (for rows as `independent` gives them): rigid motions that do
    /// not move the rows. r x r0.
    [[nodiscard]] Matrix not_held(const SparseMatrix& rows) const;
    /// Orthonormal columns c with R^T rows c = 0: combinations of the rows that are in balance. p x (p - rank).
    [[nodiscard]] Matrix balanced(const SparseMatrix& rows) const;

  private:
    [[nodiscard]] linalg::SharedMatrix M() const { return system_->linear.mass(); }
    [[nodiscard]] linalg::SharedMatrix K() const { return system_->linear.stiffness(); }
    /// of messages
    [[nodiscard]] std::string subject() const;
    void find_modes(int elastic);
    void set_elastic(const Matrix& vectors, const Vector& stiffness, std::vector<Eigen::Index> columns);
    /// \throws Error (computation) if motions without stiffness are more than the geometry of the supports leaves free \param
    /// lost columns of `vectors`
    void require_rigid(const Matrix& vectors, const std::vector<Eigen::Index>& lost) const;
    void note_unsure(const Matrix& shapes, const Vector& eigenvalues);
    [[nodiscard]] Error lost_in_rounding(const Matrix& shapes) const;
    void factor_for_statics();
    /// Makes the factor of A if there is none.
    void factor_again();
    /// The modes by responses of the held structure. \returns false when that is not possible
    bool find_modes_held(int elastic, const SparseMatrix& rows, const SparseMatrix& loads, ElasticModes use);
    /// Blocks of vectors by rows, which all groups of columns share.
    struct Answering {
        linalg::RowMatrix x, rest, force, image;
    };
    /// Static responses `x` to a few columns of forces, `x` on entry.
    /// \param known the rigid-body modes, then the elastic ones \param momentum M times them \param stage of all columns
    void answer(Answering& work, const Matrix& known, const Matrix& momentum, const Stage& stage) const;
    /// phi^T K phi of each pair, and zero where the list has told its value from zero.
    [[nodiscard]] Vector stiffness_of(const Vector& values, const Matrix& vectors) const;
    void clear_round_off(const SparseMatrix& forces, Matrix& answers) const;
    /// D scaled so that the motion of a row in a rigid motion is near one if it moves at all.
    [[nodiscard]] Matrix felt(const SparseMatrix& rows) const;

    const System* system_;
    StageReport proceed_;
    std::shared_ptr<const linalg::Pencil> pencil_;
    linalg::PencilFactor factored_;  // A; empty where another one has taken its memory
    double sigma_ = 0;
    linalg::PencilFactor static_factor_;  // K + static_sigma_ M
    double static_sigma_ = 0;
    linalg::PencilFactor held_factor_;  // K with fixed unknowns; empty if these do not hold the structure
    std::optional<HeldAnswers> held_;
    bool complete_ = true;
    std::vector<std::string> notes_;
    Matrix rigid_, elastic_;
    Vector eigenvalues_;
};

}  // namespace jounce::modal
