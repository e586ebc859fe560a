// Opens the frames of a folder in ParaView, or has it make a picture of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/view.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

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

/// A script in a folder that only this user can enter, until it is destroyed.
class PrivateScript {
  public:
    explicit PrivateScript(const std::string& text) {
        if (text.empty()) return;
        std::string name = (fs::temp_directory_path() / "jounce-view-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw computation_failed("view: a folder for the script cannot be created in " + fs::temp_directory_path().string() +
                                     ": " + std::strerror(errno));
        folder_ = name;
        if (!(std::ofstream(file()) << text).flush()) throw computation_failed("view: " + file() + " cannot be written");
    }
    ~PrivateScript() {
        std::error_code ignored;
        if (!folder_.empty()) fs::remove_all(folder_, ignored);
    }
    PrivateScript(const PrivateScript&) = delete;
    PrivateScript& operator=(const PrivateScript&) = delete;
    [[nodiscard]] std::string file() const { return (folder_ / "view.py").string(); }

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

int run_program(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
    if (failed != 0) throw computation_failed("view: " + words.front() + " cannot be started: " + std::strerror(failed));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
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
    // A copy in a folder of its own: there is no other module beside it that Python would import, and no other text in its place.
    const PrivateScript own(trusted ? std::string() : text);
    ::setenv(view_folder_variable, script.parent_path().c_str(), 1);
    const std::string shown = trusted ? script.string() : own.file();
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
            // A wrapper of pvpython may bring its own display.
            if (!server.empty()) words.insert(words.begin(), {server, "-a", "-s", "-screen 0 1920x1200x24"});
        }
    }
    const int status = run_program(words);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw computation_failed("view: ParaView failed");
    if (picture.empty()) return;
    std::error_code failed;
    fs::rename(part, picture, failed);
    if (failed) throw computation_failed("view: '" + picture + "' cannot be written: " + failed.message());
}

}  // namespace jounce::record
