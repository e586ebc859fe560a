// Mesh files of Gmsh and Abaqus: read, or refused with a message. What was read is valid, and can be written and read again.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fuzzing.hpp"
#include "meshes/files/mesh_files.hpp"

namespace {

using namespace jounce;

using Reader = Mesh (*)(const std::string&, const std::string&);
using Writer = std::string (*)(const Mesh&);

void check(const Mesh& mesh) {
    const int count = static_cast<int>(mesh.points.size());
    for (const auto& point : mesh.points)
        fuzz::require(std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); }),
                      "a point is not finite");
    for (const MeshCell& cell : mesh.cells) {
        for (int i = 0; i < cell.corners(); ++i) {
            const int point = cell.points[static_cast<std::size_t>(i)];
            fuzz::require(point >= 0 && point < count, "a cell names no point");
        }
        fuzz::require(cell.property >= -1 && cell.property < static_cast<int>(mesh.properties.size()),
                      "a cell has no such property");
    }
    for (const MeshSet& set : mesh.sets)
        for (const int point : set.points) fuzz::require(point >= 0 && point < count, "a set names no point");
}

void read(const fuzz::Scratch& folder, const std::string& file, Reader reader, Writer writer) {
    Mesh mesh;
    if (!fuzz::accepted([&] { mesh = reader(file, "mesh"); })) return;
    check(mesh);
    std::string text;
    if (!fuzz::accepted([&] { text = writer(mesh); })) return;  // a name that the format cannot hold
    const std::string again = folder.write("again", reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    Mesh copy;
    try {
        copy = reader(again, "mesh");
    } catch (const Error& error) {
        fuzz::finding(std::string("what was written is refused: ") + error.what());
    }
    fuzz::require(copy.points == mesh.points, "other points after writing and reading");
    fuzz::require(copy.cells.size() == mesh.cells.size(), "other cells after writing and reading");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Scratch folder;
    const std::string file = folder.write("mesh", data, size);
    read(folder, file, read_gmsh, gmsh_text);
    read(folder, file, read_abaqus, abaqus_text);
    return 0;
}
