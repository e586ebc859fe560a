// Beam elements of a flexible body: from section and material to the planar beam that lib/bodies reduces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "bodies/flexible.hpp"
#include "elements/beam.hpp"

namespace jounce {

/// A straight beam along x that bends in the plane z = 0.
struct FlexibleBeam {
    double length = 0;  ///< [m]
    int elements = 1;
    elements::SectionProperties section;
    elements::Material material;
    elements::BeamSettings settings{};
    std::optional<Eigen::Vector3d> orientation{};
};

/// Nodes of its mesh: elements of nearly equal length, with a node at each place (distance from the first end [m]).
[[nodiscard]] int flexible_beam_nodes(const FlexibleBeam& beam, const std::vector<double>& places);
/// Index of the node at a place.
[[nodiscard]] int flexible_beam_node(const FlexibleBeam& beam, const std::vector<double>& places, double at);
/// The body with the places as its interface. \throws Error for an invalid section or orientation, or when no principal axis is
/// in the plane
[[nodiscard]] bodies::FlexibleBody reduced_beam(const FlexibleBeam& beam, const std::vector<double>& places, int modes);

}  // namespace jounce
