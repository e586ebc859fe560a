// Materials of an .inp file while it is read, and the sections that assign them to elements.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements/material.hpp"
#include "meshes/files/abaqus_keywords.hpp"
#include "meshes/files/text_reader.hpp"

namespace jounce::mesh_files {

struct ShellSection {
    std::string elements, material;
    double thickness = 0;  ///< [m]; 0: not given yet
    int line = 0;
};

class AbaqusMaterials {
  public:
    explicit AbaqusMaterials(const TextReader& text) : text_(text) {}

    /// Begins *MATERIAL, *ELASTIC or *DENSITY. \returns false for another keyword \throws Error for a keyword at the
    /// wrong place
    bool begin(const Keyword& keyword);
    /// A data line of *ELASTIC or *DENSITY. \throws Error for values out of range
    void data(const Keyword& keyword, const std::vector<std::string>& words);

    /// \throws Error when these elements already have a section
    void begin_section(ShellSection section);
    void section_data(const std::vector<std::string>& words);
    [[nodiscard]] const std::vector<ShellSection>& sections() const { return sections_; }
    /// \throws Error when a section's material or thickness is missing
    [[nodiscard]] elements::Material of(const ShellSection& section) const;

  private:
    struct Given {
        std::string name;
        std::optional<double> E, nu, density;
        int line = 0, density_line = 0;
    };
    void elastic(const std::vector<std::string>& words);

    const TextReader& text_;
    std::vector<Given> materials_;
    std::vector<ShellSection> sections_;
};

}  // namespace jounce::mesh_files
