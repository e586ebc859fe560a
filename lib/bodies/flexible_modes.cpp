// From a planar beam to its modes in the floating frame. Equation numbers refer to docs/theory/flexible_links.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "bodies/flexible.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::bodies {

namespace {

/// left^T diag(weight) right
Matrix integral(const Matrix& left, const Vector& weight, const Matrix& right) {
    return left.transpose() * weight.asDiagonal() * right;
}

Matrix mass_matrix(const PlanarBeam& beam) {
    const Vector mass = beam.line_density * beam.weight;
    Matrix out = integral(beam.along, mass, beam.along) + integral(beam.across, mass, beam.across);
    if (beam.rotary > 0) out += integral(beam.turn, beam.rotary * beam.weight, beam.turn);
    return out;
}

/// The two translations and the rotation about the middle, as nodal dofs.
Matrix rigid_motions(const PlanarBeam& beam) {
    Matrix out = Matrix::Zero(3 * beam.node.size(), 3);
    for (Eigen::Index i = 0; i < beam.node.size(); ++i) {
        out(3 * i, 0) = out(3 * i + 1, 1) = 1;
        out(3 * i + 1, 2) = beam.node[i] - 0.5 * beam.length;
        out(3 * i + 2, 2) = 1;
    }
    return out;
}

/// Static shapes of the interface nodes except the first, which the rigid motions replace, and modes with fixed interface: (4).
Matrix craig_bampton(const PlanarBeam& beam, const Matrix& mass, const std::vector<int>& interface, int modes) {
    const Eigen::Index n = beam.stiffness.rows();
    std::vector<bool> is_held(static_cast<std::size_t>(n), false);
    for (const int node : interface)
        for (int d = 0; d < 3; ++d) is_held[static_cast<std::size_t>(3 * node + d)] = true;
    std::vector<Eigen::Index> inner, held;
    for (Eigen::Index i = 0; i < n; ++i) (is_held[static_cast<std::size_t>(i)] ? held : inner).push_back(i);
    const auto inside = static_cast<Eigen::Index>(inner.size());
    if (modes > inside) throw std::invalid_argument("more modes than the mesh has");
    const auto moved = static_cast<Eigen::Index>(3 * (interface.size() - 1));
    Matrix out = Matrix::Zero(n, moved + modes);
    for (Eigen::Index c = 0, h = 0; h < static_cast<Eigen::Index>(held.size()); ++h) {
        if (held[static_cast<std::size_t>(h)] / 3 != interface.front()) out(held[static_cast<std::size_t>(h)], c++) = 1;
    }
    if (inside == 0) return out;
    const Matrix K = beam.stiffness(inner, inner);
    out(inner, Eigen::seqN(0, moved)) =
        -linalg::solve_positive_definite(K, beam.stiffness(inner, Eigen::all) * out.leftCols(moved));
    if (modes > 0) {
        const std::optional<linalg::DensePairs> pairs = linalg::symmetric_pairs(K, mass(inner, inner));
        if (!pairs) throw std::invalid_argument("the mesh of a flexible body has coordinates without mass");
        out(inner, Eigen::seqN(moved, modes)) = pairs->vectors.leftCols(modes);
    }
    return out;
}

/// Scales every mode to a largest nodal displacement of +1.
void scale(Matrix& shapes) {
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
        double largest = 0, sign = 1;
        for (Eigen::Index i = 0; i < shapes.rows(); i += 3) {
            const double size = std::hypot(shapes(i, j), shapes(i + 1, j));
            if (size <= largest * (1 + 1e-9)) continue;
            largest = size;
            const double leading = std::abs(shapes(i, j)) > std::abs(shapes(i + 1, j)) ? shapes(i, j) : shapes(i + 1, j);
            sign = leading < 0 ? -1 : 1;
        }
        shapes.col(j) *= sign / largest;
    }
}

}  // namespace

FlexibleBody flexible_body(const PlanarBeam& beam, const std::vector<int>& interface, int modes) {
    if (interface.empty() || modes < 0 || 3 * (static_cast<int>(interface.size()) - 1) + modes == 0)
        throw std::invalid_argument("a flexible body needs an interface node and a mode");
    const Matrix mass = mass_matrix(beam);
    const Matrix rigid = rigid_motions(beam);
    Matrix shapes = craig_bampton(beam, mass, interface, modes);
    // First scales the columns to the same size: interface displacements and rotations differ.
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) shapes.col(j) /= std::sqrt(shapes.col(j).dot(mass * shapes.col(j)));
    const Matrix rigid_mass = rigid.transpose() * mass * rigid;
    const auto without_rigid = [&](Matrix& columns) {
        columns -= rigid * linalg::solve_positive_definite(rigid_mass, rigid.transpose() * (mass * columns));  // (5)
    };
    without_rigid(shapes);
    const std::optional<linalg::DensePairs> pairs =
        linalg::symmetric_pairs(shapes.transpose() * beam.stiffness * shapes, shapes.transpose() * mass * shapes);
    if (!pairs) throw std::invalid_argument("the modes of a flexible body depend on each other");
    shapes *= pairs->vectors;
    without_rigid(shapes);
    scale(shapes);

    FlexibleBody out;
    const double middle = 0.5 * beam.length;
    out.mass = rigid_mass(0, 0);
    out.inertia = rigid_mass(2, 2);
    out.modal_mass = (shapes.transpose() * mass * shapes).diagonal();
    out.modal_stiffness = pairs->values.cwiseProduct(out.modal_mass);
    const Matrix along = beam.along * shapes, across = beam.across * shapes, slope = beam.slope * shapes;
    const Vector share = beam.line_density * beam.weight;
    const Vector arm = beam.at.array() - middle;
    // (7) to (9); the shortening moves mass inward by the moment of the part beyond.
    out.first = along.transpose() * share.cwiseProduct(arm);
    const Vector beyond = 0.5 * share.array() * (middle * middle - arm.array().square());
    out.second = integral(along, share, along) + integral(across, share, across) - integral(slope, beyond, slope);
    out.second = Matrix(0.5 * (out.second + out.second.transpose()));
    const Matrix swirl = integral(along, share, across);
    out.swirl = swirl - swirl.transpose();
    // (3): from the first end, minus the mean over the mass.
    const Vector rest = beam.weight.array() * (1 - beam.at.array() / beam.length);
    const Matrix mean = integral(slope, rest, slope);
    for (Eigen::Index i = 0; i < beam.node.size(); ++i) {
        FlexibleMarker marker;
        marker.at = beam.node[i] - middle;
        marker.along = shapes.row(3 * i).transpose();
        marker.across = shapes.row(3 * i + 1).transpose();
        marker.turn = shapes.row(3 * i + 2).transpose();
        const Vector before = (beam.at.array() < beam.node[i]).select(beam.weight, 0.0);
        marker.shortening = integral(slope, before, slope) - mean;
        marker.shortening = Matrix(0.5 * (marker.shortening + marker.shortening.transpose()));
        out.markers.push_back(std::move(marker));
    }
    return out;
}

}  // namespace jounce::bodies
