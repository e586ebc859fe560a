// What a case may do besides computing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::lua {

/// The default permits everything: for `--trusted`, and for the module in another program, whose user is responsible for the
/// script.
struct Permissions {
    bool trusted = true;
    std::vector<std::string> read;   ///< folders whose files it may read, in addition to those of `write`
    std::vector<std::string> write;  ///< folders in which it may create and change files
    std::string script;              ///< the case itself, with links resolved
    std::uint64_t memory = 0;        ///< memory limit of the process [bytes]; 0: none

    /// "below the folders 'a', 'b'", for messages.
    [[nodiscard]] std::string readable_words() const;
    [[nodiscard]] std::string writable_words() const;
    /// All readable folders.
    [[nodiscard]] std::vector<std::string> readable() const;
};

/// Permissions of an untrusted case: it reads in its own folder, the working folder and `read`, and writes in the working folder,
/// `output` (unless empty) and `write`.
/// \throws Error (usage) if an entry of `read` or `write` is not a folder
[[nodiscard]] Permissions contained(const std::string& case_file, const std::string& output, std::vector<std::string> read,
                                    std::vector<std::string> write);

/// Nine tenths of the machine's memory [bytes].
[[nodiscard]] std::uint64_t usual_memory();
/// "2G", "512M", "1e9" as bytes. \throws Error (usage) "--memory must be ..."
[[nodiscard]] std::uint64_t read_memory(const std::string& text);

}  // namespace jounce::lua
