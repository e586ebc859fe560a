// A System in modal coordinates: the same model, contacts and loads over q = Phi y, with M = 1 and K diagonal.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modal_system.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "linalg/eigen.hpp"
#include "linalg/singular_matrix.hpp"
#include "system/rigid_motion.hpp"

namespace jounce::modal {

namespace {

struct Spectrum {
    Vector values;  // zero for rigid modes
    Matrix shapes;
};

void require_suitable(const System& system) {
    const auto symmetric = [](const SparseMatrix& A) {
        const SparseMatrix difference = A - SparseMatrix(A.transpose());
        return difference.norm() <= 1e-12 * A.norm();
    };
    if (!symmetric(system.linear.M) || !symmetric(system.linear.K)) {
        throw bad_case("model '" + system.name + "': modal coordinates need symmetric mass and stiffness matrices");
    }
    if (system.size() > largest_modal_system) {
        throw bad_case("model '" + system.name + "': modal coordinates are for up to " + std::to_string(largest_modal_system) +
                       " free coordinates, got " + std::to_string(system.size()));
    }
}

linalg::EigenPairs all_pairs(const System& system) {
    try {
        return linalg::lowest_eigenpairs(system.linear.K, system.linear.M, system.size());
    } catch (const linalg::SingularMatrix& singular) {
        const auto row = static_cast<std::size_t>(singular.row);
        throw computation_failed("model '" + system.name + "': modal coordinates: the matrices are singular at coordinate " +
                                 (row < system.coordinate_names.size() ? system.coordinate_names[row] : std::to_string(row)));
    } catch (const std::exception& problem) {
        throw computation_failed("model '" + system.name + "': modal coordinates: " + problem.what());
    }
}

Spectrum spectrum(const System& system) {
    linalg::EigenPairs pairs = all_pairs(system);
    Spectrum out{pairs.values, std::move(pairs.vectors)};
    for (Eigen::Index i = 0; i < out.values.size(); ++i) {
        // The quotient is closer to the stiffness that the shape sees than the solver's eigenvalue.
        const Vector shape = out.shapes.col(i);
        const double stiffness = shape.dot(system.linear.K * shape);
        out.values[i] = std::abs(stiffness) <= stiffness_round_off(system.linear.K, shape) ? 0 : stiffness;
    }
    return out;
}

SparseMatrix diagonal(const Vector& values) {
    SparseMatrix out(values.size(), values.size());
    out.reserve(Eigen::VectorXi::Ones(values.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i) out.insert(i, i) = values[i];
    out.makeCompressed();
    return out;
}

LinearBlock linear_block(const LinearBlock& from, const Spectrum& modes, std::string& note) {
    const Eigen::Index n = modes.values.size();
    LinearBlock out;
    out.M = diagonal(Vector::Ones(n));
    out.K = diagonal(modes.values);
    out.symmetric = from.symmetric;
    out.proportional = from.proportional;
    out.alpha = from.alpha;
    out.beta = from.beta;
    if (from.proportional) {
        out.C = diagonal(from.alpha * Vector::Ones(n) + from.beta * modes.values);
        note = "modal coordinates: proportional damping, every mode on its own";
        return out;
    }
    Matrix C = modes.shapes.transpose() * (from.C * modes.shapes);
    // What rounding of the products leaves off the diagonal; a damper that couples modes leaves far more.
    const double round_off = 16 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * C.cwiseAbs().maxCoeff();
    const Vector own = C.diagonal();
    C.diagonal().setZero();
    if (n == 0 || C.cwiseAbs().maxCoeff() <= round_off) {
        out.C = diagonal(own);
        note = "modal coordinates: the damping acts on every mode on its own";
        return out;
    }
    C.diagonal() = own;
    if (from.symmetric) C = (0.5 * (C + C.transpose())).eval();
    out.C = C.sparseView();
    out.C.makeCompressed();
    out.half_bandwidth = static_cast<int>(n) - 1;
    note = "modal coordinates: the damping couples the modes and is kept in full";
    return out;
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

// Prescribed rows may be empty where nothing couples to them.
void transform(Vector& row, const Matrix& shapes) {
    if (row.size() == shapes.rows()) row = (shapes.transpose() * row).eval();
}

}  // namespace

std::shared_ptr<const System> modal_system(const System& system) {
    require_suitable(system);
    const Spectrum modes = spectrum(system);
    const Matrix& shapes = modes.shapes;

    auto out = std::make_shared<System>(system);
    std::string note;
    out->linear = linear_block(system.linear, modes, note);
    out->notes.push_back(std::move(note));
    for (Load& load : out->loads) transform(load.pattern, shapes);
    for (SparseRow& row : out->rows) row = transformed(row, shapes);
    if (system.recovery.T.cols() == shapes.rows()) {
        out->recovery.T = Matrix(system.recovery.T * shapes).sparseView();
        out->recovery.T.makeCompressed();
    }
    for (PrescribedMotion& motion : out->recovery.prescribed) {
        transform(motion.mass_row, shapes);
        transform(motion.damping_row, shapes);
        transform(motion.stiffness_row, shapes);
    }
    const auto coordinates = [&](const Vector& q) -> Vector {
        return q.size() == shapes.rows() ? Vector(shapes.transpose() * (system.linear.M * q)) : q;
    };
    out->q0 = coordinates(system.q0);
    out->v0 = coordinates(system.v0);
    out->coordinate_names.clear();
    for (Eigen::Index i = 0; i < shapes.cols(); ++i) out->coordinate_names.push_back("mode " + std::to_string(i + 1));
    return out;
}

}  // namespace jounce::modal
