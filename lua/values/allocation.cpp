// Where a script ran out of memory.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/allocation.hpp"

#include <cstdio>

namespace jounce::lua {

namespace {

// From 5.4.5 on Lua grows a stack while its pointers are offsets: the calls on it cannot be read then. Other blocks that grow are
// not told from a stack.
constexpr bool stack_is_readable_while_it_grows = LUA_VERSION_RELEASE_NUM < 50405;

}  // namespace

AllocationWatch::AllocationWatch(lua_State* L) : state_(L), inner_(lua_getallocf(L, &inner_data_)) {
    lua_setallocf(L, allocate, this);
}

AllocationWatch::~AllocationWatch() { lua_setallocf(state_, inner_, inner_data_); }

Origin AllocationWatch::last_refused(lua_State* L) {
    void* data = nullptr;
    if (lua_getallocf(L, &data) != allocate) return {};
    const auto* watch = static_cast<const AllocationWatch*>(data);
    return watch->line_ > 0 ? Origin{watch->file_, watch->line_} : Origin{};
}

void* AllocationWatch::allocate(void* data, void* block, std::size_t before, std::size_t after) {
    auto* watch = static_cast<AllocationWatch*>(data);
    void* out = watch->inner_(watch->inner_data_, block, before, after);
    if (out == nullptr && after > 0 && (block == nullptr || stack_is_readable_while_it_grows)) watch->note();
    return out;
}

/// Lua saves the position of a function before it asks for memory, and lua_getinfo with "Sl" asks for none.
void AllocationWatch::note() {
    line_ = 0;
    lua_Debug frame;
    for (int level = 0; line_ == 0 && lua_getstack(state_, level, &frame) != 0; ++level) {
        lua_getinfo(state_, "Sl", &frame);
        if (frame.source[0] != '@' || frame.currentline <= 0) continue;
        std::snprintf(file_, sizeof file_, "%s", frame.source + 1);
        line_ = frame.currentline;
    }
}

}  // namespace jounce::lua
