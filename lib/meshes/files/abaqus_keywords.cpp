// The keyword lines of an .inp file, and those that cannot be left out.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/abaqus_keywords.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace jounce::mesh_files {

namespace {

/// Words of keywords and parameters may be written with or without a blank between them: CalculiX removes all blanks.
std::string canonical(const std::string& text) {
    static const std::array<const char*, 17> known{
        "SHELL SECTION",         "END STEP",          "NODAL THICKNESS",    "SECTION INTEGRATION",
        "SHELL GENERAL SECTION", "TRANSVERSE SHEAR",  "NONSTRUCTURAL MASS", "TRANSVERSE SHEAR STIFFNESS",
        "SOLID SECTION",         "BEAM SECTION",      "REBAR LAYER",        "MEMBRANE SECTION",
        "SHELL THICKNESS",       "THICKNESS MODULUS", "END PART",           "END INSTANCE",
        "END ASSEMBLY"};
    const auto squeezed = [](std::string word) {
        std::erase(word, ' ');
        return word;
    };
    for (const char* one : known) {
        if (squeezed(one) == squeezed(text)) return one;
    }
    return text;
}

using Parameters = std::set<std::string>;

/// Parameters of the keywords that are read: these are read too, or change neither geometry nor stiffness nor mass.
const std::map<std::string, Parameters>& accepted() {
    static const std::map<std::string, Parameters> table{
        {"NODE", {"NSET", "SYSTEM"}},
        {"ELEMENT", {"TYPE", "ELSET"}},
        {"NSET", {"NSET", "ELSET", "GENERATE", "UNSORTED", "INTERNAL", "INSTANCE"}},
        {"ELSET", {"ELSET", "GENERATE", "UNSORTED", "INTERNAL", "INSTANCE"}},
        {"MATERIAL", {"NAME"}},
        {"ELASTIC", {"TYPE"}},
        {"DENSITY", {}},
        {"SHELL SECTION",
         {"ELSET", "MATERIAL", "OFFSET", "ORIENTATION", "SECTION INTEGRATION", "TEMPERATURE", "POISSON", "CONTROLS"}},
    };
    return table;
}

/// Keywords that would change the mesh, and why they cannot be left out.
const std::map<std::string, std::string>& refused() {
    static const std::string flat = "write the mesh into one flat file",
                             nodes = "write out the nodes and elements that it generates",
                             own = "it changes the mass or the stiffness of the elements";
    static const std::map<std::string, std::string> table{
        {"INCLUDE", flat},
        {"SYSTEM", "give the nodes in global axes"},
        {"NGEN", nodes},
        {"NFILL", nodes},
        {"NCOPY", nodes},
        {"NMAP", nodes},
        {"ELGEN", nodes},
        {"ELCOPY", nodes},
        {"IMPERFECTION", "it moves nodes"},
        {"NORMAL", "normals follow from the elements"},
        {"NODAL THICKNESS", "an element has one thickness"},
        {"SHELL GENERAL SECTION", own},
        {"MEMBRANE SECTION", own},
        {"TRANSVERSE SHEAR", own},
        {"TRANSVERSE SHEAR STIFFNESS", own},
        {"REBAR LAYER", own},
        {"NONSTRUCTURAL MASS", own},
    };
    return table;
}

}  // namespace

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

std::string unquoted(std::string_view word) {
    const bool quoted = word.size() >= 2 && word.front() == '"' && word.back() == '"';
    return std::string(quoted ? word.substr(1, word.size() - 2) : word);
}

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> out;
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i < line.size() && line[i] == '"') quoted = !quoted;
        if (i < line.size() && (quoted || line[i] != ',')) continue;
        out.emplace_back(trimmed(line.substr(begin, i - begin)));
        begin = i + 1;
    }
    while (!out.empty() && out.back().empty()) out.pop_back();  // a line may end with a comma
    return out;
}

Keyword read_keyword(const std::string& line, int number) {
    const std::vector<std::string> parts = split(std::string_view(line).substr(1));
    Keyword keyword{canonical(upper(parts.empty() ? "" : parts.front())), {}, number};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        const std::string_view part = parts[i];
        const std::string value = equals == std::string::npos ? "" : unquoted(trimmed(part.substr(equals + 1)));
        keyword.values[canonical(upper(trimmed(part.substr(0, equals))))] = value;
    }
    return keyword;
}

void check_keyword(const Keyword& keyword, const TextReader& text) {
    const auto entry = refused().find(keyword.name);
    if (entry != refused().end()) throw text.wrong("*" + keyword.name + " is not supported: " + entry->second, keyword.line);
    const auto known = accepted().find(keyword.name);
    if (known == accepted().end()) return;
    for (const auto& [parameter, value] : keyword.values) {
        const std::string what = "*" + keyword.name + " with " + parameter + (value.empty() ? "" : "=" + value);
        if (parameter == "INPUT") throw text.wrong(what + " is not supported: write the mesh into one flat file", keyword.line);
        const bool cartesian = parameter != "SYSTEM" || upper(value) == "R";
        if (!cartesian) throw text.wrong(what + " is not supported: give the nodes in rectangular axes", keyword.line);
        const bool middle =
            parameter != "OFFSET" || upper(value).starts_with("MID") || value.find_first_not_of("+-0.") == std::string::npos;
        if (!known->second.contains(parameter) || !middle || (parameter == "OFFSET" && value.empty()))
            throw text.wrong(what + " is not supported", keyword.line);
    }
}

}  // namespace jounce::mesh_files
