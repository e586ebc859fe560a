// C++ values as Lua objects: a userdata with a payload, a table of plain fields, methods, and clear answers to wrong names.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "guard.hpp"
#include "stack.hpp"

namespace jounce {
struct OutputList;
}

namespace jounce::lua {

/// Arguments and results as `parameters_of` reads them, in the editor's types: "probe: string, time: number".
struct Method {
    const char* name;
    lua_CFunction function;  ///< guarded
    const char* arguments = "";
    const char* results = "";
    const char* meaning = "";
};

/// What Lua sees of a class. `name` is its key in the registry and what messages call it ("run", "model").
struct ObjectClass {
    const char* name;
    std::span<const Method> methods;
    lua_CFunction to_string;         ///< guarded
    lua_CFunction concat = nullptr;  ///< guarded; the .. operator
    lua_CFunction equal = nullptr;
    const OutputList& (*fields)() = nullptr;  ///< of its plain fields, whose optional ones are nil where they are not there
};

/// Pushes the metatable, made on first use.
void push_class(lua_State* state, const ObjectClass& description, lua_CFunction collect);

/// Is the value at `index` a userdata with that metatable?
[[nodiscard]] void* payload(lua_State* state, int index, const char* class_name);

template <class T>
int collect(lua_State* L) {
    static_cast<T*>(lua_touserdata(L, 1))->~T();
    return 0;
}

/// Moves `value` into a new object, which takes the table on top of the stack as its plain fields and replaces it there.
template <class T>
T& push_object(lua_State* L, const ObjectClass& description, T value) {
    void* memory = lua_newuserdatauv(L, sizeof(T), 1);
    T* object = new (memory) T(std::move(value));
    push_class(L, description, collect<T>);
    lua_setmetatable(L, -2);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    return *object;
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

/// What messages call a key: "'name'", "3", "a table".
[[nodiscard]] std::string describe_key(lua_State* state, int index);

/// Replaces the table on top of the stack by one that shows its entries and refuses assignments. `missing` (guarded) is called
/// with the entries and a key that is not among them; its upvalue is `what`, which is what messages call the table.
void make_read_only(lua_State* state, const std::string& what, lua_CFunction missing);
/// Pushes the entries behind such a table, or nothing when the value is none.
bool push_entries(lua_State* state, int index);

/// Makes the list on top of the stack read-only; an index beyond its end by more than one is an error (one beyond is where
/// `ipairs` stops).
void make_list(lua_State* state, const std::string& what);
/// Was the table made by make_list?
[[nodiscard]] bool is_made_list(lua_State* state, int index);

}  // namespace jounce::lua
