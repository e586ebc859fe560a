// One point of a sweep: calls the script's functions and reads what they return.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "analyses/state.hpp"
#include "base/messages/text.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "sweep/carried_state.hpp"
#include "sweeps/sweep_task.hpp"
#include "system/probes/probe.hpp"
#include "values/convert.hpp"
#include "values/run_methods.hpp"

namespace jounce::lua {

namespace {

using sweep::Result;

/// An error of the script, not of this point: it would occur in every point.
class Misuse : public Error {
  public:
    explicit Misuse(const std::string& message) : Error(bad_case(message)) {}
};

/// The place where the script defines its function `field`.
Origin origin_of(lua_State* L, const SweepTask& task, const char* field) {
    raw_get(L, task.table, field);
    if (lua_type(L, -1) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return {};
    }
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    return about.source[0] == '@' ? Origin{about.source + 1, about.linedefined} : Origin{};
}

void set_place(lua_State* L, const SweepTask& task, std::size_t point) {
    const sweep::Point& at = task.plan.points[point];
    for (std::size_t a = 0; a < task.plan.axes.size(); ++a) {
        push_value(L, at.at[a]);
        raw_set(L, -2, task.plan.axes[a].name);
    }
    lua_pushinteger(L, static_cast<lua_Integer>(point) + 1);
    raw_set(L, -2, "number");
    if (!task.plan.carried()) return;
    push_text(L, sweep::way_text(at.way));
    raw_set(L, -2, "direction");
}

/// Pushes { row, state } of the previous point, or nil.
void push_before(lua_State* L, const SweepTask& task, const Result* before, std::size_t number) {
    if (before == nullptr) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    lua_newtable(L);
    set_place(L, task, number);
    for (const auto& [name, value] : before->row) {
        push_value(L, value);
        raw_set(L, -2, name);
    }
    raw_set(L, -2, "row");
    if (before->state.empty()) return;
    push_state(L, sweep::state_of(before->state));
    raw_set(L, -2, "state");
}

/// Calls the script's function `field` with `arguments` values on the stack. \throws the function's Error, Stop
void call(lua_State* L, const SweepTask& task, const char* field, int arguments) {
    raw_get(L, task.table, field);
    lua_insert(L, -arguments - 1);
    if (auto caught = protected_call(L, arguments, 1)) {
        if (caught->stop) throw Stop();
        context(L).out_of_memory = caught->out_of_memory;
        throw caught->error;
    }
}

void read_cell(lua_State* L, const SweepTask& task, Result& result) {
    if (lua_type(L, -2) != LUA_TSTRING)
        throw Misuse("sweep: the row of 'point' must have names as keys, got " + std::string(luaL_typename(L, -2)));
    const std::string name = text_at(L, -2);
    try {
        sweep::require_column_name(name, "sweep", "row");
    } catch (const Error& error) {
        throw Misuse(error.message());
    }
    if (std::ranges::any_of(task.plan.axes, [&](const sweep::Axis& axis) { return axis.name == name; }))
        throw Misuse("sweep: the row of 'point' must not have a column '" + name + "', which is an axis");
    switch (lua_type(L, -1)) {
        case LUA_TNUMBER: {
            const double number = lua_tonumber(L, -1);
            if (!std::isfinite(number)) throw bad_case("the row's '" + name + "' must be finite, got " + shortest(number));
            result.row.emplace_back(name, number);
            return;
        }
        case LUA_TSTRING:
            result.row.emplace_back(name, text_at(L, -1));
            return;
        case LUA_TBOOLEAN:
            result.row.emplace_back(name, lua_toboolean(L, -1) != 0);
            return;
        default:
            throw Misuse("sweep: the row's '" + name + "' must be a number, a string, true or false, got " +
                         to_value(L, -1, "sweep", name).describe());
    }
}

/// Reads the run or state that `point` returned beside its row.
void read_state(lua_State* L, int returned, Result& result) {
    for (const char* field : {"run", "state"}) {
        raw_get(L, returned, field);
        if (const record::Run* run = run_at_index(L, -1)) {
            result.state = sweep::state_bytes(*sweep::at_zero(*run->end()));
        } else if (const auto state = state_at(L, -1)) {
            result.state = sweep::state_bytes(*state);
        } else if (!lua_isnil(L, -1)) {
            throw Misuse(std::string("sweep: the '") + field + "' that 'point' returns must be a run or its state, got " +
                         std::string(luaL_typename(L, -1)));
        }
        lua_pop(L, 1);
    }
}

Result read_row(lua_State* L, const SweepTask& task) {
    const int returned = lua_gettop(L);
    const std::string must = "sweep: 'point' must return a row { name = value, ... }, or { row = { ... }, run = run }, got ";
    if (lua_type(L, returned) != LUA_TTABLE)
        throw Misuse(must + (lua_isnil(L, returned) ? "nothing" : "a " + std::string(luaL_typename(L, returned))));
    raw_get(L, returned, "row");
    Result out;
    if (lua_type(L, -1) == LUA_TTABLE) {
        for (lua_pushnil(L); lua_next(L, returned) != 0; lua_pop(L, 1)) {
            const std::string key = lua_type(L, -2) == LUA_TSTRING ? text_at(L, -2) : std::string(luaL_typename(L, -2));
            if (key != "row" && key != "run" && key != "state")
                throw Misuse("sweep: 'point' must return 'row' and optionally 'run' or 'state', got '" + key + "'");
        }
        if (task.plan.carried()) read_state(L, returned, out);
    } else {
        lua_pop(L, 1);
        lua_pushvalue(L, returned);
    }
    const int row = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, row) != 0; lua_pop(L, 1)) read_cell(L, task, out);
    if (out.row.empty()) throw Misuse(must + "an empty table");
    std::ranges::sort(out.row, {}, [](const auto& cell) { return cell.first; });
    std::vector<std::string> columns;
    for (const auto& [name, value] : out.row) columns.push_back(name);
    try {
        require_columns(task.units, columns);
    } catch (const Error& error) {
        throw Misuse(error.message());
    }
    return out;
}

double read_period(lua_State* L, const SweepTask& task, std::size_t point) {
    if (task.period > 0) return task.period;
    lua_newtable(L);
    set_place(L, task, point);
    call(L, task, "period", 1);
    const double period = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(period > 0 && std::isfinite(period)))
        throw Misuse("sweep: 'period' must return a positive number, got " + to_value(L, -1, "sweep", "period").describe());
    lua_pop(L, 1);
    return period;
}

Result compute_diagram(lua_State* L, const SweepTask& task, std::size_t point, const Result* before) {
    sweep::DiagramSettings settings = task.sections;
    settings.period = read_period(L, task, point);
    lua_newtable(L);
    set_place(L, task, point);
    call(L, task, "model", 1);
    const GivenModel model = given_model_at(L, -1);
    if (model.model == nullptr)
        throw Misuse("sweep: 'model' must return a model (jounce.model{ ... }), got " + std::string(luaL_typename(L, -1)));
    const auto system = model.system(L, ModalDamping::as_matrix, true);
    record::Beginning initial;
    if (before != nullptr && !before->state.empty()) initial.state = sweep::state_of(before->state);
    if (initial.state) require_same_model(L, *system, *initial.state);
    const record::RunOptions options = sweep::diagram_run(*system, settings, initial);
    Context& command = context(L);
    for (const std::string& probe : settings.probes) {
        try {
            static_cast<void>(resolve_probe(*system, probe));
        } catch (const Error& error) {
            throw Misuse("sweep: 'probes': " + error.message());
        }
    }
    record::check_run(*system, options, command.session);
    if (command.purpose != Purpose::run) return {};
    const record::Run run = record::execute(system, options, command.session);
    if (run.interrupted()) throw Error(Failure::interrupted, "interrupted");
    Result out = sweep::diagram_point(run, settings);
    out.state = task.plan.carried() ? sweep::state_bytes(*sweep::at_zero(*run.end())) : std::string();
    return out;
}

Result compute(lua_State* L, const SweepTask& task, std::size_t point, const Result* before, std::size_t before_number) {
    if (task.diagram) return compute_diagram(L, task, point, before);
    lua_newtable(L);
    set_place(L, task, point);
    push_before(L, task, before, before_number);
    call(L, task, "point", 2);
    if (context(L).purpose != Purpose::run) return {};
    return read_row(L, task);
}

Result misuse(const Error& error, const Origin& origin) {
    const Error placed = error.at(origin);
    Result out;
    out.kind = Result::Kind::misuse;
    out.failure = placed.message();
    out.file = placed.origin().file;
    out.line = placed.origin().line;
    return out;
}

}  // namespace

void require_same_model(lua_State* L, const System& system, const time::InitialState& initial) {
    try {
        time::require_same_coordinates(system, initial);
    } catch (const Error&) {
        context(L).misused = true;
        throw;
    }
}

void enter_point(Context& command, const std::filesystem::path& runs) {
    command.in_point = true;
    command.session.quiet = true;
    command.session.doubts = nullptr;
    command.session.output_root = runs.string();
    // Only an interrupted point has left output of its runs.
    std::error_code ignored;
    command.session.resume = command.session.resume && !runs.empty() && std::filesystem::exists(runs, ignored);
    command.session.outputs = std::make_shared<std::set<std::string>>();
    command.session.finished = std::make_shared<std::set<std::string>>();
}

Result compute_point(lua_State* L, const SweepTask& task, std::size_t point, const Result* before, std::size_t before_number,
                     const std::filesystem::path& runs) {
    Context& command = context(L);
    enter_point(command, runs);
    const int top = lua_gettop(L);
    const char* function = task.diagram ? "model" : "point";
    try {
        Result out = compute(L, task, point, before, before_number);
        lua_settop(L, top);
        record::forget_checkpoints(command.session);
        return out;
    } catch (const Misuse& error) {
        return misuse(error, origin_of(L, task, function));
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        if (command.misused) return misuse(error, origin_of(L, task, function));
        const std::string why = error.at(origin_of(L, task, function)).what();
        return command.out_of_memory ? sweep::killed_result(why) : sweep::failed_result(why);
    }
}

void check_point(lua_State* L, const SweepTask& task) {
    const int top = lua_gettop(L);
    Context& command = context(L);
    command.in_point = true;
    static_cast<void>(compute(L, task, 0, nullptr, 0));
    command.in_point = false;
    lua_settop(L, top);
}

}  // namespace jounce::lua
