// The vectors for the basis of a reduction: free modes, static responses, modes of the structure with fixed interface.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/structure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "base/messages/error_of.hpp"
#include "base/numbers/limits.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/eigen.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"
#include "modal/below_rounding.hpp"
#include "modal/independent_columns.hpp"
#include "modal/projection.hpp"
#include "modal/singular_place.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

using linalg::product;
using linalg::RowMatrix;
using linalg::together;

constexpr double unfelt = 1e-8;   // singular values of rows^T R
constexpr double enough = 1e-11;  // error of a static response, in the norm of A'
constexpr int most_refinements = 60;

}  // namespace

Structure::Structure(const System& system, int elastic, const StageReport& proceed, const linalg::Engine* engine,
                     const SparseMatrix& rows, const SparseMatrix& loads, double bound, ElasticModes use)
    : system_(&system), proceed_(proceed) {
    require_symmetric(system, "reduction needs");
    try {
        pencil_ = std::make_shared<const linalg::Pencil>(K(), M(), linalg::MassMatrix::positive_definite, engine, proceed);
        if (elastic == 0 && bound > 0) elastic = pencil_->count_below(bound, proceed).below;
        elastic = std::max(elastic, 1);
        if (find_modes_held(elastic, rows, loads, use)) return;
        find_modes(elastic);
        factor_for_statics();
    } catch (const linalg::SingularMatrix& singular) {
        throw computation_failed(subject() + singular_place(system, singular));
    } catch (const std::exception& problem) {
        throw error_of(subject(), problem);
    }
}

std::string Structure::subject() const { return "model '" + system_->name + "': reduction: "; }

void Structure::find_modes(int elastic) {
    const int n = size();
    // A free structure has six rigid-body modes first; a mechanism has more.
    for (int asked = std::min(n, elastic + 6);;) {
        if (n > largest_dense && 2 * asked > n) {
            throw bad_case("model '" + system_->name + "': reduction keeps at most half of the modes of a model with more than " +
                           std::to_string(largest_dense) + " free coordinates, this one has " + std::to_string(n));
        }
        linalg::EigenPairs pairs = linalg::lowest_eigenpairs(pencil_, asked, proceed_, linalg::SearchFactor::kept);
        std::vector<Eigen::Index> rigid, others;
        const Vector stiffness = stiffness_of(pairs.values, pairs.vectors);
        for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
            if (stiffness[i] < 0)
                throw bad_case("model '" + system_->name + "': reduction needs a positive semidefinite stiffness");
            (stiffness[i] == 0 ? rigid : others).push_back(i);
        }
        const int found = static_cast<int>(pairs.values.size());
        if (static_cast<int>(rigid.size()) > 6) require_rigid(pairs.vectors, rigid);  // before the search is repeated for more
        if (static_cast<int>(others.size()) < elastic && found < n) {
            asked = std::min(n, others.empty() ? 2 * found + elastic : static_cast<int>(rigid.size()) + elastic);
            continue;
        }
        require_rigid(pairs.vectors, rigid);
        rigid_.resize(n, static_cast<Eigen::Index>(rigid.size()));
        for (std::size_t i = 0; i < rigid.size(); ++i) rigid_.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(rigid[i]);
        set_elastic(pairs.vectors, stiffness, std::move(others));
        note_unsure(elastic_, eigenvalues_);
        complete_ = pairs.complete();
        sigma_ = -pairs.shift;
        factored_ = std::move(pairs.factored);
        break;
    }
}

Error Structure::lost_in_rounding(const Matrix& shapes) const {
    const BelowRounding apart = told_apart(*system_, shapes, 0);
    const double most = apart.limits.size() > 0 ? apart.limits.maxCoeff() : 0;
    return computation_failed(subject() + "the reduced model would have no stiffness where the model has: " +
                              unresolved_text(*system_, static_cast<int>(apart.unresolved.cols()), most));
}

void Structure::require_rigid(const Matrix& vectors, const std::vector<Eigen::Index>& lost) const {
    if (lost.empty()) return;
    const Unstrained known = unstrained_motions(*system_);
    if (known.all && static_cast<Eigen::Index>(lost.size()) > known.lost.cols() + known.unsure.cols())
        throw lost_in_rounding(vectors(Eigen::all, lost));
}

/// \param eigenvalues ascending
void Structure::note_unsure(const Matrix& shapes, const Vector& eigenvalues) {
    int unsure = 0;
    while (unsure < eigenvalues.size() &&
           eigenvalues[unsure] <= linalg::rounding::sure * linalg::stiffness_round_off(K(), shapes.col(unsure)))
        ++unsure;
    if (unsure == 0) return;
    std::string text = unresolved_text(*system_, unsure, eigenvalues[unsure - 1]);
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
}

Vector Structure::stiffness_of(const Vector& values, const Matrix& vectors) const {
    const Matrix forces = product(K(), vectors);
    Vector out = Vector::Zero(values.size());
    for (Eigen::Index i = 0; i < out.size(); ++i)
        if (values[i] != 0) out[i] = vectors.col(i).dot(forces.col(i));
    return out;
}

/// \param stiffness of the vectors, phi^T K phi \param columns which of them
void Structure::set_elastic(const Matrix& vectors, const Vector& stiffness, std::vector<Eigen::Index> columns) {
    std::stable_sort(columns.begin(), columns.end(), [&](auto a, auto b) { return stiffness[a] < stiffness[b]; });
    elastic_.resize(size(), static_cast<Eigen::Index>(columns.size()));
    eigenvalues_.resize(elastic_.cols());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        elastic_.col(static_cast<Eigen::Index>(i)) = vectors.col(columns[i]);
        eigenvalues_[static_cast<Eigen::Index>(i)] = stiffness[columns[i]];
    }
}

Matrix Structure::solve(const Matrix& x) {
    proceed({responses_stage});
    factor_again();
    return factored_.solve(x);
}

Matrix Structure::shifted(const Matrix& x, Shifting& work) const {
    Matrix out = linalg::large_matrix(x.rows(), x.cols());
    RowMatrix &part = work.part, &stiff = work.stiff, &heavy = work.heavy;
    for (Eigen::Index first = 0; first < x.cols(); first += together) {
        const Eigen::Index count = std::min(together, x.cols() - first);
        linalg::to_rows(x.middleCols(first, count), part);
        product(K(), part, stiff);
        product(M(), part, heavy);
        stiff += sigma_ * heavy;
        linalg::to_columns(stiff, out.middleCols(first, count));
    }
    return out;
}

/// The closer to K, the fewer passes each response takes (`answer`), as long as the rigid motions stay far above rounding. Of a
/// large structure the factor of A gives its memory to this one.
void Structure::factor_for_statics() {
    const double pivot = factored_.smallest_pivot_ratio();
    const bool by_engine = factored_.by_engine() != nullptr;
    for (const double nearer : {1e-5, 1e-3}) {
        // The pivots of rigid motions are proportional to sigma: such a factor is not made to be thrown away. Those of an engine
        // do not show how near rounding is.
        if (rigid_.cols() > 0 && (by_engine || nearer * pivot < 0.1 * trusted_pivot)) continue;
        if (pencil_->is_large() && !by_engine) factored_ = {};
        try {
            linalg::PencilFactor near = pencil_->factor(-nearer * sigma_, nullptr, proceed_);
            if (near.negative_pivots() > 0 || near.smallest_pivot_ratio() < trusted_pivot) continue;
            static_sigma_ = nearer * sigma_;
            static_factor_ = std::move(near);
            return;
        } catch (const linalg::SingularMatrix&) {
            continue;  // rigid motions are rounding there
        }
    }
    factor_again();
    static_sigma_ = sigma_;
    static_factor_ = factored_;
}

void Structure::factor_again() {
    if (factored_.empty()) factored_ = pencil_->factor(-sigma_, nullptr, proceed_);
}

Matrix Structure::static_answers(const SparseMatrix& forces) const {
    Matrix known = linalg::large_matrix(size(), rigid_.cols() + elastic_.cols());
    known.leftCols(rigid_.cols()) = rigid_;
    known.rightCols(elastic_.cols()) = elastic_;
    const Matrix momentum = product(M(), known);
    Matrix answers = linalg::large_matrix(size(), forces.cols());
    Answering work;
    for (Eigen::Index first = 0; first < forces.cols(); first += together) {
        const Eigen::Index count = std::min(together, forces.cols() - first);
        linalg::resize(work.x, size(), count);
        work.x = forces.middleCols(first, count);
        answer(work, known, momentum, {responses_stage, static_cast<double>(first) / static_cast<double>(forces.cols())});
        linalg::to_columns(work.x, answers.middleCols(first, count));
    }
    return answers;
}

/// The share of the known modes in closed form; the rest by the factor of A' = K + sigma' M, where each pass solves for the
/// residual: it corrects the effect of the shift, and the rounding errors of the pass before. A pass reduces the error by
/// sigma'/(lambda + sigma') with lambda beyond the known modes.
void Structure::answer(Answering& work, const Matrix& known, const Matrix& momentum, const Stage& stage) const {
    RowMatrix &x = work.x, &rest = work.rest, &force = work.force, &image = work.image;
    for (RowMatrix* block : {&rest, &force}) linalg::resize(*block, x.rows(), x.cols());
    const RowMatrix shares = known.transpose() * x;
    const Vector inertia = shares.topRows(rigid_.cols()).colwise().squaredNorm().transpose() / sigma_;
    const auto beyond = [&](RowMatrix& vectors) { vectors.noalias() -= known * (momentum.transpose() * vectors).eval(); };
    rest = x;
    rest.noalias() -= momentum * shares;
    rest.noalias() -= momentum * (known.transpose() * rest).eval();
    const auto solve_for = [&](RowMatrix& vectors) {
        proceed(stage);
        static_factor_.solve_in_place(vectors);
    };
    solve_for(x);
    beyond(x);
    beyond(x);

    // Norms in A' cost no product with it: A' P A'^-1 f = P^T f, so that x^T A' x = x^T f for x = P A'^-1 f.
    const double highest = eigenvalues_.size() > 0 ? eigenvalues_[eigenvalues_.size() - 1] : 0;
    const double contraction = highest > 0 ? static_sigma_ / (highest + static_sigma_) : 1;
    Vector last = Vector::Constant(x.cols(), infinite), active = Vector::Ones(x.cols());
    for (int i = 0; i < most_refinements && !active.isZero(0); ++i) {
        product(K(), x, image);
        force = rest - image;
        RowMatrix& change = image;
        change = force;
        solve_for(change);
        beyond(change);
        const Vector now = linalg::column_dots(change, force).cwiseMax(0).cwiseSqrt();
        x.noalias() += change * active.asDiagonal();
        const Vector size = linalg::column_dots(x, rest).cwiseMax(0).cwiseSqrt();
        // A pass leaves of an error the contraction, and the relative error of its own solution, which is at most `now`. A column
        // leaves when that is enough, or when the changes no longer become smaller.
        for (Eigen::Index j = 0; j < now.size(); ++j) {
            const double left = now[j] * std::max(contraction * size[j], now[j]);
            if (!(left > enough * size[j] * size[j] && now[j] <= 0.9 * last[j])) active[j] = 0;
        }
        last = now;
    }
    beyond(x);
    x.noalias() += elastic_ * (eigenvalues_.cwiseInverse().asDiagonal() * shares.bottomRows(elastic_.cols()));
    product(K(), x, image);
    const Vector strain = linalg::column_dots(x, image).cwiseMax(0);
    for (Eigen::Index j = 0; j < strain.size(); ++j)
        if (is_round_off(strain[j], inertia[j])) x.col(j).setZero();
}

Forces Structure::independent(Forces forces) const {
    const Eigen::Index count = forces.vectors.cols();
    if (count == 0) return forces;
    const Matrix inertia = forces.vectors.transpose() * rigid_;
    Matrix gram = forces.vectors.transpose() * forces.answers;
    gram = (0.5 * (gram + gram.transpose()) + inertia * inertia.transpose() / sigma_).eval();
    const auto [scale, kept] = independent_columns(std::move(gram));
    // In place: a second list of responses would cost as much memory as the first.
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Eigen::Index from = kept[i], to = static_cast<Eigen::Index>(i);
        for (SparseMatrix::InnerIterator it(forces.vectors, from); it; ++it)
            entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(to), scale[from] * it.value());
        forces.answers.col(to) = scale[from] * forces.answers.col(from);
    }
    forces.vectors.resize(size(), static_cast<Eigen::Index>(kept.size()));
    forces.vectors.setFromTriplets(entries.begin(), entries.end());
    if (static_cast<Eigen::Index>(kept.size()) < count)
        forces.answers.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(kept.size()));
    return forces;
}

Matrix Structure::felt(const SparseMatrix& rows) const { return rows.transpose() * rigid_ / std::sqrt(sigma_); }

Matrix Structure::not_held(const SparseMatrix& rows) const {
    const Eigen::Index r = rigid_.cols();
    if (r == 0 || rows.cols() == 0) return Matrix::Identity(r, r);
    const linalg::SingularValues svd = linalg::singular_values(felt(rows));
    const Eigen::Index rank = (svd.values.array() > unfelt).count();
    return svd.right.rightCols(r - rank);
}

Matrix Structure::balanced(const SparseMatrix& rows) const {
    const Eigen::Index p = rows.cols();
    if (rigid_.cols() == 0 || p == 0) return Matrix::Identity(p, p);
    const linalg::SingularValues svd = linalg::singular_values(felt(rows));
    const Eigen::Index rank = (svd.values.array() > unfelt).count();
    return svd.left.rightCols(p - rank);
}

}  // namespace jounce::modal
