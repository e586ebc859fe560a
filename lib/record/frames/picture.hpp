// One frame as plain data: points, cells and the quantities at the points. It becomes a .vtu file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::record {

/// The cell shapes used, with VTK's numbers.
enum class CellType : std::uint8_t { vertex = 1, poly_line = 4, triangle = 5, polygon = 7, quad = 9 };

/// A quantity at every point.
struct PointArray {
    std::string name;
    int components = 1;
    std::vector<double> values;  ///< components of point 0, of point 1, ...
};

struct Picture {
    std::vector<double> points;            ///< x y z of each point at rest [m]
    std::vector<long long> connectivity;   ///< points of cell 0, of cell 1, ...
    std::vector<long long> offsets = {0};  ///< cells + 1: where each cell begins in the connectivity
    std::vector<CellType> types;
    std::vector<PointArray> arrays;
    std::vector<std::pair<std::string, double>> constants;  ///< quantities of the whole frame

    [[nodiscard]] std::size_t size() const { return points.size() / 3; }
    /// Adds an array of zeros; returns its index.
    std::size_t add_array(std::string name, int components) {
        arrays.push_back({std::move(name), components, std::vector<double>(size() * static_cast<std::size_t>(components))});
        return arrays.size() - 1;
    }
    void add_cell(CellType type, const std::vector<long long>& cell) {
        connectivity.insert(connectivity.end(), cell.begin(), cell.end());
        offsets.push_back(static_cast<long long>(connectivity.size()));
        types.push_back(type);
    }
};

}  // namespace jounce::record
