// run:state(): the initial state of another run, at t = 0.
// SPDX-License-Identifier: BSD-3-Clause
#include "analyses/state.hpp"
#include "script/module.hpp"
#include "sweep/carried_state.hpp"
#include "values/convert.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/run_methods.hpp"

namespace jounce::lua {

namespace {

using Held = std::shared_ptr<const time::InitialState>;

int state_text(lua_State* L);

const ObjectClass state_class{"state", {}, guarded<state_text>};

int state_text(lua_State* L) {
    const Held& state = self<Held>(L, state_class, "tostring");
    push_text(L, "state of '" + state->system->name + "' at t = 0");
    return 1;
}

}  // namespace

AnyOutput state_object() {
    static const OutputList fields = {
        "state", "A state", "The result of `run:state()`: an initial state of a run, at t = 0 (`initial`).", {}};
    return {&fields, &state_class};
}

void push_state(lua_State* L, Held state) {
    lua_newtable(L);
    push_object<Held>(L, state_class, std::move(state));
}

Held state_at(lua_State* L, int index) {
    const Held* held = object_at<Held>(L, index, state_class);
    return held != nullptr ? *held : nullptr;
}

/// run:state()
int run_state(lua_State* L) {
    const record::Run& run = run_self(L, "state");
    at_most_arguments(L, 1, "run:state");
    push_state(L, sweep::at_zero(*run.end()));
    return 1;
}

}  // namespace jounce::lua
