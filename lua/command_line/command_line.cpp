// The command line: subcommands, options, and the texts shared by --help, the manual pages and the completions.
// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>

#include "base/messages/version.hpp"
#include "session/engine.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

constexpr const char* script_footer =
    "Exit status: 0 done; 1 the case is invalid (outputs of its earlier runs remain); 2 usage;\n"
    "3 the computation failed (complete results are kept);\n"
    "130 interrupted (143 by SIGTERM, 129 by SIGHUP: 128 + signal).\n"
    "Results go to standard output, progress and errors to standard error.";

/// Help whose texts are broken to the width of the terminal, as those of `jounce kinds`.
class Help : public CLI::Formatter {
  public:
    std::string make_option_desc(const CLI::Option* option) const override { return beside(option->get_description()); }
    std::string make_subcommand(const CLI::App* command) const override {
        std::ostringstream out;
        CLI::detail::format_help(out, command->get_name(), beside(command->get_description()), get_column_width());
        return out.str();
    }
    std::string make_description(const CLI::App* app) const override { return lines(CLI::Formatter::make_description(app)); }
    std::string make_footer(const CLI::App* app) const override { return lines(CLI::Formatter::make_footer(app)); }

  private:
    /// In the column on the right, which CLI11 indents.
    [[nodiscard]] std::string beside(const std::string& text) const {
        constexpr std::size_t narrowest = 20;
        const std::size_t width = terminal_width();
        if (width == 0) return text;
        std::string out = paragraph(text, std::max(width, get_column_width() + narrowest) - get_column_width());
        out.pop_back();  // the line break
        return out;
    }
    static std::string lines(const std::string& text) {
        std::istringstream in(text);
        std::string out;
        for (std::string line; std::getline(in, line);) out += line.empty() ? "\n" : paragraph(line, terminal_width());
        return out;
    }
};

void add_case_options(CLI::App& app, CaseCommand& command) {
    app.add_option("CASE", command.file, "The case, a Lua script; if not found here, it is searched among the installed cases")
        ->required();
    app.add_option("--set", command.settings, "NAME=VALUE: changes a parameter that the case declares; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("NAME=VALUE");
    app.add_flag("--traceback", command.traceback, "After an error, show the call stack");
    app.add_option("--read", command.read,
                   "A folder that the case may read, in addition to its own and the working folder; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR");
    app.add_option(
           "--write", command.write,
           "A folder in which the case may write, in addition to the working folder and that of --output; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR");
    app.add_flag("--trusted", command.trusted,
                 "Allow all of Lua for this case: processes, native modules, any file. Only for cases that you trust");
    app.add_option("--memory", command.memory,
                   "Memory limit of a process, such as 2G or 512M (default: nine tenths of the machine's; with --trusted all)")
        ->type_name("SIZE");
}

void add_engine(CLI::App& app, CaseCommand& command) {
    app.add_option("--engine", command.engine,
                   "Solver of modes, reductions and equilibria: jounce (default), or of the component for large models petsc or "
                   "petsc_iterative, on all ranks of mpirun")
        ->type_name("NAME")
        ->check(CLI::IsMember(engine_names()));
}

void add_sweep_options(CLI::App& app, CaseCommand& command) {
    app.add_option("--threads", command.threads, "Number of threads (in a sweep: of each point); does not change results")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    app.add_option("--jobs", command.jobs, "Number of processes of a sweep; does not change results (default: one for each core)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    app.add_option("--shard", command.shard,
                   "I/N or 'slurm' (the array task): compute part I of N of a sweep; jounce merge makes the table")
        ->type_name("SHARD");
    app.add_flag("--retry-failed", command.retry_failed, "Resume as with --resume, and recompute the failed points of sweeps");
}

}  // namespace

std::unique_ptr<CLI::App> command_line(Given& given) {
    auto app =
        std::make_unique<CLI::App>("Jounce simulates structures and mechanisms whose parts meet across clearances.", "jounce");
    app->formatter(std::make_shared<Help>());  // of the commands, too
    app->footer(script_footer);
    app->require_subcommand(1);
    app->set_version_flag("--version", "jounce " + std::string(version), "Show the version and exit");

    CaseCommand& command = given.command;
    CLI::App* run = app->add_subcommand("run", "Run a case");
    add_case_options(*run, command);
    const CLI::Validator some_folder(
        [](std::string& folder) { return std::string(folder.empty() ? "must be a folder, got ''" : ""); }, "");
    run->add_option("--output", command.output, "Folder for the outputs of all runs")->type_name("DIR")->check(some_folder);
    add_engine(*run, command);
    run->add_flag("--force", command.force, "Write into folders that hold the results of another case");
    add_sweep_options(*run, command);
    run->add_flag("--resume", command.resume, "Resume interrupted runs from their checkpoints and sweeps from their points");
    run->add_flag("--quiet", command.quiet, "No progress");

    const CLI::Validator seconds(
        [](std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value > 0;
            return good ? std::string() : "must be a number of seconds above zero, got '" + text + "'";
        },
        "");
    CLI::App* sweep = app->add_subcommand(
        "sweep", "Run a case that ends with jounce.result{ ... } for each combination of parameters, on all cores");
    add_case_options(*sweep, command);
    sweep
        ->add_option(
            "--over", command.over,
            "NAME=FROM:TO:COUNT, NAME=FROM:TO:COUNT:logarithmic or NAME=VALUE,VALUE,...: an axis; the last one varies first")
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("AXIS");
    sweep->add_option("--output", command.output, "Folder for sweep.csv and the points (default: out/<case>_sweep)")
        ->type_name("DIR")
        ->check(some_folder);
    add_sweep_options(*sweep, command);
    sweep->add_option("--limit", command.limit, "Time limit of a point in seconds; a point that exceeds it fails")
        ->type_name("S")
        ->check(seconds);
    sweep->add_flag("--force", command.force, "Write into a folder that holds the results of another case");
    sweep->add_flag("--resume", command.resume, "Resume an interrupted sweep from its points");
    sweep->add_flag("--quiet", command.quiet, "No progress");

    CLI::App* merge_command = app->add_subcommand("merge", "Make the table of a sweep from its finished shards");
    merge_command->add_option("DIR", given.folders, "Output folders of the sweep; the first one receives all points")->required();

    CLI::App* check = app->add_subcommand(
        "check", "Check a case up to the first use of a result: build and assemble its models, check the options of its runs");
    add_case_options(*check, command);
    check->add_option("--output", command.output, "As for run")->type_name("DIR")->check(some_folder);
    check->add_flag("--force", command.force, "As for run");

    CLI::App* modes = app->add_subcommand(
        "modes", "Print the modes of a case's models at the first use of a run's result, or at the end of the case");
    add_case_options(*modes, command);
    add_engine(*modes, command);
    modes->add_option("--count", command.count, "Number of modes")->type_name("N")->check(CLI::Range(1, 1000000));

    CLI::App* view = app->add_subcommand("view", "Show the frames of a run in ParaView, or write a picture of one frame");
    view->add_option("DIR", given.view_of, "The output folder of the run")->required();
    view->add_option("--picture", given.picture, "Write this PNG file with ParaView's pvpython, without a window")
        ->type_name("FILE");
    const auto view_option = [&](const char* option, const char* type, const char* about) {
        return view
            ->add_option_function<std::string>(
                option,
                [&options = given.view_options, option](const std::string& value) {
                    options.push_back(std::string(option) + "=" + value);
                },
                about)
            ->type_name(type)
            ->needs("--picture");
    };
    const CLI::Validator finite(  // CLI::Range lets "nan" pass
        [](std::string& text) {
            double number = 0;
            const bool right = CLI::detail::lexical_cast(text, number) && std::isfinite(number);
            return right ? std::string() : "must be a number, got " + text;
        },
        "");
    view_option("--time", "S", "Simulated time; shows the nearest frame (default: the strongest contact)")->check(finite);
    view_option("--warp", "FACTOR", "Scale factor of displacements and clearances (default: a tenth of the model's size)")
        ->check(finite)
        ->check(CLI::NonNegativeNumber);
    view_option("--colour", "FIELD", "Field that colours the structure (default: displacement; for mechanisms velocity)");
    view_option("--view", "AXIS", "x, y, z or oblique: position of the camera")->check(CLI::IsMember({"x", "y", "z", "oblique"}));
    view_option("--up", "AXIS", "x, y or z: the upward axis")->check(CLI::IsMember({"x", "y", "z"}));
    view_option("--zoom", "FACTOR", "Scale factor of the picture")->check(finite)->check(CLI::PositiveNumber);
    view_option("--focus", "NUMBER", "Number of the gap in the centre of the picture")->check(CLI::Range(1, 1000000));
    view_option("--size", "WxH", "Pixels (default 1600x900)")
        ->check(CLI::Validator(
            [](std::string& text) {
                int width = 0, height = 0, length = 0;
                const bool read = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &length) == 2;
                const bool right = read && length == static_cast<int>(text.size()) && width > 0 && height > 0;
                return right ? std::string() : "must be WIDTHxHEIGHT, such as 1600x900, got " + text;
            },
            ""));
    view->add_flag("--trusted", given.view_trusted, "Execute a view.py that this program did not write, too");

    CLI::App* report =
        app->add_subcommand("report", "Write a page about the folder of a run, a comparison or a sweep: DIR/report.html");
    report->add_option("DIR", given.folders, "Output folders")->required();

    CLI::App* kinds_command = app->add_subcommand("kinds", "List all kinds (laws, sections, methods, ...), or describe one");
    kinds_command->add_option("NAME", given.name, "law, law.hertz, hertz, ...");

    app->add_subcommand("cases", "List the cases installed with the program");

    app->add_subcommand("version", "Show the version");

    CLI::App* docs = app->add_subcommand("generate-docs", "Write the generated reference and editor types")->group("");
    docs->add_option("ROOT", given.root, "The source folder")->required();
    CLI::App* pages = app->add_subcommand("generate-pages", "Write manual pages and completions")->group("");
    pages->add_option("ROOT", given.root, "Target folder of man1, jounce.bash, _jounce, jounce.fish")->required();
    return app;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

}  // namespace jounce::lua
