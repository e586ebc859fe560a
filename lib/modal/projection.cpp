// A System over fewer (or other) coordinates q = Phi y in which mass and stiffness are diagonal.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/files/memory.hpp"
#include "base/messages/error.hpp"
#include "base/threads/pieces.hpp"
#include "linalg/basics/products.hpp"

namespace jounce::modal {

namespace {

SparseMatrix diagonal(const Vector& values) {
    SparseMatrix out(values.size(), values.size());
    out.reserve(Eigen::VectorXi::Ones(values.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i) out.insert(i, i) = values[i];
    out.makeCompressed();
    return out;
}

/// |A - A^T| (Frobenius). Columns from left to right meet the entries below the diagonal of an earlier column in their order, so
/// that no transposed matrix is needed. \param A square, its rows ascending in each column
double asymmetry(const SparseMatrix& A) {
    std::vector<SparseMatrix::InnerIterator> below;  // of each column, the first entry under the diagonal that has not been met
    below.reserve(static_cast<std::size_t>(A.outerSize()));
    double sum = 0;
    for (int j = 0; j < A.outerSize(); ++j) {
        SparseMatrix::InnerIterator it(A, j);
        for (; it && it.row() < j; ++it) {
            SparseMatrix::InnerIterator& other = below[static_cast<std::size_t>(it.row())];
            for (; other && other.row() < j; ++other) sum += other.value() * other.value();
            double difference = it.value();
            if (other && other.row() == j) {
                difference -= other.value();
                ++other;
            }
            sum += difference * difference;
        }
        if (it && it.row() == j) ++it;
        below.push_back(it);
    }
    for (SparseMatrix::InnerIterator& other : below)
        for (; other; ++other) sum += other.value() * other.value();
    return std::sqrt(2 * sum);
}

bool is_diagonal(const SparseMatrix& A) {
    for (int j = 0; j < A.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
            if (it.row() != j && it.value() != 0) return false;
        }
    }
    return true;
}

SparseRow transformed(const SparseRow& row, const Matrix& shapes) {
    SparseRow out;
    out.prescribed = row.prescribed;
    out.prescribed_coefficient = row.prescribed_coefficient;
    Vector sum = Vector::Zero(shapes.cols());
    for (std::size_t e = 0; e < row.index.size(); ++e) sum += row.coefficient[e] * shapes.row(row.index[e]).transpose();
    for (int i = 0; i < static_cast<int>(sum.size()); ++i) {
        if (sum[i] == 0) continue;
        out.index.push_back(i);
        out.coefficient.push_back(sum[i]);
    }
    return out;
}

/// T times the shapes, without the whole as a dense matrix, in `out`: Eigen copies a sparse matrix that a function returns.
void recover(const SparseMatrix& T, const Matrix& shapes, SparseMatrix& out) {
    std::vector<char> moved(static_cast<std::size_t>(T.rows()), 0);
    for (int j = 0; j < T.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(T, j); it; ++it) moved[static_cast<std::size_t>(it.row())] = 1;
    const Eigen::Index most = std::count(moved.begin(), moved.end(), 1);  // entries of a column
    out.resize(T.rows(), shapes.cols());
    out.resizeNonZeros(most * shapes.cols());
    double* values = out.valuePtr();
    int* rows = out.innerIndexPtr();
    use_large_pages(values, sizeof(double) * static_cast<std::size_t>(most * shapes.cols()));
    use_large_pages(rows, sizeof(int) * static_cast<std::size_t>(most * shapes.cols()));
    std::vector<Eigen::Index> filled(static_cast<std::size_t>(shapes.cols()), 0);
    for_each_piece(shapes.cols(), linalg::multiplications(most, 1, shapes.cols()) > linalg::shared_work, [&](Eigen::Index j) {
        const Vector column = T * shapes.col(j);
        Eigen::Index at = j * most;
        for (Eigen::Index i = 0; i < column.size(); ++i) {
            if (column[i] == 0) continue;
            rows[at] = static_cast<int>(i);
            values[at++] = column[i];
        }
        filled[static_cast<std::size_t>(j)] = at - j * most;
    });
    Eigen::Index end = 0;
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
        const Eigen::Index count = filled[static_cast<std::size_t>(j)];
        if (end != j * most) {  // a column before this one has zeros
            std::copy_n(values + j * most, count, values + end);
            std::copy_n(rows + j * most, count, rows + end);
        }
        out.outerIndexPtr()[j] = static_cast<int>(end);
        end += count;
    }
    out.outerIndexPtr()[shapes.cols()] = static_cast<int>(end);
    out.resizeNonZeros(end);
}

/// The System without its matrices and the names of its coordinates, which a projection replaces. A member of System that is not
/// named here is an error of the compiler.
std::shared_ptr<System> without_matrices(const System& system) {
    const auto& [name, model, linear, loads, rows, contacts, sides, frictions, recovery, nodes, modal_ratios, q0, v0,
                 coordinate_names, beams, shells, supports, soft_motions, unsure_motions, mechanism, notes, accepted, digest] =
        system;
    static_cast<void>(unsure_motions);  // near the rounding of the K that the projection replaces
    return std::make_shared<System>(System{name,     model,        {},
                                           loads,    rows,         contacts,
                                           sides,    frictions,    {{}, recovery.rigid, recovery.inertia, recovery.prescribed},
                                           nodes,    modal_ratios, q0,
                                           v0,       {},           beams,
                                           shells,   supports,     soft_motions,
                                           {},       mechanism,    notes,
                                           accepted, digest});
}

// Prescribed rows may be empty if nothing is coupled to them.
void transform(Vector& row, const Matrix& shapes) {
    if (row.size() == shapes.rows()) row = (shapes.transpose() * row).eval();
}

}  // namespace

void require_symmetric(const System& system, const std::string& subject) {
    if (system.linear.ranks != nullptr) return;  // assembly has made them so
    const auto symmetric = [](const SparseMatrix& A) { return asymmetry(A) <= 1e-12 * A.norm(); };
    if (!symmetric(system.linear.M) || !symmetric(system.linear.K))
        throw bad_case("model '" + system.name + "': " + subject + " symmetric mass and stiffness matrices");
}

bool has_modal_coordinates(const System& system) {
    const LinearBlock& linear = system.linear;
    if (!is_diagonal(linear.M) || !is_diagonal(linear.K)) return false;
    const Vector mass = linear.M.diagonal(), stiffness = linear.K.diagonal();
    return (mass.array() == 1).all() && std::is_sorted(stiffness.begin(), stiffness.end());
}

LinearBlock projected(const LinearBlock& from, const ModalBasis& basis, const std::string& subject, std::string& note) {
    const Eigen::Index n = basis.stiffness.size();
    LinearBlock out;
    out.M = diagonal(Vector::Ones(n));
    out.K = diagonal(basis.stiffness);
    out.symmetric = from.symmetric;
    out.proportional = from.proportional;
    out.alpha = from.alpha;
    out.beta = from.beta;
    if (from.proportional) {
        out.C = diagonal(from.alpha * Vector::Ones(n) + from.beta * basis.stiffness);
        note = subject + ": proportional damping, the modes are not coupled";
        return out;
    }
    Matrix C(n, n);
    for (Eigen::Index first = 0; first < n; first += linalg::together) {
        const Eigen::Index count = std::min(linalg::together, n - first);
        C.middleCols(first, count) = basis.shapes.transpose() * Matrix(from.damping() * basis.shapes.middleCols(first, count));
    }
    // Off-diagonal terms by rounding of the products; those of a damper that couples modes are far larger.
    const double round_off = 16 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * C.cwiseAbs().maxCoeff();
    const Vector own = C.diagonal();
    C.diagonal().setZero();
    if (n == 0 || C.cwiseAbs().maxCoeff() <= round_off) {
        out.C = diagonal(own);
        note = subject + ": the damping does not couple the modes";
        return out;
    }
    C.diagonal() = own;
    if (from.symmetric) C = (0.5 * (C + C.transpose())).eval();
    out.C = C.sparseView();
    out.C.makeCompressed();
    out.half_bandwidth = static_cast<int>(n) - 1;
    note = subject + ": the damping couples the modes and is kept in full";
    return out;
}

std::shared_ptr<System> projected(const System& system, const ModalBasis& basis, const std::string& subject,
                                  const std::string& coordinate) {
    const Matrix& shapes = basis.shapes;
    std::shared_ptr<System> out = without_matrices(system);
    std::string note;
    out->linear = projected(system.linear, basis, subject, note);
    out->notes.push_back(std::move(note));
    for (Load& load : out->loads) transform(load.pattern, shapes);
    for (SparseRow& row : out->rows) row = transformed(row, shapes);
    if (system.recovery.T.cols() == shapes.rows())
        recover(system.recovery.T, shapes, out->recovery.T);
    else
        out->recovery.T = system.recovery.T;
    if (system.soft_motions.rows() == shapes.rows()) {
        if (system.linear.ranks != nullptr) throw std::logic_error("projected: the mass beside soft motions must be whole");
        out->soft_motions = Matrix(shapes.transpose() * (system.linear.M * system.soft_motions)).sparseView();
    }
    if (system.recovery.rigid.rows() == shapes.rows())
        out->recovery.rigid = shapes.transpose() * (system.linear.mass() * system.recovery.rigid);
    if (system.recovery.inertia.rows() == shapes.rows()) out->recovery.inertia = shapes.transpose() * system.recovery.inertia;
    for (PrescribedMotion& motion : out->recovery.prescribed) {
        transform(motion.mass_row, shapes);
        transform(motion.damping_row, shapes);
        transform(motion.stiffness_row, shapes);
    }
    const auto coordinates = [&](const Vector& q) -> Vector {
        return q.size() == shapes.rows() ? Vector(shapes.transpose() * (system.linear.mass() * q)) : q;
    };
    out->q0 = coordinates(system.q0);
    out->v0 = coordinates(system.v0);
    for (Eigen::Index i = 0; i < shapes.cols(); ++i) out->coordinate_names.push_back(coordinate + " " + std::to_string(i + 1));
    return out;
}

}  // namespace jounce::modal
