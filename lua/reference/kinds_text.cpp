// `jounce kinds` as text.
// SPDX-License-Identifier: BSD-3-Clause
#include "reference/kinds_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/messages/text.hpp"
#include "reference/field_words.hpp"
#include "script/families.hpp"
#include "values/outputs.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

std::string fields_table(const FieldList& fields) {
    if (fields.fields.empty()) return "  no fields\n";
    std::vector<List> rows;
    for (const Field& field : fields.fields) {
        rows.push_back({field.name, type_words(field), field.unit.empty() ? "-" : field.unit, range_words(field),
                        default_words(field), field.sentence});
    }
    std::string out = table_text("", {"field", "type", "unit", "range", "default", "meaning"}, rows, terminal_width());
    for (const std::string& rule : group_words(fields)) out += paragraph(rule, terminal_width());
    return out;
}

std::string about_kind(const AnyFamily& family, const KindDescription& kind) {
    const std::string call = constructor_words(family, kind);
    std::string out = call + "{ ... }\n" + paragraph(kind.summary, terminal_width());
    for (const Source& source : kind.sources) out += paragraph("source: " + source_words(source), terminal_width());
    return out + "\n" + fields_table(kind.fields);
}

std::string about_family(const AnyFamily& family) {
    std::vector<List> rows;
    for (const KindDescription* kind : family.kinds) rows.push_back({"  " + constructor_words(family, *kind), kind->summary});
    std::string out = family.title + " (" + family.name + ")\n";
    std::size_t width = 0;
    for (const List& row : rows) width = std::max(width, row[0].text()->size());
    for (const List& row : rows) {
        out += fmt::format("{:<{}}  ", *row[0].text(), width) + paragraph(*row[1].text(), terminal_width(), width + 2);
    }
    return out;
}

std::string about_function(const AnyFunction& function) {
    std::string out = function.call + "\n" + paragraph(function.about, terminal_width()) +
                      (function.results.empty() || function.results == "T" ? "" : "returns " + function.results + "\n") +
                      (function.fields != nullptr ? "\n" + fields_table(*function.fields) : std::string());
    for (const auto& [name, fields] : function.nested) out += "\n" + name + " = { ... }\n" + fields_table(*fields);
    return out;
}

std::string about_output(const AnyOutput& output) {
    const OutputList& list = *output.list;
    std::string out = list.title + " (" + list.name + ")\n" + paragraph(list.about, terminal_width());
    if (!list.element.empty()) out += paragraph("Elements: " + list.element + ".", terminal_width());
    std::vector<List> rows;
    for (const Output& column : list.columns) {
        const std::string type = column.type.starts_with("fun(") ? "function" : column.type;
        rows.push_back({column.name, type + (column.optional ? " or nil" : ""), column.unit.empty() ? "-" : column.unit,
                        column.meaning + (column.choices.empty() ? "" : " One of " + join(column.choices) + ".")});
    }
    if (!rows.empty()) out += "\n" + table_text("", {"name", "type", "unit", "meaning"}, rows, terminal_width());
    rows.clear();
    for (const Method& method : output.methods())
        rows.push_back({method_words(method), result_words(method.results), method.meaning});
    if (!rows.empty()) out += "\n" + table_text("", {"method", "returns", "meaning"}, rows, terminal_width());
    return out;
}

}  // namespace

std::string kinds_overview() {
    std::string out;
    for (const AnyFamily& family : families()) out += about_family(family) + "\n";
    out += "Functions\n";
    for (const AnyFunction& function : functions()) out += "  " + function.call + "\n";
    out += "\nOutputs\n";
    for (const AnyOutput& output : outputs())
        out += "  " + (output.list->also.empty() ? output.list->name : output.list->also) + "\n";
    return out + "\n`jounce kinds NAME` shows the fields of one.\n";
}

std::string kinds_about(const std::string& name) {
    std::string out;
    std::vector<std::string> known;
    const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : "\n") + text; };
    for (const AnyFamily& family : families()) {
        known.push_back(family.name);
        if (family.name == name) add(about_family(family));
        for (const KindDescription* kind : family.kinds) {
            const std::string call = constructor_words(family, *kind);
            known.insert(known.end(), {kind->name, kind->subject()});
            if (name == kind->name || name == kind->subject() || name == call) add(about_kind(family, *kind));
        }
    }
    for (const AnyFunction& function : functions()) {
        known.push_back(function.name);
        const std::string called = function.call.substr(0, function.call.find_first_of("({"));
        if (function.name == name || "jounce." + function.name == name || called == name) add(about_function(function));
    }
    for (const AnyOutput& output : outputs()) {
        const OutputList& list = *output.list;
        known.push_back(list.name);
        if (!list.also.empty()) known.push_back(list.also);
        if (name == list.name || name == list.also) add(about_output(output));
    }
    if (out.empty()) {
        const std::string near = did_you_mean(name, known);
        throw Error(Failure::usage,
                    "kinds: there is no '" + name + "'" + (near.empty() ? ";" : near) + " `jounce kinds` lists all");
    }
    return out;
}

}  // namespace jounce::lua
