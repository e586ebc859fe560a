// The program `jounce` beside the bench, in a folder of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace jounce::bench {

/// A folder that is removed at the end.
struct Scratch {
    std::filesystem::path path;
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

/// What a command took.
struct Command {
    double wall = 0;       ///< [s]
    double processor = 0;  ///< of the program and its points [s]
    double memory = 0;     ///< largest of one process [MB]
};

/// `jounce <arguments>` in a folder. \throws std::runtime_error where it fails
Command run_jounce(const std::string& arguments, const std::filesystem::path& folder);

}  // namespace jounce::bench
