// The commands of the command line.
// SPDX-License-Identifier: BSD-3-Clause
#include "commands/commands.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "base/files/data_file.hpp"
#include "base/messages/text.hpp"
#include "base/threads/available_threads.hpp"
#include "contained/walls.hpp"
#include "modal/modes.hpp"
#include "record/frames/view.hpp"
#include "record/page/report.hpp"
#include "record/run/check_report.hpp"
#include "reference/generated_docs.hpp"
#include "reference/kinds_text.hpp"
#include "script/given_model.hpp"
#include "script/look_ahead.hpp"
#include "script/progress.hpp"
#include "script/script.hpp"
#include "session/engine.hpp"
#include "sweep/merge.hpp"
#include "values/interrupt.hpp"
#include "values/table_text.hpp"

extern "C" void omp_set_num_threads(int);  // <omp.h> is part of the compiler; clang-tidy does not find it

namespace jounce::lua {

namespace {

/// The kernel reports a refused access of a contained case as missing rights of the user; the message explains it.
Error with_containment(const Error& error, const Permissions& permissions) {
    const std::string& message = error.message();
    const bool refused =
        message.find(std::strerror(EACCES)) != std::string::npos || message.find(std::strerror(EXDEV)) != std::string::npos;
    if (permissions.trusted || !refused) return error;
    return {error.failure(),
            message + "; a case reads files " + permissions.readable_words() + ", and writes them " +
                permissions.writable_words() + "; --read DIR and --write DIR add folders, --trusted allows all",
            error.origin()};
}

int report(const Error& error) {
    std::fflush(stdout);
    // Not fmt::print, which throws if the terminal is closed.
    std::fputs((std::string(error.what()) + "\n").c_str(), stderr);
    return error.failure() == Failure::interrupted ? interrupt_status() : static_cast<int>(error.failure());
}

/// "name=value" as a pair. \throws Error (usage)
std::vector<std::pair<std::string, std::string>> split(const std::vector<std::string>& settings) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw Error(Failure::usage, "--set " + setting + ": must be name=value");
        }
        const std::string name = setting.substr(0, equals);
        for (const auto& [known, value] : out) {
            if (known == name) throw Error(Failure::usage, "--set " + setting + ": '" + name + "' is set twice");
        }
        out.emplace_back(name, setting.substr(equals + 1));
    }
    return out;
}

constexpr double most_records = 1e8, most_frames = 1e5;  // limits of a run of an untrusted case

Permissions permissions_of(const CaseCommand& command) {
    Permissions out;
    if (!command.trusted) out = contained(command.file, command.output, command.read, command.write);
    if (!command.memory.empty()) out.memory = read_memory(command.memory);
    return out;
}

/// Quotes the text as one word of a shell.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The same command with --resume and all options that affect the points and their folder.
std::string resume_command(const CaseCommand& command) {
    std::string out = (command.over.empty() ? "jounce run " : "jounce sweep ") + shell_word(command.file);
    for (const std::string& over : command.over) out += " --over " + shell_word(over);
    for (const std::string& setting : command.settings) out += " --set " + shell_word(setting);
    if (!command.output.empty()) out += " --output " + shell_word(command.output);
    for (const std::string& folder : command.read) out += " --read " + shell_word(folder);
    for (const std::string& folder : command.write) out += " --write " + shell_word(folder);
    if (command.trusted) out += " --trusted";
    if (!command.memory.empty()) out += " --memory " + shell_word(command.memory);
    if (command.limit > 0) out += " --limit " + shortest(command.limit);
    if (!command.shard.empty()) out += " --shard " + shell_word(command.shard);
    if (command.jobs > 0) out += " --jobs " + std::to_string(command.jobs);
    if (command.threads > 0) out += " --threads " + std::to_string(command.threads);
    if (!command.engine.empty()) out += " --engine " + command.engine;
    return out + " --resume";
}

/// Reports faults that would end the script after a computation before it starts. \throws Error
void look_ahead_of(const CaseCommand& command) {
    if (const auto fault = look_ahead(command.file, make_context(command, Purpose::ahead))) throw *fault;
}

/// Of this process; the points of a sweep have others.
void set_threads(const CaseCommand& command) {
    omp_set_num_threads(command.threads);
    const int available = available_threads();
    if (available == command.threads || command.quiet) return;
    std::fputs(fmt::format("jounce: --threads {}: the system permits {} (ulimit -u, ulimit -v, control groups); results do not "
                           "change\n",
                           command.threads, available)
                   .c_str(),
               stderr);
}

int follow(const CaseCommand& command, Purpose purpose, const std::function<void(Context&)>& at_end = {}) {
    try {
        if (command.threads > 0) set_threads(command);
        if (purpose != Purpose::modes) look_ahead_of(command);
        const auto context = make_context(command, purpose);
        const auto finish = [&](Context& run) {
            if (!run.settings.empty() && !run.parameters_declared && !run.stopped.known()) {
                throw Error(Failure::usage, "--set " + run.settings.front().first + "=" + run.settings.front().second +
                                                ": the case declares no parameters");
            }
            if (at_end) at_end(run);
        };
        const auto caught = run_script(command.file, context, finish);
        if (!caught) return 0;
        const int status = report(with_containment(caught->error, context->permissions));
        if (command.traceback && !caught->traceback.empty()) std::fputs((caught->traceback + "\n").c_str(), stderr);
        return status;
    } catch (const Error& error) {
        return report(error);
    }
}

std::string counted(std::size_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// Assembles the remaining models if the script ran to its end; a model under construction is left as it is.
void assemble_rest(Context& context) {
    if (context.stopped.known()) return;
    const Abandonable computing;
    for (Seen& seen : context.models) {
        // In place: make_shared would copy the matrices.
        if (seen.system) continue;
        WorkReport report("model '" + seen.model->name() + "'", context.session.quiet);
        seen.system =
            std::shared_ptr<const System>(new System(assemble(*seen.model, ModalDamping::as_matrix, nullptr, report.stages())));
    }
}

void print_stop(const Context& context) {
    if (!context.stopped.known()) return;
    fmt::print("stopped at {}, where the result of a run is first used; the rest of the script was not checked\n",
               context.stopped.text());
}

std::vector<std::string> lines_of_model(const Context& context, const System& system) {
    WorkReport report("modes of '" + system.name + "'", context.session.quiet);
    return record::model_report(system, report.stages());
}

void print_coverage(const std::string& file, Context& context) {
    assemble_rest(context);
    fmt::print("{}: no fault found in {}\n", file, counted(context.models.size(), "model"));
    for (const Seen& seen : context.models) {
        fmt::print("  model '{}'", seen.model->name());
        if (seen.system) {
            fmt::print(": assembled, {}, {}", counted(static_cast<std::size_t>(seen.system->size()), "free coordinate"),
                       counted(seen.system->contacts.size(), "gap"));
            fmt::print("; {}\n", seen.runs == 0 ? "no run" : "options of " + counted(static_cast<std::size_t>(seen.runs), "run"));
            for (const std::string& line : lines_of_model(context, *seen.system)) fmt::print("    {}\n", line);
            for (const std::string& line : seen.reports) fmt::print("    {}\n", line);
        } else {
            fmt::print(": entries checked, not assembled\n");
        }
    }
    print_stop(context);
}

/// For the modes: its System, or null for a model under construction. One that ranks share is not kept.
std::shared_ptr<const System> system_for_modes(const Context& context, const Seen& seen) {
    if (seen.system || context.stopped.known()) return seen.system;
    const Abandonable computing;
    return shared_assembly(context, *seen.model, ModalDamping::as_matrix, {"modes", seen.model->name(), facts_of(*seen.model)});
}

void print_modes(Context& context, int count) {
    if (assembling_ranks(context) == nullptr) assemble_rest(context);
    bool first = true;
    for (const Seen& seen : context.models) {
        const std::shared_ptr<const System> system = system_for_modes(context, seen);
        if (!system) continue;
        if (!first) fmt::print("\n");
        first = false;
        const SharedWork work{"modes", system->name, facts_of(*system, {{"the number of modes", std::to_string(count), {}}})};
        std::optional<WorkReport> report(std::in_place, "modes of '" + system->name + "'", context.session.quiet);
        std::optional<Abandonable> computing(std::in_place);
        const modal::Modes modes = by_engine(
            context, work, [&](const linalg::Engine* engine) { return modal::modes(*system, count, report->stages(), engine); });
        computing.reset();
        report.reset();
        std::vector<List> rows;
        for (const modal::Mode& mode : modes.modes) {
            const Value frequency =
                mode.unresolved() ? Value(fmt::format("at most {:.2g}", mode.frequency)) : Value(mode.frequency);
            List row = {static_cast<double>(rows.size() + 1), frequency, mode.kind};
            for (std::size_t i = 0; i < 3; ++i) {
                const bool any = mode.effective_mass[i] > 1e-12 * modes.total_mass[i];  // smaller values are round-off
                row.emplace_back(any ? mode.effective_mass[i] : 0.0);
            }
            row.emplace_back(fmt::format("{:.1e}", mode.residual));
            rows.push_back(std::move(row));
        }
        const std::string title = "modes of '" + seen.model->name() + "' with every gap open";
        fmt::print(
            "{}",
            table_text(title, {"mode", "frequency [Hz]", "kind", "effective mass ux [kg]", "uy [kg]", "uz [kg]", "residual"},
                       rows));
        for (const std::string& note : modes.notes) fmt::print("{}\n", note);
        if (!modes.engine.empty()) fmt::print("computed by {}\n", modes.engine);
        fmt::print("{}\n", modes.complete() ? "complete: the inertia count finds no other mode below the last one"
                                            : "NOT complete, as the note above says");
    }
    if (context.models.empty()) fmt::print("the case makes no model\n");
    print_stop(context);
}

}  // namespace

std::shared_ptr<Context> make_context(const CaseCommand& command, Purpose purpose) {
    auto out = std::make_shared<Context>();
    out->purpose = purpose;
    out->settings = split(command.settings);
    out->session.case_file = command.file;
    out->session.output_root = command.output;
    out->session.force = command.force;
    out->session.quiet = command.quiet;
    out->session.resume = command.resume || command.retry_failed;
    out->session.finished = std::make_shared<std::set<std::string>>();
    out->session.interrupted = interrupted;
    out->jobs = command.jobs;
    out->threads = command.threads;
    out->retry_failed = command.retry_failed;
    out->resume_command = resume_command(command);
    out->ranks = command.ranks;
    out->permissions = permissions_of(command);
    if (!out->permissions.trusted) {
        out->session.most_records = most_records;
        out->session.most_frames = most_frames;
    }
    if (command.ranks.rank > 0) out->session.quiet = true;
    if (!command.shard.empty()) out->shard = sweep::read_shard(command.shard);
    return out;
}

int reported(const std::function<void()>& body) {
    try {
        body();
        return 0;
    } catch (const Error& error) {
        return report(error);
    }
}

void contain_process(const CaseCommand& command, const MadeFolder& output) {
    const Permissions permissions = permissions_of(command);
    if (!permissions.trusted) keep_data_files_below(permissions.readable(), permissions.readable_words());
    const std::string missing = raise_walls(permissions, output);
    if (!missing.empty() && !command.quiet)
        std::fprintf(stderr,
                     "jounce: %s: files that a case reads are restricted to the permitted folders, files that the program writes "
                     "only by its own "
                     "checks\n",
                     missing.c_str());
}

int run_case(const CaseCommand& command) {
    return follow(command, Purpose::run, [](Context& context) { record::forget_checkpoints(context.session); });
}

int merge(const std::vector<std::string>& folders) {
    return reported([&] {
        const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
        const sweep::Sweep sweep = [&] {
            try {
                return sweep::merged(paths);
            } catch (const Error& error) {
                if (error.failure() != Failure::computation) throw;
                throw computation_failed("merge: " + error.message() + "; the points remain in their folders: repeat the merge");
            }
        }();
        const std::size_t failed = sweep.failed();
        fmt::print("{}: {}{}\n", (paths.front() / "sweep.csv").string(), counted(sweep.results.size(), "point"),
                   failed > 0 ? ", " + std::to_string(failed) + " failed" : "");
        if (const std::string why = why_no_row(sweep); !why.empty()) throw computation_failed("merge: " + why);
    });
}

int check_case(const CaseCommand& command) {
    return follow(command, Purpose::check, [&](Context& context) { print_coverage(command.file, context); });
}

int case_modes(const CaseCommand& command) {
    return follow(command, Purpose::modes, [&](Context& context) { print_modes(context, command.count); });
}

int kinds(const std::string& name) {
    try {
        const std::string text = name.empty() ? kinds_overview() : kinds_about(name);
        std::fputs(text.c_str(), stdout);
        return 0;
    } catch (const Error& error) {
        return report(error);
    }
}

int view_run(const std::string& folder, const std::string& picture, const std::vector<std::string>& options, bool trusted) {
    return reported([&] { record::view_folder(folder, picture, options, trusted); });
}

int report_on(const std::vector<std::string>& folders) {
    return reported([&] {
        for (const std::string& folder : folders) fmt::print("{}\n", record::write_report(folder).string());
    });
}

int generate_docs(const std::string& root) { return write_files(root, generated_docs()); }

int write_files(const std::string& root, const std::map<std::string, std::string>& files) {
    for (const auto& [path, text] : files) {
        const std::filesystem::path file = std::filesystem::path(root) / path;
        std::error_code failed;  // opening the file reports the reason
        std::filesystem::create_directories(file.parent_path(), failed);
        std::ofstream out(file, std::ios::binary);
        out << text;
        out.flush();
        if (!out) return report(computation_failed(file.string() + ": cannot be written"));
    }
    return 0;
}

}  // namespace jounce::lua
