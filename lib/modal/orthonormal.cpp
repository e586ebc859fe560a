// Linearly independent vectors of a reduced basis: by the Gram matrix of all, or by Gram-Schmidt in blocks.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/orthonormal.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
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
    Orthonormal(const Structure& structure, const Matrix& rigid_momentum, Eigen::Index most)
        : structure_(structure),
          vectors_(linalg::large_matrix(structure.size(), most)),
          weighted_(linalg::large_matrix(structure.size(), most)),
          rigid_momentum_(rigid_momentum) {}

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
    Matrix vectors_, weighted_;
    const Matrix& rigid_momentum_;
    Structure::Shifting shifting_;
    Eigen::Index kept_ = 0;
    int dropped_ = 0;
};

/// All groups as one, without columns of zeros; a group is freed once it is copied.
struct Joined {
    Matrix vectors;
    Eigen::Index modes = 0;  // columns of the first group
};

Joined joined(Eigen::Index n, const Matrix& first, std::vector<Matrix>& others) {
    Eigen::Index most = first.cols();
    for (const Matrix& group : others) most += group.cols();
    Joined out{linalg::large_matrix(n, most), 0};
    Eigen::Index filled = 0;
    const auto append = [&](const Matrix& group) {
        for (Eigen::Index j = 0; j < group.cols(); ++j)
            if (!group.col(j).isZero(0)) out.vectors.col(filled++) = group.col(j);
    };
    append(first);
    out.modes = filled;
    for (Matrix& group : others) {
        append(group);
        group.resize(0, 0);
    }
    if (filled < most) out.vectors.conservativeResize(Eigen::NoChange, filled);
    return out;
}

/// R^-1 for the Cholesky factor R'R of a Gram matrix, and the smallest diagonal entry of R if the vectors had length one: what is
/// left of a vector beside those before it. Nothing if one of them is a combination of the others to rounding.
struct Inverse {
    Matrix R;
    double least = 0;
};

std::optional<Inverse> inverse_of(const Matrix& gram) {
    const Vector lengths = gram.diagonal().cwiseMax(0).cwiseSqrt();
    if (!(lengths.minCoeff() > 0)) return {};
    const auto scale = lengths.cwiseInverse().asDiagonal();
    const Eigen::LLT<Matrix> cholesky(Matrix(scale * gram * scale));
    if (cholesky.info() != Eigen::Success) return {};
    const Matrix R = cholesky.matrixU();
    const Matrix inverse = R.triangularView<Eigen::Upper>().solve(Matrix::Identity(R.rows(), R.cols()));
    return Inverse{scale * inverse, R.diagonal().minCoeff()};
}

/// The smallest part, in the norm of A = K + sigma M, that vectors keep when their rigid motion is taken away. \param gram their
/// Gram matrix afterwards \param shares of the rigid vectors, which have unit mass and no stiffness
double left_of_rigid_motion(const Matrix& gram, double sigma, const Matrix& shares) {
    double least = 1;
    for (Eigen::Index j = 0; j < gram.cols(); ++j)
        least = std::min(least, std::sqrt(gram(j, j) / (gram(j, j) + sigma * shares.col(j).squaredNorm())));
    return least;
}

/// Vectors of which none is close to the span of the others or of the rigid motions, by Cholesky factors of the Gram matrix of
/// all: a fraction of the work of Gram-Schmidt. Rounding errors are those of one product, divided by the square of what is least
/// left of a vector, so that vectors closer to each other are replaced by their combinations first. \returns false if they are
/// too close for that
bool by_cholesky(const Structure& structure, const Matrix& rigid_momentum, Spanned& spanned) {
    constexpr double close = 0.03, too_close = 1e-4;
    Matrix& V = spanned.vectors;
    const Matrix& R = structure.rigid();
    const LinearBlock& linear = structure.system().linear;
    for (int pass = 0; pass < 3; ++pass) {
        const Matrix shares = linalg::inner_products(rigid_momentum, V);
        linalg::subtract_product(V, R, shares);
        const auto [stiffness, mass] =
            linalg::congruences({linear.stiffness(), linear.mass()}, V, [&] { structure.proceed({"projection"}); });
        const Matrix gram = stiffness + structure.sigma() * mass;
        const std::optional<Inverse> inverse = inverse_of(gram);
        const double least = inverse ? std::min(inverse->least, left_of_rigid_motion(gram, structure.sigma(), shares)) : 0;
        if (least < too_close) {  // Gram-Schmidt compares what is left with the vectors as they were
            if (R.cols() > 0) V.noalias() += R * shares;
            return false;
        }
        if (least >= close) {
            spanned.weights = inverse->R;
            spanned.mass = inverse->R.transpose() * mass * inverse->R;
            spanned.mass = (0.5 * (spanned.mass + spanned.mass.transpose())).eval();
            return true;
        }
        linalg::multiply(V, inverse->R);
    }
    return false;
}

}  // namespace

Spanned orthonormal(const Structure& structure, const Matrix& first, std::vector<Matrix> others) {
    const linalg::SharedMatrix M = structure.system().linear.mass();
    Joined given = joined(structure.size(), first, others);
    Spanned out;
    out.vectors.swap(given.vectors);
    out.modes = static_cast<int>(given.modes);
    const Eigen::Index count = out.vectors.cols(), room = structure.size() - structure.rigid().cols();
    const Matrix rigid_momentum = linalg::product(M, structure.rigid());
    if (count == 0 || (count <= room && by_cholesky(structure, rigid_momentum, out))) return out;

    Orthonormal basis(structure, rigid_momentum, std::min(count, room));
    const auto append = [&](Eigen::Index begin, Eigen::Index end) {
        int added = 0;
        for (; begin < end; begin += linalg::together)
            added += basis.append(out.vectors.middleCols(begin, std::min(linalg::together, end - begin)));
        return added;
    };
    out.modes = append(0, given.modes);
    (void)append(given.modes, count);
    out.dropped = basis.dropped();
    out.vectors = std::move(basis).vectors();
    out.weights = Matrix::Identity(out.vectors.cols(), out.vectors.cols());
    out.mass = linalg::congruence(M, out.vectors);
    return out;
}

}  // namespace jounce::modal
