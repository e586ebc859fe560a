// Meshes as text, in both formats.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/messages/error.hpp"
#include "meshes/files/labels.hpp"
#include "meshes/files/mesh_files.hpp"

namespace jounce {

namespace {

using mesh_files::LabelRules;
using mesh_files::Labels;
using Out = std::back_insert_iterator<std::string>;

// Cells that share a property and a number of corners, in the order of their first cell.
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

// Abaqus and CalculiX do not distinguish capital and small letters and cut a name at 80 characters.
std::string abaqus_label(const std::string& name) {
    constexpr std::size_t longest = 70;
    std::string out = name.substr(0, longest);
    for (char& c : out) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') c = '_';
    }
    return out.empty() ? "unnamed" : out;
}

std::string capitals(const std::string& text) {
    std::string out = text;
    for (char& c : out) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return out;
}

const LabelRules& abaqus_rules() {
    static const LabelRules rules{abaqus_label, capitals, "_"};
    return rules;
}

// CalculiX reads the first 20 characters of a number and silently ignores the rest, which may be an exponent.
std::string abaqus_number(double x) {
    constexpr std::size_t longest = 20;
    std::string text = fmt::format("{}", x);
    return text.size() <= longest ? text : fmt::format("{:.12e}", x);
}

// A .msh file has names between quotes, and a name cannot contain a quote.
std::string gmsh_label(const std::string& name) {
    for (const char c : name) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || code < 0x20)
            throw bad_case("write_mesh: a name in a .msh file cannot contain a " +
                           std::string(c == '"' ? "quote" : "line break or other control character") + ", got [" + name + "]");
    }
    return name;
}

std::string as_it_is(const std::string& text) { return text; }

const LabelRules& gmsh_rules() {
    static const LabelRules rules{gmsh_label, as_it_is, " "};
    return rules;
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
    Labels labels(gmsh_rules());
    for (std::size_t i = 0; i < mesh.sets.size(); ++i)
        fmt::format_to(out, "0 {} \"{}\"\n", i + 1, labels.take(mesh.sets[i].name, mesh.sets[i].points).text);
    for (std::size_t i = 0; i < mesh.properties.size(); ++i) {
        const std::vector<int> points = mesh_files::points_of_property(mesh, static_cast<int>(i));
        fmt::format_to(out, "2 {} \"{}\"\n", i + 1, labels.take(mesh.properties[i].name, points).text);
    }
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
        fmt::format_to(out, "{}, {}, {}, {}\n", i + 1, abaqus_number(mesh.points[i][0]), abaqus_number(mesh.points[i][1]),
                       abaqus_number(mesh.points[i][2]));
    Labels labels(abaqus_rules());
    std::vector<int> all(mesh.points.size());
    std::iota(all.begin(), all.end(), 0);
    (void)labels.take("all_nodes", std::move(all));
    std::vector<Labels::Label> sets;
    for (const MeshSet& set : mesh.sets) sets.push_back(labels.take(set.name, set.points));
    std::vector<std::string> properties;
    for (std::size_t i = 0; i < mesh.properties.size(); ++i) {
        const std::vector<int> points = mesh_files::points_of_property(mesh, static_cast<int>(i));
        properties.push_back(labels.take(mesh.properties[i].name, points).text);
    }
    const std::vector<int> rest = mesh_files::points_of_property(mesh, -1);
    const std::string others = rest.empty() ? "" : labels.take("shell", rest).text;

    for (const CellGroup& group : groups_of(mesh)) {
        const std::string& set = group.property < 0 ? others : properties[static_cast<std::size_t>(group.property)];
        fmt::format_to(out, "*ELEMENT, TYPE={}, ELSET={}\n", group.corners == 3 ? "S3" : "S4", set);
        for (const int cell : group.cells) cell_line(out, mesh, cell + 1, cell, ", ");
    }
    for (std::size_t k = 0; k < mesh.sets.size(); ++k) {
        if (sets[k].known) continue;
        const MeshSet& set = mesh.sets[k];
        fmt::format_to(out, "*NSET, NSET={}", sets[k].text);
        for (std::size_t i = 0; i < set.points.size(); ++i)
            fmt::format_to(out, "{}{}", i % 10 == 0 ? "\n" : ", ", set.points[i] + 1);
        fmt::format_to(out, "\n");
    }
    for (std::size_t i = 0; i < mesh.properties.size(); ++i) {
        const MeshProperty& property = mesh.properties[i];
        if (!property.material || !property.thickness) continue;
        fmt::format_to(out, "*MATERIAL, NAME=material_{}\n*ELASTIC\n{}, {}\n", i + 1, abaqus_number(property.material->E),
                       abaqus_number(property.material->nu));
        if (property.material->density > 0)  // a file without one gives none
            fmt::format_to(out, "*DENSITY\n{}\n", abaqus_number(property.material->density));
        fmt::format_to(out, "*SHELL SECTION, ELSET={}, MATERIAL=material_{}\n{}\n", properties[i], i + 1,
                       abaqus_number(*property.thickness));
    }
    return text;
}

}  // namespace jounce
