// The command line and its parsed values.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"

namespace jounce::lua {

/// The parsed values.
struct Given {
    CaseCommand command;
    std::vector<std::string> folders;  ///< of merge, report
    std::string view_of, picture;
    std::vector<std::string> view_options;  ///< "--time=0.5"
    bool view_trusted = false;
    std::string name;  ///< of kinds
    std::string root;  ///< of the generate commands
};

/// \param given must outlive the returned object
[[nodiscard]] std::unique_ptr<CLI::App> command_line(Given& given);

/// The subcommands that --help lists, in its order.
[[nodiscard]] std::vector<const CLI::App*> shown_commands(const CLI::App& app);

}  // namespace jounce::lua
