// jounce.parameters{ name = default }: the parameters that --set name=value may change.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/messages/text.hpp"
#include "script/kinds.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "values/convert.hpp"

namespace jounce::lua {

namespace {

Error wrong_setting(const std::string& name, const std::string& text, const std::string& must) {
    return {Failure::usage, "--set " + name + "=" + text + ": must be " + must + ", like the case's default", {}};
}

/// Pushes `text` as a value of the same type as the default at `index`.
void push_setting(lua_State* L, int index, const std::string& name, const std::string& text) {
    switch (lua_type(L, index)) {
        case LUA_TSTRING:
            push_text(L, text);
            return;
        case LUA_TBOOLEAN:
            if (text != "true" && text != "false") throw wrong_setting(name, text, "true or false");
            lua_pushboolean(L, text == "true" ? 1 : 0);
            return;
        default:
            break;
    }
    const bool whole = lua_isinteger(L, index) != 0;
    const bool read = lua_stringtonumber(L, text.c_str()) == text.size() + 1;
    if (!read || !std::isfinite(lua_tonumber(L, -1))) throw wrong_setting(name, text, "a number");
    const double number = lua_tonumber(L, -1);
    if (whole && number == std::floor(number) && std::abs(number) < 9e15) {  // 2e3 for a default of 40 is also a whole number
        lua_pop(L, 1);
        lua_pushinteger(L, static_cast<lua_Integer>(number));
    }
    if (!whole && lua_isinteger(L, -1) != 0) {
        lua_pop(L, 1);
        lua_pushnumber(L, number);
    }
}

Error unknown_parameter(const std::string& option, const std::string& name, const std::vector<std::string>& names) {
    const std::string near = did_you_mean(name, names);
    const std::string known = names.empty() ? std::string("; the case has none") : "; known are " + join(names);
    return {Failure::usage, option + ": there is no parameter '" + name + "'" + (near.empty() ? known : near)};
}

}  // namespace

void require_parameter(const Table& declared, const sweep::Axis& axis, const std::string& option) {
    const Value* standard = declared.find(axis.name);
    if (standard == nullptr) throw unknown_parameter(option, axis.name, declared.keys());
    const bool number = standard->number() != nullptr, boolean = standard->boolean() != nullptr;
    for (const Value& value : axis.values) {
        const std::string text = sweep::value_text(value);
        if ((number && value.number() == nullptr) || (boolean && text != "true" && text != "false"))
            throw Error(Failure::usage, option + ": '" + axis.name + "' must be " + (number ? "a number" : "true or false") +
                                            ", like the case's default, got '" + in_one_line(text) + "'");
    }
}

int parameters(lua_State* L) {
    Context& run = context(L);
    if (run.parameters_declared) {
        throw bad_case("parameters: already declared" +
                       (run.parameters_origin.known() ? " at " + run.parameters_origin.text() : std::string()));
    }
    const Table declared = fields_argument(L, 1, "parameters");
    for (const auto& [name, value] : declared) {
        if (value.number() == nullptr && value.boolean() == nullptr && value.text() == nullptr) {
            throw bad_field("parameters", name, "a number, a string, true or false", value);
        }
        if (value.number() != nullptr) static_cast<void>(schema::read_number(value, any_number, "parameters", name));
    }
    run.parameters_declared = true;
    run.parameters = declared;
    run.parameters_origin = where(L);

    lua_settop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    const std::vector<std::string> names = declared.keys();
    for (const auto& [name, text] : run.settings) {
        if (declared.find(name) == nullptr) {
            throw unknown_parameter("--set " + name + "=" + text, name, names);
        }
        raw_get(L, 2, name);
        push_setting(L, 3, name, text);
        raw_set(L, 2, name);
        lua_settop(L, 2);
    }
    make_strict(L, "parameters");
    return 1;
}

void require_parameters(lua_State* L) {
    const Context& run = context(L);
    if (run.settings.empty() || run.parameters_declared) return;
    const auto& [name, text] = run.settings.front();
    throw Error(Failure::usage, "--set " + name + "=" + text + ": the case declares no parameters");
}

}  // namespace jounce::lua
