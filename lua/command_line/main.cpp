// The program: reads the command line and runs the command.
// SPDX-License-Identifier: BSD-3-Clause
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/memory.hpp"
#include "base/messages/text.hpp"
#include "base/messages/version.hpp"
#include "command_line/command_line.hpp"
#include "command_line/pages.hpp"
#include "commands/commands.hpp"
#include "script/installed.hpp"
#include "session/engine.hpp"
#include "sweep/ranks.hpp"
#include "values/interrupt.hpp"

namespace {

constexpr int usage = 2;

/// CLI11 treats an unknown first word as an argument and reports a missing subcommand.
std::string unknown_subcommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return {};
    const std::string word = argv[1];
    std::vector<std::string> known;
    if (!app.get_subcommands([&word](const CLI::App* command) { return command->get_name() == word; }).empty()) return {};
    for (const CLI::App* command : jounce::lua::shown_commands(app)) known.push_back(command->get_name());
    return "there is no subcommand '" + jounce::in_one_line(word) + "', known are " + jounce::join(known) +
           jounce::did_you_mean(word, known);
}

int parse(CLI::App& app, int argc, char** argv) {
    if (const std::string wrong = unknown_subcommand(app, argc, argv); !wrong.empty()) {
        std::fprintf(stderr, "jounce: %s\nSee jounce --help.\n", wrong.c_str());
        return usage;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;  // --help, --version
        if (asked) return app.exit(error) == 0 ? -1 : usage;
        std::fprintf(stderr, "jounce: %s\nSee jounce --help.\n", error.what());
        return usage;
    }
    return 0;
}

int start(int argc, char** argv) {
    using namespace jounce::lua;
    Given given;
    const auto app = command_line(given);
    if (const int status = parse(*app, argc, argv); status != 0) return status < 0 ? 0 : status;
    const std::string chosen = app->get_subcommands().front()->get_name();
    CaseCommand& command = given.command;
    if (chosen == "run" || chosen == "sweep" || chosen == "modes") {
        command.ranks = jounce::sweep::begin_ranks();
        if (command.ranks.size > 1) end_within_a_second();
        if (command.ranks.rank > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) return 3;
    }
    // Several copies of `modes` are meant to share one model; in a run they can also share the points of a sweep.
    if (chosen == "modes" && command.engine.empty() && command.ranks.size > 1) command.engine = "petsc";
    load_engine(command.engine, command.ranks);  // before the containment: the libraries read their own files
    const bool writes = chosen == "run" || chosen == "sweep";
    const bool follows = writes || chosen == "check" || chosen == "modes";
    if (follows) command.file = find_case(command.file);
    std::error_code unknown;
    const bool contained = writes && !command.trusted &&
                           std::filesystem::status(command.file, unknown).type() != std::filesystem::file_type::not_found;
    const MadeFolder output(contained ? command.output : std::string());
    if (follows) contain_process(command, output);
    if (chosen == "run") return run_case(command);
    if (chosen == "sweep") return sweep_case(command);
    if (chosen == "check") return check_case(command);
    if (chosen == "modes") return case_modes(command);
    if (chosen == "merge") return merge(given.folders);
    if (chosen == "view") return view_run(given.view_of, given.picture, given.view_options, given.view_trusted);
    if (chosen == "report") return report_on(given.folders);
    if (chosen == "kinds") return kinds(given.name);
    if (chosen == "cases") return std::fputs(list_of_cases().c_str(), stdout) < 0 ? 3 : 0;
    if (chosen == "generate-docs") return generate_docs(given.root);
    if (chosen == "generate-pages") return write_files(given.root, manual_and_completions(*app));
    std::printf("jounce %s\n", std::string(jounce::version).c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    jounce::choose_heap();
    // A file that reaches its size limit is then a write error, reported like any other.
    std::signal(SIGXFSZ, SIG_IGN);
    int status = 0;
    try {
        status = start(argc, argv);
    } catch (const jounce::Error& error) {
        std::fprintf(stderr, "jounce: %s\n", error.what());
        status = static_cast<int>(error.failure());
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "jounce: internal error: %s\n", exception.what());
        status = 3;
    }
    // An earlier write may have failed; its reason is no longer known.
    const bool failed_before = std::ferror(stdout) != 0;
    const bool failed_now = std::fflush(stdout) != 0;
    if ((failed_before || failed_now) && status == 0) {
        std::fprintf(stderr, "jounce: standard output could not be written%s%s\n", failed_now ? ": " : "",
                     failed_now ? std::strerror(errno) : "");
        status = 3;
    }
    jounce::lua::end_messages(status);
    jounce::sweep::end_ranks(status);
    return status;
}
