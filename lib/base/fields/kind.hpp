// A kind (a contact law, a section, an integrator, ...) as data: its name, its source, its fields and its construction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/fields/schema.hpp"

namespace jounce {

/// The source of a formula.
struct Source {
    std::string authors;
    int year = 0;
    std::string doi;       ///< without the resolver; may be empty for books
    std::string equation;  ///< equation number or section; may be empty
};

/// The description of a kind for the reference page, the editor's types and `jounce kinds`.
struct KindDescription {
    std::string family{};  ///< "law", "section", "signal", ...
    std::string name;      ///< name of the file, in scripts, tests and the reference
    std::string summary;   ///< one sentence, with the formula
    std::vector<Source> sources;
    FieldList fields{};

    [[nodiscard]] std::string subject() const { return family + "." + name; }
};

/// A kind that builds a Product from a checked table.
template <class Product>
struct Kind : KindDescription {
    std::function<Product(const Table&)> make;
};

/// \param build turns the settings into the product; called only with settings that passed every check.
template <class S, class Product>
Kind<Product> make_kind(KindDescription description, std::function<Product(const S&)> build) {
    Kind<Product> kind{std::move(description), {}};
    kind.make = [subject = kind.subject(), fields = kind.fields, build = std::move(build)](const Table& table) {
        return build(read_settings<S>(fields, table, subject));
    };
    return kind;
}

/// A family of kinds: its name, the explicit table of its members, and other accepted values.
template <class Product>
struct Family {
    std::string name;
    std::function<std::span<const Kind<Product>* const>()> kinds;
    /// A number in place of a kind (for example a constant signal), if the family accepts it.
    std::function<Product(double)> from_number = {};
    /// A user's function in place of a kind, if the family accepts it.
    std::function<Product(std::shared_ptr<const Callable>)> from_function = {};
    /// The script uses only the name of the family, jounce.material{...}, because there is a single kind.
    bool one_function = false;

    [[nodiscard]] const Kind<Product>* find(std::string_view kind) const {
        for (const Kind<Product>* k : kinds()) {
            if (k->name == kind) return k;
        }
        return nullptr;
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const Kind<Product>* k : kinds()) out.push_back(k->name);
        return out;
    }
    /// Builds the product from a table with `kind` (and `family`, which constructors add), a number or a function.
    [[nodiscard]] Product make(const Value& value, const std::string& subject, const std::string& field) const;
};

/// The error that states what a family accepts: "a law (jounce.law.…)", or with `one_function` "a material
/// (jounce.material{...})".
[[nodiscard]] Error not_of_family(const std::string& subject, const std::string& field, const std::string& family,
                                  const std::vector<std::string>& kinds, bool one_function, const Value& got);

template <class Product>
Product Family<Product>::make(const Value& value, const std::string& subject, const std::string& field) const {
    if (const double* number = value.number(); number != nullptr && from_number) {
        return from_number(schema::read_number(value, any_number, subject, field));
    }
    if (auto function = value.function(); function && from_function) return from_function(std::move(function));
    if (const Table* table = value.table()) {
        const Value* family = table->find("family");
        const Value* kind = table->find("kind");
        const bool ours = family == nullptr || (family->text() != nullptr && *family->text() == name);
        if (ours && kind != nullptr && kind->text() != nullptr) {
            if (const Kind<Product>* k = find(*kind->text())) return k->make(*table);
        }
    }
    throw not_of_family(subject, field, name, names(), one_function, value);
}

template <class S>
template <class Product>
Fields<S>& Fields<S>::kind(Text name, Product S::*member, const Family<Product>& family, Text sentence) {
    Field& f = add(name, family.name, "", "", sentence);
    f.family = family.name;
    f.store = [member, &family, field = f.name](void* s, const Value& v, const std::string& subject) {
        static_cast<S*>(s)->*member = family.make(v, subject, field);
    };
    return *this;
}

}  // namespace jounce
