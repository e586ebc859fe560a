// Values of *MATERIAL and *SHELL SECTION.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/abaqus_materials.hpp"

#include <algorithm>
#include <utility>

namespace jounce::mesh_files {

namespace {
constexpr double least = 1e-100;  // below, stiffness underflows
}  // namespace

bool AbaqusMaterials::begin(const Keyword& keyword) {
    const auto value = [&](const char* parameter) {
        const auto found = keyword.values.find(parameter);
        return found == keyword.values.end() ? std::string() : found->second;
    };
    if (keyword.name == "MATERIAL") {
        const std::string name = value("NAME");
        if (name.empty()) throw text_.wrong("*MATERIAL needs NAME=...", keyword.line);
        for (const Given& other : materials_) {
            if (upper(other.name) == upper(name))
                throw text_.wrong("the material " + name + " was given before, in line " + std::to_string(other.line),
                                  keyword.line);
        }
        materials_.push_back({name, {}, {}, {}, keyword.line, 0});
        return true;
    }
    if (keyword.name != "ELASTIC" && keyword.name != "DENSITY") return false;
    if (materials_.empty()) throw text_.wrong("*" + keyword.name + " comes before any *MATERIAL", keyword.line);
    if (keyword.name == "DENSITY") materials_.back().density_line = keyword.line;
    const std::string type = value("TYPE");
    if (!type.empty() && !upper(type).starts_with("ISO"))
        throw text_.wrong("*ELASTIC must be of the type ISO, got " + type, keyword.line);
    return true;
}

void AbaqusMaterials::data(const Keyword& keyword, const std::vector<std::string>& words) {
    if (keyword.name == "ELASTIC") return elastic(words);
    if (materials_.back().density)
        throw text_.wrong("a second line of *DENSITY: properties that depend on temperature are not supported");
    const double density = text_.number_in(words[0], "the density");
    if (!(density >= 0)) throw text_.wrong("the density must be 0 or above, got " + words[0]);
    materials_.back().density = density;
}

void AbaqusMaterials::elastic(const std::vector<std::string>& words) {
    Given& material = materials_.back();
    if (material.E) throw text_.wrong("a second line of *ELASTIC: properties that depend on temperature are not supported");
    if (words.size() < 2) throw text_.wrong("*ELASTIC needs Young's modulus and Poisson's ratio");
    const double E = text_.number_in(words[0], "Young's modulus"), nu = text_.number_in(words[1], "Poisson's ratio");
    if (E > 0 && E < least) throw text_.wrong("Young's modulus must be 1e-100 or above, got " + words[0]);
    if (!(E > 0)) throw text_.wrong("Young's modulus must be above 0, got " + words[0]);
    if (!(nu > -1 && nu <= 0.5)) throw text_.wrong("Poisson's ratio must be in (-1, 0.5], got " + words[1]);
    material.E = E;
    material.nu = nu;
}

void AbaqusMaterials::begin_section(ShellSection section) {
    for (const ShellSection& other : sections_) {
        if (upper(other.elements) == upper(section.elements))
            throw text_.wrong(
                "the elements " + other.elements + " were given a section before, in line " + std::to_string(other.line),
                section.line);
    }
    sections_.push_back(std::move(section));
}

void AbaqusMaterials::section_data(const std::vector<std::string>& words) {
    ShellSection& section = sections_.back();
    if (section.thickness != 0) throw text_.wrong("a second line of *SHELL SECTION is not supported");
    const double thickness = text_.number_in(words[0], "the thickness");
    if (thickness > 0 && thickness < least) throw text_.wrong("the thickness must be 1e-100 or above, got " + words[0]);
    if (!(thickness > 0)) throw text_.wrong("the thickness must be above 0, got " + words[0]);
    section.thickness = thickness;
}

elements::Material AbaqusMaterials::of(const ShellSection& section) const {
    const auto material = std::find_if(materials_.begin(), materials_.end(),
                                       [&](const Given& other) { return upper(other.name) == upper(section.material); });
    if (material == materials_.end()) throw text_.wrong("there is no material " + section.material, section.line);
    if (!material->E) throw text_.wrong("the material " + material->name + " has no *ELASTIC", material->line);
    if (section.thickness == 0) throw text_.wrong("*SHELL SECTION has no thickness", section.line);
    if (material->density_line > 0 && !material->density) throw text_.wrong("*DENSITY has no value", material->density_line);
    return {*material->E, *material->nu, material->density.value_or(0)};
}

}  // namespace jounce::mesh_files
