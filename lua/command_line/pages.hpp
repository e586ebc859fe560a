// Manual pages and completions of shells, read off the command line's own declaration.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace jounce::lua {

/// One option or argument, as the pages need it.
struct Word {
    std::string name;   ///< "--set", "-h,--help"; of an argument "CASE"
    std::string value;  ///< what it takes, "DIR"; empty for a flag
    std::string about;
    bool many = false;  ///< may be given several times
    bool required = false;
};
[[nodiscard]] std::vector<Word> options_of(const CLI::App& app);
[[nodiscard]] std::vector<Word> arguments_of(const CLI::App& app);

/// What a value is completed with.
enum class Completion { nothing, folder, file, script, kind };
[[nodiscard]] Completion completion_of(const std::string& value);

/// "run", "sweep", ... with their pages: "man1/jounce-run.1"; and that of the program, "man1/jounce.1".
[[nodiscard]] std::map<std::string, std::string> manual_pages(const CLI::App& app);

// Scripts that complete the command line.
[[nodiscard]] std::string bash_completion(const CLI::App& app);
[[nodiscard]] std::string zsh_completion(const CLI::App& app);
[[nodiscard]] std::string fish_completion(const CLI::App& app);
/// The names that jounce kinds takes.
[[nodiscard]] std::vector<std::string> kind_names();

/// All of these by the names of their files.
[[nodiscard]] std::map<std::string, std::string> manual_and_completions(const CLI::App& app);

}  // namespace jounce::lua
