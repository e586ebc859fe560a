// Points computed in separate processes.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::sweep {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds grace{1};  // between SIGTERM and SIGKILL

void write_all(int file, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = ::write(file, bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(3);
        done += static_cast<std::size_t>(n);
    }
}

void redirect(int descriptor, const char* path, int flags) {
    const int file = ::open(path, flags | O_CLOEXEC, 0666);
    if (file < 0) return;
    ::dup2(file, descriptor);
    ::close(file);
}

/// \param prints the file for the text that the point prints; empty: `memory` is used
[[noreturn]] void become_point(std::size_t point, int pipe, const fs::path& prints, int memory, pid_t parent,
                               const std::function<std::string(std::size_t)>& compute) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(3);  // the parent has already ended
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    if (memory >= 0) {
        ::dup2(memory, STDOUT_FILENO);
    } else {
        redirect(STDOUT_FILENO, prints.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
    }
    ::dup2(STDOUT_FILENO, STDERR_FILENO);
    try {
        const std::string bytes = compute(point);
        std::fflush(nullptr);
        write_all(pipe, bytes);
    } catch (const Error& error) {
        std::fflush(nullptr);
        if (error.failure() == Failure::interrupted) {  // by a signal that the script has caught
            ::signal(SIGTERM, SIG_DFL);
            ::raise(SIGTERM);
        }
        std::fprintf(stderr, "%s\n", error.what());
        std::fflush(nullptr);
        ::_exit(3);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "%s\n", exception.what());
        std::fflush(nullptr);
        ::_exit(3);
    }
    ::_exit(0);
}

/// The text that a point has printed into a file in memory.
std::string printed(int memory) {
    struct stat about {};
    if (memory < 0 || ::fstat(memory, &about) != 0 || about.st_size <= 0) return {};
    const off_t size = about.st_size;
    const off_t from = std::max<off_t>(size - static_cast<off_t>(most_prints), 0);
    std::string out(static_cast<std::size_t>(size - from), '\0');
    const ssize_t n = ::pread(memory, out.data(), out.size(), from);
    out.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return from == 0 ? out : fmt::format("... ({} bytes before this are left out)\n", from) + out;
}

/// Signals caused by the process itself.
constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};

/// Killed by a signal from outside; a script that catches it returns a status instead.
bool was_killed(int status) {
    if (WIFSIGNALED(status)) return std::ranges::find(crashes, WTERMSIG(status)) == crashes.end();
    constexpr std::array caught = {SIGINT, SIGTERM, SIGHUP};
    return std::ranges::find(caught, WEXITSTATUS(status) - 128) != caught.end();
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        if (signal == SIGKILL) return "was killed (signal 9): out of memory, or by a command";
        return fmt::format("{} (signal {}, {})", was_killed(status) ? "was killed" : "crashed", signal, ::strsignal(signal));
    }
    return fmt::format("ended with exit status {} before it returned a row", WEXITSTATUS(status));
}

/// A running process, and the points that follow it on its line.
struct Worker {
    pid_t process = 0;
    int pipe = -1;
    int memory = -1;  // file in memory for its prints; -1: a file on disk is used
    std::size_t point = 0;
    std::string bytes;
    Clock::time_point begin;
    bool over_limit = false;
    std::vector<std::size_t> line;
    std::size_t place = 0;  // position of `point` in the line
};

/// Sends a signal to a point and to all processes that it has started.
void signal_group(const Worker& worker, int signal) { ::kill(-worker.process, signal); }

class Pool {
  public:
    Pool(const PoolOptions& options, const std::function<std::string(std::size_t)>& compute,
         const std::function<void(std::size_t, Outcome)>& finished)
        : options_(options), compute_(compute), finished_(finished) {}
    ~Pool() {
        for (const Worker& worker : workers_) signal_group(worker, SIGKILL);
        for (Worker& worker : workers_) {
            reap(worker);
            if (worker.memory >= 0) ::close(worker.memory);
        }
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    bool run(const NextLine& next) {
        bool more = true;
        while (true) {
            notice_interruption();
            while (more && !stopped_ && workers_.size() < static_cast<std::size_t>(options_.jobs)) {
                std::vector<std::size_t> line = next();
                more = !line.empty();
                if (more) begin(std::move(line), 0);
            }
            if (workers_.empty()) return stopped_;
            listen();
            enforce();
            if (options_.tick && Clock::now() >= next_tick_) {
                options_.tick(workers_.size());
                next_tick_ = Clock::now() +
                             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.tick_seconds));
            }
        }
    }

  private:
    void begin(std::vector<std::size_t> line, std::size_t place) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw computation_failed(std::string("sweep: no process can be started: ") + std::strerror(errno));
        Worker worker;
        worker.point = line[place];
        worker.line = std::move(line);
        worker.place = place;
        worker.begin = Clock::now();
        const fs::path prints = options_.prints ? options_.prints(worker.point) : fs::path();
        if (prints.empty()) {
            worker.memory = ::memfd_create("prints", MFD_CLOEXEC);
            // Both streams, and processes started by the point, append to it.
            if (worker.memory < 0 || ::fcntl(worker.memory, F_SETFL, O_APPEND) != 0)
                throw computation_failed(std::string("sweep: no file in memory for prints: ") + std::strerror(errno));
        }
        std::fflush(nullptr);  // otherwise the copy would write it again
        const pid_t parent = ::getpid();
        worker.process = ::fork();
        if (worker.process == 0) {
            ::close(ends[0]);
            become_point(worker.point, ends[1], prints, worker.memory, parent, compute_);
        }
        ::close(ends[1]);
        worker.pipe = ends[0];
        // Set here as well as in the child, so that the group exists before a signal is sent to it.
        if (worker.process > 0) ::setpgid(worker.process, worker.process);
        if (worker.process < 0) {
            ::close(ends[0]);
            throw computation_failed(std::string("sweep: no process can be started: ") + std::strerror(errno));
        }
        workers_.push_back(std::move(worker));
    }

    void listen() {
        std::vector<pollfd> files;
        for (const Worker& worker : workers_) files.push_back({worker.pipe, POLLIN, 0});
        if (::poll(files.data(), files.size(), std::max(static_cast<int>(1e3 * options_.tick_seconds), 1)) <= 0) return;
        std::vector<Worker> done;
        for (std::size_t i = files.size(); i-- > 0;) {
            if (files[i].revents == 0 || read_some(workers_[i])) continue;
            done.push_back(std::move(workers_[i]));
            workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        std::ranges::sort(done, {}, &Worker::point);
        // All ended points are passed on, even if one of them throws.
        std::exception_ptr first;
        for (Worker& worker : done) {
            const int status = reap(worker);
            try {
                end(worker, status);
            } catch (...) {
                if (!first) first = std::current_exception();
            }
        }
        if (first) std::rethrow_exception(first);
    }

    /// Is there more to read?
    static bool read_some(Worker& worker) {
        std::array<char, 65536> buffer;
        const ssize_t n = ::read(worker.pipe, buffer.data(), buffer.size());
        if (n > 0) worker.bytes.append(buffer.data(), static_cast<std::size_t>(n));
        return n > 0 || (n < 0 && errno == EINTR);
    }

    static int reap(Worker& worker) {
        ::close(worker.pipe);
        siginfo_t ended{};
        while (::waitid(P_PID, static_cast<id_t>(worker.process), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
        }
        signal_group(worker, SIGKILL);  // before its number is reused for another group
        int status = 0;
        while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
        }
        return status;
    }

    void end(Worker& worker, int status) {
        if (options_.prints) {
            const fs::path file = options_.prints(worker.point);
            std::error_code ignored;
            if (fs::file_size(file, ignored) == 0 && !ignored) fs::remove(file, ignored);
        }
        Outcome outcome;
        outcome.prints = printed(worker.memory);
        if (worker.memory >= 0) ::close(worker.memory);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) outcome.bytes = std::move(worker.bytes);
        // A process started after the signal must end as well.
        notice_interruption();
        if (outcome.bytes.empty()) {
            if (stopped_) return;  // not done, but not failed either
            outcome.killed = !worker.over_limit && was_killed(status);
            outcome.failure =
                worker.over_limit ? "took longer than 'limit', " + shortest(options_.limit) + " s" : how_it_ended(status);
        }
        finished_(worker.point, std::move(outcome));
        if (!stopped_ && worker.place + 1 < worker.line.size()) begin(std::move(worker.line), worker.place + 1);
    }

    void notice_interruption() {
        if (stopped_ || !options_.interrupted || !options_.interrupted()) return;
        stopped_ = true;
        killed_at_ = Clock::now() + grace;
        for (const Worker& worker : workers_) signal_group(worker, SIGTERM);
    }

    void enforce() {
        const Clock::time_point now = Clock::now();
        notice_interruption();
        if (stopped_ && now >= killed_at_) {
            for (const Worker& worker : workers_) signal_group(worker, SIGKILL);
        }
        for (Worker& worker : workers_) {
            if (options_.limit <= 0 || std::chrono::duration<double>(now - worker.begin).count() < options_.limit) continue;
            worker.over_limit = true;
            signal_group(worker, SIGKILL);
        }
    }

    const PoolOptions& options_;
    const std::function<std::string(std::size_t)>& compute_;
    const std::function<void(std::size_t, Outcome)>& finished_;
    std::vector<Worker> workers_;
    Clock::time_point next_tick_ = Clock::now();
    Clock::time_point killed_at_;
    bool stopped_ = false;
};

}  // namespace

bool compute_in_processes(const NextLine& next, const PoolOptions& options,
                          const std::function<std::string(std::size_t)>& compute,
                          const std::function<void(std::size_t, Outcome)>& finished) {
    return Pool(options, compute, finished).run(next);
}

int available_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(CPU_COUNT(&set), 1);
}

}  // namespace jounce::sweep
