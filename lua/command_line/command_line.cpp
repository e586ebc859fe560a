// What the command line takes: subcommands, options, and the texts that --help, the manual pages and the completions share.
// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <cmath>

#include "base/version.hpp"

namespace jounce::lua {

namespace {

constexpr const char* footer =
    "Exit status: 0 done; 1 the case is wrong (what its earlier runs wrote stays); 2 usage; 3 the computation failed (what is\n"
    "complete is kept);\n"
    "130 interrupted (143 by SIGTERM, 129 by SIGHUP: 128 + signal).\n"
    "Results go to standard output, progress and errors to standard error.";

void add_case_options(CLI::App& app, CaseCommand& command) {
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

void add_sweep_options(CLI::App& app, CaseCommand& command) {
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

}  // namespace

std::unique_ptr<CLI::App> command_line(Given& given) {
    auto app =
        std::make_unique<CLI::App>("Jounce simulates structures and mechanisms whose parts meet across clearances.", "jounce");
    app->footer(footer);
    app->require_subcommand(1);
    app->set_version_flag("--version", "jounce " + std::string(version), "Show the version and exit");

    CaseCommand& command = given.command;
    CLI::App* run = app->add_subcommand("run", "Run a case");
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
    CLI::App* sweep = app->add_subcommand(
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

    CLI::App* merge_command = app->add_subcommand("merge", "Make the table of a sweep whose shards are done");
    merge_command->add_option("DIR", given.folders, "Output folders of the sweep; the first one takes the points of all")
        ->required();

    CLI::App* check = app->add_subcommand(
        "check", "Check a case: build and assemble its models, check the options of its runs, up to the first use of a result");
    add_case_options(*check, command);
    check->add_option("--output", command.output, "As for run")->type_name("DIR")->check(some_folder);
    check->add_flag("--force", command.force, "As for run");

    CLI::App* modes = app->add_subcommand(
        "modes", "Print the modes of a case's models, as they are where the result of a run is first used, or at its end");
    add_case_options(*modes, command);
    modes->add_option("--count", command.count, "Number of modes")->type_name("N")->check(CLI::Range(1, 1000000));

    CLI::App* view = app->add_subcommand("view", "Show the frames of a run in ParaView, or make a picture of one");
    view->add_option("DIR", given.view_of, "The output folder of the run")->required();
    view->add_option("--picture", given.picture, "Write this PNG by ParaView's pvpython, without a window")->type_name("FILE");
    const auto view_option = [&](const char* option, const char* type, const char* about) {
        view->add_option_function<std::string>(
                option,
                [&options = given.view_options, option](const std::string& value) {
                    options.push_back(std::string(option) + "=" + value);
                },
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

    CLI::App* report =
        app->add_subcommand("report", "Write a page about the folder of a run, a comparison or a sweep: DIR/report.html");
    report->add_option("DIR", given.folders, "Output folders")->required();

    CLI::App* kinds_command = app->add_subcommand("kinds", "List all kinds (laws, sections, methods, ...), or tell about one");
    kinds_command->add_option("NAME", given.name, "law, law.hertz, hertz, ...");

    app->add_subcommand("cases", "List the cases that are installed with the program");

    app->add_subcommand("version", "Show the version");

    CLI::App* docs = app->add_subcommand("generate-docs", "Write the generated reference and editor types")->group("");
    docs->add_option("ROOT", given.root, "The source folder")->required();
    CLI::App* pages = app->add_subcommand("generate-pages", "Write manual pages and completions")->group("");
    pages->add_option("ROOT", given.root, "Where to: man1, jounce.bash, _jounce, jounce.fish")->required();
    return app;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

}  // namespace jounce::lua
