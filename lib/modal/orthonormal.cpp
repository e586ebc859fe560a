// Linearly independent vectors of a reduced basis: Gram-Schmidt by blocks.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/orthonormal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/basics/products.hpp"
#include "modal/reduction.hpp"

namespace jounce::modal {

namespace {

constexpr double little_left = 1e-3;  // of a vector: what is carried along has lost three digits

/// A basis that grows by blocks.
class Orthonormal {
  public:
    Orthonormal(const Structure& structure, Eigen::Index most)
        : structure_(structure),
          vectors_(linalg::large_matrix(structure.size(), most)),
          weighted_(linalg::large_matrix(structure.size(), most)),
          rigid_momentum_(linalg::product(structure.system().linear.M, structure.rigid())) {}

    /// Gram-Schmidt, twice, in the norm of A = K + sigma M: against the basis by products of blocks, within the block by a
    /// Cholesky factor of its Gram matrix. A column of which that leaves little waits until the others are in the basis; a vector
    /// with a remainder below `dependent_vector` of its norm adds only rounding. A x is carried along, and computed again where
    /// little is left of x. \returns the number of columns added
    int append(Matrix x) {
        Vector rest = Vector::Ones(x.cols());  // norms of what is left of the columns
        Matrix Ax = structure_.shifted(x, shifting_);
        normalise(x, Ax, rest, 0);  // zero: a static response of zero
        rest.setOnes();
        const Eigen::Index given = x.cols(), before = kept_;
        while (x.cols() > 0 && kept_ < vectors_.cols()) {
            for (int pass = 0; pass < 2; ++pass) {
                remove_known(x, Ax);
                const double least = normalise(x, Ax, rest, dependent_vector);
                if (least < little_left) Ax = structure_.shifted(x, shifting_);
            }
            const Cholesky factor = independent(x.transpose() * Ax, vectors_.cols() - kept_);
            Matrix good = x(Eigen::all, factor.kept);
            x = Matrix(x(Eigen::all, factor.waiting));
            Ax = Matrix(Ax(Eigen::all, factor.waiting));
            rest = Vector(rest(factor.waiting));
            factor.R.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(good);
            add(std::move(good));
        }
        const Eigen::Index added = kept_ - before;
        dropped_ += static_cast<int>(given - added);
        return static_cast<int>(added);
    }

    [[nodiscard]] Matrix vectors() && {
        vectors_.conservativeResize(Eigen::NoChange, kept_);
        return std::move(vectors_);
    }
    [[nodiscard]] int dropped() const { return dropped_; }

  private:
    struct Cholesky {
        std::vector<Eigen::Index> kept, waiting;
        Matrix R;  // of the columns kept
    };
    /// R'R = G for the columns of G, at most `room`, of which those before them leave more than a thousandth.
    static Cholesky independent(const Matrix& G, Eigen::Index room) {
        constexpr double little = 1e-6;  // the square of it
        Cholesky out;
        out.R = Matrix::Zero(G.cols(), G.cols());
        for (Eigen::Index j = 0; j < G.cols(); ++j) {
            const auto count = static_cast<Eigen::Index>(out.kept.size());
            Vector shares(count);
            for (Eigen::Index i = 0; i < count; ++i)
                shares[i] =
                    (G(out.kept[static_cast<std::size_t>(i)], j) - out.R.col(i).head(i).dot(shares.head(i))) / out.R(i, i);
            const double left = G(j, j) - shares.squaredNorm();
            if (count == room || !(left > little * G(j, j))) {
                out.waiting.push_back(j);
                continue;
            }
            out.R.col(count).head(count) = shares;
            out.R(count, count) = std::sqrt(left);
            out.kept.push_back(j);
        }
        const auto count = static_cast<Eigen::Index>(out.kept.size());
        out.R.conservativeResize(count, count);
        return out;
    }

    void remove_known(Matrix& x) const {
        x.noalias() -= structure_.rigid() * (rigid_momentum_.transpose() * x).eval();
        x.noalias() -= vectors_.leftCols(kept_) * (weighted_.leftCols(kept_).transpose() * x).eval();
    }
    void remove_known(Matrix& x, Matrix& Ax) const {
        const Matrix rigid = rigid_momentum_.transpose() * x;
        x.noalias() -= structure_.rigid() * rigid;
        Ax.noalias() -= rigid_momentum_ * (structure_.sigma() * rigid);
        const Matrix shares = weighted_.leftCols(kept_).transpose() * x;
        x.noalias() -= vectors_.leftCols(kept_) * shares;
        Ax.noalias() -= weighted_.leftCols(kept_) * shares;
    }

    /// Divides the columns by their norms, by which `rest` is multiplied, and removes those where it is then not above `least`.
    /// \returns the smallest norm
    static double normalise(Matrix& x, Matrix& Ax, Vector& rest, double least) {
        double smallest = 1;
        Eigen::Index kept = 0;
        for (Eigen::Index j = 0; j < x.cols(); ++j) {
            const double size = std::sqrt(std::max(0.0, x.col(j).dot(Ax.col(j))));
            if (!(rest[j] * size > least)) continue;
            smallest = std::min(smallest, size);
            x.col(kept) = x.col(j) / size;
            Ax.col(kept) = Ax.col(j) / size;
            rest[kept] = rest[j] * size;
            ++kept;
        }
        x.conservativeResize(Eigen::NoChange, kept);
        Ax.conservativeResize(Eigen::NoChange, kept);
        rest.conservativeResize(kept);
        return smallest;
    }

    /// Appends columns that are orthonormal but for rounding, made exact by one more pass.
    void add(Matrix x) {
        remove_known(x);
        Matrix Ax = structure_.shifted(x, shifting_);
        const Cholesky factor = independent(x.transpose() * Ax, x.cols());
        factor.R.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(x);
        factor.R.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(Ax);
        weighted_.middleCols(kept_, x.cols()) = Ax;
        vectors_.middleCols(kept_, x.cols()) = x;
        kept_ += x.cols();
    }

    const Structure& structure_;
    Matrix vectors_, weighted_, rigid_momentum_;
    Structure::Shifting shifting_;
    Eigen::Index kept_ = 0;
    int dropped_ = 0;
};

}  // namespace

Spanned orthonormal(const Structure& structure, const Matrix& first, std::vector<Matrix> others) {
    Eigen::Index most = first.cols();
    for (const Matrix& group : others) most += group.cols();
    Orthonormal basis(structure, std::min<Eigen::Index>(most, structure.size() - structure.rigid().cols()));
    const auto append = [&basis](const Matrix& group) {
        int added = 0;
        for (Eigen::Index begin = 0; begin < group.cols(); begin += linalg::together)
            added += basis.append(group.middleCols(begin, std::min(linalg::together, group.cols() - begin)));
        return added;
    };
    Spanned out;
    out.modes = append(first);
    for (Matrix& group : others) {
        (void)append(group);
        group.resize(0, 0);
    }
    out.dropped = basis.dropped();
    out.vectors = std::move(basis).vectors();
    return out;
}

}  // namespace jounce::modal
