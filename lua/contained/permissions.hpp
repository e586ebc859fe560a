// What a case may do besides computing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::lua {

/// Of a script in plain Lua (`--trusted`, and the module in another program, whose host answers for it): everything.
struct Permissions {
    bool trusted = true;
    std::vector<std::string> read;   ///< folders whose files it may read, and those of `write`
    std::vector<std::string> write;  ///< folders below which it may make and change files
    std::string script;              ///< the case itself, wherever a link to it leads
    std::uint64_t memory = 0;        ///< bytes that the process may take; 0: what there is

    /// "below the folders 'a', 'b'", for messages.
    [[nodiscard]] std::string readable_words() const;
    [[nodiscard]] std::string writable_words() const;
    /// All folders that may be read.
    [[nodiscard]] std::vector<std::string> readable() const;
};

/// Of a case that nobody answers for: it reads below its own folder, the working folder and `read`, and writes below the working
/// folder, `output` (unless empty) and `write`.
/// \throws Error (usage) when a folder of `read` or `write` is none
[[nodiscard]] Permissions contained(const std::string& case_file, const std::string& output, std::vector<std::string> read,
                                    std::vector<std::string> write);

/// Nine tenths of the machine's memory [bytes].
[[nodiscard]] std::uint64_t usual_memory();
/// "2G", "512M", "1e9" as bytes. \throws Error (usage) "--memory must be ..."
[[nodiscard]] std::uint64_t read_memory(const std::string& text);

}  // namespace jounce::lua
