// From element matrices to one sparse matrix, on all cores, in an order that no number of threads changes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/shells/shell_part.hpp"

namespace jounce {

using ShellMatrixFunction = elements::ShellMatrix (*)(const elements::Shell&, elements::ShellMass);

/// Sum over the pieces of their matrices. \param nodes of the whole model; the matrix has 6 rows a node
[[nodiscard]] SparseMatrix assembled(const std::vector<ShellPiece>& pieces, int nodes, ShellMatrixFunction matrix,
                                     elements::ShellMass mass);

/// The elements of a mesh: `of_point[i]` is the model's node of point i. The director at a corner is the mesh's own normal, or
/// the mean normal of those cells around the point that are turned against this one by less than `crease` [rad].
struct Mesh;
struct ShellDefaults {
    double thickness = 0;         ///< [m]; 0: every cell must have its own
    elements::Material material;  ///< E = 0: every cell must have its own
    double drilling = elements::default_drilling;
    double crease = 0;
};
/// \throws Error that names the cell (from 1) when it is degenerate or lacks a thickness or a material
[[nodiscard]] std::vector<ShellPiece> shell_pieces(const Mesh& mesh, const std::vector<int>& of_point,
                                                   const ShellDefaults& defaults, const std::string& subject);

}  // namespace jounce
