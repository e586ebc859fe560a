// The derivative of a run with respect to its start, compared with differences of runs from neighbouring starts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "nonlinear/orbits/march_map.hpp"

namespace jounce::test {

struct DerivativeComparison {
    double largest = 0;  ///< entry of the scaled derivative
    double error = 0;    ///< largest difference, relative to that
    double bend = 0;     ///< how far the differences of fourth and of second order disagree, relative to the same
    nonlinear::MapPoint point;
};

/// Compares dPi/dy of a map with differences of fourth order. \param step in units of the scales \param columns how many
inline DerivativeComparison compare_derivative(const nonlinear::MarchMap& map, const linalg::Vector& y, double step,
                                               Eigen::Index columns) {
    DerivativeComparison out;
    out.point = map.at(y, 0, nonlinear::Derivatives::state);
    EXPECT_EQ(out.point.refused, "");
    if (!out.point.refused.empty()) return out;
    const linalg::Vector& D = map.scales();
    linalg::Matrix fine(y.size(), columns), coarse(y.size(), columns);
    for (Eigen::Index j = 0; j < columns; ++j) {
        const auto at = [&](double share) -> linalg::Vector {
            linalg::Vector moved = y;
            moved[j] += share * step * D[j];
            const nonlinear::MapPoint point = map.at(moved, 0, nonlinear::Derivatives::none);
            EXPECT_EQ(point.refused, "") << "of the neighbour in y[" << j << "]";
            return point.end.size() > 0 ? point.end : linalg::Vector(linalg::Vector::Zero(y.size()));
        };
        const linalg::Vector one = (at(1) - at(-1)) / 2, two = (at(2) - at(-2)) / 4;
        fine.col(j) = (4 * one - two) / (3 * step);
        coarse.col(j) = one / step;
    }
    const linalg::Matrix found = (D.cwiseInverse().asDiagonal() * out.point.derivative * D.asDiagonal()).leftCols(columns);
    fine = D.cwiseInverse().asDiagonal() * fine;
    coarse = D.cwiseInverse().asDiagonal() * coarse;
    out.largest = fine.cwiseAbs().maxCoeff();
    out.error = (found - fine).cwiseAbs().maxCoeff() / out.largest;
    out.bend = (coarse - fine).cwiseAbs().maxCoeff() / out.largest;
    return out;
}

/// The map of one period of a model that depends on nothing.
inline nonlinear::MarchMap map_of(const System& system, double period, const linalg::Vector& scales, double phase = 0) {
    const auto shared = std::make_shared<const System>(system);
    nonlinear::MapSettings settings;
    settings.scales = scales;
    settings.phase = phase;
    return {{[shared](double) { return shared; }, [period](double) { return period; }}, settings};
}

}  // namespace jounce::test
