// Points by the numbers that a file gives them.
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
    /// \param span messages say numbers modulo this: parts of a file may each begin from 1
    explicit NumberedPoints(const TextReader& text, long span = std::numeric_limits<long>::max()) : text_(text), span_(span) {}

    /// \throws Error when the number was given before
    void add(long number, const std::array<double, 3>& position, int line);
    [[nodiscard]] bool has(long number) const { return places_.contains(number); }
    /// Index of the point. \throws Error when there is none of that number
    [[nodiscard]] int find(long number) const;
    /// Gives the mesh its points; those of no cell are left out, of the sets too, and so is a set of which nothing remains; notes
    /// say so (a model's node that no element holds would have no stiffness). Points of a set are listed once, in the order of
    /// the file.
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

/// A quadrilateral whose last two corners are one point becomes a triangle. \throws Error when other corners coincide
void check_cell(MeshCell& cell, const TextReader& text);

}  // namespace jounce::mesh_files
