// The cells with a common stress at a node, and stress probes as rows over the free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/shell_stress.hpp"

#include <charconv>
#include <cmath>

#include "base/messages/text.hpp"
#include "system/probes/row_of_dofs.hpp"

namespace jounce {

namespace {

// A smooth surface has one director at a node; at an edge each side has its own.
constexpr double cosine_of_one_surface = 0.995;

struct Component {
    bool top = true;
    int row = 0, column = 0;
};

std::optional<Component> component(const std::string& quantity) {
    for (const bool top : {true, false}) {
        for (std::size_t k = 0; k < stress_names.size(); ++k) {
            if (quantity == std::string(top ? "stress_top_" : "stress_bottom_") + stress_names[k])
                return Component{top, stress_components[k].first, stress_components[k].second};
        }
    }
    return std::nullopt;
}

// The coefficients of the dofs in the stress component at the middle of a cell; stress is linear in them.
void add_stress(const ShellPiece& piece, const Component& component, double factor, linalg::Vector& row) {
    elements::ShellVector unit = elements::ShellVector::Zero(piece.properties.dofs());
    for (int k = 0; k < piece.properties.dofs(); ++k) {
        unit[k] = 1;
        const elements::ShellStress stress = elements::shell_stress(piece.properties, unit);
        unit[k] = 0;
        row[6 * piece.nodes[static_cast<std::size_t>(k / 6)] + k % 6] +=
            factor * (component.top ? stress.top : stress.bottom)(component.row, component.column);
    }
}

const ShellPiece* cell_of(const System& system, const std::string& name, const std::string& thing) {
    const std::size_t at = thing.rfind(".cell[");
    if (at == std::string::npos || !thing.ends_with("]")) return nullptr;
    for (const ShellPart& part : *system.shells) {
        if (part.name != thing.substr(0, at)) continue;
        std::size_t number = 0;
        const char* end = thing.data() + thing.size() - 1;
        const auto read = std::from_chars(thing.data() + at + 6, end, number);
        if (read.ec != std::errc() || read.ptr != end || number < 1 || number > part.pieces.size())
            throw bad_case("probe '" + name + "': shell '" + part.name + "' has the cells 1 to " +
                           std::to_string(part.pieces.size()) + ", got '" + thing.substr(at + 1) + "'");
        return &part.pieces[number - 1];
    }
    return nullptr;
}

struct Corner {
    const ShellPiece* piece;
    int corner;
};

std::vector<Corner> corners_at(const System& system, int node) {
    std::vector<Corner> out;
    for (const ShellPart& part : *system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            for (int i = 0; i < piece.properties.corners(); ++i) {
                if (piece.nodes[static_cast<std::size_t>(i)] == node) out.push_back({&piece, i});
            }
        }
    }
    return out;
}

}  // namespace

bool stressed_alike(const ShellPiece& a, int i, const ShellPiece& b, int j) {
    const elements::Shell &p = a.properties, &q = b.properties;
    return p.thickness == q.thickness && p.material.E == q.material.E && p.material.nu == q.material.nu &&
           p.directors.col(i).dot(q.directors.col(j)) > cosine_of_one_surface;
}

std::optional<Probe> stress_probe(const System& system, const std::string& name, const std::string& thing,
                                  const std::string& quantity) {
    if (!quantity.starts_with("stress") || !system.shells || system.shells->empty()) return std::nullopt;
    const ShellPiece* cell = cell_of(system, name, thing);
    const int node = cell == nullptr ? system.find_node(thing) : -1;
    if (cell == nullptr && node < 0) return std::nullopt;
    const std::optional<Component> which = component(quantity);
    if (!which)
        throw bad_case("probe '" + name + "': unknown stress '" + quantity +
                       "'; known are stress_top_<ij> and stress_bottom_<ij> with <ij> one of xx, yy, zz, xy, yz, xz");

    linalg::Vector full = linalg::Vector::Zero(6 * static_cast<Eigen::Index>(system.nodes.size()));
    if (cell != nullptr) {
        add_stress(*cell, *which, 1, full);
    } else {
        const std::vector<Corner> corners = corners_at(system, node);
        if (corners.empty()) throw bad_case("probe '" + name + "': node '" + thing + "' belongs to no shell");
        double area = 0;
        for (const Corner& c : corners) {
            if (!stressed_alike(*corners.front().piece, corners.front().corner, *c.piece, c.corner))
                throw bad_case("probe '" + name + "': at node '" + thing +
                               "' cells of different thickness, material or orientation meet, so the stress is not unique; use a "
                               "cell, as in \"" +
                               system.shells->front().name + ".cell[1]." + quantity + "\"");
            area += elements::shell_corner_areas(c.piece->properties)[c.corner];
        }
        for (const Corner& c : corners)
            add_stress(*c.piece, *which, elements::shell_corner_areas(c.piece->properties)[c.corner] / area, full);
    }
    Probe probe;
    probe.name = name;
    probe.unit = "Pa";
    probe.quantity = Probe::Quantity::displacement;
    probe.row = row_of_dofs(system, full);
    return probe;
}

}  // namespace jounce
