// The one or two directions of a friction, as fields of an entry.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/entries/gap_nodes.hpp"

namespace jounce::entries {

struct SlipDirections {
    std::optional<Vector3> single;
    std::vector<Vector3> pair;  ///< empty, or two

    /// Unit vectors, made exactly perpendicular to each other and to `normal` (unless it is zero).
    [[nodiscard]] std::vector<Eigen::Vector3d> unit(const Eigen::Vector3d& normal) const;
};

/// An error message, or "". \param one, two: names of the fields. \param normal to which they must be perpendicular, with its
/// field's name
[[nodiscard]] std::string slip_check(const SlipDirections& slip, const std::string& one, const std::string& two,
                                     const std::optional<Vector3>& normal, const std::string& normal_field);

/// Two vectors in a list. \throws Error
[[nodiscard]] std::vector<Vector3> read_pair(const Value& value, const std::string& subject, const std::string& field);

/// Adds the friction of a plane motion to the builder: one row for each direction.
void add_friction(Builder& builder, const GapNodes& nodes, Friction friction, const std::vector<Eigen::Vector3d>& directions,
                  const std::string& field);

}  // namespace jounce::entries
