// Pictures drawn by gnuplot: its process, its files, and their failures.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "base/files/spilled_bytes.hpp"
#include "base/messages/error.hpp"
#include "record/files/folder.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

/// It has no name, so that nothing is left behind however the program ends.
class UnnamedFile {
  public:
    explicit UnnamedFile(const fs::path& folder) : file_(open_unnamed(folder)) {
        if (file_ < 0 || file_ > STDERR_FILENO) return;
        const int copy = ::fcntl(file_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);  // a standard stream of this program is closed
        (void)::close(std::exchange(file_, copy));
    }
    ~UnnamedFile() {
        if (content_ != nullptr) (void)::munmap(content_, size_);
        if (file_ >= 0) (void)::close(file_);
    }
    UnnamedFile(const UnnamedFile&) = delete;
    UnnamedFile& operator=(const UnnamedFile&) = delete;

    [[nodiscard]] int descriptor() const { return file_; }
    /// \returns whether all of it was written; if not, the reason is in errno
    [[nodiscard]] bool write(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t n = ::write(file_, text.data(), text.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return false;
            text.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }
    /// All of its bytes, which another process has written.
    std::string_view content() {
        struct stat status {};
        if (content_ != nullptr || ::fstat(file_, &status) != 0 || status.st_size <= 0) return {};
        size_ = static_cast<std::size_t>(status.st_size);
        void* const at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file_, 0);
        if (at == MAP_FAILED) return {};
        content_ = at;
        return {static_cast<const char*>(at), size_};
    }

  private:
    int file_;
    void* content_ = nullptr;
    std::size_t size_ = 0;
};

/// Whether a picture is complete.
bool is_whole(std::string_view picture, const std::string& ending) {
    const std::string_view end = picture.substr(picture.size() - std::min<std::size_t>(picture.size(), 64));
    return ending == ".svg" ? end.find("</svg>") != std::string_view::npos : end.ends_with("IEND\xae\x42\x60\x82");
}

/// gnuplot in a process group of its own, which ends with this object.
class Gnuplot {
  public:
    /// It reads `script`, writes the picture, and its messages to `log`.
    Gnuplot(const std::string& subject, const UnnamedFile& script, const UnnamedFile& picture, const UnnamedFile& log) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, script.descriptor(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, picture.descriptor(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, log.descriptor(), STDERR_FILENO);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        // Without the user's settings, which might write into the picture.
        std::string name = "gnuplot", argument = "-d";
        char* const arguments[] = {name.data(), argument.data(), nullptr};
        const int failed = posix_spawnp(&process_, "gnuplot", &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        if (failed == 0) return;
        process_ = 0;
        throw computation_failed(subject + ": gnuplot cannot be started (" + std::string(std::strerror(failed)) +
                                 "); on Debian it comes with the package gnuplot-nox");
    }
    ~Gnuplot() {
        if (process_ <= 0) return;
        (void)::kill(-process_, SIGKILL);
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Gnuplot(const Gnuplot&) = delete;
    Gnuplot& operator=(const Gnuplot&) = delete;

    /// \returns its status at the end
    int wait(const std::function<void()>& proceed) {
        int status = 0;
        for (std::chrono::milliseconds pause(1);; pause = std::min(2 * pause, std::chrono::milliseconds(16))) {
            const pid_t ended = ::waitpid(process_, &status, proceed ? WNOHANG : 0);
            if (ended > 0 || (ended < 0 && errno != EINTR)) break;
            if (proceed) proceed();
            if (ended == 0) std::this_thread::sleep_for(pause);
        }
        process_ = 0;
        return status;
    }

  private:
    pid_t process_ = 0;
};

}  // namespace

std::string gnuplot_quoted(const std::string& text) {
    // Within single quotes gnuplot 5.4 reads no quote at the beginning and no two of them. Within double quotes a backslash
    // begins an escape, `text` is a command of the shell, @name may be a macro.
    std::string out = "\"";
    for (const char c : drawable(text)) {
        if (c == '`') {
            out += "\\140";
        } else if (c == '@') {
            out += "\\100";
        } else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    return out + "\"";
}

void require_picture_name(const std::string& subject, const fs::path& file) {
    const std::string ending = file.extension().string();
    if (ending != ".svg" && ending != ".png")
        throw bad_case(subject + ": 'file' must end in .svg or .png, got '" + file.string() + "'");
}

void draw(const std::string& subject, const fs::path& file, const std::function<void(const GnuplotTarget&)>& script,
          const std::function<void()>& proceed) {
    require_picture_name(subject, file);
    const std::string ending = file.extension().string();
    // Beside the picture, which is writable; the system's temporary folder may not be.
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code failed, ignored;
    fs::create_directories(folder, failed);
    const UnnamedFile commands(folder);
    UnnamedFile picture(folder), log(folder);
    const int opened = std::min({commands.descriptor(), log.descriptor(), picture.descriptor()});
    if (failed || opened < 0 || fs::is_directory(file, ignored)) {
        throw computation_failed(subject + ": 'file' must be a file that can be written, got '" + file.string() + "'");
    }
    const auto failure = [&](const std::string& why) {
        return computation_failed(subject + ": gnuplot failed to draw '" + file.string() + "'" + (why.empty() ? "" : ": " + why));
    };
    script({ending == ".svg" ? "svg" : "pngcairo", [&](std::string_view text) {
                if (proceed) proceed();
                if (!commands.write(text)) throw failure(std::string("its script cannot be written: ") + std::strerror(errno));
            }});
    (void)::lseek(commands.descriptor(), 0, SEEK_SET);
    const int status = Gnuplot(subject, commands, picture, log).wait(proceed);
    if (proceed) proceed();  // a signal may have ended gnuplot as well
    // gnuplot does not report a full disk.
    const std::string_view drawn = picture.content();
    if (status != 0 || !is_whole(drawn, ending)) {
        throw failure(status != 0 ? std::string(log.content())
                                  : "the picture is incomplete; is the disk of '" + folder.string() + "' full?");
    }
    try {
        replace_file(file, drawn);
    } catch (const Error& error) {
        throw computation_failed(subject + ": " + error.message());
    }
}

}  // namespace jounce::record
