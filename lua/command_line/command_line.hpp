// What the command line takes, and what it was given.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"

namespace jounce::lua {

/// What parsing fills in.
struct Given {
    CaseCommand command;
    std::vector<std::string> folders;  ///< of merge, report
    std::string view_of, picture;
    std::vector<std::string> view_options;  ///< "--time=0.5"
    std::string name;                       ///< of kinds
    std::string root;                       ///< of what generates
};

/// \param given lives as long as what is returned
[[nodiscard]] std::unique_ptr<CLI::App> command_line(Given& given);

/// The subcommands that --help lists, in its order.
[[nodiscard]] std::vector<const CLI::App*> shown_commands(const CLI::App& app);

}  // namespace jounce::lua
