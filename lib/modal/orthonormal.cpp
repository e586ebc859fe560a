// Linearly independent vectors of a reduced basis: Gram-Schmidt by blocks.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/orthonormal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/products.hpp"
#include "modal/reduction.hpp"

namespace jounce::modal {

namespace {

/// A basis that grows by blocks.
class Orthonormal {
  public:
    Orthonormal(const Structure& structure, Eigen::Index most)
        : structure_(structure),
          vectors_(structure.size(), most),
          weighted_(structure.size(), most),
          rigid_momentum_(linalg::product(structure.system().linear.M, structure.rigid())) {}

    /// Gram-Schmidt, twice, in the norm of A = K + sigma M, with blocks against the basis and column by column within a block: a
    /// vector with a remainder below `dependent_vector` of its norm adds only rounding. \returns the number of columns added
    int append(Matrix x) {
        Matrix Ax = structure_.shifted(x);
        Vector rest = Vector::Ones(x.cols());
        keep(x, Ax, rest, [&](Eigen::Index j) {
            const double size = length(x, Ax, j);
            return size > 0 ? size : 0;  // zero: a static response of zero
        });
        const Eigen::Index given = x.cols();
        rest.setOnes();
        for (int pass = 0; pass < 2; ++pass) {
            x -= structure_.rigid() * (rigid_momentum_.transpose() * x).eval();
            x -= vectors_.leftCols(kept_) * (weighted_.leftCols(kept_).transpose() * x).eval();
            Ax = structure_.shifted(x);
            Eigen::Index before = 0;  // columns of x that are kept: keep() moves them to the front
            keep(x, Ax, rest, [&](Eigen::Index j) {
                for (int again = 0; again < 2; ++again)
                    for (Eigen::Index i = 0; i < before; ++i) {
                        const double share = Ax.col(i).dot(x.col(j));
                        x.col(j) -= share * x.col(i);
                        Ax.col(j) -= share * Ax.col(i);
                    }
                const double size = length(x, Ax, j);
                const bool independent = rest[j] * size > dependent_vector && kept_ + before < vectors_.cols();
                before += independent ? 1 : 0;
                return independent ? size : 0;
            });
        }
        vectors_.middleCols(kept_, x.cols()) = x;
        weighted_.middleCols(kept_, x.cols()) = structure_.shifted(x);
        kept_ += x.cols();
        dropped_ += static_cast<int>(given - x.cols());
        return static_cast<int>(x.cols());
    }

    [[nodiscard]] Matrix vectors() && {
        vectors_.conservativeResize(Eigen::NoChange, kept_);
        return std::move(vectors_);
    }
    [[nodiscard]] int dropped() const { return dropped_; }

  private:
    static double length(const Matrix& x, const Matrix& Ax, Eigen::Index j) {
        return std::sqrt(std::max(0.0, x.col(j).dot(Ax.col(j))));
    }
    /// Divides column j by size(j), or removes it when that is zero; `rest` is multiplied by it.
    template <class Size>
    static void keep(Matrix& x, Matrix& Ax, Vector& rest, const Size& size_of) {
        Eigen::Index kept = 0;
        for (Eigen::Index j = 0; j < x.cols(); ++j) {
            const double size = size_of(j);
            if (size == 0) continue;
            x.col(kept) = x.col(j) / size;
            Ax.col(kept) = Ax.col(j) / size;
            rest[kept] = rest[j] * size;
            ++kept;
        }
        x.conservativeResize(Eigen::NoChange, kept);
        Ax.conservativeResize(Eigen::NoChange, kept);
        rest.conservativeResize(kept);
    }

    const Structure& structure_;
    Matrix vectors_, weighted_, rigid_momentum_;
    Eigen::Index kept_ = 0;
    int dropped_ = 0;
};

}  // namespace

Spanned orthonormal(const Structure& structure, const Matrix& first, const Matrix& second) {
    Orthonormal basis(structure,
                      std::min<Eigen::Index>(first.cols() + second.cols(), structure.size() - structure.rigid().cols()));
    Spanned out;
    for (const Matrix* group : {&first, &second}) {
        for (Eigen::Index begin = 0; begin < group->cols(); begin += linalg::together) {
            const int added = basis.append(group->middleCols(begin, std::min(linalg::together, group->cols() - begin)));
            if (group == &first) out.modes += added;
        }
    }
    out.dropped = basis.dropped();
    out.vectors = std::move(basis).vectors();
    return out;
}

}  // namespace jounce::modal
