// What sets and properties of a mesh are called in a file, so that no two of them become one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "meshes/mesh.hpp"

namespace jounce::mesh_files {

/// How a format reads names.
struct LabelRules {
    std::string (*written)(const std::string& name);  ///< the name in the characters that the format allows
    std::string (*folded)(const std::string& label);  ///< equal for labels that the format takes for one
    std::string joint;                                ///< between a name and the number that makes it its own: "_" or " "
};

/// Labels given out one by one. One label stands twice only for the same points: a node set and the element set that it is of.
class Labels {
  public:
    explicit Labels(const LabelRules& rules) : rules_(rules) {}

    struct Label {
        std::string text;
        bool known = false;  ///< given out before, for these points
    };
    /// \param points in any order, with repetitions
    Label take(const std::string& name, std::vector<int> points);

  private:
    struct Taken {
        std::string folded;
        std::vector<int> points;
    };
    LabelRules rules_;
    std::vector<Taken> taken_;
};

/// Points of the cells that have a property (-1: of those without one), with repetitions.
[[nodiscard]] std::vector<int> points_of_property(const Mesh& mesh, int property);

/// Ascending, each once.
[[nodiscard]] std::vector<int> distinct(std::vector<int> points);

}  // namespace jounce::mesh_files
