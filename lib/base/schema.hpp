// The field schema: a kind's settings are described once, and validation, defaults, the script constructor, the editor's
// types, the reference page and `jounce kinds` are all read off that description.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/range.hpp"
#include "base/value.hpp"

namespace jounce {

using Vector3 = std::array<double, 3>;

/// One field of a settings struct, free of the struct's type.
struct Field {
    std::string name;
    std::string type;      ///< as the reference page says it: "number", "law", "list of nodes", ...
    std::string family;    ///< for nested kinds: the family of kinds accepted; else empty
    std::string unit;      ///< "m", "N/m^exponent", or empty
    std::string range;     ///< "positive", "in (0, 1]", or empty
    std::string sentence;  ///< one sentence for the reader
    std::string standard;  ///< the default as text; empty when there is none
    Value standard_value;  ///< the default as a value, when it is a plain one
    bool required = false;
    std::vector<std::string> choices;  ///< allowed words, when the field takes words
    /// Checks `value` and writes it into the settings struct; throws Error whose message begins with the subject.
    std::function<void(void* settings, const Value& value, const std::string& subject)> store;
};

enum class Group { exactly_one, at_most_one, all_or_none };

/// A rule over several fields: which of them may be given together.
struct FieldGroup {
    Group rule;
    std::vector<std::string> names;
};

/// All fields of one settings struct.
struct FieldList {
    std::vector<Field> fields;
    std::vector<FieldGroup> groups;
    /// Checks across fields, called after all are stored; each returns "" or the message without its subject.
    std::vector<std::function<std::string(const void* settings)>> checks;

    [[nodiscard]] const Field* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    /// Reads `table` into `settings`: unknown keys, wrong types, ranges, missing fields, groups, checks; in that order.
    /// \param subject what the message begins with, e.g. "law.hertz"
    /// \throws Error (bad_case, without origin): "law.hertz: 'stiffness' must be positive, got -1"
    void read(void* settings, const Table& table, const std::string& subject) const;
};

/// "subject: 'field' must be <must>, got <value>"
[[nodiscard]] Error bad_field(const std::string& subject, std::string_view field, std::string_view must, const Value& got);

namespace schema {
double read_number(const Value&, const Range&, const std::string& subject, const std::string& field);
int read_integer(const Value&, const Range&, const std::string& subject, const std::string& field);
bool read_boolean(const Value&, const std::string& subject, const std::string& field);
std::string read_text(const Value&, const std::string& subject, const std::string& field);
std::string read_choice(const Value&, const std::vector<std::string>& choices, const std::string& subject,
                        const std::string& field);
/// A list of three finite numbers.
Vector3 read_vector(const Value&, const std::string& subject, const std::string& field);
std::vector<double> read_numbers(const Value&, const Range&, const std::string& subject, const std::string& field);
/// A name or a handle: the handle keeps its model so that a handle of another model is noticed.
Reference read_reference(const Value&, const std::string& what, const std::string& subject, const std::string& field);
std::vector<Reference> read_references(const Value&, const std::string& what, const std::string& subject,
                                       const std::string& field);
std::vector<std::string> read_words(const Value&, const std::vector<std::string>& choices, const std::string& subject,
                                    const std::string& field);
}  // namespace schema

template <class Product>
struct Family;

/// Builds the field list of the settings struct S. Defaults are those of a default-constructed S.
///
///     Fields<Settings>()
///         .number("stiffness", &Settings::stiffness, "N/m^exponent", positive, "Contact stiffness.").required()
///         .number("exponent", &Settings::exponent, "", at_least(1), "Power of the indentation.");
template <class S>
class Fields {
  public:
    Fields& number(std::string name, double S::*member, std::string unit, Range range, std::string sentence) {
        const double standard = S{}.*member;
        Field& f = add(std::move(name), "number", std::move(unit), range.text(), std::move(sentence));
        if (std::isfinite(standard)) set_standard(f, standard);
        f.store = [member, range, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_number(v, range, subject, field);
        };
        return *this;
    }
    Fields& number(std::string name, std::optional<double> S::*member, std::string unit, Range range, std::string sentence) {
        Field& f = add(std::move(name), "number", std::move(unit), range.text(), std::move(sentence));
        f.store = [member, range, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_number(v, range, subject, field);
        };
        return *this;
    }
    Fields& integer(std::string name, int S::*member, Range range, std::string sentence) {
        Field& f = add(std::move(name), "integer", "", range.text(), std::move(sentence));
        set_standard(f, S{}.*member);
        f.store = [member, range, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_integer(v, range, subject, field);
        };
        return *this;
    }
    Fields& boolean(std::string name, bool S::*member, std::string sentence) {
        Field& f = add(std::move(name), "boolean", "", "", std::move(sentence));
        set_standard(f, S{}.*member);
        f.store = [member, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_boolean(v, subject, field);
        };
        return *this;
    }
    Fields& boolean(std::string name, std::optional<bool> S::*member, std::string sentence) {
        Field& f = add(std::move(name), "boolean", "", "", std::move(sentence));
        f.store = [member, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_boolean(v, subject, field);
        };
        return *this;
    }
    Fields& text(std::string name, std::string S::*member, std::string sentence) {
        Field& f = add(std::move(name), "string", "", "", std::move(sentence));
        if (const std::string standard = S{}.*member; !standard.empty()) set_standard(f, standard);
        f.store = [member, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_text(v, subject, field);
        };
        return *this;
    }
    Fields& choice(std::string name, std::string S::*member, std::vector<std::string> choices, std::string sentence) {
        Field& f = add(std::move(name), "string", "", "", std::move(sentence));
        if (const std::string standard = S{}.*member; !standard.empty()) set_standard(f, standard);
        f.choices = choices;
        f.store = [member, choices = std::move(choices), field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_choice(v, choices, subject, field);
        };
        return *this;
    }
    /// A subset of the given words, e.g. degrees of freedom.
    Fields& words(std::string name, std::vector<std::string> S::*member, std::vector<std::string> choices, std::string sentence) {
        Field& f = add(std::move(name), "list of strings", "", "", std::move(sentence));
        f.choices = choices;
        f.store = [member, choices = std::move(choices), field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_words(v, choices, subject, field);
        };
        return *this;
    }
    Fields& vector(std::string name, Vector3 S::*member, std::string unit, std::string sentence) {
        Field& f = add(std::move(name), "vector", std::move(unit), "", std::move(sentence));
        f.store = [member, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_vector(v, subject, field);
        };
        return *this;
    }
    Fields& vector(std::string name, std::optional<Vector3> S::*member, std::string unit, std::string sentence) {
        Field& f = add(std::move(name), "vector", std::move(unit), "", std::move(sentence));
        f.store = [member, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_vector(v, subject, field);
        };
        return *this;
    }
    Fields& numbers(std::string name, std::vector<double> S::*member, std::string unit, Range range, std::string sentence) {
        Field& f = add(std::move(name), "list of numbers", std::move(unit), range.text(), std::move(sentence));
        f.store = [member, range, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_numbers(v, range, subject, field);
        };
        return *this;
    }
    /// `what` is "node", "gap", "body", ...: a handle or a name.
    Fields& reference(std::string name, std::optional<Reference> S::*member, std::string what, std::string sentence) {
        Field& f = add(std::move(name), what, "", "", std::move(sentence));
        f.store = [member, what, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_reference(v, what, subject, field);
        };
        return *this;
    }
    Fields& references(std::string name, std::vector<Reference> S::*member, std::string what, std::string sentence) {
        Field& f = add(std::move(name), "list of " + what + "s", "", "", std::move(sentence));
        f.store = [member, what, field = f.name](void* s, const Value& v, const std::string& subject) {
            static_cast<S*>(s)->*member = schema::read_references(v, what, subject, field);
        };
        return *this;
    }
    /// A nested kind, e.g. `law = jounce.law.hertz{...}`. Defined in base/kind.hpp.
    template <class Product>
    Fields& kind(std::string name, Product S::*member, const Family<Product>& family, std::string sentence);

    /// Anything else: the value is kept as it came, after `check` (which may throw) has seen it.
    Fields& any(std::string name, Value S::*member, std::string type, std::string sentence) {
        Field& f = add(std::move(name), std::move(type), "", "", std::move(sentence));
        f.store = [member](void* s, const Value& v, const std::string&) { static_cast<S*>(s)->*member = v; };
        return *this;
    }

    /// The field just added must be given.
    Fields& required() {
        list_.fields.back().required = true;
        list_.fields.back().standard.clear();
        list_.fields.back().standard_value = Value();
        return *this;
    }
    /// How the reference page words the default of the field just added, when it is not a plain value.
    Fields& standard(std::string words) {
        list_.fields.back().standard = std::move(words);
        return *this;
    }
    Fields& exactly_one(std::vector<std::string> names) { return group(Group::exactly_one, std::move(names)); }
    Fields& at_most_one(std::vector<std::string> names) { return group(Group::at_most_one, std::move(names)); }
    Fields& all_or_none(std::vector<std::string> names) { return group(Group::all_or_none, std::move(names)); }
    /// `rule` returns "" when the settings are consistent, else what is wrong: "'low' must be below 'high', got 3 and 2".
    Fields& check(std::function<std::string(const S&)> rule) {
        list_.checks.push_back([rule = std::move(rule)](const void* s) { return rule(*static_cast<const S*>(s)); });
        return *this;
    }
    /// Applies a function that adds a group of fields shared by several kinds.
    template <class Add>
    Fields& with(Add&& add_fields) {
        add_fields(*this);
        return *this;
    }

    operator FieldList() const { return list_; }  // NOLINT(google-explicit-constructor)
    [[nodiscard]] const FieldList& list() const { return list_; }

  private:
    Field& add(std::string name, std::string type, std::string unit, std::string range, std::string sentence) {
        Field f;
        f.name = std::move(name);
        f.type = std::move(type);
        f.unit = std::move(unit);
        f.range = std::move(range);
        f.sentence = std::move(sentence);
        list_.fields.push_back(std::move(f));
        return list_.fields.back();
    }
    static void set_standard(Field& f, Value value) {
        const std::string* word = value.text();
        f.standard = word != nullptr ? "\"" + *word + "\"" : value.describe();
        f.standard_value = std::move(value);
    }
    Fields& group(Group rule, std::vector<std::string> names) {
        list_.groups.push_back({rule, std::move(names)});
        return *this;
    }
    FieldList list_;
};

/// Reads a table into a fresh settings struct.
template <class S>
S read_settings(const FieldList& fields, const Table& table, const std::string& subject) {
    S settings{};
    fields.read(&settings, table, subject);
    return settings;
}

}  // namespace jounce
