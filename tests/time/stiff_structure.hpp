// A structure with frequencies far apart, in modal coordinates or in rotated ones, in which nothing has a closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/QR>

#include <cmath>
#include <random>

#include "closed_signal.hpp"
#include "support/small_system.hpp"

namespace jounce::test {

/// Six coordinates from 20 rad/s to `highest`, a tip that all of them move, and a second place.
struct StiffStructure {
    static constexpr int n = 6;
    explicit StiffStructure(double highest, bool rotated) : rotation(Matrix::Identity(n, n)) {
        Vector w(n), c(n);
        for (int i = 0; i < n; ++i) {
            w[i] = 20 * std::pow(highest / 20, static_cast<double>(i) / (n - 1));
            c[i] = 2 + 1e-7 * w[i] * w[i];
        }
        if (rotated) {
            std::mt19937 random(7);
            std::normal_distribution<double> normal;
            Matrix A(n, n);
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) A(i, j) = normal(random);
            rotation = Eigen::HouseholderQR<Matrix>(A).householderQ();
        }
        system = linear_system(Matrix::Identity(n, n), rotation * c.asDiagonal() * rotation.transpose(),
                               rotation * w.cwiseAbs2().asDiagonal() * rotation.transpose());
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
