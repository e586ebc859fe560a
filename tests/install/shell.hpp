// Runs lines of shell, as a user types them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "lua/command.hpp"

namespace jounce::test {

/// Runs a line of shell in a folder. \returns exit status and what it said, on both streams, as `out`
inline CommandResult shell(const std::string& line, const std::filesystem::path& folder) {
    const Scratch scratch;
    const std::string out = (scratch.path() / "out").string();
    const int status = std::system(("cd '" + folder.string() + "' && { " + line + "; } >'" + out + "' 2>&1 </dev/null").c_str());
    const std::string said = read_text(out);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, said, said};
}

}  // namespace jounce::test
