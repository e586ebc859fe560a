// The symmetric pencil K - s M in a fill-reducing order: factored at any s, its eigenvalues counted by inertia.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/messages/stage.hpp"
#include "linalg/basics/shared_matrix.hpp"
#include "linalg/basics/types.hpp"
#include "linalg/eigen/engine.hpp"
#include "linalg/sparse/elimination_tree.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "linalg/sparse/ordering.hpp"
#include "linalg/sparse/spare_memory.hpp"

namespace jounce::linalg {

/// Unknowns that are zero, ascending; null for none.
using FixedUnknowns = std::shared_ptr<const std::vector<int>>;

/// K - s M factored in a fill-reducing order. It solves in the order of K and M.
class PencilFactor {
  public:
    PencilFactor() = default;
    PencilFactor(Factorisation factored, std::shared_ptr<const Ordering> ordering, FixedUnknowns fixed)
        : factored_(std::move(factored)), ordering_(std::move(ordering)), fixed_(std::move(fixed)) {}
    /// The factor of an engine for `size` unknowns.
    PencilFactor(std::shared_ptr<const EngineFactor> by_engine, int size) : by_engine_(std::move(by_engine)), size_(size) {}

    bool empty() const noexcept { return factored_.empty() && !by_engine_; }
    int size() const noexcept { return by_engine_ ? size_ : factored_.size(); }
    int negative_pivots() const { return by_engine_ ? by_engine_->negative_pivots() : factored_.negative_pivots(); }
    double smallest_pivot_ratio() const noexcept { return by_engine_ ? 1 : factored_.smallest_pivot_ratio(); }
    /// The engine's factor, which pivots; null for a factor of Jounce itself.
    const EngineFactor* by_engine() const noexcept { return by_engine_.get(); }
    /// The unknowns that were fixed: their rows and columns are not part of the matrix, every solution is zero there.
    const FixedUnknowns& fixed() const noexcept { return fixed_; }
    /// Number of these.
    int fixed_count() const noexcept { return fixed_ ? static_cast<int>(fixed_->size()) : 0; }

    /// Every column x becomes (K - s M)^-1 x.
    void solve_in_place(RowMatrix& x) const;
    Matrix solve(const Matrix& right_hand_sides) const;
    Matrix solve(const SparseMatrix& right_hand_sides) const;
    /// B (K - s M)^-1 B^T, symmetric, for transposed = B^T (n x p).
    Matrix compliance(const SparseMatrix& transposed) const;

  private:
    template <class Dense>
    void clear_fixed(Dense& x) const {
        for (int i = 0; i < fixed_count(); ++i) x.row((*fixed_)[static_cast<std::size_t>(i)]).setZero();
    }

    Factorisation factored_;
    std::shared_ptr<const Ordering> ordering_;
    FixedUnknowns fixed_;
    std::shared_ptr<const EngineFactor> by_engine_;
    int size_ = 0;
};

class KrylovSpace;

/// How many of the eigenvalues are zero, where that is known without K (from the geometry of the supports); -1 if it is not
/// known.
using KnownZeros = std::function<int()>;

/// No shift near the wanted one leaves pivots that rounding does not decide.
struct NoCount : std::runtime_error {
    using runtime_error::runtime_error;
};

/// What is known about M: the mass matrix of a System is positive definite, any other is factored to find out.
enum class MassMatrix { unknown, positive_definite };

/// K and M symmetric, M positive definite, in any order of the unknowns. Neither is copied: both must outlive the pencil.
class Pencil {
  public:
    /// Throws std::invalid_argument when the sizes differ or M is not positive definite, SingularMatrix when M is singular or an
    /// entry is not finite. \param engine makes the factors, if given; it must outlive the pencil
    /// Matrices that ranks share need an engine. \param proceed is told the stages, here as below: "ordering", "factor", "inertia
    /// count", "Lanczos"
    Pencil(const SharedMatrix& K, const SharedMatrix& M, MassMatrix mass = MassMatrix::unknown, const Engine* engine = nullptr,
           const StageReport& proceed = {});
    Pencil(const SparseMatrix&& K, const SparseMatrix& M, MassMatrix mass = MassMatrix::unknown,
           const Engine* engine = nullptr) = delete;
    Pencil(const SparseMatrix& K, const SparseMatrix&& M, MassMatrix mass = MassMatrix::unknown,
           const Engine* engine = nullptr) = delete;

    int size() const noexcept { return static_cast<int>(K_.rows()); }
    const SharedMatrix& K() const noexcept { return K_; }
    const SharedMatrix& M() const noexcept { return M_; }
    /// Whether an engine makes its factors.
    bool by_engine() const noexcept { return engine_ != nullptr; }
    /// Whether many solves at once are much cheaper than one after the other: the factor does not fit into a cache.
    bool is_large() const noexcept { return size() >= large; }
    /// Largest absolute row sum of K.
    double stiffness_norm() const noexcept { return stiffness_norm_; }

    /// K - s M factored. Throws SingularMatrix when s is an eigenvalue to rounding. The memory of a factor that is no longer used
    /// serves the next one of this pencil.
    /// \param fixed unknowns to fix: the factor is that of the matrix without them (not by an engine)
    PencilFactor factor(double s, const FixedUnknowns& fixed = nullptr, const StageReport& proceed = {}) const;
    /// Frees the memory that waits for the next factor.
    void free_spare_memory() const { (void)spare_->take(); }

    struct Count {
        int below = 0;     ///< eigenvalues below s
        double s = 0;      ///< where they were counted
        double ratio = 0;  ///< smallest pivot ratio of that factorisation: the reliability of the count
    };
    /// Eigenvalues below s, or below a value within 1e-3 |s| of it when elimination without pivoting breaks down at s itself.
    /// \throws NoCount, as count_in
    Count count_below(double s, const StageReport& proceed = {}) const;
    /// Eigenvalues below some value strictly between low and high: the middle, or a point of better pivots.
    Count count_in(double low, double high, const StageReport& proceed = {}) const;

    /// A negative shift suitable for the lowest `count` eigenvalues, and the pencil factored there; reasons in
    /// pencil.cpp.
    struct Shifted {
        double shift = 0;
        PencilFactor factored;
        /// Of a large pencil: the space in which the size of the values was seen. The search continues in it.
        std::shared_ptr<KrylovSpace> begun;
    };
    /// \param zeros asked where `count` values look like zeros: they are, unless fewer are known to be
    Shifted negative_shift(int count, const StageReport& proceed = {}, const KnownZeros& zeros = {}) const;

  private:
    Count count_around(double s, double reach, const StageReport& proceed) const;
    Count count_at(double s, const StageReport& proceed) const;
    double lowest_scale(Shifted& from, int count, const StageReport& proceed, const KnownZeros& zeros) const;

    static constexpr int large = 20000;

    SharedMatrix K_, M_;
    const Engine* engine_;
    std::shared_ptr<const Ordering> ordering_;             // null with an engine
    std::shared_ptr<const std::vector<Supernode>> nodes_;  // of K - s M, the same for every s; null for a band
    std::shared_ptr<SpareMemory> spare_ = std::make_shared<SpareMemory>();
    double stiffness_norm_ = 0;
};

}  // namespace jounce::linalg
