// A Structure that its interface holds: free modes, static responses and held modes by one factor.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/files/memory.hpp"
#include "base/messages/error_of.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "linalg/eigen/shift_invert.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"
#include "modal/below_rounding.hpp"
#include "modal/independent_columns.hpp"
#include "modal/rigid_motion.hpp"
#include "modal/structure.hpp"

namespace jounce::modal {

namespace {

/// The columns of both, of `n` rows.
SparseMatrix joined(Eigen::Index n, const SparseMatrix& a, const SparseMatrix& b) {
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index j = 0; j < a.cols() + b.cols(); ++j) {
        const bool first = j < a.cols();
        for (SparseMatrix::InnerIterator it(first ? a : b, first ? j : j - a.cols()); it; ++it)
            entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    }
    SparseMatrix out(n, a.cols() + b.cols());
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

/// The motions of the model as a rigid body that strain nothing, M-orthonormal (n x r); nothing if its free coordinates do not
/// tell all six from each other.
std::optional<Matrix> free_motions(const System& system) {
    const SparseMatrix &K = system.linear.K, &M = system.linear.M;
    const Matrix motions = rigid_motions(system);
    const auto pairs = linalg::symmetric_pairs(motions.transpose() * linalg::product(K, motions),
                                               motions.transpose() * linalg::product(M, motions));
    if (!pairs) return {};
    Matrix out(motions.rows(), 0);
    for (Eigen::Index j = 0; j < pairs->values.size(); ++j) {
        const Vector x = motions * pairs->vectors.col(j);
        if (std::abs(x.dot(K * x)) > linalg::stiffness_round_off(K, x)) continue;
        out.conservativeResize(Eigen::NoChange, out.cols() + 1);
        out.rightCols(1) = x;
    }
    if (out.cols() == 0) return out;
    const Eigen::LLT<Matrix> cholesky(Matrix(out.transpose() * linalg::product(M, out)));
    cholesky.matrixU().solveInPlace<Eigen::OnTheRight>(out);
    return out;
}

/// Rows without their entries at the unknowns that a factor fixes, scaled and linearly independent of each other there.
SparseMatrix beside_fixed_unknowns(const SparseMatrix& rows, const linalg::PencilFactor& factor) {
    SparseMatrix others = beside_fixed(rows, *factor.fixed());
    if (others.cols() == 0) return others;
    const auto [scale, kept] = independent_columns(factor.compliance(others));
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < kept.size(); ++i)
        for (SparseMatrix::InnerIterator it(others, kept[i]); it; ++it)
            entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(i), scale[kept[i]] * it.value());
    SparseMatrix out(others.rows(), static_cast<Eigen::Index>(kept.size()));
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

}  // namespace

bool Structure::find_modes_held(int elastic, const SparseMatrix& rows, const SparseMatrix& loads, ElasticModes use) {
    constexpr int beyond = 2;  // further pairs, to find the gap
    // Of the vectors; the values have the square of it.
    const double tolerance = use == ElasticModes::compared ? 1e-7 : 1e-10;
    if (!pencil_->is_large() || pencil_->by_engine() || rows.cols() == 0) return false;
    std::optional<Matrix> motions = free_motions(*system_);
    if (!motions) return false;
    rigid_ = *std::move(motions);
    const int r = static_cast<int>(rigid_.cols()), free = size() - r;
    const linalg::FixedUnknowns fixed = holding_unknowns(rows, rigid_);
    if (2 * (elastic + r) > size() || fixed == nullptr) return false;
    const auto search = [&] {
        try {
            held_factor_ = pencil_->factor(0, fixed, proceed_);
        } catch (const linalg::SingularMatrix&) {
            return false;  // a motion without stiffness is left
        }
        if (held_factor_.negative_pivots() > 0 || !(held_factor_.smallest_pivot_ratio() > trusted_pivot)) return false;
        const Eigen::Index forces = rows.cols() + loads.cols();
        require_memory(
            sizeof(double) * static_cast<double>(size()) * static_cast<double>(r + forces),
            "the static responses of " + std::to_string(size()) + " coordinates to " + std::to_string(forces) + " forces");
        held_.emplace(HeldStructure{K().held(), M().held(), rigid_, held_factor_, proceed_}, joined(size(), rows, loads));
        if (!held_->sound()) return false;
        const auto inverse = [this](linalg::RowMatrix& x) { held_->respond(x); };
        std::optional<linalg::RawPairs> found =
            linalg::pairs_by_inverse(*pencil_, inverse, free, elastic, beyond, tolerance, proceed_);
        if (!found) return false;
        const linalg::RawPairs pairs = linalg::joined(M(), {Vector(0), Matrix(size(), 0)}, *found);
        found.reset();
        const Eigen::Index kept = linalg::pairs_below_gap(pairs.values, 0, elastic, free);
        if (kept == 0 || (linalg::told_from_zero(K(), pairs).array() <= 0).any()) return false;
        const double last = pairs.values[kept - 1], next = kept < pairs.values.size() ? pairs.values[kept] : 1.01 * last;
        try {
            if (pencil_->count_in(last, next, proceed_).below != kept + r) return false;
        } catch (const Error&) {  // interrupted, or out of memory
            throw;
        } catch (const std::runtime_error&) {  // no factor near that value: nothing confirms the number of modes
            return false;
        }
        std::vector<Eigen::Index> columns(static_cast<std::size_t>(kept));
        std::iota(columns.begin(), columns.end(), 0);
        set_elastic(pairs.vectors, stiffness_of(pairs.values, pairs.vectors), std::move(columns));
        note_unsure(elastic_, eigenvalues_);
        linalg::fix_signs(elastic_);
        sigma_ = 0.03 * eigenvalues_[kept - 1];  // as the search for free modes chooses it
        return true;
    };
    if (search()) return true;
    held_.reset();
    held_factor_ = {};
    return false;
}

/// A response of which less than 1e-8 of that through A is strain.
void Structure::clear_round_off(const SparseMatrix& forces, Matrix& answers) const {
    const Matrix shares = rigid_.transpose() * forces;
    for (Eigen::Index j = 0; j < answers.cols(); ++j) {
        const double inertia = shares.col(j).squaredNorm() / sigma_;
        // The work of the force is the strain energy, but for rounding.
        if (forces.col(j).dot(answers.col(j)) > 1e-6 * inertia) continue;
        const double strain = std::max(0.0, answers.col(j).dot(K() * answers.col(j)));
        if (is_round_off(strain, inertia)) answers.col(j).setZero();
    }
}

std::pair<Forces, Forces> Structure::answered(SparseMatrix rows, SparseMatrix loads) {
    const SparseMatrix all = joined(size(), rows, loads);
    std::pair<Forces, Forces> out;
    if (!held_factor_.empty()) {
        if (!held_) held_.emplace(HeldStructure{K().held(), M().held(), rigid_, held_factor_, proceed_}, all);
        out.first.answers = std::move(*held_).answers(all);
        held_.reset();
        clear_round_off(all, out.first.answers);
    } else {
        out.first.answers = static_answers(all);
    }
    out.second.answers = out.first.answers.rightCols(loads.cols());
    if (loads.cols() > 0) out.first.answers.conservativeResize(Eigen::NoChange, rows.cols());
    out.first.vectors.swap(rows);
    out.second.vectors.swap(loads);
    return out;
}

Structure::HeldModes Structure::held_modes(const SparseMatrix& rows, int count, double bound) {
    HeldModes out;
    const bool fixed = !held_factor_.empty();
    linalg::PencilFactor factor = std::exchange(fixed ? held_factor_ : factored_, {});
    const linalg::FixedUnknowns unknowns = factor.fixed();
    const double shift = fixed ? 0 : -sigma_;
    const SparseMatrix others = fixed ? beside_fixed_unknowns(rows, factor) : rows;
    const int rigid = fixed ? 0 : static_cast<int>(not_held(rows).cols());
    const int available = size() - static_cast<int>(others.cols()) - factor.fixed_count() - rigid;
    out.shapes.resize(size(), 0);
    linalg::EigenPairs pairs;
    try {
        if (count == 0) {
            if (pencil_->is_large() && !pencil_->by_engine()) factor = {};  // the count makes one of its own
            count = linalg::constrained_below(*pencil_, others, bound, unknowns, proceed_) - rigid;
        }
        count = std::min(count, available);
        if (count <= 0) return out;
        if (factor.empty()) factor = pencil_->factor(shift, unknowns, proceed_);
        pairs = linalg::lowest_constrained_pairs(*pencil_, std::move(factor), shift, others, count + rigid, proceed_);
    } catch (const std::exception& problem) {
        throw error_of(subject(), problem);
    }
    std::vector<Eigen::Index> kept, lost;
    std::vector<double> values;
    const Vector stiffness = stiffness_of(pairs.values, pairs.vectors);
    for (Eigen::Index i = 0; i < stiffness.size(); ++i)
        if (stiffness[i] <= 0 && strains_elements(*system_, pairs.vectors.col(i))) lost.push_back(i);
    if (!lost.empty() && static_cast<Eigen::Index>(lost.size()) > rigid) throw lost_in_rounding(pairs.vectors(Eigen::all, lost));
    for (Eigen::Index i = 0; i < stiffness.size(); ++i) {
        if (stiffness[i] <= 0 || static_cast<int>(kept.size()) == count) continue;
        kept.push_back(i);
        values.push_back(stiffness[i]);
    }
    out.shapes.resize(size(), static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) out.shapes.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(kept[i]);
    out.eigenvalues = Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
    out.complete = pairs.complete();
    note_unsure(out.shapes, out.eigenvalues);
    return out;
}

}  // namespace jounce::modal
