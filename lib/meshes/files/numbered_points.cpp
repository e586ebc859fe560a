// Points of a mesh file, and the removal of unused ones.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/numbered_points.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "meshes/files/labels.hpp"

namespace jounce::mesh_files {

namespace {

std::string counted(std::size_t nodes) { return std::to_string(nodes) + (nodes == 1 ? " node" : " nodes"); }

}  // namespace

void NumberedPoints::add(long number, const std::array<double, 3>& position, int line) {
    const auto [place, added] = places_.try_emplace(number, Place{static_cast<int>(positions_.size()), line});
    if (!added)
        throw text_.wrong(
            "node " + std::to_string(number % span_) + " was given before, in line " + std::to_string(place->second.line), line);
    positions_.push_back(position);
}

int NumberedPoints::find(long number) const {
    const auto place = places_.find(number);
    if (place == places_.end()) throw text_.wrong("there is no node " + std::to_string(number % span_));
    return place->second.index;
}

void NumberedPoints::finish(Mesh& mesh) const {
    std::vector<int> moved(positions_.size(), -1);
    const auto use = [&](int point) { moved[static_cast<std::size_t>(point)] = 0; };
    for (const MeshCell& cell : mesh.cells)
        for (int i = 0; i < cell.corners(); ++i) use(cell.points[static_cast<std::size_t>(i)]);
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        if (moved[i] < 0) continue;
        moved[i] = static_cast<int>(mesh.points.size());
        mesh.points.push_back(positions_[i]);
    }
    const auto place = [&](int point) { return moved[static_cast<std::size_t>(point)]; };
    for (MeshCell& cell : mesh.cells)
        for (int i = 0; i < cell.corners(); ++i) {
            int& corner = cell.points[static_cast<std::size_t>(i)];
            corner = place(corner);
        }
    const std::size_t unused = positions_.size() - mesh.points.size();
    if (unused > 0) mesh.notes.push_back(counted(unused) + " without an element " + (unused == 1 ? "is" : "are") + " left out");
    std::vector<MeshSet> kept;
    for (MeshSet& set : mesh.sets) {
        std::transform(set.points.begin(), set.points.end(), set.points.begin(), place);
        set.points = distinct(std::move(set.points));
        const bool loose = !set.points.empty() && set.points.front() < 0;  // unused ones are all -1
        if (loose) set.points.erase(set.points.begin());
        if (set.points.empty()) {
            mesh.notes.push_back("the set '" + set.name + "' has no node of an element and is left out");
            continue;
        }
        if (loose) mesh.notes.push_back("the set '" + set.name + "' had nodes without an element, which are left out of it");
        kept.push_back(std::move(set));
    }
    mesh.sets = std::move(kept);
}

void check_cell(MeshCell& cell, const TextReader& text) {
    auto& corner = cell.points;
    const bool four = corner[3] >= 0;
    for (std::size_t i = 0; i < 4 && corner[3] >= 0; ++i) {
        if (corner[i] != corner[(i + 1) % 4]) continue;
        std::copy(corner.begin() + static_cast<std::ptrdiff_t>(i) + 1, corner.end(),
                  corner.begin() + static_cast<std::ptrdiff_t>(i));
        corner[3] = -1;
    }
    for (int i = 0; i < cell.corners(); ++i)
        for (int j = 0; j < i; ++j)
            if (corner[static_cast<std::size_t>(i)] == corner[static_cast<std::size_t>(j)])
                throw text.wrong(
                    std::string("an element has two corners at one node") +
                    (four ? ": only neighbouring corners of a quadrilateral, which is a triangle then, may coincide" : ""));
}

}  // namespace jounce::mesh_files
