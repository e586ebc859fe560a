// Mesh kind "gmsh": a file of Gmsh.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/mesh_files.hpp"
#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

struct GmshFile {
    std::string file;
    double scale = 1;
};

}  // namespace

const MeshKind& gmsh_kind() {
    static const MeshKind kind = make_kind<GmshFile, MeshPointer>(
        {.family = "mesh",
         .name = "gmsh",
         .summary = "Triangles and quadrilaterals of a Gmsh file (.msh 4.1, ASCII); physical groups become sets.",
         .sources = {},
         .fields = Fields<GmshFile>()
                       .text("file", &GmshFile::file, "The file, relative to the working folder.")
                       .required()
                       .number("scale", &GmshFile::scale, "", positive,
                               "Metres per unit of length of the file: 1e-3 for millimetres.")},
        [](const GmshFile& settings) -> MeshPointer {
            return std::make_shared<const Mesh>(from_file(read_gmsh(settings.file, "mesh.gmsh"), settings.file, settings.scale));
        });
    return kind;
}

}  // namespace jounce::meshes
