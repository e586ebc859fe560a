// jounce.modes(model, { count }): the undamped modes of a model with all gaps open.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modes.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <span>

#include "contained/files.hpp"
#include "record/frames/frames.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

struct ModesSettings {
    int count = 10;
};

/// The payload: the data for files and pictures of modes.
struct Solved {
    std::shared_ptr<const System> system;
    modal::Modes modes;
};

int modes_text(lua_State* L);
int modes_rows(lua_State* L);
int modes_vtk(lua_State* L);

constexpr Method mode_set_methods[] = {
    {"rows", guarded<modes_rows>, "", "any[][]", "Rows of { number, frequency, kind } for jounce.print_table."},
    {"vtk", guarded<modes_vtk>, "folder: string", "",
     "Writes the mode shapes for ParaView: modes.pvd and a .vtu file for each mode (on the ranks of an engine a piece by each "
     "rank)."}};
const ObjectClass modes_class{"modes", mode_set_methods, guarded<modes_text>};

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

/// modes:vtk(folder): modes.pvd and a .vtu for each shape, or a .pvtu over the pieces of ranks
int modes_vtk(lua_State* L) {
    const Solved& solved = self<Solved>(L, modes_class, "vtk");
    at_most_arguments(L, 2, "modes:vtk");
    const Context& command = context(L);
    const std::string given = name_argument(L, 2, "modes:vtk", "folder");
    const std::filesystem::path folder = writable_path(command, given, "modes:vtk: 'folder'");
    write_pictures(command,
                   {"modes:vtk", solved.system->name, facts_of(*solved.system, {{"the folder", given, {}}}), place_in_script(L)},
                   [&](const record::Share& share) { record::write_modes(*solved.system, solved.modes, folder, share); });
    return 0;
}

/// Values by direction, for the six directions.
Table by_dof(const std::array<double, 6>& values) {
    Table out;
    for (std::size_t i = 0; i < values.size(); ++i) out.set(dof_names[i], values[i]);
    return out;
}

const Outputs<modal::Mode>& mode_list() {
    using Row = modal::Mode;
    static const Outputs<Row> list =
        Outputs<Row>("mode", "A mode", "An element of the result of `jounce.modes`.")
            .number("frequency", "Hz", "Frequency of the undamped mode with every gap open; of an unresolved one at most this.",
                    [](const Row& r) { return r.frequency; })
            .number("eigenvalue", "1/s2", "Square of the angular frequency; of a rigid mode round-off of either sign.",
                    [](const Row& r) { return r.eigenvalue; })
            .number("residual", "", "|K phi - lambda M phi| / (|K| |phi|).", [](const Row& r) { return r.residual; })
            .text("kind",
                  "rigid, bending, ovalling, axial, torsion, spring, or a mix; unresolved: its stiffness is below or near the "
                  "rounding of "
                  "the stiffness matrix.",
                  [](const Row& r) { return r.kind; })
            .add("participation", "number by name", "", "Participation factor by direction: ux, uy, uz, rx, ry, rz.",
                 [](const Row& r) { return by_dof(r.participation); })
            .add("effective_mass", "number by name", "kg, kg m2", "Effective mass by direction.",
                 [](const Row& r) { return by_dof(r.effective_mass); });
    return list;
}

const Outputs<Solved>& modes_list() {
    using Row = Solved;
    static const Outputs<Row> list =
        Outputs<Row>("modes", "Modes",
                     "The result of `jounce.modes`: a list of modes: rigid ones, then those of kind `unresolved`, then the "
                     "others in ascending order of frequency.")
            .list_of("mode")
            .add("complete", "boolean", "",
                 "Does the inertia count, above the rounding of the stiffness, prove that no mode is missing?",
                 [](const Row& r) { return r.modes.complete(); })
            .integer("counted_below", "Eigenvalues below the highest mode, by the inertia count.",
                     [](const Row& r) { return r.modes.counted_below; })
            .add("total_mass", "number by name", "kg, kg m2", "Sum of the effective masses of all modes, by direction.",
                 [](const Row& r) { return by_dof(r.modes.total_mass); })
            .text("engine", "`jounce`, or the libraries of `--engine` with their versions and the number of ranks.",
                  [](const Row& r) { return engine_text(r.modes.engine); })
            .add("notes", "list of strings", "",
                 "Notes if there are fewer modes than requested or unresolved ones, and why a list is not complete.",
                 [](const Row& r) { return word_list(r.modes.notes); });
    return list;
}

/// Was `count` given? Fewer modes than a given count are noted, fewer than the default of ten are not.
bool names_count(lua_State* L, int index) {
    if (!lua_istable(L, index)) return false;
    lua_pushstring(L, "count");
    lua_rawget(L, index);
    const bool named = !lua_isnil(L, -1);
    lua_pop(L, 1);
    return named;
}

}  // namespace

AnyOutput modes_object() { return {&modes_list(), &modes_class}; }
const OutputList& mode_outputs() { return mode_list(); }

const FieldList& modes_fields() {
    static const FieldList fields = Fields<ModesSettings>().integer("count", &ModesSettings::count, at_least(1),
                                                                    "Number of modes, starting at the lowest frequency.");
    return fields;
}

int modes(lua_State* L) {
    const GivenModel model = given_model_argument(L, 1, "modes");
    at_most_arguments(L, 2, "modes");
    const auto settings = lua_isnoneornil(L, 2)
                              ? ModesSettings{}
                              : read_settings<ModesSettings>(modes_fields(), fields_argument(L, 2, "modes"), "modes");
    require_parameters(L);
    const WorkReport::Clock::time_point begin = WorkReport::Clock::now();
    const std::shared_ptr<const System> system = model.system_for_engine(L, "modes");
    const SharedWork work{"modes", system->name, facts_of(*system, {{"the number of modes", std::to_string(settings.count), {}}}),
                          place_in_script(L)};
    std::optional<WorkReport> report(std::in_place, "modes of '" + system->name + "'", context(L).session.quiet, begin);
    std::optional<Abandonable> computing(std::in_place, place_in_script(L));
    Solved solved{system, by_engine(context(L), work, [&](const linalg::Engine* engine) {
                      return modal::modes(*system, settings.count, report->stages(), engine);
                  })};
    computing.reset();
    report.reset();

    std::span<const std::string> notes = solved.modes.notes;
    if (solved.modes.few && !names_count(L, 2)) notes = notes.subspan(1);
    luaL_where(L, 1);
    for (const std::string& note : notes) std::fputs(fmt::format("{}modes: {}\n", lua_tostring(L, -1), note).c_str(), stderr);
    lua_pop(L, 1);

    push_row(L, modes_list(), modes_list().values(solved));
    for (std::size_t i = 0; i < solved.modes.modes.size(); ++i) {
        push_row(L, mode_list(), mode_list().values(solved.modes.modes[i]));
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    push_object<Solved>(L, modes_class, std::move(solved));
    return 1;
}

}  // namespace jounce::lua
