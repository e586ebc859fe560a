// Pictures drawn by gnuplot: its process, its files, and their failures.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
/// A folder that is deleted with its content.
class TemporaryFolder {
  public:
    /// In the folder of the picture, which is writable; the system's temporary folder may not be.
    TemporaryFolder(const std::string& subject, const fs::path& beside) {
        std::string name = (beside / ".jounce-plot-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw computation_failed(subject + ": no temporary folder can be made: " + std::string(std::strerror(errno)));
        }
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    fs::path path;
};

std::string content(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether a picture file is complete.
bool is_whole(const fs::path& file, const std::string& ending) {
    const std::string bytes = content(file);
    return ending == ".svg" ? bytes.find("</svg>") != std::string::npos : bytes.ends_with("IEND\xae\x42\x60\x82");
}

/// Runs gnuplot in `folder` on the file `script` there; its messages go to `log` there.
int run_gnuplot(const std::string& subject, const fs::path& folder) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::string name = "gnuplot", argument = "script";
    char* const arguments[] = {name.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        throw computation_failed(subject + ": gnuplot cannot be started (" + std::string(std::strerror(failed)) +
                                 "); on Debian it comes with the package gnuplot-nox");
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}
}  // namespace

std::string gnuplot_quoted(const std::string& text) {
    std::string out = "'";  // in single quotes gnuplot knows one escape: a doubled quote
    for (const char c : drawable(text)) {
        if (c == '\'') out += '\'';
        out += c;
    }
    return out + "'";
}

std::string gnuplot_format(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '%') out += '%';
        out += c;
    }
    return gnuplot_quoted(out);
}

void require_picture_name(const std::string& subject, const fs::path& file) {
    const std::string ending = file.extension().string();
    if (ending != ".svg" && ending != ".png")
        throw bad_case(subject + ": 'file' must end in .svg or .png, got '" + file.string() + "'");
}

void draw(const std::string& subject, const fs::path& file, const std::function<std::string(const GnuplotTarget&)>& script) {
    require_picture_name(subject, file);
    const std::string ending = file.extension().string();
    std::error_code failed;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    // First written beside the target.
    const fs::path part = file.string() + ".part";
    if (failed || !std::ofstream(part)) {
        throw computation_failed(subject + ": 'file' must be a file that can be written, got '" + file.string() + "'");
    }
    const TemporaryFolder folder(subject, file.parent_path());
    // gnuplot runs in the folder and gets no name from the user, which it might interpret. It does not report a full
    // disk, so the picture is checked and copied.
    const fs::path drawn = folder.path / "picture";
    int status = 0;
    try {
        std::ofstream(folder.path / "script") << script({ending == ".svg" ? "svg" : "pngcairo", drawn.filename(), folder.path});
        status = run_gnuplot(subject, folder.path);
    } catch (...) {
        fs::remove(part, failed);
        throw;
    }
    const bool whole = status == 0 && is_whole(drawn, ending);
    if (whole) fs::copy_file(drawn, part, fs::copy_options::overwrite_existing, failed);
    if (whole && !failed) fs::rename(part, file, failed);
    if (!whole || failed) {
        const std::string why = failed        ? failed.message()
                                : status != 0 ? content(folder.path / "log")
                                              : "the picture is incomplete; is the disk of '" + folder.path.string() + "' full?";
        fs::remove(part, failed);
        throw computation_failed(subject + ": gnuplot failed to draw '" + file.string() + "'" + (why.empty() ? "" : ": " + why));
    }
}

}  // namespace jounce::record
