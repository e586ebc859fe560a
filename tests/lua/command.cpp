// Starts the built executable as a user would.
// SPDX-License-Identifier: BSD-3-Clause
#include "command.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace jounce::test {

namespace fs = std::filesystem;

namespace {
int exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

std::uintmax_t size_of(const fs::path& file) {
    std::error_code absent;
    const std::uintmax_t size = fs::file_size(file, absent);
    return absent ? 0 : size;
}

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); }

/// Of a process that has not been waited for, with that of its children that it has waited for [s], from /proc/PID/stat.
double processor_time(pid_t process) {
    const std::string line = read_text("/proc/" + std::to_string(process) + "/stat");
    std::istringstream in(line.substr(std::min(line.size(), line.rfind(')') + 1)));  // the name may contain blanks
    std::string skipped;
    for (int field = 3; field < 14; ++field) in >> skipped;
    double sum = 0, ticks = 0;
    for (int field = 14; field <= 17 && in >> ticks; ++field) sum += ticks;
    return sum / static_cast<double>(sysconf(_SC_CLK_TCK));
}
}  // namespace

Scratch::Scratch() {
    std::string name = (fs::temp_directory_path() / "jounce_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path Scratch::write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
}

std::string CommandResult::first_error() const {
    const std::string text = without_progress(err);
    return text.substr(0, text.find('\n'));
}

std::string without_progress(const std::string& err) {
    static const std::regex progress(
        R"(^((t = \S+ of \S+ s|run \d+ of \d+|sweep '.*': \d+ of \d+ points) \(\d+ %\)|branch: .*, \d+ % of its range, ))");
    std::istringstream lines(err);
    std::string out;
    for (std::string line; std::getline(lines, line);)
        if (!std::regex_search(line, progress)) out += line + "\n";
    return out;
}

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

CommandResult jounce(const std::string& arguments, const fs::path& folder, const std::string& before) {
    const Scratch scratch;
    const std::string out = (scratch.path() / "out").string();
    const std::string err = (scratch.path() / "err").string();
    const std::string line = "cd '" + folder.string() + "' && { " + before + " '" JOUNCE_EXECUTABLE "' " + arguments + "; } >'" +
                             out + "' 2>'" + err + "' </dev/null";
    const int status = std::system(line.c_str());
    return {exit_status(status), read_text(out), read_text(err)};
}

CommandResult jounce_interrupted(const std::vector<std::string>& arguments, const fs::path& folder, const Moment& moment,
                                 int signal_sent) {
    std::vector<std::string> command = {JOUNCE_EXECUTABLE};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return interrupted(command, folder, moment, signal_sent);
}

CommandResult interrupted(const std::vector<std::string>& command, const fs::path& folder, const Moment& moment,
                          int signal_sent) {
    const Scratch scratch;
    const std::uintmax_t size_before = moment.grown.empty() ? 0 : size_of(folder / moment.grown);
    const std::string out = (scratch.path() / "out").string();
    const std::string err = (scratch.path() / "err").string();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> words;
        for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        if (chdir(folder.c_str()) != 0) _exit(99);
        dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        // A shell may have started the tests with them ignored.
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_DFL);
        execv(words[0], words.data());
        _exit(99);
    }
    const auto ended = [child] {
        siginfo_t information{};
        return waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               information.si_pid == child;
    };
    const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!moment.grown.empty() && size_of(folder / moment.grown) <= size_before && !ended() &&
           std::chrono::steady_clock::now() < latest)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LT(std::chrono::steady_clock::now(), latest) << moment.grown << " does not grow: the signal comes at no known moment";
    std::this_thread::sleep_for(std::chrono::duration<double>(moment.seconds));
    const double before = processor_time(child);
    kill(child, signal_sent);
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    return {exit_status(status), read_text(out), read_text(err), seconds(used.ru_utime) + seconds(used.ru_stime) - before};
}

std::string block_case(const std::string& options, const std::string& duration) {
    return "local jounce = require \"jounce\"\n"
           "local model = jounce.model{ name = \"block\" }\n"
           "model:point{ name = \"block\", at = { 0, 0, 0 }, mass = 100, free = { \"ux\" } }\n"
           "model:spring{ from = \"block\", direction = { 1, 0, 0 }, stiffness = 1e6, damping = 200 }\n"
           "model:gap{ name = \"walls\", node = \"block\", direction = { 1, 0, 0 }, clearance = 5e-3,\n"
           "           law = jounce.law.hertz{ stiffness = 1.5e9 } }\n"
           "model:initial{ node = \"block\", velocity = { 8, 0, 0 } }\n"
           "local run = jounce.run(model, { step = 1e-5, duration = " +
           duration + ", " + options + " })\nprint(run.summary)\n";
}

}  // namespace jounce::test
