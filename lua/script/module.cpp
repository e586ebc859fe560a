// The module `jounce`: its functions, constructors and constants in one table.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/module.hpp"

#include "base/messages/version.hpp"
#include "base/numbers/si.hpp"
#include "script/kinds.hpp"
#include "script/look_ahead.hpp"
#include "session/context.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

int open_module(lua_State* L) {
    lua_newtable(L);
    constexpr Method module_functions[] = {{"parameters", guarded<parameters>},
                                           {"model", guarded<model>},
                                           {"modes", guarded<watched<modes>>},
                                           {"static", guarded<static_equilibrium>},
                                           {"reduce", guarded<watched<reduce>>},
                                           {"reduced", guarded<reduced>},
                                           {"write_mesh", guarded<write_mesh>},
                                           {"run", guarded<watched<run>>},
                                           {"compare", guarded<watched<compare>>},
                                           {"sweep", guarded<watched<sweep_points>>},
                                           {"orbit", guarded<watched<orbit>>},
                                           {"continue", guarded<watched<continue_branch>>},
                                           {"plot", guarded<watched<plot>>},
                                           {"result", guarded<result>},
                                           {"fit", guarded<fit>},
                                           {"restitution", guarded<restitution>},
                                           {"impact", guarded<impact>},
                                           {"plot_impacts", guarded<watched<plot_impacts>>},
                                           {"print_table", guarded<print_table>}};
    for (const Method& function : module_functions) {
        lua_pushcfunction(L, function.function);
        raw_set(L, -2, function.name);
    }
    if (context(L).purpose == Purpose::ahead) take_places_in_module(L);
    lua_newtable(L);
    for (const UnitFactor& unit : unit_factors) {
        lua_pushnumber(L, unit.factor);
        raw_set(L, -2, unit.name);
    }
    make_strict(L, "jounce.si");
    raw_set(L, -2, "si");
    push_text(L, version);
    raw_set(L, -2, "version");
    add_constructors(L);
    make_strict(L, "jounce");
    return 1;
}

}  // namespace jounce::lua

extern "C" int luaopen_jounce(lua_State* L) { return jounce::lua::call_guarded(L, jounce::lua::open_module); }
