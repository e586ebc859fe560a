// Constraint modes and responses with fixed unknowns in one list, then combined in place.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/held_answers.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/basics/products.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/krylov_space.hpp"

namespace jounce::modal {

namespace {

using linalg::RowMatrix;
using linalg::together;

constexpr double enough = 1e-11;  // error of a response, in the norm of K

std::vector<Eigen::Index> with_inner_entries(const SparseMatrix& forces, const std::vector<int>& fixed) {
    std::vector<char> is_fixed(static_cast<std::size_t>(forces.rows()), 0);
    for (const int i : fixed) is_fixed[static_cast<std::size_t>(i)] = 1;
    std::vector<Eigen::Index> out;
    for (Eigen::Index j = 0; j < forces.cols(); ++j) {
        bool inner = false;
        for (SparseMatrix::InnerIterator it(forces, j); it && !inner; ++it)
            inner = it.value() != 0 && is_fixed[static_cast<std::size_t>(it.row())] == 0;
        if (inner) out.push_back(j);
    }
    return out;
}

/// x = V Z - R C, in place of V, a few rows at a time. \returns the columns of x
void combine(Matrix& V, const Matrix& Z, const Matrix& R, const Matrix& C) {
    linalg::for_pieces(V.rows(), linalg::multiplications(V.rows(), Z.rows(), Z.cols()),
                       [&](Eigen::Index first, Eigen::Index count) {
                           auto part = V.middleRows(first, count);
                           Matrix x = part.leftCols(Z.rows()) * Z;
                           if (R.cols() > 0) x.noalias() -= R.middleRows(first, count) * C;
                           part.leftCols(Z.cols()) = x;
                       });
}

}  // namespace

linalg::FixedUnknowns holding_unknowns(const SparseMatrix& rows, const Matrix& rigid) {
    std::vector<int> fixed;
    for (Eigen::Index j = 0; j < rows.cols(); ++j) {
        int entries = 0, unknown = -1;
        for (SparseMatrix::InnerIterator it(rows, j); it; ++it) {
            if (it.value() == 0) continue;
            ++entries;
            unknown = static_cast<int>(it.row());
        }
        if (entries == 1) fixed.push_back(unknown);
    }
    std::ranges::sort(fixed);
    fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
    const auto count = static_cast<Eigen::Index>(fixed.size());
    if (count == 0 || count == rows.rows() || count < rigid.cols()) return nullptr;
    if (rigid.cols() > 0) {
        Matrix moved = rigid(fixed, Eigen::all);
        for (Eigen::Index i = 0; i < count; ++i) {  // displacements and rotations on one scale
            const double size = moved.row(i).norm();
            if (size > 0) moved.row(i) /= size;
        }
        Eigen::ColPivHouseholderQR<Matrix> rank(moved);
        rank.setThreshold(1e-6);
        if (rank.rank() < rigid.cols()) return nullptr;
    }
    return std::make_shared<const std::vector<int>>(std::move(fixed));
}

SparseMatrix beside_fixed(const SparseMatrix& rows, const std::vector<int>& fixed) {
    std::vector<Eigen::Triplet<double>> entries;
    int column = 0;
    for (const Eigen::Index j : with_inner_entries(rows, fixed)) {
        for (SparseMatrix::InnerIterator it(rows, j); it; ++it)
            if (!std::ranges::binary_search(fixed, static_cast<int>(it.row())))
                entries.emplace_back(static_cast<int>(it.row()), column, it.value());
        ++column;
    }
    SparseMatrix out(rows.rows(), column);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

HeldAnswers::HeldAnswers(const HeldStructure& structure, const SparseMatrix& forces)
    : of_(structure),
      momentum_(linalg::product(structure.M, structure.rigid)),
      inner_(with_inner_entries(forces, *structure.factor.fixed())),
      parts_(linalg::large_matrix(structure.K.rows(), std::max(parts(), forces.cols()))) {
    fill(forces);
    sound_ = factor_boundary() && is_accurate();
}

/// Adds the forces of column `part` of the list.
void HeldAnswers::add_force(const SparseMatrix& forces, Eigen::Index part, RowMatrix& to, Eigen::Index j) const {
    if (part < held()) return;
    if (part < before_forces()) {
        to.col(j) += momentum_.col(part - held());
        return;
    }
    const Eigen::Index force = inner_[static_cast<std::size_t>(part - before_forces())];
    for (SparseMatrix::InnerIterator it(forces, force); it; ++it) to(it.row(), j) += it.value();
}

/// x with K x = f beside the fixed unknowns, and given displacements there.
void HeldAnswers::fill(const SparseMatrix& forces) {
    // Without pivoting an elimination loses as many digits as its smallest pivot has lost by cancellation.
    const int corrections = std::numeric_limits<double>::epsilon() > enough * of_.factor.smallest_pivot_ratio() ? 1 : 0;
    RowMatrix x, change;
    for (Eigen::Index first = 0; first < parts(); first += together) {
        const Eigen::Index count = std::min(together, parts() - first);
        for (RowMatrix* block : {&x, &change}) linalg::resize(*block, of_.K.rows(), count);
        x.setZero();
        change.setZero();
        for (Eigen::Index j = 0; j < count; ++j) {
            add_force(forces, first + j, change, j);
            if (first + j >= held()) continue;
            const int moved = fixed()[static_cast<std::size_t>(first + j)];
            x(moved, j) = 1;
            for (SparseMatrix::InnerIterator it(of_.K, moved); it; ++it) change(it.row(), j) = -it.value();
        }
        for (int pass = 0; pass <= corrections; ++pass) {
            StagePart(of_.proceed, responses_stage).done(static_cast<double>(first) / static_cast<double>(parts()));
            if (pass > 0) {
                linalg::product(of_.K, x, change);
                change = -change;
                for (Eigen::Index j = 0; j < count; ++j) add_force(forces, first + j, change, j);
            }
            of_.factor.solve_in_place(change);
            x += change;
        }
        linalg::to_columns(x, parts_.middleCols(first, count));
    }
}

bool HeldAnswers::factor_boundary() {
    // The elimination of the other unknowns leaves S with errors of rounding of K, not of S: the scale is that of K.
    constexpr double lost = 1e-10;
    const Eigen::Index p = held(), r = of_.rigid.cols();
    scale_.resize(p);
    for (Eigen::Index i = 0; i < p; ++i) {
        const int unknown = fixed()[static_cast<std::size_t>(i)];
        const double stiffness = of_.K.coeff(unknown, unknown);
        if (!(stiffness > 0)) return false;
        scale_[i] = 1 / std::sqrt(stiffness);
    }
    Matrix S(p, p);
    for (Eigen::Index i = 0; i < p; ++i)
        for (Eigen::Index j = 0; j < p; ++j) {
            double sum = 0;
            for (SparseMatrix::InnerIterator it(of_.K, fixed()[static_cast<std::size_t>(i)]); it; ++it)
                sum += it.value() * parts_(it.row(), j);
            S(i, j) = sum * scale_[i] * scale_[j];
        }
    bending_ = Matrix::Identity(p, p);
    if (r > 0) {
        const Matrix scaled = scale_.cwiseInverse().asDiagonal() * of_.rigid(fixed(), Eigen::all);
        bending_ = linalg::complement(scaled);
    }
    if (bending_.cols() == 0) return true;  // the unknowns hold the structure and nothing more: they carry no load
    S = (bending_.transpose() * (0.5 * (S + S.transpose())) * bending_).eval();
    const Vector stiffnesses = linalg::symmetric_values(S);
    if (!(stiffnesses.minCoeff() > lost)) return false;
    boundary_.compute(S);
    return boundary_.info() == Eigen::Success;
}

Matrix HeldAnswers::boundary_motion(const Matrix& forces) const {
    if (bending_.cols() == 0) return Matrix::Zero(forces.rows(), forces.cols());
    const Matrix scaled = bending_.transpose() * (scale_.asDiagonal() * forces);
    return scale_.asDiagonal() * (bending_ * boundary_.solve(scaled));
}

/// Of the responses to random forces at the fixed unknowns, whether the responses to their residuals are small enough.
bool HeldAnswers::is_accurate() const {
    constexpr Eigen::Index few = 8;
    const RowMatrix random = linalg::random_block(held(), few);
    RowMatrix force = RowMatrix::Zero(of_.K.rows(), few);
    for (Eigen::Index i = 0; i < held(); ++i) force.row(fixed()[static_cast<std::size_t>(i)]) = random.row(i) / scale_[i];
    if (of_.rigid.cols() > 0) force.noalias() -= momentum_ * (of_.rigid.transpose() * force).eval();
    const auto answer = [this](RowMatrix x) {
        if (of_.proceed) of_.proceed({responses_stage});
        respond(x);
        return x;
    };
    const RowMatrix x = answer(force);
    RowMatrix image;
    linalg::product(of_.K, x, image);
    const RowMatrix residual = force - image;
    const Vector energy = linalg::column_dots(x, force), wrong = linalg::column_dots(answer(residual), residual).cwiseAbs();
    return (wrong.array() <= trusted_response * trusted_response * energy.array()).all();
}

void HeldAnswers::respond(RowMatrix& x) const {
    const Matrix& R = of_.rigid;
    linalg::subtract_product(x, momentum_, linalg::inner_products(R, x));
    Matrix work = x(fixed(), Eigen::all);
    of_.factor.solve_in_place(x);
    for (Eigen::Index i = 0; i < held(); ++i)
        for (SparseMatrix::InnerIterator it(of_.K, fixed()[static_cast<std::size_t>(i)]); it; ++it)
            work.row(i) -= it.value() * x.row(it.row());
    linalg::subtract_product(x, parts_.leftCols(held()), -boundary_motion(work));
    linalg::subtract_product(x, R, linalg::inner_products(momentum_, x));
}

Matrix HeldAnswers::answers(const SparseMatrix& forces) && {
    const Matrix& R = of_.rigid;
    Matrix& V = parts_;
    const Eigen::Index p = held(), r = R.cols();
    const Matrix shares = R.transpose() * forces, moved = linalg::inner_products(momentum_, V.leftCols(parts()));
    // Work of the balanced forces in the constraint modes.
    const Matrix work = (forces.transpose() * V.leftCols(p)).transpose() - moved.leftCols(p).transpose() * shares;
    Matrix Z = Matrix::Zero(parts(), forces.cols());
    Z.topRows(p) = boundary_motion(work);
    Z.middleRows(p, r) = -shares;
    for (std::size_t k = 0; k < inner_.size(); ++k) Z(before_forces() + static_cast<Eigen::Index>(k), inner_[k]) = 1;
    combine(V, Z, R, moved * Z);
    if (V.cols() > forces.cols()) V.conservativeResize(Eigen::NoChange, forces.cols());
    return std::move(V);
}

}  // namespace jounce::modal
