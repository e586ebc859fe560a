// A prismatic Euler-Bernoulli beam of equal elements for the tests of flexible bodies, from the textbook's cubics.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/flexible.hpp"

namespace jounce::test {

struct BeamData {
    double length = 1, EA = 1e4, EI = 1, line_density = 1;
    int elements = 10;
};

/// Rows of u_x, u_y and du_y/dx at x over all nodal dofs.
struct BeamRows {
    Eigen::RowVectorXd along, across, slope;
};
inline BeamRows beam_rows(const BeamData& data, double x) {
    const double h = data.length / data.elements;
    const int e = std::min(static_cast<int>(x / h), data.elements - 1);
    const double s = x / h - e;
    const int dofs = 3 * (data.elements + 1);
    BeamRows out{Eigen::RowVectorXd::Zero(dofs), Eigen::RowVectorXd::Zero(dofs), Eigen::RowVectorXd::Zero(dofs)};
    const int i = 3 * e;
    out.along[i] = 1 - s;
    out.along[i + 3] = s;
    out.across[i + 1] = 1 - 3 * s * s + 2 * s * s * s;
    out.across[i + 2] = h * (s - 2 * s * s + s * s * s);
    out.across[i + 4] = 3 * s * s - 2 * s * s * s;
    out.across[i + 5] = h * (s * s * s - s * s);
    out.slope[i + 1] = (-6 * s + 6 * s * s) / h;
    out.slope[i + 2] = 1 - 4 * s + 3 * s * s;
    out.slope[i + 4] = (6 * s - 6 * s * s) / h;
    out.slope[i + 5] = 3 * s * s - 2 * s;
    return out;
}

inline bodies::PlanarBeam planar_beam(const BeamData& data) {
    const double h = data.length / data.elements;
    const int dofs = 3 * (data.elements + 1);
    bodies::PlanarBeam out;
    out.length = data.length;
    out.line_density = data.line_density;
    out.node = Eigen::VectorXd::LinSpaced(data.elements + 1, 0, data.length);
    out.stiffness = Eigen::MatrixXd::Zero(dofs, dofs);
    const double b = data.EI / (h * h * h), a = data.EA / h;
    Eigen::Matrix<double, 6, 6> k;
    k << a, 0, 0, -a, 0, 0,                                         //
        0, 12 * b, 6 * b * h, 0, -12 * b, 6 * b * h,                //
        0, 6 * b * h, 4 * b * h * h, 0, -6 * b * h, 2 * b * h * h,  //
        -a, 0, 0, a, 0, 0,                                          //
        0, -12 * b, -6 * b * h, 0, 12 * b, -6 * b * h,              //
        0, 6 * b * h, 2 * b * h * h, 0, -6 * b * h, 4 * b * h * h;
    for (int e = 0; e < data.elements; ++e) out.stiffness.block<6, 6>(3 * e, 3 * e) += k;
    constexpr double xi[] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526};
    constexpr double w[] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};
    const int stations = 4 * data.elements;
    out.at = out.weight = Eigen::VectorXd::Zero(stations);
    out.along = out.across = out.turn = out.slope = Eigen::MatrixXd::Zero(stations, dofs);
    for (int s = 0; s < stations; ++s) {
        out.at[s] = h * (s / 4 + 0.5 * (1 + xi[s % 4]));
        out.weight[s] = 0.5 * h * w[s % 4];
        const BeamRows rows = beam_rows(data, out.at[s]);
        out.along.row(s) = rows.along;
        out.across.row(s) = rows.across;
        out.turn.row(s) = out.slope.row(s) = rows.slope;
    }
    return out;
}

}  // namespace jounce::test
