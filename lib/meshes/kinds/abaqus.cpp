// Mesh kind "abaqus": a file of Abaqus or CalculiX.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/mesh_files.hpp"
#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

struct AbaqusFile {
    std::string file;
    double scale = 1;
};

}  // namespace

const MeshKind& abaqus_kind() {
    static const MeshKind kind = make_kind<AbaqusFile, MeshPointer>(
        {.family = "mesh",
         .name = "abaqus",
         .summary = "Shell elements (S3, S3R, S4, S4R) of an .inp file, with its sets, shell sections and materials; parts and "
                    "instances too; sets of an instance are called \"instance.set\".",
         .sources = {},
         .fields = Fields<AbaqusFile>()
                       .text("file", &AbaqusFile::file, "The file, relative to the working folder.")
                       .required()
                       .number("scale", &AbaqusFile::scale, "", positive,
                               "Metres per unit of length of the file: 1e-3 for millimetres. Moduli and densities are not "
                               "scaled: they must be in SI units.")},
        [](const AbaqusFile& settings) -> MeshPointer {
            return std::make_shared<const Mesh>(
                from_file(read_abaqus(settings.file, "mesh.abaqus"), settings.file, settings.scale));
        });
    return kind;
}

}  // namespace jounce::meshes
