// The vectors for the basis of a reduction: free modes, static responses, modes of the structure with fixed interface.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/structure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "linalg/dense.hpp"
#include "linalg/eigen.hpp"
#include "linalg/products.hpp"
#include "linalg/singular_matrix.hpp"
#include "modal/projection.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

using linalg::product;
using linalg::together;

constexpr double dependent = 1e-10;  // for linearly dependent rows, in the norm of the response
constexpr double unfelt = 1e-8;      // singular values of rows^T R
constexpr double no_answer = 1e-8;   // of a static response relative to the response to the same force through A
constexpr int most_refinements = 60;

double quotient(const SparseMatrix& K, const Vector& shape) {
    const double stiffness = shape.dot(K * shape);
    return std::abs(stiffness) <= stiffness_round_off(K, shape) ? 0 : stiffness;
}

}  // namespace

Structure::Structure(const System& system, int elastic, const std::function<void()>& proceed)
    : system_(&system), proceed_(proceed) {
    require_symmetric(system, "reduction needs");
    try {
        find_modes(elastic);
    } catch (const Error&) {
        throw;
    } catch (const linalg::SingularMatrix& singular) {
        const auto row = static_cast<std::size_t>(singular.row);
        throw failure("the matrices are singular at coordinate " +
                      (row < system.coordinate_names.size() ? system.coordinate_names[row] : std::to_string(row)));
    } catch (const std::exception& problem) {
        throw failure(problem.what());
    }
}

Error Structure::failure(const std::string& what) const {
    return computation_failed("model '" + system_->name + "': reduction: " + what);
}

void Structure::find_modes(int elastic) {
    const int n = size();
    elastic = std::max(elastic, 1);
    // A free structure has six rigid-body modes first; a mechanism has more.
    for (int asked = std::min(n, elastic + 6);;) {
        if (n > largest_dense && 2 * asked > n) {
            throw bad_case("model '" + system_->name + "': reduction keeps at most half of the modes of a model with more than " +
                           std::to_string(largest_dense) + " free coordinates, this one has " + std::to_string(n));
        }
        const linalg::EigenPairs pairs =
            linalg::lowest_eigenpairs(K(), M(), asked, proceed_, linalg::MassMatrix::positive_definite);
        std::vector<Eigen::Index> rigid, others;
        Vector quotients(pairs.values.size());
        for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
            quotients[i] = quotient(K(), pairs.vectors.col(i));
            if (quotients[i] < 0)
                throw bad_case("model '" + system_->name + "': reduction needs a positive semidefinite stiffness");
            (quotients[i] == 0 ? rigid : others).push_back(i);
        }
        const int found = static_cast<int>(pairs.values.size());
        if (static_cast<int>(others.size()) < elastic && found < n) {
            asked = std::min(n, others.empty() ? 2 * found + elastic : static_cast<int>(rigid.size()) + elastic);
            continue;
        }
        std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) { return quotients[a] < quotients[b]; });
        rigid_.resize(n, static_cast<Eigen::Index>(rigid.size()));
        for (std::size_t i = 0; i < rigid.size(); ++i) rigid_.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(rigid[i]);
        elastic_.resize(n, static_cast<Eigen::Index>(others.size()));
        eigenvalues_.resize(elastic_.cols());
        for (std::size_t i = 0; i < others.size(); ++i) {
            elastic_.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(others[i]);
            eigenvalues_[static_cast<Eigen::Index>(i)] = quotients[others[i]];
        }
        complete_ = pairs.complete();
        sigma_ = -pairs.shift;
        pencil_ = pairs.pencil;
        break;
    }
    factored_ = pencil_->factor(-sigma_);
}

Matrix Structure::solve(const Matrix& x) const {
    if (proceed_) proceed_();
    return factored_.solve(x);
}

Matrix Structure::shifted(const Matrix& x) const { return product(K(), x) + sigma_ * product(M(), x); }

Matrix Structure::static_answers(const Matrix& forces) const {
    // The share of the known modes in closed form; the rest by the factor of A, where each pass corrects the effect of
    // the shift. A pass reduces the error by sigma/(lambda + sigma) with lambda beyond the known modes.
    const Matrix rigid_momentum = product(M(), rigid_), momentum = product(M(), elastic_);
    const auto beyond = [&](Matrix& x) {
        for (int pass = 0; pass < 2; ++pass) {
            x -= rigid_ * (rigid_momentum.transpose() * x).eval();
            x -= elastic_ * (momentum.transpose() * x).eval();
        }
    };
    Matrix answers = elastic_ * eigenvalues_.cwiseInverse().asDiagonal() * (elastic_.transpose() * forces).eval();
    // Columns pass through the factor together, and leave when their own series has converged.
    for (Eigen::Index first = 0; first < forces.cols(); first += together) {
        const Eigen::Index count = std::min(together, forces.cols() - first);
        Matrix rest = forces.middleCols(first, count);
        for (int pass = 0; pass < 2; ++pass) {
            rest -= rigid_momentum * (rigid_.transpose() * rest).eval();
            rest -= momentum * (elastic_.transpose() * rest).eval();
        }
        auto part = answers.middleCols(first, count);
        add_beyond_modes(part, rest, beyond);
        const Matrix through = solve(forces.middleCols(first, count)), force = product(K(), part);
        for (Eigen::Index j = 0; j < count; ++j) {
            const double scale = std::sqrt(std::max(0.0, forces.col(first + j).dot(through.col(j))));
            if (std::sqrt(std::max(0.0, part.col(j).dot(force.col(j)))) <= no_answer * scale) part.col(j).setZero();
        }
    }
    return answers;
}

/// Adds the static answers to `rest`, in which the known modes have no share, to the columns of `answers`.
void Structure::add_beyond_modes(Eigen::Ref<Matrix> answers, const Matrix& rest,
                                 const std::function<void(Matrix&)>& beyond) const {
    // Norms in A = K + sigma M cost no product with it: A P A^-1 f = P^T f, so that x^T A x = x^T f for x = P A^-1 f.
    const auto sizes = [](const Matrix& x, const Matrix& force) {
        return Vector(x.cwiseProduct(force).colwise().sum().transpose().cwiseMax(0).cwiseSqrt());
    };
    const auto solved = [&](const Matrix& force) {
        Matrix x = solve(force);
        beyond(x);
        return x;
    };
    Matrix force = rest, forces = rest;  // of `change` and of `x`
    Matrix x = solved(force), change = x;
    Vector last = sizes(change, force);
    std::vector<Eigen::Index> active;  // columns of `x` that those of `change` belong to
    for (Eigen::Index j = 0; j < x.cols(); ++j)
        if (last[j] > 0) active.push_back(j);
    if (static_cast<Eigen::Index>(active.size()) < x.cols()) change = Matrix(change(Eigen::all, active));
    last = Vector(last(active));
    for (int i = 0; i < most_refinements && !active.empty(); ++i) {
        force = sigma_ * product(M(), change);
        change = solved(force);
        const Vector now = sizes(change, force);
        std::vector<Eigen::Index> kept, still;
        for (Eigen::Index k = 0; k < now.size(); ++k) {
            const Eigen::Index j = active[static_cast<std::size_t>(k)];
            x.col(j) += change.col(k);
            forces.col(j) += force.col(k);
            const double size = std::sqrt(std::max(0.0, x.col(j).dot(forces.col(j))));
            if (now[k] > 2 * epsilon * size && now[k] <= 0.9 * last[k] && now[k] > 0) {
                kept.push_back(k);
                still.push_back(j);
            }
        }
        if (kept.size() < active.size()) change = Matrix(change(Eigen::all, kept));
        last = Vector(now(kept));
        active = std::move(still);
    }
    answers += x;
}

Forces Structure::answered(Matrix forces) const {
    Matrix answers = static_answers(forces);
    return {std::move(forces), std::move(answers)};
}

Forces Structure::independent(const Forces& forces) const {
    // Cholesky with pivoting of f^T A^-1 f, scaled to a diagonal of one.
    const Eigen::Index count = forces.vectors.cols();
    if (count == 0) return forces;
    Matrix gram = forces.vectors.transpose() * solve(forces.vectors);
    Vector scale(count);
    for (Eigen::Index j = 0; j < count; ++j) scale[j] = gram(j, j) > 0 ? 1 / std::sqrt(gram(j, j)) : 0;
    gram = (scale.asDiagonal() * gram * scale.asDiagonal()).eval();
    std::vector<Eigen::Index> kept;
    for (Eigen::Index step = 0; step < count; ++step) {
        Eigen::Index best = -1;
        for (Eigen::Index j = 0; j < count; ++j) {
            const bool taken = std::find(kept.begin(), kept.end(), j) != kept.end();
            // The first of equal ones, so that the choice does not depend on rounding.
            if (!taken && gram(j, j) > dependent && (best < 0 || gram(j, j) > (1 + 1e-6) * gram(best, best))) best = j;
        }
        if (best < 0) break;
        kept.push_back(best);
        const Vector column = gram.col(best) / std::sqrt(gram(best, best));
        gram -= column * column.transpose();
    }
    std::sort(kept.begin(), kept.end());
    Forces out{Matrix(size(), static_cast<Eigen::Index>(kept.size())), Matrix(size(), static_cast<Eigen::Index>(kept.size()))};
    for (std::size_t i = 0; i < kept.size(); ++i) {
        out.vectors.col(static_cast<Eigen::Index>(i)) = scale[kept[i]] * forces.vectors.col(kept[i]);
        out.answers.col(static_cast<Eigen::Index>(i)) = scale[kept[i]] * forces.answers.col(kept[i]);
    }
    return out;
}

Matrix Structure::felt(const Matrix& rows) const { return rows.transpose() * rigid_ / std::sqrt(sigma_); }

Matrix Structure::not_held(const Matrix& rows) const {
    const Eigen::Index r = rigid_.cols();
    if (r == 0 || rows.cols() == 0) return Matrix::Identity(r, r);
    const linalg::SingularValues svd = linalg::singular_values(felt(rows));
    const Eigen::Index rank = (svd.values.array() > unfelt).count();
    return svd.right.rightCols(r - rank);
}

Matrix Structure::balanced(const Matrix& rows) const {
    const Eigen::Index p = rows.cols();
    if (rigid_.cols() == 0 || p == 0) return Matrix::Identity(p, p);
    const linalg::SingularValues svd = linalg::singular_values(felt(rows));
    const Eigen::Index rank = (svd.values.array() > unfelt).count();
    return svd.left.rightCols(p - rank);
}

Structure::HeldModes Structure::held_modes(const Matrix& rows, int count, double bound) const {
    HeldModes out;
    const int rigid = static_cast<int>(not_held(rows).cols());
    const int available = size() - static_cast<int>(rows.cols()) - rigid;
    out.shapes.resize(size(), 0);
    linalg::EigenPairs pairs;
    try {
        if (count == 0) count = linalg::constrained_below(*pencil_, rows, bound) - rigid;
        count = std::min(count, available);
        if (count <= 0) return out;
        pairs = linalg::lowest_constrained_pairs(*pencil_, factored_, -sigma_, rows, count + rigid, proceed_);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& problem) {
        throw failure(problem.what());
    }
    std::vector<Eigen::Index> kept;
    std::vector<double> values;
    for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
        const double stiffness = quotient(K(), pairs.vectors.col(i));
        if (stiffness <= 0 || static_cast<int>(kept.size()) == count) continue;
        kept.push_back(i);
        values.push_back(stiffness);
    }
    out.shapes.resize(size(), static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) out.shapes.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(kept[i]);
    out.eigenvalues = Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
    out.complete = pairs.complete();
    return out;
}

}  // namespace jounce::modal
