// Columns of the sum of the element matrices of shells, computed where they are needed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/messages/error.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce {

using ShellMatrixFunction = elements::ShellMatrix (*)(const elements::Shell&, elements::ShellMass);

/// The elements of all shells of a model, in their order, with those around each node. The pieces are referred to.
class ShellElements {
  public:
    struct Part {
        std::vector<const ShellPiece*> pieces;
        elements::ShellMass mass = elements::ShellMass::consistent;
        Origin origin;  ///< of errors of its elements
    };
    /// \param nodes number of nodes of the whole model
    ShellElements(const std::vector<Part>& parts, int nodes);

    [[nodiscard]] bool empty() const { return elements_.empty(); }
    [[nodiscard]] int nodes() const { return static_cast<int>(first_.size()) - 1; }
    /// The nodes that share an element with this one, ascending, itself included; none where there is no element.
    [[nodiscard]] std::span<const int> neighbours(int node) const {
        const std::size_t n = static_cast<std::size_t>(node);
        return {neighbour_.data() + first_neighbour_[n], neighbour_.data() + first_neighbour_[n + 1]};
    }
    /// Numbers of a matrix that the elements may fill.
    [[nodiscard]] double entries() const { return 36 * static_cast<double>(neighbour_.size()); }

  private:
    friend class ShellColumns;
    struct Element {
        const ShellPiece* piece;
        int part;
    };
    struct Corner {
        int element;
        std::int8_t number;
    };
    std::vector<elements::ShellMass> mass_;  // of each part
    std::vector<Origin> origin_;
    std::vector<Element> elements_;
    std::vector<std::size_t> first_, first_neighbour_;  // of each node, in the two lists
    std::vector<Corner> corner_;
    std::vector<int> neighbour_;
};

/// A walk over the columns. An element matrix is computed once for neighbours that are taken together or one after the other.
class ShellColumns {
  public:
    ShellColumns(const ShellElements& elements, ShellMatrixFunction matrix)
        : elements_(elements), matrix_(matrix), slot_(elements.elements_.size(), -1) {}

    /// Six columns for each of these nodes (ascending) over all dofs, zeros included. Elements are added in their order: first
    /// those of one part, then the sums of the parts, so that no number of threads changes a bit.
    void take(std::span<const int> nodes, SparseMatrix& out);

  private:
    void compute(std::span<const int> nodes);
    void add_columns(int node, const SparseMatrix& out, int column, std::vector<double>& of_part, int* inner,
                     double* value) const;

    const ShellElements& elements_;
    ShellMatrixFunction matrix_;
    std::vector<int> slot_;      // of each element in `matrices_`, or -1
    std::vector<int> computed_;  // the elements with a slot, ascending
    std::vector<elements::ShellMatrix> matrices_, kept_;
};

/// The elements of a mesh: `of_point[i]` is the model's node of point i. The director at a corner is the mesh's normal there, or
/// else the mean normal of the cells around the point at an angle to this one below `crease` [rad].
struct Mesh;
struct ShellDefaults {
    double thickness = 0;         ///< [m]; 0: given for every cell by the mesh
    elements::Material material;  ///< E = 0: given for every cell by the mesh
    double drilling = elements::default_drilling;
    double crease = 0;
};
/// \throws Error naming the cell (from 1) when it is degenerate or has no thickness or material
[[nodiscard]] std::vector<ShellPiece> shell_pieces(const Mesh& mesh, const std::vector<int>& of_point,
                                                   const ShellDefaults& defaults, const std::string& subject);

}  // namespace jounce
