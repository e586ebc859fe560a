// Meshes as text, in both formats.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "system/mesh_files/mesh_files.hpp"

namespace jounce {

namespace {

using Out = std::back_insert_iterator<std::string>;

// Cells that share a property and a number of corners, in the order of their first.
struct CellGroup {
    int property, corners;
    std::vector<int> cells;
};

std::vector<CellGroup> groups_of(const Mesh& mesh) {
    std::vector<CellGroup> groups;
    for (std::size_t i = 0; i < mesh.cells.size(); ++i) {
        const MeshCell& cell = mesh.cells[i];
        auto group = std::find_if(groups.begin(), groups.end(), [&](const CellGroup& other) {
            return other.property == cell.property && other.corners == cell.corners();
        });
        if (group == groups.end()) group = groups.insert(groups.end(), {cell.property, cell.corners(), {}});
        group->cells.push_back(static_cast<int>(i));
    }
    return groups;
}

void cell_line(Out out, const Mesh& mesh, long number, int index, std::string_view separator) {
    const MeshCell& cell = mesh.cells[static_cast<std::size_t>(index)];
    fmt::format_to(out, "{}", number);
    for (int k = 0; k < cell.corners(); ++k) fmt::format_to(out, "{}{}", separator, cell.points[static_cast<std::size_t>(k)] + 1);
    fmt::format_to(out, "\n");
}

std::string label(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '\t' || c == ','; }, '_');
    return name;
}

}  // namespace

std::string gmsh_text(const Mesh& mesh) {
    std::string text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
    const Out out(text);
    const std::vector<CellGroup> groups = groups_of(mesh);
    std::array<double, 3> low{}, high{};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [least, largest] = std::minmax_element(mesh.points.begin(), mesh.points.end(),
                                                          [k](const auto& a, const auto& b) { return a[k] < b[k]; });
        low[k] = (*least)[k];
        high[k] = (*largest)[k];
    }
    fmt::format_to(out, "$PhysicalNames\n{}\n", mesh.sets.size() + mesh.properties.size());
    for (std::size_t i = 0; i < mesh.sets.size(); ++i) fmt::format_to(out, "0 {} \"{}\"\n", i + 1, mesh.sets[i].name);
    for (std::size_t i = 0; i < mesh.properties.size(); ++i) fmt::format_to(out, "2 {} \"{}\"\n", i + 1, mesh.properties[i].name);
    fmt::format_to(out, "$EndPhysicalNames\n$Entities\n{} 0 {} 0\n", mesh.sets.size(), groups.size());
    for (std::size_t i = 0; i < mesh.sets.size(); ++i) {
        const auto& x = mesh.points[static_cast<std::size_t>(mesh.sets[i].points.empty() ? 0 : mesh.sets[i].points.front())];
        fmt::format_to(out, "{} {} {} {} 1 {}\n", i + 1, x[0], x[1], x[2], i + 1);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const int property = groups[i].property;
        fmt::format_to(out, "{} {} {} {} {} {} {} {} 0\n", i + 1, low[0], low[1], low[2], high[0], high[1], high[2],
                       property < 0 ? "0" : fmt::format("1 {}", property + 1));
    }
    fmt::format_to(out, "$EndEntities\n$Nodes\n1 {0} 1 {0}\n2 1 0 {0}\n", mesh.points.size());
    for (std::size_t i = 0; i < mesh.points.size(); ++i) fmt::format_to(out, "{}\n", i + 1);
    for (const auto& x : mesh.points) fmt::format_to(out, "{} {} {}\n", x[0], x[1], x[2]);
    std::size_t total = mesh.cells.size();
    for (const MeshSet& set : mesh.sets) total += set.points.size();
    fmt::format_to(out, "$EndNodes\n$Elements\n{} {} 1 {}\n", groups.size() + mesh.sets.size(), total, total);
    long number = 0;
    for (std::size_t i = 0; i < mesh.sets.size(); ++i) {
        fmt::format_to(out, "0 {} 15 {}\n", i + 1, mesh.sets[i].points.size());
        for (const int point : mesh.sets[i].points) fmt::format_to(out, "{} {}\n", ++number, point + 1);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        fmt::format_to(out, "2 {} {} {}\n", i + 1, groups[i].corners == 3 ? 2 : 3, groups[i].cells.size());
        for (const int cell : groups[i].cells) cell_line(out, mesh, ++number, cell, " ");
    }
    fmt::format_to(out, "$EndElements\n");
    return text;
}

std::string abaqus_text(const Mesh& mesh) {
    std::string text = "*HEADING\nJounce mesh, SI units\n*NODE, NSET=all_nodes\n";
    const Out out(text);
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        fmt::format_to(out, "{}, {}, {}, {}\n", i + 1, mesh.points[i][0], mesh.points[i][1], mesh.points[i][2]);
    for (const CellGroup& group : groups_of(mesh)) {
        const std::string set =
            group.property < 0 ? "shell" : label(mesh.properties[static_cast<std::size_t>(group.property)].name);
        fmt::format_to(out, "*ELEMENT, TYPE={}, ELSET={}\n", group.corners == 3 ? "S3" : "S4", set);
        for (const int cell : group.cells) cell_line(out, mesh, cell + 1, cell, ", ");
    }
    std::vector<std::string> taken{"all_nodes"};
    for (const MeshSet& set : mesh.sets) {
        const std::string name = label(set.name);
        if (std::find(taken.begin(), taken.end(), name) != taken.end())
            throw bad_case("two sets would be called '" + name + "' in an .inp file");
        taken.push_back(name);
        fmt::format_to(out, "*NSET, NSET={}", name);
        for (std::size_t i = 0; i < set.points.size(); ++i)
            fmt::format_to(out, "{}{}", i % 10 == 0 ? "\n" : ", ", set.points[i] + 1);
        fmt::format_to(out, "\n");
    }
    for (std::size_t i = 0; i < mesh.properties.size(); ++i) {
        const MeshProperty& property = mesh.properties[i];
        if (!property.material || !property.thickness) continue;
        fmt::format_to(out, "*MATERIAL, NAME=material_{}\n*ELASTIC\n{}, {}\n*DENSITY\n{}\n", i + 1, property.material->E,
                       property.material->nu, property.material->density);
        fmt::format_to(out, "*SHELL SECTION, ELSET={}, MATERIAL=material_{}\n{}\n", label(property.name), i + 1,
                       *property.thickness);
    }
    return text;
}

}  // namespace jounce
