// The operators that Spectra requires, and the iteration. Nothing else in Jounce includes Spectra.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/shift_invert.hpp"

#include <Spectra/SymGEigsShiftSolver.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace jounce::linalg {

namespace {

// Spectra compares with absolute thresholds (its tolerance for a converged value has a floor of eps^(2/3)), so its
// problem is scaled to numbers near one for any units: mass divided by `mass_scale`, eigenvalues by |shift|.

/// y = M x / mass_scale
class MassProduct {
  public:
    using Scalar = double;
    MassProduct(const SparseMatrix& M, double mass_scale) : M_(M), factor_(1 / mass_scale) {}
    Eigen::Index rows() const { return M_.rows(); }
    Eigen::Index cols() const { return M_.cols(); }
    void perform_op(const double* x, double* y) const {
        Eigen::Map<Vector>(y, rows()).noalias() = factor_ * (M_ * Eigen::Map<const Vector>(x, rows()));
    }

  private:
    const SparseMatrix& M_;
    double factor_;
};

/// y = |shift| mass_scale (A^-1 - held held') x with A = K - shift M, deflated by the known eigenvectors.
class DeflatedInverse {
  public:
    using Scalar = double;
    DeflatedInverse(const Factorisation& factored, double factor, const Matrix& known, const Matrix& weighted, const Matrix& held,
                    const std::function<void()>& proceed)
        : factored_(factored), factor_(factor), known_(known), weighted_(weighted), held_(held), proceed_(proceed) {}
    Eigen::Index rows() const { return factored_.size(); }
    Eigen::Index cols() const { return factored_.size(); }
    void set_shift(double) {}  // the factor was made for this shift
    void perform_op(const double* x, double* y) const {
        if (proceed_) proceed_();
        for (Eigen::Index i = 0; i < rows(); ++i) y[i] = factor_ * x[i];
        factored_.solve_in_place(y);
        if (held_.cols() > 0) {
            const Vector shares = factor_ * (held_.transpose() * Eigen::Map<const Vector>(x, rows()));
            Eigen::Map<Vector>(y, rows()).noalias() -= held_ * shares;
        }
        deflate(Eigen::Map<Vector>(y, rows()));
    }
    void deflate(Eigen::Map<Vector> y) const {
        if (known_.cols() > 0) y.noalias() -= known_ * (weighted_.transpose() * y).eval();
    }

  private:
    const Factorisation& factored_;
    double factor_;
    const Matrix& known_;
    const Matrix& weighted_;  // M times the known vectors
    const Matrix& held_;
    const std::function<void()>& proceed_;
};

/// The same numbers on every machine, between -1/2 and 1/2 (a linear congruential generator; constants of Knuth's MMIX).
Vector start_vector(Eigen::Index n) {
    std::uint64_t state = 20220601;
    Vector x(n);
    for (double& value : x) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
    }
    return x;
}

}  // namespace

RawPairs further_pairs(const Pencil& pencil, const Factorisation& factored, double shift, const Matrix& known, int more,
                       const std::function<void()>& proceed, const Matrix& held) {
    const Eigen::Index n = pencil.size();
    const Eigen::Index free = n - known.cols() - held.cols();
    const Eigen::Index wanted = std::min<Eigen::Index>(more, std::min(free, n - 1));
    const Eigen::Index subspace = std::min(n, std::max<Eigen::Index>(3 * wanted, wanted + 30));

    const Matrix weighted = pencil.M() * known;
    const double mass_scale = Vector(pencil.M().diagonal()).mean();
    MassProduct mass(pencil.M(), mass_scale);
    DeflatedInverse inverse(factored, -shift * mass_scale, known, weighted, held, proceed);
    Vector start = start_vector(n);
    if (held.cols() > 0) {
        const Vector any = start;
        inverse.perform_op(any.data(), start.data());
    } else {
        inverse.deflate(Eigen::Map<Vector>(start.data(), n));
    }

    // Tight first; a problem with coarser rounding gets the accuracy that it allows, and its residuals show it.
    for (const double tolerance : {1e-13, 1e-9}) {
        using Solver = Spectra::SymGEigsShiftSolver<DeflatedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert>;
        Solver solver(inverse, mass, wanted, subspace, -1.0);
        solver.init(start.data());
        solver.compute(Spectra::SortRule::LargestAlge, 100, tolerance, Spectra::SortRule::SmallestAlge);
        if (solver.info() == Spectra::CompInfo::Successful)
            return {-shift * solver.eigenvalues(), solver.eigenvectors() / std::sqrt(mass_scale)};
    }
    throw std::runtime_error("eigenvalues: Lanczos iteration did not converge for " + std::to_string(wanted) + " pairs of " +
                             std::to_string(n) + " unknowns");
}

}  // namespace jounce::linalg
