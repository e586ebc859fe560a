// Points by their numbers in a file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <unordered_map>
#include <vector>

#include "meshes/files/text_reader.hpp"
#include "meshes/mesh.hpp"

namespace jounce::mesh_files {

class NumberedPoints {
  public:
    /// \param span messages give numbers modulo this: each part of a file may start from 1
    explicit NumberedPoints(const TextReader& text, long span = std::numeric_limits<long>::max()) : text_(text), span_(span) {}

    /// \throws Error when the number was given before
    void add(long number, const std::array<double, 3>& position, int line);
    [[nodiscard]] bool has(long number) const { return places_.contains(number); }
    /// Index of the point. \throws Error when there is no point of this number
    [[nodiscard]] int find(long number) const;
    /// Gives the mesh its points. Points without a cell are left out, also from the sets, and so are sets that become
    /// empty; notes say so (a node without an element would have no stiffness). Points of a set are listed once, in the
    /// order of the file.
    void finish(Mesh& mesh) const;

  private:
    struct Place {
        int index, line;
    };
    const TextReader& text_;
    long span_;
    std::vector<std::array<double, 3>> positions_;
    std::unordered_map<long, Place> places_;
};

/// A quadrilateral with the same point as two neighbouring corners becomes a triangle (as Abaqus collapses S4). \throws Error
/// when other corners coincide
void check_cell(MeshCell& cell, const TextReader& text);

}  // namespace jounce::mesh_files
