// Labels of sets and properties.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/labels.hpp"

#include <algorithm>

namespace jounce::mesh_files {

std::vector<int> distinct(std::vector<int> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

std::vector<int> points_of_property(const Mesh& mesh, int property) {
    std::vector<int> out;
    for (const MeshCell& cell : mesh.cells) {
        if (cell.property == property) out.insert(out.end(), cell.points.begin(), cell.points.begin() + cell.corners());
    }
    return out;
}

Labels::Label Labels::take(const std::string& name, std::vector<int> points) {
    points = distinct(std::move(points));
    const std::string wanted = rules_.written(name);
    for (int number = 1;; ++number) {
        const std::string text = number == 1 ? wanted : wanted + rules_.joint + std::to_string(number);
        const std::string folded = rules_.folded(text);
        const auto other = std::find_if(taken_.begin(), taken_.end(), [&](const Taken& t) { return t.folded == folded; });
        if (other == taken_.end()) {
            taken_.push_back({folded, std::move(points)});
            return {text, false};
        }
        if (other->points == points) return {text, true};
    }
}

}  // namespace jounce::mesh_files
