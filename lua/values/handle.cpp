// Handles of nodes, beams, gaps, ... in a script.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/handle.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/fields/schema.hpp"
#include "base/messages/text.hpp"
#include "values/convert.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

int handle_text(lua_State* L);
int handle_concat(lua_State* L);
int handle_equal(lua_State* L);
void push_own_plain(lua_State* L, int index);

const ObjectClass handle_class{"handle",      {}, guarded<handle_text>, guarded<handle_concat>, guarded<handle_equal>, nullptr,
                               push_own_plain};

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

void push_own_plain(lua_State* L, int index) { push_plain(L, *handle_at(L, index)); }

/// The list with this name in the table of sets (upvalue), or an error that suggests similar names.
int push_set(lua_State* L, const std::string& name, const std::string& subject) {
    push_text(L, name);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    std::vector<std::string> known;
    for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1)) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) known.push_back(text_at(L, -2));
    }
    std::sort(known.begin(), known.end());
    const std::string near = did_you_mean(name, known);
    const std::size_t shown = std::min<std::size_t>(known.size(), 8);
    throw bad_case(
        subject + ": there is no set '" + name + "'" +
        (near.empty() ? "; known are " + join(std::span(known).first(shown)) + (shown < known.size() ? ", ..." : "") : near));
}

const Reference& handle_before_colon(lua_State* L, const std::string& call) {
    const Reference* handle = handle_at(L, 1);
    if (handle == nullptr) throw bad_case("handle." + call + ": call it with a colon, as in shaft:" + call + "(...)");
    return *handle;
}

/// shell:set(name); upvalue: the table of sets.
int handle_set(lua_State* L) {
    const Reference& self = handle_before_colon(L, "set");
    const std::string subject = self.type + " '" + self.name + "': set";
    at_most_arguments(L, 2, subject);
    if (lua_type(L, 2) != LUA_TSTRING) throw bad_field(subject, "name", "a string", to_value(L, 2, subject, "name"));
    return push_set(L, text_at(L, 2), subject);
}

/// shell:ring(number)
int handle_ring(lua_State* L) {
    const Reference& self = handle_before_colon(L, "ring");
    const std::string subject = self.type + " '" + self.name + "': ring";
    at_most_arguments(L, 2, subject);
    const int number = schema::read_integer(to_value(L, 2, subject, "number"), at_least(1), subject, "number");
    return push_set(L, "ring " + std::to_string(number), subject);
}

/// Fields `sets`, `set` and `ring` of the table below the list of nodes on top of the stack.
void add_sets(lua_State* L, const Handle& handle) {
    const int nodes = lua_gettop(L);
    lua_createtable(L, 0, static_cast<int>(handle.sets.size()));
    lua_createtable(L, static_cast<int>(handle.sets.size()), 0);
    for (std::size_t s = 0; s < handle.sets.size(); ++s) {
        const HandleSet& set = handle.sets[s];
        lua_createtable(L, static_cast<int>(set.nodes.size()), 0);
        for (std::size_t i = 0; i < set.nodes.size(); ++i) {
            lua_rawgeti(L, nodes, static_cast<lua_Integer>(set.nodes[i]) + 1);
            lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
        }
        make_list(L, "the list of nodes of set '" + set.name + "' of " + handle.self.type + " '" + handle.self.name + "'");
        raw_set(L, nodes + 1, set.name);
        push_text(L, set.name);
        lua_rawseti(L, nodes + 2, static_cast<lua_Integer>(s) + 1);
    }
    make_list(L, "the list of sets of " + handle.self.type + " '" + handle.self.name + "'");
    raw_set(L, nodes - 1, "sets");
    lua_pushvalue(L, nodes + 1);
    lua_pushcclosure(L, guarded<handle_ring>, 1);
    raw_set(L, nodes - 1, "ring");
    lua_pushcclosure(L, guarded<handle_set>, 1);
    raw_set(L, nodes - 1, "set");
}

}  // namespace

AnyOutput handle_object() {
    static const OutputList fields = {
        "handle",
        "A handle",
        "The result of adding a named entry to a model. It can be used in place of the name, and `handle .. \".ux\"` is a probe.",
        {{"name", "string", "", "Its name."},
         {"type", "string", "", "\"node\", \"beam\", \"gap\", ..."},
         {"nodes", "list of handle", "", "The nodes it created: of a beam from end to end, of a shell in the order of its mesh.",
          true},
         {"sets", "list of strings", "", "Names of a shell's sets of nodes.", true},
         {"set", "fun(self: jounce.handle, name: string): jounce.handle[]", "", "set(name): the nodes of a shell's set.", true},
         {"ring", "fun(self: jounce.handle, number: integer): jounce.handle[]", "",
          "ring(number): the nodes of a shell's set \"ring <number>\".", true}}};
    return {&fields, &handle_class};
}

void push_handle(lua_State* L, const Handle& handle) {
    const StackCheck balanced(L, 1);
    luaL_checkstack(L, 12, nullptr);
    push_plain(L, handle.self);
    if (!handle.nodes.empty()) {
        lua_createtable(L, static_cast<int>(handle.nodes.size()), 0);
        for (std::size_t i = 0; i < handle.nodes.size(); ++i) {
            push_bare_object<Reference>(L, handle_class, handle.nodes[i]);
            lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
        }
        if (handle.self.type == "shell") add_sets(L, handle);
        make_list(L, "the list of nodes of " + handle.self.type + " '" + handle.self.name + "'");
        raw_set(L, -2, "nodes");
    }
    push_object<Reference>(L, handle_class, handle.self);
}

const Reference* handle_at(lua_State* L, int index) { return object_at<Reference>(L, index, handle_class); }

}  // namespace jounce::lua
