// Labels of sets and properties of a mesh in a file; different sets have different labels.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "meshes/mesh.hpp"

namespace jounce::mesh_files {

/// The rules of a format for names.
struct LabelRules {
    std::string (*written)(const std::string& name);  ///< the name in the characters that the format allows
    std::string (*folded)(const std::string& label);  ///< equal for labels that the format does not distinguish
    std::string joint;                                ///< between a name and the number that makes it unique: "_" or " "
};

/// Assigns labels one by one. A label is used twice only for the same points: a node set and its element set.
class Labels {
  public:
    explicit Labels(const LabelRules& rules) : rules_(rules) {}

    struct Label {
        std::string text;
        bool known = false;  ///< assigned before, for these points
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

/// Points of the cells with a property (-1: cells without one), with repetitions.
[[nodiscard]] std::vector<int> points_of_property(const Mesh& mesh, int property);

/// Ascending, without repetitions.
[[nodiscard]] std::vector<int> distinct(std::vector<int> points);

}  // namespace jounce::mesh_files
