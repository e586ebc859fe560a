// Dense assembly of a chain of beam elements, for small models inside the tests of this folder.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "elements/beam.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::test {

struct DenseModel {
    Eigen::MatrixXd stiffness;
    Eigen::MatrixXd mass;
};

/// Elements between consecutive points of a polygon.
inline std::vector<elements::Beam> beam_chain(const std::vector<Eigen::Vector3d>& points,
                                              const elements::SectionProperties& section, const elements::Material& material,
                                              const elements::BeamSettings& settings = {}) {
    std::vector<elements::Beam> chain;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        chain.push_back(elements::beam({.x1 = points[i], .x2 = points[i + 1], .orientation = {}}, section, material, settings));
    }
    return chain;
}

inline std::vector<Eigen::Vector3d> even_points(const Eigen::Vector3d& from, const Eigen::Vector3d& to, int elements) {
    std::vector<Eigen::Vector3d> points;
    for (int i = 0; i <= elements; ++i) points.push_back(from + (to - from) * i / elements);
    return points;
}

/// Element e joins nodes e and e + 1; six dofs per node.
inline DenseModel assemble(const std::vector<elements::Beam>& chain) {
    const auto size = static_cast<Eigen::Index>(6 * (chain.size() + 1));
    DenseModel model{Eigen::MatrixXd::Zero(size, size), Eigen::MatrixXd::Zero(size, size)};
    for (std::size_t e = 0; e < chain.size(); ++e) {
        const elements::BeamMatrices matrices = elements::beam_matrices(chain[e]);
        const auto first = static_cast<Eigen::Index>(6 * e);
        model.stiffness.block<12, 12>(first, first) += matrices.stiffness;
        model.mass.block<12, 12>(first, first) += matrices.mass;
    }
    return model;
}

/// Keeps the rows and columns listed.
inline DenseModel restrict_to(const DenseModel& model, const std::vector<int>& kept) {
    return {model.stiffness(kept, kept), model.mass(kept, kept)};
}

/// The dofs `wanted` (0 .. 5) of all nodes but those in `supported`, a list of {node, dof}.
inline std::vector<int> dofs_of_chain(int nodes, const std::vector<int>& wanted,
                                      const std::vector<std::pair<int, int>>& supported) {
    std::vector<int> kept;
    for (int node = 0; node < nodes; ++node) {
        for (const int dof : wanted) {
            bool held = false;
            for (const auto& [n, d] : supported) held = held || (n == node && d == dof);
            if (!held) kept.push_back(6 * node + dof);
        }
    }
    return kept;
}

/// Hz, ascending; a rigid mode may come out as zero.
inline std::vector<double> natural_frequencies(const DenseModel& model) {
    const linalg::DensePairs pairs = linalg::symmetric_pairs(model.stiffness, model.mass).value();
    std::vector<double> frequencies;
    for (const double value : pairs.values) {
        frequencies.push_back(std::sqrt(std::max(value, 0.0)) / (2 * std::numbers::pi));
    }
    return frequencies;
}

}  // namespace jounce::test
