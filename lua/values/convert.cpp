// Between Lua values and jounce::Value.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/convert.hpp"

#include <cmath>
#include <utility>

#include "base/messages/text.hpp"
#include "values/callable.hpp"
#include "values/handle.hpp"
#include "values/object.hpp"
#include "values/rows.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

constexpr int deepest = 32;

struct Reader {
    lua_State* L;
    const std::string& subject;

    [[nodiscard]] Error wrong(const std::string& path, const std::string& what) const {
        return bad_case(subject + ": " + (path.empty() ? "the argument" : "'" + path + "'") + " " + what);
    }

    [[nodiscard]] Value read(int index, const std::string& path, int depth) const {
        switch (lua_type(L, index)) {
            case LUA_TNONE:
            case LUA_TNIL:
                return {};
            case LUA_TBOOLEAN:
                return lua_toboolean(L, index) != 0;
            case LUA_TNUMBER:
                return number(index, path);
            case LUA_TSTRING:
                return text_at(L, index);
            case LUA_TFUNCTION:
                return std::shared_ptr<const Callable>(make_callable(L, index, function_field(path)));
            case LUA_TTABLE:
                return table(lua_absindex(L, index), path, depth);
            default:
                break;
        }
        if (const Reference* handle = handle_at(L, index)) return *handle;
        const std::string type = type_name(index);
        const bool first = type == "a model" && path == "model";
        throw wrong(path,
                    "cannot be " + type + (first ? ": it is the first argument, jounce." + subject + "(model, { ... })" : ""));
    }

  private:
    /// Messages of laws and runs already contain the field.
    [[nodiscard]] std::string function_field(const std::string& path) const {
        const bool unnamed = subject.starts_with("model.") && subject != "model.friction" && path.find('.') == std::string::npos;
        return unnamed && !path.empty() ? subject + ": '" + path + "'" : std::string();
    }
    [[nodiscard]] std::string type_name(int index) const {
        std::string name = luaL_typename(L, index);
        if (luaL_getmetafield(L, index, "__name") != LUA_TNIL) {
            if (lua_type(L, -1) == LUA_TSTRING) name = text_at(L, -1);
            lua_pop(L, 1);
        }
        if (name.starts_with("jounce.")) name.erase(0, 7);
        return "a " + name;
    }

    /// `law = jounce.law` lacks the kind; any other metatable may hide fields.
    [[nodiscard]] Error with_metatable(int index, const std::string& path) const {
        std::string family;
        if (luaL_getmetafield(L, index, "__metatable") == LUA_TSTRING) family = text_at(L, -1);
        if (!family.starts_with("jounce.") || !push_entries(L, index)) {
            return wrong(path, "is a table with a metatable; give a plain one");
        }
        std::string first;
        const int entries = lua_gettop(L);
        for (lua_pushnil(L); lua_next(L, entries) != 0; lua_pop(L, 1)) {
            if (lua_type(L, -2) != LUA_TSTRING) continue;
            const std::string name = text_at(L, -2);
            if (first.empty() || name < first) first = name;
        }
        return wrong(path, "is " + family + " itself; choose a kind, as in " + family + "." + first + "{ ... }");
    }

    [[nodiscard]] Value number(int index, const std::string& path) const {
        if (lua_isinteger(L, index) == 0) return static_cast<double>(lua_tonumber(L, index));
        const lua_Integer integer = lua_tointeger(L, index);
        const auto number = static_cast<double>(integer);
        if (std::abs(number) >= 0x1p63 || static_cast<lua_Integer>(number) != integer) {
            throw wrong(path, "must be a number that a double represents exactly, got " + std::to_string(integer));
        }
        return number;
    }

    [[nodiscard]] Value table(int index, const std::string& path, int depth) const {
        if (depth == 0) throw wrong(path.substr(0, path.find_first_of("[.", 1)), "is nested too deeply, or contains itself");
        if (lua_checkstack(L, 8) == 0) throw wrong(path, "is nested too deeply");
        if (lua_getmetatable(L, index) != 0) {
            lua_pop(L, 1);
            if (is_row(L, index)) return entries(index, path, depth);
            if (!is_made_list(L, index)) throw with_metatable(index, path);
            push_entries(L, index);
            Value out = entries(lua_gettop(L), path, depth);
            lua_pop(L, 1);
            return out;
        }
        return entries(index, path, depth);
    }

    [[nodiscard]] Value entries(int index, const std::string& path, int depth) const {
        std::size_t names = 0;
        std::size_t numbers = 0;
        for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
            if (lua_type(L, -2) == LUA_TSTRING) {
                ++names;
            } else if (lua_isinteger(L, -2) != 0 && lua_tointeger(L, -2) > 0) {
                ++numbers;
            } else {
                lua_pop(L, 1);
                throw wrong(path, "has a key that is neither a name nor a position (" + describe_key(L, -1) + ")");
            }
        }
        if (names > 0 && numbers > 0) {
            throw wrong(path, "mixes names and positions: give either { name = value, ... } or { value, ... }");
        }
        if (names == 0) return list(index, path, numbers, depth);
        Table out;
        for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
            std::string key = text_at(L, -2);
            Value value = read(-1, path.empty() ? key : path + "." + key, depth - 1);
            out.set(std::move(key), std::move(value));
        }
        return out;
    }

    [[nodiscard]] Value list(int index, const std::string& path, std::size_t size, int depth) const {
        List out;
        out.reserve(size);
        for (std::size_t i = 1; i <= size; ++i) {
            lua_rawgeti(L, index, static_cast<lua_Integer>(i));
            if (lua_isnil(L, -1)) throw wrong(path, "is a list with a hole: element " + std::to_string(i) + " is nil");
            if (const Reference* handle = handle_at(L, -1)) {  // of many nodes: without the text of each one's place
                out.emplace_back(*handle);
            } else {
                out.push_back(read(-1, path + "[" + std::to_string(i) + "]", depth - 1));
            }
            lua_pop(L, 1);
        }
        return out;
    }
};

}  // namespace

Value to_value(lua_State* L, int index, const std::string& subject, const std::string& path) {
    const StackCheck balanced(L);
    return Reader{L, subject}.read(index, path, deepest);
}

void at_most_arguments(lua_State* L, int count, const std::string& subject) {
    const int got = lua_gettop(L);
    if (got > count) {
        throw bad_case(subject + ": takes " +
                       (count == 0 ? "no argument" : "at most " + std::to_string(count) + " argument" + (count > 1 ? "s" : "")) +
                       ", got " + std::to_string(got));
    }
}

Table fields_argument(lua_State* L, int index, const std::string& subject) {
    const Value value = to_value(L, index, subject);
    const Table* table = value.table();
    if (table == nullptr) {
        throw bad_case(subject + ": takes a table of named fields { name = value, ... }, got " + value.describe());
    }
    if (lua_gettop(L) > index) throw bad_case(subject + ": takes one table of named fields, got further arguments");
    return *table;
}

std::string name_argument(lua_State* L, int index, const std::string& subject, const std::string& what) {
    if (lua_type(L, index) == LUA_TSTRING) return text_at(L, index);
    if (const Reference* handle = handle_at(L, index)) return handle->name;
    throw bad_field(subject, what, "a string", to_value(L, index, subject, what));
}

double number_argument(lua_State* L, int index, const std::string& subject, const std::string& what) {
    return schema::read_number(to_value(L, index, subject, what), any_number, subject, what);
}

void push_value(lua_State* L, const Value& value) {
    luaL_checkstack(L, 4, nullptr);
    if (const bool* boolean = value.boolean()) {
        lua_pushboolean(L, *boolean ? 1 : 0);
    } else if (const double* number = value.number()) {
        // Whole numbers print without decimals: 4250 steps, not 4250.0.
        if (*number == std::floor(*number) && std::abs(*number) < 9007199254740992.0 &&
            !(*number == 0 && std::signbit(*number))) {
            lua_pushinteger(L, static_cast<lua_Integer>(*number));
        } else {
            lua_pushnumber(L, *number);
        }
    } else if (const std::string* text = value.text()) {
        push_text(L, *text);
    } else if (const List* list = value.list()) {
        lua_createtable(L, static_cast<int>(list->size()), 0);
        for (std::size_t i = 0; i < list->size(); ++i) {
            push_value(L, (*list)[i]);
            lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
        }
    } else if (const Table* table = value.table()) {
        lua_newtable(L);
        for (const auto& [key, entry] : *table) {
            push_value(L, entry);
            raw_set(L, -2, key);
        }
    } else if (const Reference* reference = value.reference()) {
        push_handle(L, {*reference, {}});
    } else if (const auto function = value.function()) {
        push_callable(L, *function);
    } else {
        lua_pushnil(L);
    }
}

void push_numbers(lua_State* L, const std::vector<double>& numbers) {
    lua_createtable(L, static_cast<int>(numbers.size()), 0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        lua_pushnumber(L, numbers[i]);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
}

}  // namespace jounce::lua
