// Assembles element matrices into one sparse matrix on all cores; the result is independent of the number of threads.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/shells/shell_part.hpp"

namespace jounce {

using ShellMatrixFunction = elements::ShellMatrix (*)(const elements::Shell&, elements::ShellMass);

/// Sum of the pieces' matrices. \param nodes number of nodes of the whole model; the matrix has 6 rows per node
[[nodiscard]] SparseMatrix assembled(const std::vector<ShellPiece>& pieces, int nodes, ShellMatrixFunction matrix,
                                     elements::ShellMass mass);

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
