// The linear equations of an iteration for coordinates, joints and what contacts hold beside them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/one_step/held_system.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/small_least.hpp"
#include "linalg/dense/small_lu.hpp"

namespace jounce::time {

namespace {
constexpr double dependent = 1e-9;  // pivots, of the largest one
}  // namespace

HeldSystem::HeldSystem(Eigen::Index most_unknowns, Eigen::Index most_held) {
    const auto n = static_cast<std::size_t>(most_unknowns), k = static_cast<std::size_t>(most_held);
    own_.resize(n * n);
    pivots_.resize(n);
    for (std::vector<double>* v : {&answers_, &rows_}) v->resize(n * k);
    for (std::vector<double>* v : {&held_, &work_matrix_}) v->resize(k * k);
    for (std::vector<double>* v : {&work_, &unit_, &right_}) v->resize(k);
    held_pivots_.resize(k);
}

bool HeldSystem::factor(Eigen::Index n, Eigen::Index k, const double* matrix, const double* mobility) {
    n_ = n;
    k_ = k;
    const Eigen::Map<const linalg::Matrix> all(matrix, n + k, n + k);
    Eigen::Map<linalg::Matrix>(own_.data(), n, n) = all.topLeftCorner(n, n);
    if (!linalg::factor_small(static_cast<int>(n), own_.data(), pivots_.data())) return false;
    Eigen::Map<linalg::Matrix> answers(answers_.data(), n, k), rows(rows_.data(), k, n), held(held_.data(), k, k);
    answers = all.topRightCorner(n, k);
    rows = all.bottomLeftCorner(k, n);
    for (Eigen::Index i = 0; i < k; ++i)
        linalg::solve_small(static_cast<int>(n), own_.data(), pivots_.data(), answers.col(i).data());
    held.noalias() = rows * answers;
    for (Eigen::Index i = 0; i < k; ++i) unit_[static_cast<std::size_t>(i)] = mobility[i] > 0 ? 1 / std::sqrt(mobility[i]) : 1.0;
    const Eigen::Map<const linalg::Vector> unit(unit_.data(), k);
    held.array().colwise() *= unit.array();
    held.array().rowwise() *= unit.transpose().array();
    return held.allFinite();
}

void HeldSystem::solve(double* x) {
    linalg::solve_small(static_cast<int>(n_), own_.data(), pivots_.data(), x);
    if (k_ == 0) return;
    const Eigen::Map<const linalg::Matrix> answers(answers_.data(), n_, k_), rows(rows_.data(), k_, n_);
    const Eigen::Map<const linalg::Vector> unit(unit_.data(), k_);
    Eigen::Map<linalg::Vector> y(x, n_), f(x + n_, k_), right(right_.data(), k_);
    right.noalias() = rows * y;
    right = unit.cwiseProduct(right - f);
    std::copy_n(held_.begin(), k_ * k_, work_matrix_.begin());
    linalg::solve_small_least(static_cast<int>(k_), work_matrix_.data(), held_pivots_.data(), work_.data(), dependent,
                              right.data());
    f = unit.cwiseProduct(right);
    y.noalias() -= answers * f;
}

}  // namespace jounce::time
