// Common fields of the entries of mechanisms: the two points of a joint, plane vectors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/entries/entry_kind.hpp"
#include "system/mechanism/draft.hpp"

namespace jounce::entries {

using bodies::Vector2;

/// {x, y}
[[nodiscard]] Vector2 read_vector2(const Value& value, const std::string& subject, const std::string& field);
[[nodiscard]] std::optional<Vector2> read_optional_vector2(const Value& value, const std::string& subject,
                                                           const std::string& field);
/// {x, y} on the ground, "body.point", "body", a node, or a handle.
[[nodiscard]] PlaceDraft read_place(const Value& value, const std::string& subject, const std::string& field);
[[nodiscard]] std::optional<PlaceDraft> read_optional_place(const Value& value, const std::string& subject,
                                                            const std::string& field);
[[nodiscard]] std::array<PlaceDraft, 2> read_between(const Value& value, const std::string& subject, const std::string& field);
/// { name = {x, y}, ... }
[[nodiscard]] std::vector<NamedPoint> read_named_points(const Value& value, const std::string& subject, const std::string& field);
/// Checks the name of a body's point: an error message, or "".
[[nodiscard]] std::string point_name_check(const std::string& name);
/// { name = number, ... }
[[nodiscard]] std::vector<std::pair<std::string, double>> read_named_numbers(const Value& value, const std::string& subject,
                                                                             const std::string& field);

template <class S>
[[nodiscard]] Field between_field(std::string_view sentence) {
    return custom_field("between", "list of two points", "", sentence, true, &S::between, read_between);
}
template <class S>
[[nodiscard]] Field vector2_field(std::string_view name, std::string_view unit, std::string_view sentence, bool required,
                                  Vector2 S::*member) {
    return custom_field(name, "{x, y}", unit, sentence, required, member, read_vector2);
}

/// A field list with more fields appended.
[[nodiscard]] FieldList with_fields(FieldList list, std::vector<Field> more);

}  // namespace jounce::entries
