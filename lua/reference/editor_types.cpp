// The editor's types: a ---@meta file for the Lua language server, from the lists of fields, functions and outputs.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>

#include "base/messages/text.hpp"
#include "base/numbers/si.hpp"
#include "reference/field_words.hpp"
#include "reference/generated_docs.hpp"
#include "script/families.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// "a"|"b"
std::string choice_type(const std::vector<std::string>& choices) {
    std::string words;
    for (const std::string& choice : choices) words += (words.empty() ? "\"" : "|\"") + choice + "\"";
    return words;
}

/// Class of a kind's fields: "jounce.law.hertz.fields"
std::string fields_class(const std::string& call) {
    std::string out = call;
    std::replace(out.begin(), out.end(), ':', '.');
    return (out.starts_with("jounce.") ? out : "jounce." + out) + ".fields";
}

std::string type_of(const Field& field) {
    if (!field.family.empty()) {
        const AnyFamily* family = find_family(field.family);
        std::string out = "jounce." + field.family;
        if (family != nullptr && family->takes_number) out += "|number";
        if (family != nullptr && family->takes_function) out += "|function";
        return out;
    }
    if (!field.choices.empty()) {
        const std::string words = choice_type(field.choices);
        return field.type == "string" ? words : "(" + words + ")[]";
    }
    const std::string& type = field.type;
    if (type == "number" || type == "integer" || type == "boolean" || type == "string" || type == "table") return type;
    if (type == "vector" || type == "list of numbers") return "number[]";
    if (type == "list of strings") return "string[]";
    if (type == "list of hits") return "jounce.hit[]";
    if (type == "list of methods") return "jounce.method[]";
    if (type == "model") return "jounce.model";
    if (type == "run, state or equilibrium") return "jounce.run|jounce.state|jounce.equilibrium";
    if (type == "function or model") return "function|jounce.model";
    if (type == "string, run, state, orbit, point or table")
        return "string|jounce.run|jounce.state|jounce.orbit|jounce.point|table";
    if (type == "orbit" || type == "point") return "jounce." + type;
    if (type == "list of axes") return "jounce.sweep.axes.fields[]";
    if (type == "list of tables") return "table[]";
    if (type == "list") return "any[]";
    if (type == "number or function") return "number|function";
    if (type == "list of curves") return "jounce.figure.curves.fields[]";
    if (type == "list of panels") return "jounce.figure.panels.fields[]";
    if (type == "list of lists") return "any[][]";
    if (type == "list of vectors") return "number[][]";
    if (type == "table or false") return "table|false";
    if (type.starts_with("list of ")) return "jounce.reference|jounce.reference[]";
    if (type == "place or node") return "number[]|jounce.reference";
    if (type == "function") return "function";
    const bool one_word = std::all_of(type.begin(), type.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    return one_word ? "jounce.reference" : "any";
}

/// The type of an output, `Output::type`, in the editor's notation.
std::string editor_type(const std::string& words) {
    if (const std::size_t at = words.find(" or "); at != std::string::npos)
        return editor_type(words.substr(0, at)) + "|" + editor_type(words.substr(at + 4));
    const std::string list = "list of ", by_name = " by name";
    if (words.starts_with(list)) return editor_type(words.substr(list.size())) + "[]";
    if (words.ends_with(by_name)) return "table<string, " + editor_type(words.substr(0, words.size() - by_name.size())) + ">";
    if (words == "numbers by name") return "table<string, number[]>";
    if (words == "numbers") return "number";
    if (words == "strings") return "string";
    const bool plain = words == "number" || words == "integer" || words == "string" || words == "boolean" || words == "table" ||
                       words == "false" || words.starts_with("\"") || words.starts_with("fun(");
    return plain ? words : "jounce." + words;
}

std::string fields_text(const std::string& name, const FieldList& fields) {
    std::string out = "---@class " + name + "\n";
    for (const Field& field : fields.fields) {
        out += "---@field " + field.name + (field.required ? " " : "? ") + type_of(field) + " " + one_line(field.sentence);
        std::string notes;
        const auto note = [&notes](const std::string& text) { notes += (notes.empty() ? "" : ", ") + text; };
        if (!field.unit.empty()) note("[" + field.unit + "]");
        if (range_words(field) != "-") note(range_words(field));
        if (!field.required && !field.standard.empty()) note("default " + one_line(field.standard));
        out += notes.empty() ? "\n" : " (" + notes + ")\n";
    }
    return out + "\n";
}

/// A function of this name with its parameters, results and their types.
std::string function_text(const std::string& name, const std::string& meaning, const std::string& arguments,
                          const std::string& results) {
    std::string out = "---" + one_line(meaning) + "\n", names;
    const std::vector<Parameter> given = parameters_of(arguments);
    if (std::ranges::find(given, "T", &Parameter::type) != given.end()) out += "---@generic T: table\n";
    for (const Parameter& p : given) {
        out += "---@param " + p.name + (p.optional ? "? " : " ") + p.type + "\n";
        names += (names.empty() ? "" : ", ") + p.name;
    }
    for (const Parameter& p : parameters_of(results))
        out += "---@return " + p.type + (p.name.empty() ? "\n" : " " + p.name + "\n");
    return out + "function " + name + "(" + names + ") end\n\n";
}

/// The class of an output: its fields, its elements, its methods.
std::string output_text(const AnyOutput& output) {
    const OutputList& list = *output.list;
    std::string out =
        "---@class jounce." + list.name + (list.name == "reduced" ? ": jounce.model " : " ") + one_line(list.about) + "\n";
    if (!list.element.empty()) out += "---@field [integer] " + editor_type(list.element) + "\n";
    for (const Output& column : list.columns) {
        out += "---@field " + column.name + (column.optional ? "? " : " ") +
               (column.choices.empty() ? editor_type(column.type) : choice_type(column.choices)) + " " +
               one_line(column.meaning) + (column.unit.empty() ? "\n" : " [" + column.unit + "]\n");
    }
    const bool model = list.name == "model";  // its methods are entries
    if (model || !output.methods().empty()) out += "local " + list.name + " = {}\n";
    out += "\n";
    for (const Method& method : output.methods())
        out += function_text(list.name + ":" + method.name, method.meaning, method.arguments, method.results);
    return out;
}

std::string kind_text(const AnyFamily& family, const KindDescription& kind) {
    const std::string call = constructor_words(family, kind);
    const std::string fields = fields_class(call);
    const bool entry = family.call == "model:";
    const bool nameless = entry && kind.fields.find("name") == nullptr;
    const std::string result = entry ? "jounce.handle" : family.name == "stiffness" ? "number" : "jounce." + family.name;
    std::string out = fields_text(fields, kind.fields) + "---" + one_line(kind.summary) + "\n";
    for (const Source& source : kind.sources) out += "---\n---Source: " + source_words(source) + "\n";
    out += "---@param fields " + fields + (entry ? "|table" : "") + "\n" + (nameless ? "" : "---@return " + result + "\n");
    return out + "function " + call + "(fields) end\n\n";
}

/// "jounce.plot" of "jounce.plot{ curves = ... }"; "" for a method of an object.
std::string module_name(const AnyFunction& function) {
    const std::string name = function.call.substr(0, function.call.find_first_of("({"));
    return name.starts_with("jounce.") ? name : std::string();
}

}  // namespace

std::string editor_types() {
    std::string out =
        "---@meta jounce\n-- Types of the module for the Lua language server. Generated by tools/generate-docs from the lists "
        "of fields, functions and outputs.\n-- Do not edit: tests/lua/docs_test.cpp compares.\n-- luacheck: ignore\n"
        "-- SPDX-License-Identifier: BSD-3-Clause\n\n";
    out += "local jounce = {}\n\n---The version of Jounce.\njounce.version = \"\"\n\n---Factors to SI units: 190*jounce.si.mm\n";
    out += "jounce.si = {\n";
    for (const UnitFactor& unit : unit_factors) {
        out += "    " + std::string(unit.name) + " = " + shortest(unit.factor) + ", -- " + std::string(unit.unit) + "\n";
    }
    out += "}\n\n---@alias jounce.reference string|jounce.handle A name or a handle\n\n";
    for (const AnyOutput& output : outputs()) {
        const bool probes = output.list->also == "probes";  // names of strings, no fields
        if (!probes) out += output_text(output);
    }
    for (const AnyFamily& family : families()) {
        const bool table = family.call != "model:" && family.call != "jounce.";
        if (family.call != "model:" && family.name != "stiffness") {
            out += "---@class jounce." + family.name + "\n---@field kind string\n---@field family \"" + family.name + "\"\n\n";
        }
        if (table) out += "---" + one_line(family.about) + "\njounce." + family.name + " = {}\n\n";
        for (const KindDescription* kind : family.kinds) out += kind_text(family, *kind);
    }
    for (const AnyFunction& function : functions()) {
        if (function.fields != nullptr) out += fields_text("jounce." + function.name + ".fields", *function.fields);
        for (const auto& [name, fields] : function.nested) {
            out += fields_text("jounce." + function.name + "." + name + ".fields", *fields);
        }
    }
    for (const AnyFunction& function : functions()) {
        if (const std::string name = module_name(function); !name.empty())
            out += function_text(name, function.about, function.arguments, function.results);
    }
    return out + "return jounce\n";
}

}  // namespace jounce::lua
