// The field schema: checks and messages shared by every kind.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/schema.hpp"

#include <algorithm>
#include <cmath>

#include "base/fields/unknown_key.hpp"
#include "base/messages/text.hpp"

namespace jounce {

namespace {
std::string quoted(const std::string& name) { return "'" + name + "'"; }

std::vector<std::string> quoted(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names) out.push_back(quoted(name));
    return out;
}

bool is_reserved(const std::string& key) { return key == "kind" || key == "family"; }

void check_group(const FieldGroup& group, const Table& table, const std::string& subject) {
    std::vector<std::string> given;
    for (const std::string& name : group.names) {
        if (table.find(name) != nullptr) given.push_back(name);
    }
    const std::string all = join_or(quoted(group.names));
    if (group.rule == Group::exactly_one && given.empty()) {
        const auto nodes = [](const std::string& name) { return name == "node" || name == "nodes" || name == "from"; };
        const bool hint = std::ranges::any_of(group.names, nodes);
        throw bad_case(subject + ": one of " + all + " is required" + (hint ? "; a node that is nil counts as not given" : ""));
    }
    if (group.rule != Group::all_or_none && given.size() > 1) {
        throw bad_case(subject + ": only one of " + all + " may be given, got " + join(quoted(given), " and "));
    }
    if (group.rule == Group::all_or_none && !given.empty() && given.size() < group.names.size()) {
        throw bad_case(subject + ": " + join(quoted(group.names), " and ") + " must be given together, got only " +
                       join(quoted(given), " and "));
    }
}
}  // namespace

Error bad_field(const std::string& subject, std::string_view field, std::string_view must, const Value& got) {
    std::string given = got.describe();
    // A number that differs from the bound by round-off only is shown in full.
    if (got.number() != nullptr && must.find(given) != std::string_view::npos) given = shortest(*got.number());
    return bad_case(subject + ": '" + std::string(field) + "' must be " + std::string(must) + ", got " + given);
}

Error missing_field(const Field& field, const std::string& subject) {
    return bad_case(subject + ": '" + field.name + "' is required (" + field.type +
                    (field.unit.empty() ? "" : ", " + field.unit) + ")");
}

const Field* FieldList::find(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
    return at != fields.end() ? &*at : nullptr;
}

std::vector<std::string> FieldList::names() const {
    std::vector<std::string> out;
    for (const Field& f : fields) out.push_back(f.name);
    return out;
}

bool knows_key(const FieldList& fields, const std::string& key) { return is_reserved(key) || fields.find(key) != nullptr; }

Error unknown_key(const FieldList& fields, const std::string& key, const std::string& subject) {
    const std::string near = did_you_mean(key, fields.names());
    return bad_case(subject + ": unknown key '" + key + "'" + near + (near.empty() ? "; known are " : " Known are ") +
                    join(fields.names()));
}

void check_groups(const FieldList& fields, const Table& table, const std::string& subject) {
    for (const FieldGroup& group : fields.groups) check_group(group, table, subject);
}

void FieldList::read(void* settings, const Table& table, const std::string& subject) const {
    for (const auto& [key, value] : table) {
        if (knows_key(*this, key)) continue;
        throw unknown_key(*this, key, subject);
    }
    // In the order of the list, so that the first wrong field in the order of the reference page is reported.
    for (const Field& field : fields) {
        const Value* value = table.find(field.name);
        if (value != nullptr) {
            field.store(settings, *value, subject);
        } else if (field.required) {
            throw missing_field(field, subject);
        }
    }
    check_groups(*this, table, subject);
    for (const auto& check : checks) {
        if (const std::string wrong = check(settings); !wrong.empty()) throw bad_case(subject + ": " + wrong);
    }
}

namespace schema {

double read_number(const Value& value, const Range& range, const std::string& subject, const std::string& field) {
    const double* x = value.number();
    if (x == nullptr) throw bad_field(subject, field, range.text() == "finite" ? "a number" : "a number, " + range.text(), value);
    if (!std::isfinite(*x)) throw bad_field(subject, field, "a finite number", value);
    if (!range.contains(*x)) throw bad_field(subject, field, range.text(), value);
    return *x;
}

int read_integer(const Value& value, const Range& range, const std::string& subject, const std::string& field) {
    const double* x = value.number();
    constexpr int most = 2'000'000'000;
    if (x == nullptr || !std::isfinite(*x) || *x != std::floor(*x)) throw bad_field(subject, field, "a whole number", value);
    if (!range.contains(*x)) throw bad_field(subject, field, range.text(), value);
    if (std::abs(*x) > most) throw bad_field(subject, field, (*x > 0 ? "at most " : "at least -") + std::to_string(most), value);
    return static_cast<int>(*x);
}

bool read_boolean(const Value& value, const std::string& subject, const std::string& field) {
    const bool* b = value.boolean();
    if (b == nullptr) throw bad_field(subject, field, "true or false", value);
    return *b;
}

std::string read_text(const Value& value, const std::string& subject, const std::string& field) {
    const std::string* s = value.text();
    if (s == nullptr || s->empty()) throw bad_field(subject, field, "a string that is not empty", value);
    if (s->find('\0') != std::string::npos) throw bad_field(subject, field, "a string without zero bytes", value);
    return *s;
}

std::string read_choice(const Value& value, const std::vector<std::string>& choices, const std::string& subject,
                        const std::string& field) {
    const std::string* s = value.text();
    if (s == nullptr || std::find(choices.begin(), choices.end(), *s) == choices.end()) {
        throw bad_field(subject, field, join_or(quoted(choices)), value);
    }
    return *s;
}

Vector3 read_vector(const Value& value, const std::string& subject, const std::string& field) {
    const List* list = value.list();
    if (list == nullptr || list->size() != 3) throw bad_field(subject, field, "a list of three numbers {x, y, z}", value);
    Vector3 out{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double* x = (*list)[i].number();
        if (x == nullptr || !std::isfinite(*x)) {
            throw bad_field(subject, field, "a list of three finite numbers {x, y, z}", (*list)[i]);
        }
        out[i] = *x;
    }
    return out;
}

std::vector<double> read_numbers(const Value& value, const Range& range, const std::string& subject, const std::string& field) {
    const List* list = value.list();
    if (list == nullptr) throw bad_field(subject, field, "a list of numbers", value);
    std::vector<double> out;
    for (const Value& item : *list) out.push_back(read_number(item, range, subject, field));
    return out;
}

Reference read_reference(const Value& value, const std::string& what, const std::string& subject, const std::string& field) {
    if (const std::string* name = value.text(); name != nullptr && !name->empty()) return {0, "", *name};
    if (const Reference* reference = value.reference()) return *reference;
    const bool number = what == "node" && value.number() != nullptr;
    const std::string hint = number ? "; a node by its number is beam.nodes[" + value.describe() + "]" : "";
    throw bad_case(bad_field(subject, field, "the name or the handle of a " + what, value).message() + hint);
}

namespace {

void add_references(const Value& value, const std::string& what, const std::string& subject, const std::string& field,
                    std::vector<Reference>& out) {
    const List* list = value.list();
    if (list == nullptr) {
        out.push_back(read_reference(value, what, subject, field));
        return;
    }
    if (list->empty()) throw bad_field(subject, field, "a list with at least one " + what, value);
    out.reserve(out.size() + list->size());
    // A list of lists (for example the nodes of two beams) is read as one list.
    for (const Value& item : *list) add_references(item, what, subject, field, out);
}

}  // namespace

std::vector<Reference> read_references(const Value& value, const std::string& what, const std::string& subject,
                                       const std::string& field) {
    std::vector<Reference> out;
    add_references(value, what, subject, field, out);
    return out;
}

std::vector<std::string> read_words(const Value& value, const std::vector<std::string>& choices, const std::string& subject,
                                    const std::string& field) {
    const List* list = value.list();
    if (list == nullptr || list->empty()) throw bad_field(subject, field, "a list with any of " + join(quoted(choices)), value);
    std::vector<std::string> out;
    for (const Value& item : *list) out.push_back(read_choice(item, choices, subject, field));
    return out;
}

}  // namespace schema
}  // namespace jounce
