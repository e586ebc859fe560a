// What users do with an installation, whether `cmake --install` or a package made it: the same case by the program and by lua5.4,
// the C++ example against the library.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

/// Words of the shell that start each, with a blank at the end.
struct Commands {
    std::string program;
    std::string lua;  ///< an interpreter that finds the module
};

/// A case of the repository with some of its text replaced, so that it takes a second.
struct Shortened {
    const char* name;
    std::vector<std::pair<const char*, const char*>> replaced;
};
void PrintTo(const Shortened& shortened, std::ostream* out);

/// A beam with modes, gaps and pictures; clearances in joints; three collisions; a custom law and a load as Lua functions; a
/// bilateral contact under four transitions; a sweep in several processes.
[[nodiscard]] std::vector<Shortened> shortened_cases();

/// Both print the same and write the same files with the same bytes, except for what tells how long something took.
void expect_same_bytes(const Commands& commands, const Shortened& shortened);

/// The shaft through the C++ headers, built out of tree by find_package(Jounce), beside the case run by the program. Both are the
/// same floors on the same tables, so all ten digits printed agree. Control: with another damping they do not.
void expect_example_agrees(const std::string& prefix, const std::string& program);

}  // namespace jounce::test
