// Manual pages and shell completions, generated from the declaration of the command line.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace jounce::lua {

/// One option or argument.
struct Word {
    std::string name;   ///< "--set", "-h,--help"; for an argument "CASE"
    std::string value;  ///< its value, "DIR"; empty for a flag
    std::string about;
    bool many = false;  ///< may be given several times
    bool required = false;
};
[[nodiscard]] std::vector<Word> options_of(const CLI::App& app);
[[nodiscard]] std::vector<Word> arguments_of(const CLI::App& app);

/// The completion of a value.
enum class Completion { nothing, folder, file, script, kind };
[[nodiscard]] Completion completion_of(const std::string& value);

/// "run", "sweep", ... with their pages "man1/jounce-run.1", ...; and the page of the program, "man1/jounce.1".
[[nodiscard]] std::map<std::string, std::string> manual_pages(const CLI::App& app);

// Completion scripts of the shells.
[[nodiscard]] std::string bash_completion(const CLI::App& app);
[[nodiscard]] std::string zsh_completion(const CLI::App& app);
[[nodiscard]] std::string fish_completion(const CLI::App& app);
/// The names accepted by jounce kinds.
[[nodiscard]] std::vector<std::string> kind_names();

/// All pages and completions by file name.
[[nodiscard]] std::map<std::string, std::string> manual_and_completions(const CLI::App& app);

}  // namespace jounce::lua
