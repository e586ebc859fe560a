// `jounce sweep CASE --over ...`: runs a case that ends with jounce.result once for each point, with the point's parameters.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <lua.hpp>

#include "commands/commands.hpp"
#include "script/look_ahead.hpp"
#include "script/module.hpp"
#include "script/script.hpp"
#include "session/context.hpp"
#include "sweep/over.hpp"
#include "sweeps/notes_stream.hpp"
#include "sweeps/sweep_driver.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

using sweep::Result;

/// The process that distributes the points does not use Lua: the watch of the signals gets an empty state.
struct EmptyState {
    lua_State* L = luaL_newstate();
    EmptyState() {
        if (L == nullptr) throw computation_failed("out of memory");
    }
    ~EmptyState() { lua_close(L); }
    EmptyState(const EmptyState&) = delete;
    EmptyState& operator=(const EmptyState&) = delete;
};

Result misuse(const Error& error) {
    Result out;
    out.kind = Result::Kind::misuse;
    out.failure = error.message();
    out.file = error.origin().file;
    out.line = error.origin().line;
    return out;
}

/// In the process of the point: runs the whole case in a new Lua state.
Result compute_case(const std::string& file, const std::shared_ptr<Context>& context, const SweepTask& task, std::size_t point,
                    const std::filesystem::path& runs) {
    enter_point(*context, runs);
    for (std::size_t a = 0; a < task.plan.axes.size(); ++a)
        context->settings.emplace_back(task.plan.axes[a].name, sweep::value_text(task.plan.points[point].at[a]));
    Result out;
    const auto caught = run_script(file, context, [&](Context& run) {
        record::forget_checkpoints(run.session);
        if (!run.parameters_declared)
            throw Error(Failure::usage, "sweep: " + file + " declares no parameters (jounce.parameters{ ... }) to vary");
        if (!run.result)
            throw Error(Failure::usage,
                        "sweep: " + file + " has no jounce.result{ name = value, ... }, which gives the row of a point");
        for (const auto& cell : *run.result) {
            const std::string& name = cell.first;
            if (std::ranges::any_of(task.plan.axes, [&](const sweep::Axis& axis) { return axis.name == name; }))
                throw Error(Failure::usage,
                            "sweep: jounce.result of " + file + " must not have a column '" + name + "', which is an axis");
            out.row.emplace_back(name, cell.second);
        }
    });
    if (!caught) return out;
    if (caught->error.failure() == Failure::interrupted) throw caught->error;
    // An invalid setting, or an error at the end of the script, applies to every point.
    if (caught->error.failure() == Failure::usage || context->misused) return misuse(caught->error);
    return caught->out_of_memory ? sweep::killed_result(caught->error.what()) : sweep::failed_result(caught->error.what());
}

std::vector<sweep::Axis> read_axes(const CaseCommand& command, const Context& context) {
    std::vector<sweep::Axis> out;
    for (const std::string& over : command.over) {
        out.push_back(sweep::read_over(over));
        const std::string& axis = out.back().name;
        for (const auto& [name, value] : context.settings)
            if (name == axis) throw Error(Failure::usage, "--over " + over + ": '" + name + "' is set by --set");
        for (std::size_t a = 0; a + 1 < out.size(); ++a)
            if (out[a].name == axis) throw Error(Failure::usage, "--over " + over + ": '" + axis + "' is varied twice");
    }
    return out;
}

/// Reports errors of every point before anything is computed or written: runs the script without computations, first with its
/// defaults, for the declared parameters, then with the values of the first point, for its pictures.
/// \returns the files of the script
sweep::Identity require_sweepable(const CaseCommand& command, const sweep::Plan& plan) {
    require_script(command.file);
    const auto defaults = make_context(command, Purpose::ahead);
    static_cast<void>(look_ahead(command.file, defaults));
    end_if_interrupted();
    const auto first = make_context(command, Purpose::ahead);
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
        if (defaults->parameters_declared) require_parameter(defaults->parameters, plan.axes[a], "--over " + command.over[a]);
        first->settings.emplace_back(plan.axes[a].name, sweep::value_text(plan.points.front().at[a]));
    }
    if (const auto fault = look_ahead(command.file, first)) throw *fault;
    return first->files;
}

}  // namespace

int sweep_case(const CaseCommand& command) {
    return reported([&] {
        const auto context = make_context(command, Purpose::run);
        SweepTask task;
        task.name = std::filesystem::path(command.file).stem().string();
        task.plan = sweep::grid(read_axes(command, *context), "", "up");
        task.limit = command.limit;
        task.output = command.output.empty() ? "out/" + task.name + "_sweep" : command.output;
        context->session.output_root.clear();
        const sweep::Identity files = require_sweepable(command, task.plan);
        const EmptyState state;
        const InterruptWatch watch(state.L);
        const NotesStream notes(context->session);
        const auto compute = [&](std::size_t point, const Result*, std::size_t, const std::filesystem::path& runs) {
            notes.give(*context, point);
            return compute_case(command.file, context, task, point, runs);
        };
        try {
            const sweep::Sweep sweep = compute_sweep(*context, task, files, compute);
            std::fputs(sweep_table_text(sweep).c_str(), stdout);
        } catch (const Stop&) {  // a shard has no table
        }
    });
}

}  // namespace jounce::lua
