// Text of fields, defaults and sources for readers.
// SPDX-License-Identifier: BSD-3-Clause
#include "reference/field_words.hpp"

#include "base/messages/text.hpp"

namespace jounce::lua {

namespace {
std::vector<std::string> quoted(const std::vector<std::string>& names, const char* mark) {
    std::vector<std::string> out;
    for (const std::string& name : names) out.push_back(mark + name + mark);
    return out;
}
}  // namespace

std::string type_words(const Field& field) {
    if (field.choices.empty()) return field.type;
    const std::string words = join_or(quoted(field.choices, "\""));
    return field.type == "string" ? words : field.type + ": " + words;
}

std::string range_words(const Field& field) { return field.range.empty() || field.range == "finite" ? "-" : field.range; }

std::string default_words(const Field& field) {
    if (field.required) return "required";
    return field.standard.empty() ? "-" : field.standard;
}

std::vector<std::string> group_words(const FieldList& fields) {
    std::vector<std::string> out;
    for (const FieldGroup& group : fields.groups) {
        const std::string names = join(quoted(group.names, "'"));
        switch (group.rule) {
            case Group::exactly_one:
                out.push_back("Exactly one of " + names + " is given.");
                break;
            case Group::at_most_one:
                out.push_back("At most one of " + names + " is given.");
                break;
            case Group::all_or_none:
                out.push_back("All of " + names + " are given, or none.");
                break;
        }
    }
    return out;
}

std::string source_words(const Source& source) {
    std::string out = source.authors;
    if (source.year != 0) out += " (" + std::to_string(source.year) + ")";
    if (!source.doi.empty()) out += ", doi:" + source.doi;
    if (!source.equation.empty()) out += ", " + source.equation;
    return out;
}

std::string constructor_words(const AnyFamily& family, const KindDescription& kind) {
    return family.call == "jounce." ? family.call + family.name : family.call + kind.name;
}

}  // namespace jounce::lua
