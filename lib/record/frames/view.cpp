// Opens the frames of a folder in ParaView, or has it make a picture of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/view.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/files/input_file.hpp"
#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "record/frames/view_script.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
Error wrong(const std::string& message) { return Error(Failure::usage, "view: " + message); }

/// The path of a program; "" when it is not installed.
std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
    const char* path = std::getenv("PATH");
    std::string all = path != nullptr ? path : "";
    std::error_code absent;  // also of a folder of somebody else
    for (std::size_t from = 0; from <= all.size();) {
        const std::size_t to = std::min(all.find(':', from), all.size());
        const fs::path file = fs::path(all.substr(from, to - from)) / name;
        if (fs::is_regular_file(file, absent) && ::access(file.c_str(), X_OK) == 0) return file.string();
        from = to + 1;
    }
    return {};
}

std::string program(const char* variable, const char* standard) {
    const char* named = std::getenv(variable);
    const std::string name = named != nullptr && *named != '\0' ? named : standard;
    const std::string found = find_program(name);
    if (!found.empty()) return found;
    throw computation_failed(
        "view: ParaView's '" + name + "' is not installed (Debian: " +
        (std::strcmp(standard, "paraview") == 0 ? "apt-get install paraview" : "apt-get install python3-paraview xvfb xauth") +
        "; " + variable + " names another program)");
}

/// A folder that only this user can enter, until it is destroyed: for the script and what ParaView says.
class PrivateFolder {
  public:
    PrivateFolder() {
        std::string name = (fs::temp_directory_path() / "jounce-view-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw computation_failed("view: a folder cannot be created in " + fs::temp_directory_path().string() + ": " +
                                     std::strerror(errno));
        folder_ = name;
    }
    ~PrivateFolder() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::string script(const std::string& text) const {
        if (!(std::ofstream(file("view.py")) << text).flush())
            throw computation_failed("view: " + file("view.py") + " cannot be written");
        return file("view.py");
    }

  private:
    fs::path folder_;
};

bool has_display() {
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

/// \param errors a file for its stderr; empty: that of this program
int run_program(std::vector<std::string> words, const std::string& errors) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!errors.empty()) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT, 0600);
    pid_t child = 0;
    const int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw computation_failed("view: " + words.front() + " cannot be started: " + std::strerror(failed));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/// "exit status 134 (SIGABRT)": a shell, such as xvfb-run, ends with 128 and the signal that ended its command.
std::string ended(int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const char* signal = code > 128 ? ::sigabbrev_np(code - 128) : nullptr;
    return "exit status " + std::to_string(code) + (signal != nullptr ? std::string(" (SIG") + signal + ")" : "");
}

/// The lines, without colours of a terminal and without empty ones.
std::vector<std::string> plain_lines(const std::string& words) {
    std::vector<std::string> out(1);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == '\x1b') {
            i = std::min(words.find('m', i), words.size());
        } else if (words[i] != '\n') {
            out.back() += words[i];
        } else if (!out.back().empty()) {
            out.emplace_back();
        }
    }
    if (out.back().empty()) out.pop_back();
    return out;
}

/// Of what a failed ParaView has written to stderr: the message of view.py, or the line that tells most, with the exit status.
std::string why_failed(int status, const std::string& words) {
    const std::vector<std::string> lines = plain_lines(words);
    for (const std::string& line : lines) {
        for (const std::string_view start : {"view: ", "view.py: error: "}) {
            if (line.starts_with(start)) return "view: " + line.substr(start.size());
        }
    }
    const auto with = [](const char* part) { return [part](const std::string& line) { return line.find(part) != line.npos; }; };
    const auto first = std::ranges::find_if(lines, with("ERR|"));                   // of VTK, before a crash and its stack
    const auto last = std::find_if(lines.rbegin(), lines.rend(), with("Error: "));  // of Python
    const std::string line = first != lines.end()   ? first->substr(first->find("ERR|") + 4)
                             : last != lines.rend() ? *last
                             : lines.empty()        ? " it says nothing"
                                                    : lines.back();
    return "view: ParaView's pvpython failed with " + ended(status) + ":" + (line.starts_with(' ') ? "" : " ") + line;
}
}  // namespace

void view_folder(const std::string& folder, const std::string& picture, const std::vector<std::string>& options, bool trusted) {
    const fs::path script = fs::absolute(fs::path(folder)) / "view.py";
    if (const std::string why = why_no_folder(folder); !why.empty()) throw wrong(why);
    std::error_code absent;
    if (!fs::is_regular_file(script, absent))
        throw wrong("'" + folder + "' has no view.py; it is not the output folder of a run");
    if (!fs::is_regular_file(script.parent_path() / "frames.pvd", absent))
        throw wrong("'" + folder + "' has no frames: give the run vtk = { every = n }");
    const std::string text = bytes_of_file(script).value_or("");
    if (!trusted && !is_view_script(text))
        throw wrong("'" + script.string() +
                    "' is not the script that this program writes: it was edited, or another version or a stranger wrote it; "
                    "--trusted executes it");
    const PrivateFolder own, heard;
    // A copy in a folder of its own: there is no other module beside it that Python would import, and no other text in its place.
    const std::string shown = trusted ? script.string() : own.script(text);
    ::setenv(view_folder_variable, script.parent_path().c_str(), 1);
    std::vector<std::string> words;
    std::string part;
    if (picture.empty()) {
        words = {program("PARAVIEW", "paraview"), "--script=" + shown};
        if (!has_display()) throw computation_failed("view: there is no display to open ParaView on; --picture FILE needs none");
    } else {
        const std::string file = fs::absolute(picture).string();
        if (!file.ends_with(".png")) throw wrong("--picture must end in .png, got '" + picture + "'");
        part = file + ".part.png";  // the old picture is kept until the new one is complete
        words = {program("PVPYTHON", "pvpython"), shown, "--picture", part};
        words.insert(words.end(), options.begin(), options.end());
        if (!has_display()) {
            const std::string server = find_program("xvfb-run");
            // A wrapper of pvpython may bring its own display. Without -noreset the server resets after ParaView's first
            // connection, a test of the display, and on a busy machine it refuses the second one.
            if (!server.empty()) words.insert(words.begin(), {server, "-a", "-s", "-screen 0 1920x1200x24 -noreset"});
        }
    }
    const std::string errors = picture.empty() ? "" : heard.file("errors");
    const int status = run_program(words, errors);
    const bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (picture.empty()) {
        if (!done) throw computation_failed("view: ParaView failed with " + ended(status));
        return;
    }
    const std::string said = bytes_of_file(errors).value_or("");
    if (!done) throw computation_failed(why_failed(status, said));
    std::fwrite(said.data(), 1, said.size(), stderr);
    std::error_code failed;
    fs::rename(part, picture, failed);
    if (failed) throw computation_failed("view: '" + picture + "' cannot be written: " + failed.message());
}

}  // namespace jounce::record
