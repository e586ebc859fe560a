// Weights by step size, and the products of a step.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/exact_motion.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/exponential.hpp"
#include "time/exact/modal_transfer.hpp"

namespace jounce::time {

namespace {

constexpr int columns = 4 + 2 * force_powers;

// None of the arrays overlap; each mode separately.
template <int powers>
void add_modes(int n, const Matrix& weights, const double* __restrict pattern, const double* __restrict coefficients,
               double* __restrict q, double* __restrict v) {
    const double* __restrict x_force = weights.col(4).data();
    const double* __restrict v_force = weights.col(4 + force_powers).data();
    for (int i = 0; i < n; ++i) {
        double x = 0, rate = 0;
        for (int m = 0; m < powers; ++m) {
            x += coefficients[m] * x_force[i + m * n];
            rate += coefficients[m] * v_force[i + m * n];
        }
        q[i] += pattern[i] * x;
        v[i] += pattern[i] * rate;
    }
}

}  // namespace

bool is_diagonal(const SparseMatrix& A) {
    for (int j = 0; j < A.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
            if (entry.row() != entry.col() && entry.value() != 0) return false;
        }
    }
    return true;
}

ExactMotion::ExactMotion(const System& system)
    : system_(&system),
      n_(system.size()),
      coupled_(!is_diagonal(system.linear.C)),
      stiffness_(system.linear.K.diagonal()),
      damping_(system.linear.C.diagonal()),
      rows_(Matrix::Zero(n_, static_cast<Eigen::Index>(system.rows.size()))),
      forcing_(system) {
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        const SparseRow& row = system.rows[r];
        for (std::size_t e = 0; e < row.index.size(); ++e) {
            rows_(row.index[e], static_cast<Eigen::Index>(r)) += row.coefficient[e];
        }
    }
    for (Weights& size : sizes_) {
        size.sines.resize(forcing_.terms().size());
        if (coupled_) continue;
        size.mode.resize(n_, columns);
        for (SineWeights& sine : size.sines) sine.weights.resize(n_, 4);
    }
    q_part_.resize(n_);
    v_part_.resize(n_);
    if (coupled_) {
        from_.resize(2 * n_);
        to_.resize(2 * n_);
    }
}

ExactMotion::Weights& ExactMotion::weights(double h) {
    Weights* oldest = &sizes_[0];
    for (Weights& size : sizes_) {
        if (size.h == h) {
            size.last_use = ++uses_;
            return size;
        }
        if (size.last_use < oldest->last_use) oldest = &size;
    }
    oldest->h = h;
    oldest->last_use = ++uses_;
    for (SineWeights& sine : oldest->sines) sine.angular_frequency = -1;
    coupled_ ? make_coupled(*oldest) : make_diagonal(*oldest);
    return *oldest;
}

void ExactMotion::make_diagonal(Weights& size) const {
    for (int i = 0; i < n_; ++i) {
        const ModeTransfer t = mode_transfer(damping_[i], stiffness_[i], size.h);
        size.mode.row(i).head<4>() << t.xx, t.xv, t.vx, t.vv;
        for (int m = 0; m < force_powers; ++m) {
            size.mode(i, 4 + m) = t.x_force[static_cast<std::size_t>(m)];
            size.mode(i, 4 + force_powers + m) = t.v_force[static_cast<std::size_t>(m)];
        }
    }
}

namespace {

/// The first-order form of all modes over a step, dimensionless in time, with x in units of `unit` so that its entries balance.
struct FirstOrderForm {
    FirstOrderForm(const Matrix& C, const Vector& stiffness, double h)
        : unit(stiffness.cwiseAbs().cwiseSqrt().cwiseMax(1 / h).cwiseInverse()),
          matrix(Matrix::Zero(2 * C.rows(), 2 * C.rows())) {
        const Eigen::Index n = C.rows();
        matrix.topRightCorner(n, n).diagonal() = h * unit.cwiseInverse();
        matrix.bottomLeftCorner(n, n).diagonal() = -h * stiffness.cwiseProduct(unit);
        matrix.bottomRightCorner(n, n) = -h * C;
    }
    Vector unit;
    Matrix matrix;
};

}  // namespace

// The augmented motion z' = A z + h D u, u a chain of integrators: its exponential contains the responses to s^m/m!.
void ExactMotion::make_coupled(Weights& size) const {
    const FirstOrderForm form(Matrix(system_->linear.C), stiffness_, size.h);
    const int directions = rows() + static_cast<int>(forcing_.terms().size());
    const int wide = 2 * n_ + force_powers * directions;
    Matrix A = Matrix::Zero(wide, wide);
    A.topLeftCorner(2 * n_, 2 * n_) = form.matrix;
    for (int d = 0; d < directions; ++d) {
        const int first = 2 * n_ + force_powers * d;
        A.col(first).segment(n_, n_) = size.h * Eigen::Map<const Vector>(pattern(d), n_);
        for (int m = 1; m < force_powers; ++m) A(first + m - 1, first + m) = 1;
    }
    const Matrix T = linalg::exponential_less_identity(A);
    size.transfer = T.topLeftCorner(2 * n_, 2 * n_);
    size.forces = T.topRightCorner(2 * n_, wide - 2 * n_);
    size.transfer.topRightCorner(n_, n_).array().colwise() *= form.unit.array();
    size.transfer.topLeftCorner(n_, n_).array().colwise() *= form.unit.array();
    size.transfer.leftCols(n_).array().rowwise() /= form.unit.transpose().array();
    size.forces.topRows(n_).array().colwise() *= form.unit.array();
    for (int d = 0; d < directions; ++d) {
        double scale = 1;  // m! h^m
        for (int m = 0; m < force_powers; ++m) {
            size.forces.col(force_powers * d + m) *= scale;
            scale *= size.h * (m + 1);
        }
    }
}

void ExactMotion::update_sine(Weights& size, std::size_t index) const {
    const ForceTerm& term = forcing_.terms()[index];
    SineWeights& sine = size.sines[index];
    if (sine.angular_frequency == term.angular_frequency) return;
    sine.angular_frequency = term.angular_frequency;
    if (!coupled_) {
        for (int i = 0; i < n_; ++i) {
            const ModeTransfer own{.xx = size.mode(i, 0), .xv = size.mode(i, 1), .vx = size.mode(i, 2), .vv = size.mode(i, 3)};
            const SineTransfer t = sine_transfer(damping_[i], stiffness_[i], term.angular_frequency, size.h, own);
            sine.weights.row(i) << t.x_sine, t.v_sine, t.x_cosine, t.v_cosine;
        }
        return;
    }
    // Augmented by the oscillator (sine, cosine)' = w (cosine, -sine), its sine acts along the pattern.
    const FirstOrderForm form(Matrix(system_->linear.C), stiffness_, size.h);
    Matrix A = Matrix::Zero(2 * n_ + 2, 2 * n_ + 2);
    A.topLeftCorner(2 * n_, 2 * n_) = form.matrix;
    A.col(2 * n_).segment(n_, n_) = size.h * term.pattern;
    A(2 * n_, 2 * n_ + 1) = size.h * term.angular_frequency;
    A(2 * n_ + 1, 2 * n_) = -size.h * term.angular_frequency;
    const Matrix T = linalg::exponential_less_identity(A);
    sine.weights.resize(2 * n_, 2);
    sine.weights.col(0) = T.col(2 * n_ + 1).head(2 * n_);  // it starts at sine = 0, cosine = 1
    sine.weights.col(1) = T.col(2 * n_).head(2 * n_);
    sine.weights.topRows(n_).array().colwise() *= form.unit.array();
}

void ExactMotion::free_motion(const Weights& size, const Vector& q, const Vector& v, Vector& q_end, Vector& v_end) {
    if (coupled_) {
        from_ << q, v;
        to_ = from_;
        to_.noalias() += size.transfer * from_;
        q_end = to_.head(n_);
        v_end = to_.tail(n_);
        return;
    }
    const double* xx = size.mode.col(0).data();
    const double* xv = size.mode.col(1).data();
    const double* vx = size.mode.col(2).data();
    const double* vv = size.mode.col(3).data();
    const double* x = q.data();
    const double* rate = v.data();
    double* x_end = q_end.data();
    double* rate_end = v_end.data();
    // The end may overwrite the start, entry by entry.
#pragma omp simd
    for (int i = 0; i < n_; ++i) {
        const double x0 = x[i], v0 = rate[i];
        x_end[i] = x0 + (xx[i] * x0 + xv[i] * v0);
        rate_end[i] = v0 + (vx[i] * x0 + vv[i] * v0);
    }
}

void ExactMotion::add_polynomial(const Weights& size, int direction, const double* coefficients, int powers, double* q_end,
                                 double* v_end) const {
    if (coupled_) {
        for (int m = 0; m < powers; ++m) {
            const auto column = size.forces.col(force_powers * direction + m);
            Eigen::Map<Vector>(q_end, n_) += coefficients[m] * column.head(n_);
            Eigen::Map<Vector>(v_end, n_) += coefficients[m] * column.tail(n_);
        }
        return;
    }
    const double* along = pattern(direction);
    switch (powers) {
        case 1:
            return add_modes<1>(n_, size.mode, along, coefficients, q_end, v_end);
        case 2:
            return add_modes<2>(n_, size.mode, along, coefficients, q_end, v_end);
        case 3:
            return add_modes<3>(n_, size.mode, along, coefficients, q_end, v_end);
        case 4:
            return add_modes<4>(n_, size.mode, along, coefficients, q_end, v_end);
        default:
            return;
    }
}

void ExactMotion::add_loads(Weights& size, Vector& q_end, Vector& v_end) const {
    for (std::size_t j = 0; j < forcing_.terms().size(); ++j) {
        const ForceTerm& term = forcing_.terms()[j];
        add_polynomial(size, rows() + static_cast<int>(j), term.polynomial.data(), term.powers, q_end.data(), v_end.data());
        if (!term.oscillates()) continue;
        update_sine(size, j);
        const Matrix& w = size.sines[j].weights;
        if (coupled_) {
            q_end += term.sine * w.col(0).head(n_) + term.cosine * w.col(1).head(n_);
            v_end += term.sine * w.col(0).tail(n_) + term.cosine * w.col(1).tail(n_);
            continue;
        }
        const double sine = term.sine, cosine = term.cosine;
        const double* __restrict along = term.pattern.data();
        const double* __restrict weights = w.data();
        double* __restrict q = q_end.data();
        double* __restrict v = v_end.data();
        const int n = n_;
        for (int i = 0; i < n; ++i) {
            q[i] += along[i] * (sine * weights[i] + cosine * weights[i + 2 * n]);
            v[i] += along[i] * (sine * weights[i + n] + cosine * weights[i + 3 * n]);
        }
    }
}

void ExactMotion::advance(const Vector& q, const Vector& v, double t, double h, Vector& q_end, Vector& v_end) {
    Weights& whole = weights(h);
    free_motion(whole, q, v, q_end, v_end);
    if (forcing_.empty()) return;
    double left = h;
    double length = forcing_.describe(t, left);
    if (length == left) return add_loads(whole, q_end, v_end);
    // A closed form ends within the step: the response to the loads consists of several stretches, from rest.
    q_part_.setZero();
    v_part_.setZero();
    while (true) {
        Weights& part = weights(length);
        free_motion(part, q_part_, v_part_, q_part_, v_part_);
        add_loads(part, q_part_, v_part_);
        if (length == left) break;
        t += length;
        left -= length;
        length = forcing_.describe(t, left);
    }
    q_end += q_part_;
    v_end += v_part_;
}

void ExactMotion::subtract_contact(const Weights& size, const ForcePolynomial* forces, Vector& q_end, Vector& v_end) const {
    for (int r = 0; r < rows(); ++r) {
        ForcePolynomial force = forces[r];
        int powers = force_powers;
        while (powers > 0 && force[static_cast<std::size_t>(powers - 1)] == 0) --powers;
        for (double& coefficient : force) coefficient = -coefficient;
        add_polynomial(size, r, force.data(), powers, q_end.data(), v_end.data());
    }
}

void ExactMotion::compliance(const Weights& size, const ForcePolynomial* shapes, Matrix& x, Matrix& v) const {
    Vector q(n_), rate(n_);
    x.resize(rows(), rows());
    v.resize(rows(), rows());
    for (int r = 0; r < rows(); ++r) {
        q.setZero();
        rate.setZero();
        add_polynomial(size, r, shapes[r].data(), force_powers, q.data(), rate.data());
        x.col(r) = rows_.transpose() * q;
        v.col(r) = rows_.transpose() * rate;
    }
}

void ExactMotion::subtract_forces(const Vector& q, const Vector& v, const double* force, Vector& a) const {
    if (coupled_) {
        a.noalias() -= system_->linear.C * v;
        a.array() -= stiffness_.array() * q.array();
    } else {
        a.array() -= damping_.array() * v.array() + stiffness_.array() * q.array();
    }
    if (force == nullptr) return;
    for (int r = 0; r < rows(); ++r) {
        if (force[r] != 0) a.noalias() -= force[r] * rows_.col(r);
    }
}

}  // namespace jounce::time
