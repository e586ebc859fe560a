// Common fields of the entries of mechanisms.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

#include <cmath>

#include "base/messages/text.hpp"

namespace jounce::entries {

namespace {

Error wrong(const std::string& subject, const std::string& field, const std::string& must, const Value& got) {
    return bad_case(subject + ": '" + field + "' must be " + must + ", got " + got.describe());
}

std::optional<Vector2> as_vector2(const Value& value) {
    const List* list = value.list();
    if (list == nullptr || list->size() != 2) return std::nullopt;
    const double* x = (*list)[0].number();
    const double* y = (*list)[1].number();
    if (x == nullptr || y == nullptr || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
    return Vector2(*x, *y);
}

}  // namespace

Vector2 read_vector2(const Value& value, const std::string& subject, const std::string& field) {
    if (const auto v = as_vector2(value)) return *v;
    throw wrong(subject, field, "two finite numbers {x, y}", value);
}

std::optional<Vector2> read_optional_vector2(const Value& value, const std::string& subject, const std::string& field) {
    return read_vector2(value, subject, field);
}

PlaceDraft read_place(const Value& value, const std::string& subject, const std::string& field) {
    PlaceDraft out;
    if (const auto at = as_vector2(value)) {
        out.at = *at;
        return out;
    }
    out.ground = false;
    if (const std::string* text = value.text()) {
        out.name = *text;
    } else if (const Reference* reference = value.reference()) {
        out.name = reference->name;
    } else {
        throw wrong(subject, field, "a point: {x, y} of the ground, 'body.point', a body or a node", value);
    }
    return out;
}

std::optional<PlaceDraft> read_optional_place(const Value& value, const std::string& subject, const std::string& field) {
    return read_place(value, subject, field);
}

std::array<PlaceDraft, 2> read_between(const Value& value, const std::string& subject, const std::string& field) {
    const List* list = value.list();
    if (list == nullptr || list->size() != 2 || as_vector2(value))
        throw wrong(subject, field, "two points, such as { {0, 0}, 'crank.O' }", value);
    return {read_place((*list)[0], subject, field), read_place((*list)[1], subject, field)};
}

std::vector<NamedPoint> read_named_points(const Value& value, const std::string& subject, const std::string& field) {
    const Table* table = value.table();
    if (table == nullptr) throw wrong(subject, field, "a table { name = {x, y}, ... }", value);
    std::vector<NamedPoint> out;
    for (const std::string& key : table->keys())
        out.emplace_back(key, read_vector2(*table->find(key), subject, field + "." + key));
    return out;
}

std::string point_name_check(const std::string& name) {
    if (is_usable_name(name)) return "";
    return "'points' must have names without " + std::string(not_in_names) + ", got '" + in_one_line(name) + "'";
}

std::vector<std::pair<std::string, double>> read_named_numbers(const Value& value, const std::string& subject,
                                                               const std::string& field) {
    const Table* table = value.table();
    if (table == nullptr) throw wrong(subject, field, "a table { name = number, ... }", value);
    std::vector<std::pair<std::string, double>> out;
    for (const std::string& key : table->keys()) {
        const double* number = table->find(key)->number();
        if (number == nullptr || !std::isfinite(*number))
            throw wrong(subject, field + "." + key, "a finite number", *table->find(key));
        out.emplace_back(key, *number);
    }
    return out;
}

FieldList with_fields(FieldList list, std::vector<Field> more) {
    for (Field& field : more) list.fields.push_back(std::move(field));
    return list;
}

}  // namespace jounce::entries
