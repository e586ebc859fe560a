// The context of a script run, kept in the registry of its Lua state.
// SPDX-License-Identifier: BSD-3-Clause
#include "session/context.hpp"

#include <algorithm>
#include <new>
#include <string_view>

#include "values/interrupt.hpp"
#include "values/object.hpp"

namespace jounce::lua {

namespace {
const char context_key = 0;
using Shared = std::shared_ptr<Context>;
/// The script file run by an interpreter: the outermost chunk; empty if there is none.
std::string main_script(lua_State* L) {
    std::string out;
    lua_Debug frame;
    for (int level = 0; lua_getstack(L, level, &frame) != 0; ++level) {
        lua_getinfo(L, "S", &frame);
        if (frame.what == std::string_view("main") && frame.source[0] == '@') out = frame.source + 1;
    }
    return out;
}

}  // namespace

Seen* Context::find(const std::shared_ptr<const Model>& model) {
    const auto at = std::find_if(models.begin(), models.end(), [&](const Seen& seen) { return seen.model == model; });
    return at != models.end() ? &*at : nullptr;
}

void Context::made(const std::shared_ptr<const Model>& model) {
    if (purpose != Purpose::run) models.push_back({model, nullptr, 0, {}});
}

void Context::changed(const std::shared_ptr<const Model>& model) {
    if (Seen* seen = find(model)) seen->system = nullptr;
}

void Context::assembled(const std::shared_ptr<const Model>& model, const std::shared_ptr<const System>& system, bool for_a_run) {
    if (Seen* seen = find(model)) {
        seen->system = system;
        seen->runs += for_a_run ? 1 : 0;
    }
}

void Context::ran(const std::shared_ptr<const Model>& model) {
    if (Seen* seen = find(model)) ++seen->runs;
}

void Context::require_folder(const std::shared_ptr<const Model>& model, const std::function<void()>& check_folder) {
    try {
        check_folder();
    } catch (const Error& error) {
        if (purpose == Purpose::run) throw;
        const auto of = model != nullptr || models.empty() ? model : models.back().model;
        if (purpose == Purpose::check) report(of, {"note: " + error.message()});
    }
}

void Context::report(const std::shared_ptr<const Model>& model, const std::vector<std::string>& lines) {
    Seen* seen = find(model);
    if (seen == nullptr) return;
    for (const std::string& line : lines) {
        if (std::ranges::find(seen->reports, line) == seen->reports.end()) seen->reports.push_back(line);
    }
}

void set_context(lua_State* L, Shared context) {
    void* memory = lua_newuserdatauv(L, sizeof(Shared), 0);
    new (memory) Shared(std::move(context));
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, collect<Shared>);
    raw_set(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &context_key);
}

Context& context(lua_State* L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key) == LUA_TNIL) {
        auto of_host = std::make_shared<Context>();
        of_host->session.case_file = main_script(L);
        of_host->session.interrupted = interrupted;
        set_context(L, std::move(of_host));
        lua_pop(L, 1);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
    }
    Context& out = **static_cast<Shared*>(lua_touserdata(L, -1));
    lua_pop(L, 1);
    return out;
}

}  // namespace jounce::lua
