// The one or two directions of a friction, as fields of an entry.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/slip_directions.hpp"

#include "base/messages/text.hpp"

namespace jounce::entries {

namespace {
/// Cosine below which two directions count as perpendicular; allows for rounded decimals in a script.
constexpr double perpendicular = 1e-6;

std::string vector_text(const Vector3& v) {
    return "{" + in_message(v[0]) + ", " + in_message(v[1]) + ", " + in_message(v[2]) + "}";
}
}  // namespace

std::vector<Eigen::Vector3d> SlipDirections::unit(const Eigen::Vector3d& normal) const {
    std::vector<Eigen::Vector3d> out;
    const auto add = [&](const Vector3& given) {
        Eigen::Vector3d d = unit_vector(given);
        d -= normal * normal.dot(d);
        for (const Eigen::Vector3d& other : out) d -= other * other.dot(d);
        out.push_back(d.normalized());
    };
    if (single) add(*single);
    for (const Vector3& given : pair) add(given);
    return out;
}

std::string slip_check(const SlipDirections& slip, const std::string& one, const std::string& two,
                       const std::optional<Vector3>& normal, const std::string& normal_field) {
    if (std::string wrong = direction_check(one, slip.single); !wrong.empty()) return wrong;
    for (const Vector3& given : slip.pair) {
        if (std::string wrong = direction_check(two, given); !wrong.empty()) return wrong;
    }
    const auto oblique = [](const Vector3& a, const Vector3& b) {
        return std::abs(unit_vector(a).dot(unit_vector(b))) > perpendicular;
    };
    if (slip.pair.size() == 2 && oblique(slip.pair[0], slip.pair[1]))
        return "'" + two + "' must be perpendicular to each other, got " + vector_text(slip.pair[0]) + " and " +
               vector_text(slip.pair[1]);
    if (!normal) return "";
    if (slip.single && oblique(*slip.single, *normal))
        return "'" + one + "' must be perpendicular to '" + normal_field + "', got " + vector_text(*slip.single) + " and " +
               vector_text(*normal);
    for (const Vector3& given : slip.pair) {
        if (oblique(given, *normal))
            return "'" + two + "' must be perpendicular to '" + normal_field + "', got " + vector_text(given) + " and " +
                   vector_text(*normal);
    }
    return "";
}

std::vector<Vector3> read_pair(const Value& value, const std::string& subject, const std::string& field) {
    const List* list = value.list();
    if (list == nullptr || list->size() != 2 || (*list)[0].list() == nullptr)
        throw bad_field(subject, field, "a list of two vectors {{x, y, z}, {x, y, z}}", value);
    return {schema::read_vector((*list)[0], subject, field), schema::read_vector((*list)[1], subject, field)};
}

void add_friction(Builder& builder, const GapNodes& nodes, Friction friction, const std::vector<Eigen::Vector3d>& directions,
                  const std::string& field) {
    FullFriction full;
    friction.directions = static_cast<int>(directions.size());
    friction.name = builder.name();
    friction.node = nodes.answering(builder);
    full.friction = std::move(friction);
    for (const Eigen::Vector3d& direction : directions) {
        full.rows.push_back(nodes.row(builder, direction));
        full.fields.push_back(field);
    }
    builder.friction(std::move(full));
}

}  // namespace jounce::entries
