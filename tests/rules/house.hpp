// The rules of the house as functions of text: which floor may include what, where the foreign libraries are seen, how a
// source file begins and how long it may be. Each returns one line per violation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace house {

using Floors = std::map<std::string, std::set<std::string>>;

/// For each floor the floors it may include besides itself; "lua" stands on all of them.
const Floors& floors();

/// Paths named by the #include lines of a C++ source, in order; quoted ones keep their opening quote, `"` or `<`.
std::vector<std::string> includes(std::string_view text);

/// Includes that point upward, sideways, out of the house or at a library this floor must not see. `path` is from the top of the
/// repository, as in "lib/contact/response/gap.hpp".
std::vector<std::string> include_violations(const std::string& path, std::string_view text);

/// Does this source see the headers of VTK?
bool sees_vtk(std::string_view text);

/// Parallel regions of OpenMP outside the one file that keeps their exceptions (lib/base/threads/pieces.hpp).
std::vector<std::string> parallel_violations(const std::string& path, std::string_view text);

/// A source of lib/ or lua/ without licence line or (for a header) include guard.
std::vector<std::string> head_violations(const std::string& path, std::string_view text);

/// Names of Markdown pages, and absolute paths of somebody's machine, that lead out of the repository at `root`.
std::vector<std::string> dangling_references(const std::filesystem::path& root, const std::string& path, std::string_view text);

/// Entries of the top folder that have no place there.
std::vector<std::string> strangers(const std::vector<std::string>& names);

/// What each floor reaches through the jounce_floor(...) lines of lib/CMakeLists.txt.
Floors linked_floors(std::string_view cmake);

/// Headings of a changelog that are out of order: "Unreleased", which may be missing, then "1.2.3 (2026-12-31)", the newest
/// first. The newest one is the version that `cmake`, the text of CMakeLists.txt, gives the project.
std::vector<std::string> changelog_violations(std::string_view changelog, std::string_view cmake);

std::size_t line_count(std::string_view text);

/// A generated file of editor definitions; its length is not ours to keep short.
bool is_generated(std::string_view text);

}  // namespace house
