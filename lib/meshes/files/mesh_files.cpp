// Common functions of all formats of mesh files: scaling, notes, the choice of the format by the file's ending.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/mesh_files.hpp"

#include <utility>

#include "base/messages/error.hpp"

namespace jounce {

Mesh scaled(Mesh mesh, double scale) {
    if (scale == 1) return mesh;
    for (auto& point : mesh.points)
        for (double& x : point) x *= scale;
    for (MeshProperty& property : mesh.properties)
        if (property.thickness) *property.thickness *= scale;
    return mesh;
}

Mesh from_file(Mesh mesh, const std::string& file, double scale) {
    mesh.file = file;
    for (std::string& note : mesh.notes) note = file + ": " + note;
    return scaled(std::move(mesh), scale);
}

std::string mesh_text(const Mesh& mesh, const std::string& file, const std::string& subject) {
    if (file.ends_with(".msh")) return gmsh_text(mesh);
    if (file.ends_with(".inp")) return abaqus_text(mesh);
    throw bad_case(subject + ": 'file' must end in .msh (Gmsh) or .inp (Abaqus, CalculiX), got '" + file + "'");
}

}  // namespace jounce
