// Handles of nodes, beams, gaps, ... as a script sees them.
// SPDX-License-Identifier: BSD-3-Clause
#include "handle.hpp"

#include "object.hpp"

namespace jounce::lua {

namespace {

int handle_text(lua_State* L);
int handle_concat(lua_State* L);
int handle_equal(lua_State* L);

const ObjectClass handle_class{"handle", {}, guarded<handle_text>, guarded<handle_concat>, guarded<handle_equal>};

int handle_text(lua_State* L) {
    const Reference* handle = handle_at(L, 1);
    push_text(L, handle != nullptr ? handle->type + " '" + handle->name + "'" : std::string("handle"));
    return 1;
}

/// handle .. ".ux" is the name of a probe.
int handle_concat(lua_State* L) {
    std::string out;
    for (const int index : {1, 2}) {
        const Reference* handle = handle_at(L, index);
        const bool text = lua_type(L, index) == LUA_TSTRING || lua_type(L, index) == LUA_TNUMBER;
        if (handle == nullptr && !text)
            throw bad_case(std::string("a handle cannot be joined with a ") + luaL_typename(L, index));
        out += handle != nullptr ? handle->name : text_at(L, index);
    }
    push_text(L, out);
    return 1;
}

int handle_equal(lua_State* L) {
    const Reference* a = handle_at(L, 1);
    const Reference* b = handle_at(L, 2);
    lua_pushboolean(L, a != nullptr && b != nullptr && a->model == b->model && a->name == b->name && a->type == b->type ? 1 : 0);
    return 1;
}

void push_plain(lua_State* L, const Reference& reference) {
    lua_createtable(L, 0, 3);
    push_text(L, reference.name);
    raw_set(L, -2, "name");
    push_text(L, reference.type);
    raw_set(L, -2, "type");
}

}  // namespace

void push_handle(lua_State* L, const Handle& handle) {
    const StackCheck balanced(L, 1);
    luaL_checkstack(L, 8, nullptr);
    push_plain(L, handle.self);
    if (!handle.nodes.empty()) {
        lua_createtable(L, static_cast<int>(handle.nodes.size()), 0);
        for (std::size_t i = 0; i < handle.nodes.size(); ++i) {
            push_plain(L, handle.nodes[i]);
            push_object<Reference>(L, handle_class, handle.nodes[i]);
            lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
        }
        make_list(L, "the list of nodes of " + handle.self.type + " '" + handle.self.name + "'");
        raw_set(L, -2, "nodes");
    }
    push_object<Reference>(L, handle_class, handle.self);
}

const Reference* handle_at(lua_State* L, int index) { return object_at<Reference>(L, index, handle_class); }

}  // namespace jounce::lua
