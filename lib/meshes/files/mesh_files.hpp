// Meshes in the formats of Gmsh and of Abaqus and CalculiX.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace jounce {

/// Gmsh's .msh, version 4.1, ASCII: nodes, triangles, quadrilaterals. Physical groups become sets; a group without a
/// name is called "physical 7". Groups of one dimension and one name are one set; groups of several dimensions and one
/// name become "edge (curves)" and "edge (surfaces)", unless they have the same nodes. Nodes without a cell are left
/// out, also from sets, and a note says so. \param subject the beginning of messages, before "'file' shaft.msh:12: ..."
/// \throws Error (bad_case) with the file's line
[[nodiscard]] Mesh read_gmsh(const std::string& file, const std::string& subject);

/// The .inp of Abaqus and CalculiX: nodes, elements of the types S3, S3R, S4 and S4R, node and element sets, shell
/// sections with their materials. Other content (steps, supports, loads) is left out, and notes say so; content that
/// changes geometry, stiffness or mass (an element of another type, an offset or layered section, a local system of
/// nodes, nodes generated or in another file) is an error. Element sets become sets of their points; if a node set with
/// other nodes has the same name, the element set is called "name (elements)", and a note says so.
/// \throws Error (bad_case) with the file's line
[[nodiscard]] Mesh read_abaqus(const std::string& file, const std::string& subject);

/// The mesh as a .msh file of version 4.1: sets as physical groups of points, properties as physical surfaces. Repeated
/// names of different points get a number ("edge 2").
/// \throws Error (bad_case) for a quote or a control character in a name, which the format does not allow
[[nodiscard]] std::string gmsh_text(const Mesh& mesh);

/// The mesh as an .inp file: elements S4 and S3, sets, sections and materials. Letters, digits, - and _ of names are
/// kept, other characters become an underscore; names that the format does not distinguish (it ignores capitals) get a
/// number ("edge_2").
[[nodiscard]] std::string abaqus_text(const Mesh& mesh);

/// Lengths (points and thicknesses) times `scale`.
[[nodiscard]] Mesh scaled(Mesh mesh, double scale);

/// The mesh of a mesh kind from a mesh read: scaled, with the file's name before its notes.
[[nodiscard]] Mesh from_file(Mesh mesh, const std::string& file, double scale);

/// Text of the mesh in the format of the file's ending: .msh or .inp.
/// \throws Error (bad_case) for another ending
[[nodiscard]] std::string mesh_text(const Mesh& mesh, const std::string& file, const std::string& subject);

}  // namespace jounce
