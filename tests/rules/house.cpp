// The rules of the house as functions of text.
// SPDX-License-Identifier: BSD-3-Clause
#include "rules/house.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

namespace house {
namespace {

const std::set<std::string> lua_headers = {"lua.hpp", "lua.h", "lualib.h", "lauxlib.h", "luaconf.h"};

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

std::string first_part(const std::string& path) { return path.substr(0, path.find('/')); }

/// "contact" of "lib/contact/response/gap.hpp", "lua" of "lua/analyses/model.cpp".
std::string floor_of(const std::string& path) {
    return starts_with(path, "lib/") ? first_part(path.substr(4)) : first_part(path);
}

std::vector<std::string> matches(std::string_view text, const std::regex& pattern) {
    std::vector<std::string> found;
    for (std::cregex_iterator i(text.data(), text.data() + text.size(), pattern), end; i != end; ++i) found.push_back((*i)[1]);
    return found;
}

bool is_page(const std::filesystem::path& folder, const std::string& name) {
    if (!std::filesystem::is_directory(folder)) return false;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().filename() == name) return true;
    return false;
}

}  // namespace

const Floors& floors() {
    static const Floors table = [] {
        Floors t;
        t["base"] = {};
        t["linalg"] = {"base"};
        t["petsc"] = {"base", "linalg"};
        t["elements"] = t["bodies"] = t["contact"] = {"base", "linalg"};
        t["meshes"] = {"base", "linalg", "elements"};
        t["system"] = {"base", "linalg", "elements", "bodies", "contact", "meshes"};
        t["modal"] = t["system"];
        t["modal"].insert("system");
        t["time"] = t["modal"];
        t["time"].insert("modal");
        t["nonlinear"] = t["record"] = t["time"];
        t["nonlinear"].insert("time");
        t["record"].insert("time");
        t["sweep"] = t["nonlinear"];
        t["sweep"].insert({"nonlinear", "record"});
        t["lua"] = t["sweep"];
        t["lua"].insert("sweep");
        return t;
    }();
    return table;
}

std::vector<std::string> includes(std::string_view text) {
    static const std::regex line(R"((?:^|\n)[ \t]*#[ \t]*include[ \t]*(["<][^">\n]+)[">])");
    return matches(text, line);
}

std::vector<std::string> include_violations(const std::string& path, std::string_view text) {
    std::vector<std::string> out;
    const std::string floor = floor_of(path);
    const auto rule = floors().find(floor);
    if (rule == floors().end()) return {path + ": '" + floor + "' is not a floor"};
    const bool in_lua = floor == "lua";
    for (const std::string& quoted : includes(text)) {
        const std::string name = quoted.substr(1);
        const std::string top = first_part(name);
        const auto flag = [&](const std::string& why) { out.push_back(path + ": includes " + name + ": " + why); };
        const bool names_floor = name.find('/') != std::string::npos && floors().contains(top);
        if (names_floor && top != floor && !rule->second.contains(top)) flag(floor + " does not stand on " + top);
        if (quoted[0] == '"' && name.find("..") != std::string::npos) flag("paths start at lib/");
        if (quoted[0] == '"' && !names_floor && !in_lua) flag("paths start at lib/");
        if (top == "Spectra" && floor != "linalg") flag("Spectra is seen by linalg only");
        const bool of_petsc = starts_with(name, "petsc") || starts_with(name, "slepc") || starts_with(name, "dmumps");
        if (quoted[0] == '<' && of_petsc && floor != "petsc") flag("PETSc is seen by petsc only");
        if (starts_with(name, "vtk") && floor != "record") flag("VTK is seen by record only");
        if (lua_headers.contains(name) && !in_lua) flag("Lua is seen by lua only");
        if (top == "CLI" && !in_lua) flag("the command line belongs to lua");
        if (top == "gtest" || top == "gmock" || top == "benchmark") flag("tests and benchmarks lie elsewhere");
    }
    return out;
}

bool sees_vtk(std::string_view text) {
    const std::vector<std::string> names = includes(text);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) { return starts_with(name, "<vtk"); });
}

std::vector<std::string> parallel_violations(const std::string& path, std::string_view text) {
    if (path == "lib/base/threads/pieces.hpp") return {};
    static const std::regex region(R"((?:^|\n)[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+((?:parallel|for|task|sections)[^\n]*))");
    std::vector<std::string> out;
    for (const std::string& found : matches(text, region))
        out.push_back(path + ": omp " + found + ": exceptions cannot leave it, use base/threads/pieces.hpp");
    return out;
}

std::vector<std::string> head_violations(const std::string& path, std::string_view text) {
    std::vector<std::string> out;
    std::size_t end = 0;  // of the comment that opens the file
    while (starts_with(text.substr(end), "//")) end = std::min(text.find('\n', end), text.size() - 1) + 1;
    if (!starts_with(text, "//")) out.push_back(path + ": does not begin with what it is about");
    if (text.substr(0, end).find("// SPDX-License-Identifier: BSD-3-Clause") == std::string_view::npos)
        out.push_back(path + ": no licence line in its head");
    if (path.ends_with(".hpp") && text.find("#pragma once") == std::string_view::npos) out.push_back(path + ": no #pragma once");
    return out;
}

std::vector<std::string> dangling_references(const std::filesystem::path& root, const std::string& path, std::string_view text) {
    static const std::regex page(R"(((?:\.\./)*[A-Za-z0-9_][A-Za-z0-9_./-]*\.md)(?![A-Za-z0-9_]))");
    static const std::regex machine(R"((?:^|[\s"'(=`])(/(?:work|home|root)/[A-Za-z0-9_./-]*))");
    static const std::regex address(R"(https?://[^\s)>"]*)");
    std::vector<std::string> out;
    const std::string local = std::regex_replace(std::string(text), address, "");
    for (const std::string& name : matches(local, page)) {
        const auto beside = root / std::filesystem::path(path).parent_path() / name;
        const bool bare = name.find('/') == std::string::npos;  // a page of docs/ may go by its name
        if (!std::filesystem::exists(root / name) && !std::filesystem::exists(beside) && !(bare && is_page(root / "docs", name)))
            out.push_back(path + ": names the page " + name + ", which is not here");
    }
    for (const std::string& name : matches(local, machine)) out.push_back(path + ": names " + name + ", a path of one machine");
    return out;
}

std::vector<std::string> strangers(const std::vector<std::string>& names) {
    static const std::set<std::string> known = {"CMakeLists.txt",
                                                "CMakePresets.json",
                                                "README.md",
                                                "LICENSE",
                                                "lib",
                                                "lua",
                                                "cases",
                                                "tests",
                                                "tools",
                                                "docs",
                                                "build",
                                                "out"};
    std::vector<std::string> out;
    for (const std::string& name : names)
        if (!known.contains(name) && name[0] != '.') out.push_back(name);
    return out;
}

Floors linked_floors(std::string_view cmake) {
    static const std::regex call(R"(\n *jounce_(?:floor|component)\(([^)]*)\))");
    static const std::regex word(R"(([^\s]+))");
    Floors out;
    for (const std::string& arguments : matches(cmake, call)) {  // in building order: what a floor stands on is known already
        const std::vector<std::string> words = matches(arguments, word);
        std::set<std::string>& reached = out[words.at(0)];
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (!starts_with(words[i], "jounce_")) continue;
            const std::string below = words[i].substr(7);
            reached.insert(below);
            const std::set<std::string> further = out.at(below);
            reached.insert(further.begin(), further.end());
        }
    }
    return out;
}

std::vector<std::string> changelog_violations(std::string_view changelog, std::string_view cmake) {
    static const std::regex heading(R"((?:^|\n)## ([^\n]*))"), released(R"((\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\))");
    static const std::regex version(R"(project\(\w+ VERSION (\S+))");
    std::vector<std::string> out;
    std::vector<std::string> headings = matches(changelog, heading);
    if (!headings.empty() && headings.front() == "Unreleased") headings.erase(headings.begin());
    std::pair<std::array<int, 3>, std::string> newer;
    for (std::size_t i = 0; i < headings.size(); ++i) {
        std::smatch part;
        if (!std::regex_match(headings[i], part, released)) {
            out.push_back("'" + headings[i] + "' is no version with its date");
            continue;
        }
        const std::pair<std::array<int, 3>, std::string> one = {{std::stoi(part[1]), std::stoi(part[2]), std::stoi(part[3])},
                                                                part[4]};
        if (i > 0 && (one.first >= newer.first || one.second > newer.second)) out.push_back("'" + headings[i] + "' is not older");
        newer = one;
    }
    const std::vector<std::string> project = matches(cmake, version);
    if (headings.empty() || project.size() != 1 || !headings.front().starts_with(project.front() + " "))
        out.push_back("the newest version is not that of CMakeLists.txt");
    return out;
}

std::size_t line_count(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + (!text.empty() && text.back() != '\n');
}

bool is_generated(std::string_view text) { return text.substr(0, 400).find("---@meta") != std::string_view::npos; }

}  // namespace house
