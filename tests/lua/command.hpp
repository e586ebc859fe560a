// Starts the built executable as a user would, and keeps what it said.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::test {

struct CommandResult {
    int status = -1;  ///< exit status; 128 + signal when a signal ended it
    std::string out;
    std::string err;
    double after = 0;  ///< processor time since the signal of `interrupted` [s]

    /// The first line of `err` behind those of progress, which a slow build or a busy machine brings about.
    [[nodiscard]] std::string first_error() const;
};

/// An empty folder of this test's own, removed at the end.
class Scratch {
  public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Writes a file into it and returns its path.
    std::filesystem::path write(const std::string& name, const std::string& text) const;

  private:
    std::filesystem::path path_;
};

/// Runs `jounce <arguments>` through the shell in a working folder. `before` is shell text that runs first ("ulimit -f 8;").
CommandResult jounce(const std::string& arguments, const std::filesystem::path& folder, const std::string& before = {});

/// When a signal is sent. How fast a machine starts and computes is not known, so tests that need a run to have come to some
/// point name the file that shows it.
struct Moment {
    std::filesystem::path grown = {};  ///< in the working folder: once this is larger than it was (awaited for a minute at most)
    double seconds = 0;                ///< after that, or after the start without a file
};

/// The same without waiting for the end: a signal is sent at a moment.
CommandResult jounce_interrupted(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                                 const Moment& moment, int signal = SIGINT);
/// The same for any program: its path and arguments.
CommandResult interrupted(const std::vector<std::string>& command, const std::filesystem::path& folder, const Moment& moment,
                          int signal = SIGINT);

/// What a command said on stderr, without the lines of progress that a run of more than five seconds writes into a log.
[[nodiscard]] std::string without_progress(const std::string& err);

[[nodiscard]] std::string read_text(const std::filesystem::path& file);

/// A case with a mass on a spring between two stops: `options` are fields of jounce.run beside step and duration.
[[nodiscard]] std::string block_case(const std::string& options, const std::string& duration = "0.02");

/// Every script of the repository's cases, in order.
inline std::vector<std::filesystem::path> all_cases() {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(JOUNCE_SOURCE_DIR) / "cases")) {
        if (entry.path().extension() == ".lua") out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace jounce::test
