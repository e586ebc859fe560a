// jounce.modes(model, { count }): the undamped modes of a model with all gaps open.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modes.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "context.hpp"
#include "convert.hpp"
#include "given_model.hpp"
#include "interrupt.hpp"
#include "module.hpp"
#include "object.hpp"
#include "record/folder.hpp"
#include "record/frames.hpp"

namespace jounce::lua {

namespace {

struct ModesSettings {
    int count = 10;
};

/// The payload: what files and pictures of modes need.
struct Solved {
    std::shared_ptr<const System> system;
    modal::Modes modes;
};

int modes_text(lua_State* L);
int modes_rows(lua_State* L);
int modes_vtk(lua_State* L);

constexpr Method methods[] = {{"rows", guarded<modes_rows>}, {"vtk", guarded<modes_vtk>}};
const ObjectClass modes_class{"modes", methods, guarded<modes_text>};

int modes_text(lua_State* L) {
    push_text(L, std::to_string(self<Solved>(L, modes_class, "tostring").modes.modes.size()) + " modes");
    return 1;
}

int modes_rows(lua_State* L) {
    const modal::Modes& modes = self<Solved>(L, modes_class, "rows").modes;
    at_most_arguments(L, 1, "modes:rows");
    lua_createtable(L, static_cast<int>(modes.modes.size()), 0);
    for (std::size_t i = 0; i < modes.modes.size(); ++i) {
        lua_createtable(L, 3, 0);
        lua_pushinteger(L, static_cast<lua_Integer>(i) + 1);
        lua_rawseti(L, -2, 1);
        lua_pushnumber(L, modes.modes[i].frequency);
        lua_rawseti(L, -2, 2);
        push_text(L, modes.modes[i].kind);
        lua_rawseti(L, -2, 3);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    return 1;
}

/// modes:vtk(folder): modes.pvd and a .vtu for each shape
int modes_vtk(lua_State* L) {
    const Solved& solved = self<Solved>(L, modes_class, "vtk");
    at_most_arguments(L, 2, "modes:vtk");
    const Context& command = context(L);
    const std::string given = name_argument(L, 2, "modes:vtk", "folder");
    const std::filesystem::path folder = record::output_path(given, command.session.output_root, "modes:vtk: 'folder'");
    if (command.writes_files()) record::write_modes(*solved.system, solved.modes, folder);
    return 0;
}

void set_by_dof(lua_State* L, const char* key, const std::array<double, 6>& values) {
    lua_createtable(L, 0, 6);
    for (std::size_t i = 0; i < values.size(); ++i) set_number(L, dof_names[i], values[i]);
    raw_set(L, -2, key);
}

void push_mode(lua_State* L, const modal::Mode& mode) {
    lua_createtable(L, 0, 6);
    set_number(L, "frequency", mode.frequency);
    set_number(L, "eigenvalue", mode.eigenvalue);
    set_number(L, "residual", mode.residual);
    push_text(L, mode.kind);
    raw_set(L, -2, "kind");
    set_by_dof(L, "participation", mode.participation);
    set_by_dof(L, "effective_mass", mode.effective_mass);
}

/// The default of ten is no wish; more modes asked for than there are is something to say.
bool names_count(lua_State* L, int index) {
    if (!lua_istable(L, index)) return false;
    lua_pushstring(L, "count");
    lua_rawget(L, index);
    const bool named = !lua_isnil(L, -1);
    lua_pop(L, 1);
    return named;
}

}  // namespace

const FieldList& modes_fields() {
    static const FieldList fields = Fields<ModesSettings>().integer("count", &ModesSettings::count, at_least(1),
                                                                    "How many modes, from the lowest frequency up.");
    return fields;
}

int modes(lua_State* L) {
    const GivenModel model = given_model_argument(L, 1, "modes");
    at_most_arguments(L, 2, "modes");
    const auto settings = lua_isnoneornil(L, 2)
                              ? ModesSettings{}
                              : read_settings<ModesSettings>(modes_fields(), fields_argument(L, 2, "modes"), "modes");
    require_parameters(L);
    const std::shared_ptr<const System> system = model.system(L, ModalDamping::left_out, false);
    Solved solved{system, modal::modes(*system, settings.count, end_if_interrupted)};

    List notes;
    for (const std::string& note : solved.modes.notes) notes.emplace_back(note);
    if (!notes.empty() && names_count(L, 2)) {
        luaL_where(L, 1);
        for (const std::string& note : solved.modes.notes)
            std::fputs(fmt::format("{}modes: {}\n", lua_tostring(L, -1), note).c_str(), stderr);
        lua_pop(L, 1);
    }

    lua_createtable(L, static_cast<int>(solved.modes.modes.size()), 4);
    for (std::size_t i = 0; i < solved.modes.modes.size(); ++i) {
        push_mode(L, solved.modes.modes[i]);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_pushboolean(L, solved.modes.complete() ? 1 : 0);
    raw_set(L, -2, "complete");
    lua_pushinteger(L, solved.modes.counted_below);
    raw_set(L, -2, "counted_below");
    set_by_dof(L, "total_mass", solved.modes.total_mass);
    push_value(L, Value(std::move(notes)));
    raw_set(L, -2, "notes");
    push_object<Solved>(L, modes_class, std::move(solved));
    return 1;
}

}  // namespace jounce::lua
