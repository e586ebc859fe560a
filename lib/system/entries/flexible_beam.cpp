// Beam elements of a flexible body.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/flexible_beam.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/numbers/gauss.hpp"

namespace jounce {

namespace {

/// u_x, u_y and the rotation of both ends among the twelve dofs of an element.
constexpr std::array<int, 6> planar_dofs{0, 1, 5, 6, 7, 11};

std::vector<double> mesh(const FlexibleBeam& beam, const std::vector<double>& places) {
    std::vector<double> marks{0, beam.length};
    marks.insert(marks.end(), places.begin(), places.end());
    std::ranges::sort(marks);
    const double close = 1e-9 * beam.length;
    std::vector<double> nodes{0};
    for (const double mark : marks) {
        const double begin = nodes.back();
        if (mark - begin < close) continue;
        const int parts = std::max(1, static_cast<int>(std::ceil(beam.elements * (mark - begin) / beam.length - 1e-6)));
        for (int i = 1; i < parts; ++i) nodes.push_back(begin + (mark - begin) * i / parts);
        nodes.push_back(mark);
    }
    nodes.back() = beam.length;
    return nodes;
}

}  // namespace

int flexible_beam_nodes(const FlexibleBeam& beam, const std::vector<double>& places) {
    return static_cast<int>(mesh(beam, places).size());
}

int flexible_beam_node(const FlexibleBeam& beam, const std::vector<double>& places, double at) {
    const std::vector<double> nodes = mesh(beam, places);
    const auto nearest = std::ranges::min_element(nodes, {}, [at](double node) { return std::abs(node - at); });
    return static_cast<int>(nearest - nodes.begin());
}

bodies::FlexibleBody reduced_beam(const FlexibleBeam& beam, const std::vector<double>& places, int modes) {
    const std::vector<double> nodes = mesh(beam, places);
    const auto dofs = static_cast<Eigen::Index>(3 * nodes.size());
    bodies::PlanarBeam out;
    out.length = beam.length;
    out.line_density = beam.material.density * beam.section.area;
    out.node = Eigen::Map<const Vector>(nodes.data(), static_cast<Eigen::Index>(nodes.size()));
    out.stiffness = Matrix::Zero(dofs, dofs);
    // Four Gauss points are exact for the products of two cubics, and so for the mass matrix of elements/beam.
    const auto stations = static_cast<Eigen::Index>(4 * (nodes.size() - 1));
    out.at = out.weight = Vector::Zero(stations);
    out.along = out.across = out.turn = out.slope = Matrix::Zero(stations, dofs);
    for (std::size_t e = 0; e + 1 < nodes.size(); ++e) {
        elements::BeamGeometry geometry;
        const double h = nodes[e + 1] - nodes[e];
        geometry.x2 = {h, 0, 0};
        geometry.orientation = beam.orientation;
        const elements::Beam element = elements::beam(geometry, beam.section, beam.material, beam.settings);
        const elements::Matrix12 rotation = elements::beam_rotation(element.frame);
        const elements::Matrix12 stiffness = elements::beam_matrices(element).stiffness;
        const auto first = static_cast<Eigen::Index>(3 * e);
        if (const double out_of_plane = std::abs(stiffness(1, 2)); out_of_plane > 1e-9 * std::abs(stiffness(1, 1)))
            throw bad_case(
                "beam: 'orientation' must put a principal axis of the section into the plane z = 0, or the beam bends out of "
                "this plane");
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j)
                out.stiffness(first + static_cast<Eigen::Index>(i), first + static_cast<Eigen::Index>(j)) +=
                    stiffness(planar_dofs[i], planar_dofs[j]);
        // About the global z axis.
        const double axis = element.frame.axes(2, 2);
        const double second_moment = axis * axis * beam.section.Iz + (1 - axis * axis) * beam.section.Iy;
        out.rotary = element.rotary_inertia ? beam.material.density * second_moment : 0;
        const auto interpolation = [&](double xi) -> elements::Matrix6x12 {
            const elements::Matrix6x12 local = elements::beam_interpolation(element, xi) * rotation;
            elements::Matrix6x12 global;
            global.topRows<3>() = element.frame.axes.transpose() * local.topRows<3>();
            global.bottomRows<3>() = element.frame.axes.transpose() * local.bottomRows<3>();
            return global;
        };
        for (int g = 0; g < 4; ++g) {
            const auto s = static_cast<Eigen::Index>(4 * e) + g;
            const double xi = gauss_4.place[static_cast<std::size_t>(g)];
            out.at[s] = nodes[e] + xi * h;
            out.weight[s] = h * gauss_4.weight[static_cast<std::size_t>(g)];
            const elements::Matrix6x12 N = interpolation(xi);
            // Exact for a cubic: Richardson's rule on central differences.
            constexpr double d = 0.25;
            const elements::Matrix6x12 near = interpolation(xi + d) - interpolation(xi - d);
            const elements::Matrix6x12 far = interpolation(xi + 2 * d) - interpolation(xi - 2 * d);
            for (std::size_t i = 0; i < 6; ++i) {
                const Eigen::Index column = first + static_cast<Eigen::Index>(i);
                const int dof = planar_dofs[i];
                out.along(s, column) = N(0, dof);
                out.across(s, column) = N(1, dof);
                out.turn(s, column) = N(5, dof);
                out.slope(s, column) = (8 * near(1, dof) - far(1, dof)) / (12 * d * h);
            }
        }
    }
    std::vector<int> interface;
    for (const double at : places) interface.push_back(flexible_beam_node(beam, places, at));
    return bodies::flexible_body(out, interface, modes);
}

}  // namespace jounce
