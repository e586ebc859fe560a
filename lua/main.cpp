// The command line: `jounce run CASE`, check, modes, kinds, version.
// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/version.hpp"
#include "commands.hpp"
#include "installed.hpp"
#include "sweep/ranks.hpp"

namespace {

constexpr int usage = 2;

constexpr const char* footer =
    "Exit status: 0 done; 1 the case is wrong (what its earlier runs wrote stays); 2 usage; 3 the computation failed (what is\n"
    "complete is kept);\n"
    "130 interrupted (143 by SIGTERM, 129 by SIGHUP: 128 + signal).\n"
    "Results go to standard output, progress and errors to standard error.";

void add_case_options(CLI::App& app, jounce::lua::CaseCommand& command) {
    app.add_option("CASE", command.file, "The case, a Lua script; one that is not found here is looked for among those installed")
        ->required();
    app.add_option("--set", command.settings, "NAME=VALUE: changes a parameter that the case declares; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("NAME=VALUE");
    app.add_flag("--traceback", command.traceback, "After an error, show the calls that led to it");
    app.add_option("--read", command.read,
                   "A folder that the case may read, besides its own and the working folder; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR");
    app.add_option("--write", command.write,
                   "A folder below which the case may write, besides the working folder and that of --output; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR");
    app.add_flag("--trusted", command.trusted,
                 "All of Lua for this case: processes, native modules, any file. Only for cases that you trust");
    app.add_option("--memory", command.memory,
                   "Memory that a process may take, as 2G or 512M (default: nine tenths of the machine's; with --trusted all)")
        ->type_name("SIZE");
}

void add_sweep_options(CLI::App& app, jounce::lua::CaseCommand& command) {
    app.add_option("--threads", command.threads, "Number of threads, in a sweep of each point; changes no result")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    app.add_option("--jobs", command.jobs, "Processes of a sweep; changes no result (default: one for each core)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    app.add_option("--shard", command.shard,
                   "I/N or 'slurm' (the array task): compute one of N parts of a sweep; jounce merge makes the table")
        ->type_name("SHARD");
    app.add_flag("--retry-failed", command.retry_failed, "Go on as with --resume, and compute the failed points of sweeps again");
}

/// CLI11 takes an unknown first word for an argument and misses a subcommand.
std::string unknown_subcommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return {};
    const std::string word = argv[1];
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_name() == word) return {};
        if (!command->get_group().empty()) known.push_back(command->get_name());
    }
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
    CLI::App app{"Jounce simulates structures and mechanisms whose parts meet across clearances.", "jounce"};
    app.footer(footer);
    app.require_subcommand(1);
    app.set_version_flag("--version", "jounce " + std::string(jounce::version), "Show the version and exit");

    CaseCommand command;
    CLI::App* run = app.add_subcommand("run", "Run a case");
    add_case_options(*run, command);
    const CLI::Validator some_folder(
        [](std::string& folder) { return std::string(folder.empty() ? "must be a folder, got ''" : ""); }, "");
    run->add_option("--output", command.output, "Put the outputs of all runs below this folder")
        ->type_name("DIR")
        ->check(some_folder);
    run->add_flag("--force", command.force, "Write into folders that hold the results of another case");
    add_sweep_options(*run, command);
    run->add_flag("--resume", command.resume,
                  "Go on with interrupted runs from their checkpoints, with sweeps from their points");
    run->add_flag("--quiet", command.quiet, "No progress");

    const CLI::Validator seconds(
        [](std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value > 0;
            return good ? std::string() : "must be a number of seconds above zero, got '" + text + "'";
        },
        "");
    CLI::App* sweep = app.add_subcommand(
        "sweep", "Run a case that ends with jounce.result{ ... } once for each combination of parameters, on all cores");
    add_case_options(*sweep, command);
    sweep
        ->add_option(
            "--over", command.over,
            "NAME=FROM:TO:COUNT, NAME=FROM:TO:COUNT:logarithmic or NAME=VALUE,VALUE,...: an axis; the last one varies first")
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("AXIS");
    sweep->add_option("--output", command.output, "Folder of sweep.csv and of the points (default: out/<case>_sweep)")
        ->type_name("DIR")
        ->check(some_folder);
    add_sweep_options(*sweep, command);
    sweep->add_option("--limit", command.limit, "Seconds after which a point is ended and failed")
        ->type_name("S")
        ->check(seconds);
    sweep->add_flag("--force", command.force, "Write into a folder that holds the results of another case");
    sweep->add_flag("--resume", command.resume, "Go on with an interrupted sweep from its points");
    sweep->add_flag("--quiet", command.quiet, "No progress");

    std::vector<std::string> folders;
    CLI::App* merge_command = app.add_subcommand("merge", "Make the table of a sweep whose shards are done");
    merge_command->add_option("DIR", folders, "Output folders of the sweep; the first one takes the points of all")->required();

    CLI::App* check = app.add_subcommand(
        "check", "Check a case: build and assemble its models, check the options of its runs, up to the first use of a result");
    add_case_options(*check, command);
    check->add_option("--output", command.output, "As for run")->type_name("DIR")->check(some_folder);
    check->add_flag("--force", command.force, "As for run");

    CLI::App* modes = app.add_subcommand(
        "modes", "Print the modes of a case's models, as they are where the result of a run is first used, or at its end");
    add_case_options(*modes, command);
    modes->add_option("--count", command.count, "Number of modes")->type_name("N")->check(CLI::Range(1, 1000000));

    std::string view_of, picture;
    std::vector<std::string> view_options;
    CLI::App* view = app.add_subcommand("view", "Show the frames of a run in ParaView, or make a picture of one");
    view->add_option("DIR", view_of, "The output folder of the run")->required();
    view->add_option("--picture", picture, "Write this PNG by ParaView's pvpython, without a window")->type_name("FILE");
    const auto view_option = [&](const char* option, const char* type, const char* about) {
        view->add_option_function<std::string>(
                option,
                [&view_options, option](const std::string& value) { view_options.push_back(std::string(option) + "=" + value); },
                about)
            ->type_name(type)
            ->needs("--picture");
    };
    view_option("--time", "S", "Simulated time; the nearest frame (default: the strongest contact)");
    view_option("--warp", "FACTOR", "Enlarges displacements and clearances (default: a tenth of the model's size)");
    view_option("--colour", "FIELD", "What colours the structure (default: displacement; of mechanisms velocity)");
    view_option("--view", "AXIS", "x, y, z or oblique: where the camera looks from");
    view_option("--up", "AXIS", "x, y or z: points up");
    view_option("--zoom", "FACTOR", "Enlarges the picture");
    view_option("--focus", "NUMBER", "Points the camera at this gap");
    view_option("--size", "WxH", "Pixels (default 1600x900)");

    std::vector<std::string> reported;
    CLI::App* report =
        app.add_subcommand("report", "Write a page about the folder of a run, a comparison or a sweep: DIR/report.html");
    report->add_option("DIR", reported, "Output folders")->required();

    std::string name;
    CLI::App* kinds_command = app.add_subcommand("kinds", "List all kinds (laws, sections, methods, ...), or tell about one");
    kinds_command->add_option("NAME", name, "law, law.hertz, hertz, ...");

    CLI::App* cases = app.add_subcommand("cases", "List the cases that are installed with the program");

    app.add_subcommand("version", "Show the version");

    std::string root;
    CLI::App* docs = app.add_subcommand("generate-docs", "Write the generated reference and editor types")->group("");
    docs->add_option("ROOT", root, "The source folder")->required();

    if (const int status = parse(app, argc, argv); status != 0) return status < 0 ? 0 : status;
    if (run->parsed() || sweep->parsed()) {
        command.ranks = jounce::sweep::begin_ranks();
        if (command.ranks.rank > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) return 3;
    }
    command.file = find_case(command.file);
    if (run->parsed() || sweep->parsed() || check->parsed() || modes->parsed()) contain_process(command);
    if (run->parsed()) return run_case(command);
    if (sweep->parsed()) return sweep_case(command);
    if (merge_command->parsed()) return merge(folders);
    if (check->parsed()) return check_case(command);
    if (modes->parsed()) return case_modes(command);
    if (kinds_command->parsed()) return kinds(name);
    if (cases->parsed()) return std::fputs(list_of_cases().c_str(), stdout) < 0 ? 3 : 0;
    if (docs->parsed()) return generate_docs(root);
    if (report->parsed()) return report_on(reported);
    if (view->parsed()) return view_run(view_of, picture, view_options);
    std::printf("jounce %s\n", std::string(jounce::version).c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    // A file that may not grow further is then an error of the write, reported like any other.
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
    // An earlier write may have failed: its reason is lost by now.
    const bool failed_before = std::ferror(stdout) != 0;
    const bool failed_now = std::fflush(stdout) != 0;
    if ((failed_before || failed_now) && status == 0) {
        std::fprintf(stderr, "jounce: standard output could not be written%s%s\n", failed_now ? ": " : "",
                     failed_now ? std::strerror(errno) : "");
        status = 3;
    }
    jounce::sweep::end_ranks(status);
    return status;
}
