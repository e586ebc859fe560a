// C++ values as Lua objects: a userdata with a payload, a table of plain fields, methods, and clear errors for wrong names.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce {
struct OutputList;
}

namespace jounce::lua {

/// Arguments and results in the format of `parameters_of`, with the editor's types: "probe: string, time: number".
struct Method {
    const char* name;
    lua_CFunction function;  ///< guarded
    const char* arguments = "";
    const char* results = "";
    const char* meaning = "";
};

/// The Lua interface of a class. `name` is its key in the registry and its name in messages ("run", "model").
struct ObjectClass {
    const char* name;
    std::span<const Method> methods;
    lua_CFunction to_string;         ///< guarded
    lua_CFunction concat = nullptr;  ///< guarded; the .. operator
    lua_CFunction equal = nullptr;
    const OutputList& (*fields)() = nullptr;  ///< its plain fields; a missing optional field is nil
    /// Pushes the table of plain fields of an object of `push_bare_object`.
    void (*plain_fields)(lua_State* state, int object) = nullptr;
};

/// Pushes the metatable, made on first use.
void push_class(lua_State* state, const ObjectClass& description, lua_CFunction collect);

/// The userdata at `index`, or null if its metatable is another one.
[[nodiscard]] void* payload(lua_State* state, int index, const char* class_name);

template <class T>
int collect(lua_State* L) {
    static_cast<T*>(lua_touserdata(L, 1))->~T();
    return 0;
}

/// Moves `value` into a new object, whose plain fields its class makes when they are first asked for.
template <class T>
T& push_bare_object(lua_State* L, const ObjectClass& description, T value) {
    void* memory = lua_newuserdatauv(L, sizeof(T), 1);
    T* object = new (memory) T(std::move(value));
    push_class(L, description, collect<T>);
    lua_setmetatable(L, -2);
    return *object;
}

/// Moves `value` into a new object. The table on top of the stack becomes its plain fields; the object replaces it there.
template <class T>
T& push_object(lua_State* L, const ObjectClass& description, T value) {
    T& object = push_bare_object<T>(L, description, std::move(value));
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    return object;
}

/// The payload of an object, or null.
template <class T>
T* object_at(lua_State* L, int index, const ObjectClass& description) {
    return static_cast<T*>(payload(L, index, description.name));
}

/// For methods: the object before the colon. \throws Error that shows the call with a colon.
template <class T>
T& self(lua_State* L, const ObjectClass& description, const std::string& method) {
    if (T* object = object_at<T>(L, 1, description)) return *object;
    const std::string name = description.name;
    throw bad_case(name + "." + method + ": call it with a colon, as in " + name + ":" + method + "(...)");
}

/// A key in messages: "'name'", "3", "a table".
[[nodiscard]] std::string describe_key(lua_State* state, int index);

/// Replaces the table on top of the stack by a read-only one with the same entries. `missing` (guarded) is called with the
/// entries and a key that does not exist; its upvalue is `what`, the name of the table in messages.
void make_read_only(lua_State* state, const std::string& what, lua_CFunction missing);
/// Pushes the entries of such a table, or nothing if the value is not one.
bool push_entries(lua_State* state, int index);

/// Makes the list on top of the stack read-only; an index more than one beyond its end is an error (`ipairs` reads one beyond the
/// end).
void make_list(lua_State* state, const std::string& what);
/// Was the table made by make_list?
[[nodiscard]] bool is_made_list(lua_State* state, int index);

}  // namespace jounce::lua
