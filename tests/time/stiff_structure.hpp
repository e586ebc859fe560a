// A structure with frequencies far apart, in modal coordinates or in rotated ones, in which nothing has a closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "closed_signal.hpp"
#include "support/small_system.hpp"

namespace jounce::test {

/// Six coordinates from 20 rad/s to `highest`, a tip that all of them move, and a second place.
///
/// The matrices in rotated coordinates are exact: quarters of whole numbers times squared frequencies that are whole numbers,
/// below 2^53 up to `highest` = 1e7. A rounding of the highest square, 9e10 at 3e5 rad/s, would change the lowest, 400, by 1e-8
/// of it: another structure.
struct StiffStructure {
    static constexpr int n = 6;
    explicit StiffStructure(double highest, bool rotated) : rotation(Matrix::Identity(n, n)) {
        Vector squares(n), c(n);
        for (int i = 0; i < n; ++i) {
            squares[i] = std::round(std::pow(20 * std::pow(highest / 20, static_cast<double>(i) / (n - 1)), 2));
            c[i] = 2 + std::round(1e-7 * squares[i] * 1024) / 1024;
        }
        if (rotated) {
            rotation << 2, 3, 0, -1, 1, 1,  //
                3, -1, 1, 1, 0, -2,         //
                1, 0, -3, 2, -1, 1,         //
                -1, 2, -1, 0, -1, -3,       //
                -1, 1, 1, 3, 2, 0,          //
                0, 1, 2, 1, -3, 1;
            rotation /= 4;
        }
        system = linear_system(Matrix::Identity(n, n), rotation * c.asDiagonal() * rotation.transpose(),
                               rotation * squares.asDiagonal() * rotation.transpose());
        system.v0 = rotation * (Vector(n) << 1.5, 0.4, 0.05, 0, 0, 0).finished();
        tip = rotation * (Vector(n) << 1, -0.9, 0.8, 0.6, -0.4, 0.3).finished();
        place = rotation * (Vector(n) << 0.6, 0.7, -0.5, 0.3, 0.2, -0.2).finished();
    }
    void push(double force, double frequency) {
        Load load;
        load.pattern = place;
        load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{force, 0, 0, 0}, force, frequency, 0.4);
        system.loads.push_back(load);
    }
    Matrix rotation;
    System system;
    Vector tip, place;
};

}  // namespace jounce::test
