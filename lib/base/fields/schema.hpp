// The field schema: a kind's settings are described once. Validation, defaults, the script constructor, the editor's types, the
// reference page and `jounce kinds` are derived from that description.
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

#include "base/fields/range.hpp"
#include "base/fields/value.hpp"

namespace jounce {

using Vector3 = std::array<double, 3>;

/// One field of a settings struct, independent of the struct's type.
struct Field {
    std::string name;
    std::string type;      ///< as in the reference page: "number", "law", "list of nodes", ...
    std::string family;    ///< for nested kinds: the family of kinds accepted; else empty
    std::string unit;      ///< "m", "N/m^exponent", or empty
    std::string range;     ///< "positive", "in (0, 1]", or empty
    std::string sentence;  ///< one sentence for the reader
    std::string standard;  ///< the default as text; empty when there is none
    Value standard_value;  ///< the default if it is a plain value
    bool required = false;
    std::vector<std::string> choices;  ///< allowed words of a field with words
    /// Checks `value` and writes it into the settings struct; throws Error whose message begins with the subject.
    std::function<void(void* settings, const Value& value, const std::string& subject)> store;
};

/// The description of a field, without a store.
[[nodiscard]] Field described_field(std::string_view name, std::string_view type, std::string_view unit,
                                    std::string_view sentence, bool required = false);

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
    /// \param subject start of the message, e.g. "law.hertz"
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
/// A name or a handle; the handle contains its model, so that a handle of another model is detected.
Reference read_reference(const Value&, const std::string& what, const std::string& subject, const std::string& field);
std::vector<Reference> read_references(const Value&, const std::string& what, const std::string& subject,
                                       const std::string& field);
std::vector<std::string> read_words(const Value&, const std::vector<std::string>& choices, const std::string& subject,
                                    const std::string& field);
}  // namespace schema

template <class Product>
struct Family;

/// The part of Fields<S> that does not depend on S, compiled once for all kinds.
class FieldsBase {
  public:
    operator FieldList() const { return list_; }  // NOLINT(google-explicit-constructor)
    [[nodiscard]] const FieldList& list() const { return list_; }

  protected:
    /// The address of a field in a settings struct.
    using Place = std::function<void*(void* settings)>;
    using Text = std::string_view;

    Field& add(Text name, Text type, Text unit, Text range, Text sentence);
    /// \param standard not finite: there is none
    void add_number(Text name, Place, double standard, Text unit, const Range&, Text sentence);
    void add_optional_number(Text name, Place, Text unit, const Range&, Text sentence);
    void add_integer(Text name, Place, int standard, const Range&, Text sentence);
    void add_boolean(Text name, Place, bool standard, Text sentence);
    void add_optional_boolean(Text name, Place, Text sentence);
    /// \param standard empty: there is none
    void add_text(Text name, Place, const std::string& standard, Text sentence);
    void add_choice(Text name, Place, const std::string& standard, std::vector<std::string> choices, Text sentence);
    void add_words(Text name, Place, std::vector<std::string> choices, Text sentence);
    void add_vector(Text name, Place, Text unit, Text sentence);
    void add_optional_vector(Text name, Place, Text unit, Text sentence);
    void add_numbers(Text name, Place, Text unit, const Range&, Text sentence);
    void add_reference(Text name, Place, Text what, Text sentence);
    void add_references(Text name, Place, Text what, Text sentence);
    void add_value(Text name, Place, Text type, Text sentence);
    void add_group(Group rule, std::vector<std::string> names);
    void require();
    void word_standard(Text words);

    FieldList list_;
};

/// Builds the field list of the settings struct S. Defaults are those of a default-constructed S.
///
///     Fields<Settings>()
///         .number("stiffness", &Settings::stiffness, "N/m^exponent", positive, "Contact stiffness.").required()
///         .number("exponent", &Settings::exponent, "", at_least(1), "Power of the indentation.");
template <class S>
class Fields : public FieldsBase {
  public:
    Fields& number(Text name, double S::*member, Text unit, const Range& range, Text sentence) {
        add_number(name, place(member), S{}.*member, unit, range, sentence);
        return *this;
    }
    Fields& number(Text name, std::optional<double> S::*member, Text unit, const Range& range, Text sentence) {
        add_optional_number(name, place(member), unit, range, sentence);
        return *this;
    }
    Fields& integer(Text name, int S::*member, const Range& range, Text sentence) {
        add_integer(name, place(member), S{}.*member, range, sentence);
        return *this;
    }
    Fields& boolean(Text name, bool S::*member, Text sentence) {
        add_boolean(name, place(member), S{}.*member, sentence);
        return *this;
    }
    Fields& boolean(Text name, std::optional<bool> S::*member, Text sentence) {
        add_optional_boolean(name, place(member), sentence);
        return *this;
    }
    Fields& text(Text name, std::string S::*member, Text sentence) {
        add_text(name, place(member), S{}.*member, sentence);
        return *this;
    }
    Fields& choice(Text name, std::string S::*member, std::vector<std::string> choices, Text sentence) {
        add_choice(name, place(member), S{}.*member, std::move(choices), sentence);
        return *this;
    }
    /// A subset of the given words, e.g. degrees of freedom.
    Fields& words(Text name, std::vector<std::string> S::*member, std::vector<std::string> choices, Text sentence) {
        add_words(name, place(member), std::move(choices), sentence);
        return *this;
    }
    Fields& vector(Text name, Vector3 S::*member, Text unit, Text sentence) {
        add_vector(name, place(member), unit, sentence);
        return *this;
    }
    Fields& vector(Text name, std::optional<Vector3> S::*member, Text unit, Text sentence) {
        add_optional_vector(name, place(member), unit, sentence);
        return *this;
    }
    Fields& numbers(Text name, std::vector<double> S::*member, Text unit, const Range& range, Text sentence) {
        add_numbers(name, place(member), unit, range, sentence);
        return *this;
    }
    /// `what` is "node", "gap", "body", ...: a handle or a name.
    Fields& reference(Text name, std::optional<Reference> S::*member, Text what, Text sentence) {
        add_reference(name, place(member), what, sentence);
        return *this;
    }
    Fields& references(Text name, std::vector<Reference> S::*member, Text what, Text sentence) {
        add_references(name, place(member), what, sentence);
        return *this;
    }
    /// A nested kind, e.g. `law = jounce.law.hertz{...}`. Defined in base/kind.hpp.
    template <class Product>
    Fields& kind(Text name, Product S::*member, const Family<Product>& family, Text sentence);

    /// Any other type: the value is stored unchanged.
    Fields& any(Text name, Value S::*member, Text type, Text sentence) {
        add_value(name, place(member), type, sentence);
        return *this;
    }

    /// The field just added must be given.
    Fields& required() {
        require();
        return *this;
    }
    /// Text in the reference page for the default of the field just added, if it is not a plain value.
    Fields& standard(Text words) {
        word_standard(words);
        return *this;
    }
    Fields& exactly_one(std::vector<std::string> names) { return group(Group::exactly_one, std::move(names)); }
    Fields& at_most_one(std::vector<std::string> names) { return group(Group::at_most_one, std::move(names)); }
    Fields& all_or_none(std::vector<std::string> names) { return group(Group::all_or_none, std::move(names)); }
    /// `rule` returns "" if the settings are consistent, otherwise the message: "'low' must be below 'high', got 3 and 2".
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

  private:
    template <class T>
    static Place place(T S::*member) {
        return [member](void* s) -> void* { return &(static_cast<S*>(s)->*member); };
    }
    Fields& group(Group rule, std::vector<std::string> names) {
        add_group(rule, std::move(names));
        return *this;
    }
};

/// Reads a table into a fresh settings struct.
template <class S>
S read_settings(const FieldList& fields, const Table& table, const std::string& subject) {
    S settings{};
    fields.read(&settings, table, subject);
    return settings;
}

}  // namespace jounce
