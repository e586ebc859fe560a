// The parts of Fields<S> that do not depend on S: the description of each type of field, and the storage of its value.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "base/fields/schema.hpp"

namespace jounce {

Field described_field(std::string_view name, std::string_view type, std::string_view unit, std::string_view sentence,
                      bool required) {
    Field field;
    field.name = name;
    field.type = type;
    field.unit = unit;
    field.sentence = sentence;
    field.required = required;
    return field;
}

namespace {

void set_standard(Field& f, Value value) {
    const std::string* word = value.text();
    f.standard = word != nullptr ? "\"" + *word + "\"" : value.describe();
    f.standard_value = std::move(value);
}

/// A store that writes the result of `read` into the T at `place`.
template <class T, class Read>
auto store_as(std::function<void*(void*)> place, std::string field, Read read) {
    return [place = std::move(place), field = std::move(field), read = std::move(read)](void* settings, const Value& value,
                                                                                        const std::string& subject) {
        *static_cast<T*>(place(settings)) = read(value, subject, field);
    };
}

auto number_in(const Range& range) {
    return [range](const Value& v, const std::string& subject, const std::string& field) {
        return schema::read_number(v, range, subject, field);
    };
}

auto one_of(std::vector<std::string> choices) {
    return [choices = std::move(choices)](const Value& v, const std::string& subject, const std::string& field) {
        return schema::read_choice(v, choices, subject, field);
    };
}

}  // namespace

Field& FieldsBase::add(Text name, Text type, Text unit, Text range, Text sentence) {
    Field& f = list_.fields.emplace_back(described_field(name, type, unit, sentence));
    f.range = range;
    return f;
}

void FieldsBase::add_number(Text name, Place place, double standard, Text unit, const Range& range, Text sentence) {
    Field& f = add(name, "number", unit, range.text(), sentence);
    if (std::isfinite(standard)) set_standard(f, standard);
    f.store = store_as<double>(std::move(place), f.name, number_in(range));
}

void FieldsBase::add_optional_number(Text name, Place place, Text unit, const Range& range, Text sentence) {
    Field& f = add(name, "number", unit, range.text(), sentence);
    f.store = store_as<std::optional<double>>(std::move(place), f.name, number_in(range));
}

void FieldsBase::add_integer(Text name, Place place, int standard, const Range& range, Text sentence) {
    Field& f = add(name, "integer", "", range.text(), sentence);
    set_standard(f, standard);
    f.store =
        store_as<int>(std::move(place), f.name, [range](const Value& v, const std::string& subject, const std::string& field) {
            return schema::read_integer(v, range, subject, field);
        });
}

void FieldsBase::add_boolean(Text name, Place place, bool standard, Text sentence) {
    Field& f = add(name, "boolean", "", "", sentence);
    set_standard(f, standard);
    f.store = store_as<bool>(std::move(place), f.name, schema::read_boolean);
}

void FieldsBase::add_optional_boolean(Text name, Place place, Text sentence) {
    Field& f = add(name, "boolean", "", "", sentence);
    f.store = store_as<std::optional<bool>>(std::move(place), f.name, schema::read_boolean);
}

void FieldsBase::add_text(Text name, Place place, const std::string& standard, Text sentence) {
    Field& f = add(name, "string", "", "", sentence);
    if (!standard.empty()) set_standard(f, standard);
    f.store = store_as<std::string>(std::move(place), f.name, schema::read_text);
}

void FieldsBase::add_choice(Text name, Place place, const std::string& standard, std::vector<std::string> choices,
                            Text sentence) {
    Field& f = add(name, "string", "", "", sentence);
    if (!standard.empty()) set_standard(f, standard);
    f.choices = choices;
    f.store = store_as<std::string>(std::move(place), f.name, one_of(std::move(choices)));
}

void FieldsBase::add_words(Text name, Place place, std::vector<std::string> choices, Text sentence) {
    Field& f = add(name, "list of strings", "", "", sentence);
    f.choices = choices;
    f.store = store_as<std::vector<std::string>>(
        std::move(place), f.name,
        [choices = std::move(choices)](const Value& v, const std::string& subject, const std::string& field) {
            return schema::read_words(v, choices, subject, field);
        });
}

void FieldsBase::add_vector(Text name, Place place, Text unit, Text sentence) {
    Field& f = add(name, "vector", unit, "", sentence);
    f.store = store_as<Vector3>(std::move(place), f.name, schema::read_vector);
}

void FieldsBase::add_optional_vector(Text name, Place place, Text unit, Text sentence) {
    Field& f = add(name, "vector", unit, "", sentence);
    f.store = store_as<std::optional<Vector3>>(std::move(place), f.name, schema::read_vector);
}

void FieldsBase::add_numbers(Text name, Place place, Text unit, const Range& range, Text sentence) {
    Field& f = add(name, "list of numbers", unit, range.text(), sentence);
    f.store = store_as<std::vector<double>>(std::move(place), f.name,
                                            [range](const Value& v, const std::string& subject, const std::string& field) {
                                                return schema::read_numbers(v, range, subject, field);
                                            });
}

void FieldsBase::add_reference(Text name, Place place, Text what, Text sentence) {
    Field& f = add(name, what, "", "", sentence);
    f.store = store_as<std::optional<Reference>>(
        std::move(place), f.name,
        [what = std::string(what)](const Value& v, const std::string& subject, const std::string& field) {
            return schema::read_reference(v, what, subject, field);
        });
}

void FieldsBase::add_references(Text name, Place place, Text what, Text sentence) {
    Field& f = add(name, "list of " + std::string(what) + "s", "", "", sentence);
    f.store = store_as<std::vector<Reference>>(
        std::move(place), f.name,
        [what = std::string(what)](const Value& v, const std::string& subject, const std::string& field) {
            return schema::read_references(v, what, subject, field);
        });
}

void FieldsBase::add_value(Text name, Place place, Text type, Text sentence) {
    Field& f = add(name, type, "", "", sentence);
    f.store = store_as<Value>(std::move(place), f.name, [](const Value& v, const std::string&, const std::string&) { return v; });
}

void FieldsBase::add_group(Group rule, std::vector<std::string> names) { list_.groups.push_back({rule, std::move(names)}); }

void FieldsBase::require() {
    Field& last = list_.fields.back();
    last.required = true;
    last.standard.clear();
    last.standard_value = Value();
}

void FieldsBase::word_standard(Text words) { list_.fields.back().standard = words; }

}  // namespace jounce
