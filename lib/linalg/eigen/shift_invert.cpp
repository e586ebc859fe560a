// The operators that Spectra requires, and the iteration. Nothing else in Jounce includes Spectra.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/shift_invert.hpp"

#include <Spectra/SymGEigsShiftSolver.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "linalg/basics/products.hpp"
#include "linalg/eigen/krylov_space.hpp"

namespace jounce::linalg {

namespace {

// Spectra compares with absolute thresholds (its tolerance for a converged value has a floor of eps^(2/3)), so its
// problem is scaled to numbers near one for any units: mass divided by `mass_scale`, eigenvalues by |shift|.

/// y = M x / mass_scale
class MassProduct {
  public:
    using Scalar = double;
    MassProduct(const SharedMatrix& M, double mass_scale) : M_(M), factor_(1 / mass_scale) {}
    Eigen::Index rows() const { return M_.rows(); }
    Eigen::Index cols() const { return M_.cols(); }
    void perform_op(const double* x, double* y) const {
        const Eigen::Map<const Vector> from(x, rows());
        if (M_.ranks() == nullptr)
            Eigen::Map<Vector>(y, rows()).noalias() = factor_ * (M_.held() * from);
        else
            Eigen::Map<Vector>(y, rows()) = factor_ * (M_ * from);
    }

  private:
    SharedMatrix M_;
    double factor_;
};

/// x becomes factor A^-1 x with A = K - shift M, within the constraints, deflated by the known eigenvectors.
class DeflatedInverse {
  public:
    using Scalar = double;
    DeflatedInverse(const PencilFactor& factored, double factor, const Matrix& known, const Matrix& weighted, const Held* held,
                    const StageReport& proceed)
        : factored_(factored), factor_(factor), known_(known), weighted_(weighted), held_(held), proceed_(proceed) {}
    Eigen::Index rows() const { return factored_.size(); }
    Eigen::Index cols() const { return factored_.size(); }
    void set_shift(double) {}  // the factor was made for this shift
    void perform_op(const double* x, double* y) const {
        column_ = Eigen::Map<const Vector>(x, rows());
        apply(column_);
        Eigen::Map<Vector>(y, rows()) = column_;
    }
    void apply(RowMatrix& x) const {
        if (proceed_) proceed_({"Lanczos"});
        x *= factor_;
        factored_.solve_in_place(x);
        if (held_ != nullptr) held_->project(x);
        deflate(x);
    }
    void deflate(RowMatrix& x) const {
        if (known_.cols() > 0) x.noalias() -= known_ * (weighted_.transpose() * x).eval();
    }

  private:
    const PencilFactor& factored_;
    double factor_;
    const Matrix& known_;
    const Matrix& weighted_;  // M times the known vectors
    const Held* held_;
    const StageReport& proceed_;
    mutable RowMatrix column_;
};

/// In the space that is searched.
RowMatrix start_vectors(Eigen::Index n, Eigen::Index count, const DeflatedInverse& inverse, bool constrained) {
    RowMatrix x = random_block(n, count);
    if (constrained)
        inverse.apply(x);
    else
        inverse.deflate(x);
    return x;
}

/// The number of pairs, at least `firm`, that end at a gap of the spectrum beyond doubt; all if there is none. Eigenvalues of
/// rigid motions are one value, zero: they differ by rounding.
Eigen::Index before_gap(const KrylovSpace::Ritz& ritz, double shift, Eigen::Index firm, Eigen::Index wanted) {
    constexpr double wide_gap = 1e-6, near_zero = 1e-3;
    for (Eigen::Index m = firm; m < wanted; ++m)
        if (shift + 1 / ritz.values[m] > near_zero * std::abs(shift) &&
            ritz.values[m - 1] - ritz.errors[m - 1] - ritz.values[m] - ritz.errors[m] > wide_gap * ritz.values[m - 1])
            return m;
    return wanted;
}

/// Empties the space. Block Lanczos until the errors of the first `firm` pairs, and of those that belong to a value of theirs,
/// are at most `tolerance` of their values of the inverse: by default those of rounding. The others up to `wanted` show where the
/// next value is: the square of their errors, which is that of the values, is far below the distance. \returns nothing when they
/// do not become so; crowded ones as they are
std::optional<RawPairs> by_blocks(KrylovSpace& space, double shift, Eigen::Index firm, Eigen::Index wanted,
                                  const StageReport& proceed, double tolerance = 1e-13) {
    constexpr double loose = 1e-6;
    constexpr int most_blocks = 1000;
    constexpr int most_crowded = 40;
    constexpr Eigen::Index further = 6;  // Ritz vectors, which shorten the way after a restart
    const Eigen::Index kept = wanted + further;
    const StagePart stage(proceed, "Lanczos");
    stage.done(0);
    for (int block = 0; block < most_blocks; ++block) {
        if (!space.has_room()) {
            if (space.size() <= kept) return {};
            space.restart(space.ritz(), kept);
        }
        const bool more = space.extend();
        if (space.size() < wanted) {
            if (!more) return {};
            stage.done(0);
            continue;
        }
        const KrylovSpace::Ritz ritz = space.ritz();
        const auto largest = ritz.values.head(wanted).array();
        const Eigen::Index exact = before_gap(ritz, shift, firm, wanted);
        const auto below = [&](double limit, Eigen::Index count) {
            return (ritz.errors.head(count).array() <= limit * largest.head(count)).all();
        };
        const bool crowded = shift + 1 / largest[wanted - 1] < -shift;
        if (!more || (crowded && block >= most_crowded) || (below(tolerance, exact) && below(loose, wanted))) {
            if (!(largest > 0).all()) return {};
            const bool left = !(below(tolerance, exact) && below(loose, wanted));
            return RawPairs{shift + largest.inverse(), space.take_vectors(ritz, wanted), crowded && left};
        }
        Eigen::Index found = 0;
        while (found < firm && ritz.errors[found] <= tolerance * largest[found]) ++found;
        stage.done(static_cast<double>(found) / static_cast<double>(firm));
    }
    return {};
}

template <class Dense>
void take_out(const Held& held, Dense& x) {
    if (held.transposed.cols() == 0) return;
    const Matrix moved = held.transposed.transpose() * x;
    x.noalias() -= held.answers * held.lower.triangularView<Eigen::Lower>().solve(moved);
}

}  // namespace

void Held::project(RowMatrix& x) const { take_out(*this, x); }

void Held::project(Matrix& x) const { take_out(*this, x); }

RawPairs further_pairs(const Pencil& pencil, const PencilFactor& factored, double shift, const Matrix& known, int more,
                       int beyond, const StageReport& proceed, const Held* held, std::shared_ptr<KrylovSpace> begun) {
    const Eigen::Index n = pencil.size();
    const Eigen::Index free = n - known.cols() - factored.fixed_count() - (held != nullptr ? held->transposed.cols() : 0);
    const Eigen::Index wanted = std::min<Eigen::Index>(more + beyond, std::min(free, n - 1));
    if (const EngineFactor* engine = factored.by_engine(); engine != nullptr && held == nullptr)
        return engine->pairs_above(pencil.K().held(), pencil.M().held(), shift, known, static_cast<int>(wanted), proceed);
    const Matrix weighted = pencil.M() * known;
    const bool constrained = factored.fixed_count() > 0 || (held != nullptr && held->transposed.cols() > 0);
    if (pencil.is_large()) {
        const StageReport by_block;  // it is asked there, with the fraction that is found
        const DeflatedInverse inverse(factored, 1, known, weighted, held, by_block);
        const Eigen::Index most = std::min(free, KrylovSpace::room(wanted));
        if (begun == nullptr && most >= wanted + 3 * KrylovSpace::wide)
            begun = std::make_shared<KrylovSpace>(
                pencil.M(), [&](RowMatrix& x) { inverse.apply(x); }, start_vectors(n, KrylovSpace::wide, inverse, constrained),
                most);
        if (begun != nullptr) {
            if (std::optional<RawPairs> found = by_blocks(*begun, shift, std::min<Eigen::Index>(more, wanted), wanted, proceed)) {
                if (!found->crowded) return *std::move(found);
                // Another pass takes away what little they have of far higher values, and with it most of their energy.
                RowMatrix x = product(pencil.M(), found->vectors);
                inverse.apply(x);
                found->vectors = x;
                return *std::move(found);
            }
            begun.reset();
        }
    }

    const Eigen::Index subspace = std::min(n, std::max<Eigen::Index>(3 * wanted, wanted + 30));
    require_memory_of_vectors(n, subspace + wanted);
    const double mass_scale = pencil.M().diagonal().mean();
    MassProduct mass(pencil.M(), mass_scale);
    // Without a shift the scale is that of a vector which the inverse has smoothed.
    const auto of_inverse = [&] {
        const DeflatedInverse plain(factored, 1, known, weighted, held, proceed);
        const Vector x = start_vectors(n, 1, plain, true).col(0);
        return x.dot(pencil.K() * x) / x.dot(pencil.M() * x);
    };
    const double scale = shift != 0 ? -shift : of_inverse();
    DeflatedInverse inverse(factored, scale * mass_scale, known, weighted, held, proceed);
    const RowMatrix start = start_vectors(n, 1, inverse, constrained);

    // Tight first; a problem with coarser rounding gets the accuracy that it allows, and its residuals show it.
    for (const double tolerance : {1e-13, 1e-9, 1e-6}) {
        using Solver = Spectra::SymGEigsShiftSolver<DeflatedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert>;
        Solver solver(inverse, mass, wanted, subspace, -1.0);
        solver.init(start.data());
        solver.compute(Spectra::SortRule::LargestAlge, 100, tolerance, Spectra::SortRule::SmallestAlge);
        if (solver.info() == Spectra::CompInfo::Successful)
            return {scale * solver.eigenvalues() + Vector::Constant(solver.eigenvalues().size(), shift + scale),
                    solver.eigenvectors() / std::sqrt(mass_scale)};
    }
    throw std::runtime_error("eigenvalues: Lanczos iteration did not converge for " + std::to_string(wanted) + " pairs of " +
                             std::to_string(n) + " unknowns");
}

std::optional<RawPairs> pairs_by_inverse(const Pencil& pencil, const std::function<void(RowMatrix&)>& inverse, Eigen::Index free,
                                         int more, int beyond, double tolerance, const StageReport& proceed) {
    const Eigen::Index wanted = std::min<Eigen::Index>(more + beyond, free), most = std::min(free, KrylovSpace::room(wanted));
    if (most < wanted + 3 * KrylovSpace::wide) return {};
    RowMatrix start = random_block(pencil.size(), KrylovSpace::wide);
    inverse(start);
    KrylovSpace space(pencil.M(), inverse, std::move(start), most);
    return by_blocks(space, 0, std::min<Eigen::Index>(more, wanted), wanted, proceed, tolerance);
}

}  // namespace jounce::linalg
