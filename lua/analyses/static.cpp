// jounce.static(model, { probes, time }) and the equilibrium it returns.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/static.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/messages/text.hpp"
#include "contained/files.hpp"
#include "record/files/folder.hpp"
#include "record/frames/frames.hpp"
#include "record/run/run.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "system/assembly/digest.hpp"
#include "system/probes/probe.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

struct StaticSettings {
    Value probes;
    double time = 0;
    std::string output;
};

/// The payload.
struct Rest {
    std::shared_ptr<const time::InitialState> initial;
    std::vector<Probe> probes;
    int iterations = 0;
    double imbalance = 0;
    std::string engine = {};  ///< text of the engine; empty: Jounce's own

    [[nodiscard]] double value(const Probe& probe) const { return evaluate(probe, *initial->system, initial->state); }
};

int rest_at(lua_State* L);
int rest_text(lua_State* L);

constexpr Method rest_methods[] = {
    {"at", guarded<rest_at>, "probe: string", "number", "Any probe except energies, recorded or not."}};
const ObjectClass rest_class{"equilibrium", rest_methods, guarded<rest_text>};

Probe static_probe(const System& system, const std::string& name, const std::string& subject) {
    Probe probe = resolve_probe(system, name);
    if (probe.quantity == Probe::Quantity::energy)
        throw bad_case(subject + ": '" + name + "' is only available in runs, an equilibrium has no energy account");
    return probe;
}

/// rest:at(probe)
int rest_at(lua_State* L) {
    const Rest& rest = self<Rest>(L, rest_class, "at");
    at_most_arguments(L, 2, "equilibrium:at");
    const std::string name = name_argument(L, 2, "equilibrium:at", "probe");
    lua_pushnumber(L, rest.value(static_probe(*rest.initial->system, name, "equilibrium:at")));
    return 1;
}

int rest_text(lua_State* L) {
    const Rest& rest = self<Rest>(L, rest_class, "tostring");
    const System& system = *rest.initial->system;
    const State& state = rest.initial->state;
    std::string out = fmt::format("equilibrium of '{}' at t = {} s: {} iterations, imbalance {:.1e}", system.name,
                                  time_text(state.time), rest.iterations, rest.imbalance);
    for (const Probe& probe : rest.probes) out += fmt::format("\n  {} = {:.9g} {}", probe.name, rest.value(probe), probe.unit);
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (!side.memory.closed) continue;
            const char* which = contact.gap.shape == contact::GapShape::circular ? "radial"
                                : contact.gap.sign(s) > 0                        ? "positive"
                                                                                 : "negative";
            out += fmt::format("\n  gap '{}' ({}) pushes with {:.9g} N", contact.name, which, side.response.force);
        }
    }
    push_text(L, out);
    return 1;
}

void draw(lua_State* L, const System& system, const State& state, const std::string& output) {
    const Context& command = context(L);
    const std::filesystem::path folder = writable_path(command, output, "static: 'output'");
    write_pictures(command, {"static", system.name, facts_of(system, {{"the folder", output, {}}}), place_in_script(L)},
                   [&](const record::Share& share) {
                       record::FrameRecorder picture(folder, record::Cadence(1, 0), share);
                       picture.begin(system, state);
                       picture.end(state);
                       if (share.rank == 0) record::replace_file(folder / "view.py", record::view_script(picture.view()));
                   });
}

std::vector<Probe> resolve_probes(const System& system, const Value& probes) {
    std::vector<Probe> out;
    if (probes.is_nil()) return out;
    const List* list = probes.list();
    if (list == nullptr) throw bad_field("static", "probes", "a list of probes such as \"top.ux\"", probes);
    for (const Value& item : *list) out.push_back(static_probe(system, schema::read_text(item, "static", "probes"), "static"));
    return out;
}

const Outputs<Rest>& rest_outputs() {
    using Row = Rest;
    static const Outputs<Row> list =
        Outputs<Row>("equilibrium", "An equilibrium",
                     "The result of `jounce.static`: the model in equilibrium; `print` shows it.")
            .number("time", "s", "The instant of the loads and prescribed supports.",
                    [](const Row& r) { return r.initial->state.time; })
            .integer("iterations", "Linear systems solved.", [](const Row& r) { return r.iterations; })
            .number("imbalance", "", "Largest residual of the force balance, relative to its terms.",
                    [](const Row& r) { return r.imbalance; })
            .text("engine", "`jounce`, or the libraries of `--engine` with their versions and the number of ranks.",
                  [](const Row& r) { return engine_text(r.engine); })
            .add("probes", "list of strings", "", "The requested probes.",
                 [](const Row& r) {
                     List names;
                     for (const Probe& probe : r.probes) names.emplace_back(probe.name);
                     return names;
                 })
            .add("values", "number by name", "", "Values of these probes.", [](const Row& r) {
                Table values;
                for (const Probe& probe : r.probes) values.set(probe.name, r.value(probe));
                return values;
            });
    return list;
}

/// What the ranks of mpirun must have in common. A function of the script may have another value on each.
sweep::Identity compared_by_ranks(const System& system, double time) {
    Hash given;
    for (const Load& load : system.loads) given.number(time::load_value(load, time));
    for (const PrescribedMotion& motion : system.recovery.prescribed) given.number(motion.signal->value(time));
    return {{"the time", shortest(time) + " s", {}}, {"the value of loads and motions at this time", {}, given.hexadecimal()}};
}

}  // namespace

AnyOutput equilibrium_object() { return {&rest_outputs(), &rest_class}; }

const FieldList& static_fields() {
    static const FieldList fields =
        Fields<StaticSettings>()
            .any("probes", &StaticSettings::probes, "list of strings", "Probes in `values`: \"top.ux\", \"stop.force\", ...")
            .number("time", &StaticSettings::time, "s", zero_or_positive, "The instant of the loads and prescribed supports.")
            .text("output", &StaticSettings::output,
                  "Folder for a picture of the equilibrium (frames.pvd), with the stresses of shells.")
            .standard("no picture");
    return fields;
}

std::shared_ptr<const time::InitialState> equilibrium_at(lua_State* L, int index) {
    const Rest* rest = object_at<Rest>(L, index, rest_class);
    return rest != nullptr ? rest->initial : nullptr;
}

int static_equilibrium(lua_State* L) {
    const GivenModel model = given_model_argument(L, 1, "static");
    at_most_arguments(L, 2, "static");
    const auto settings = lua_isnoneornil(L, 2)
                              ? StaticSettings{}
                              : read_settings<StaticSettings>(static_fields(), fields_argument(L, 2, "static"), "static");
    require_parameters(L);
    const WorkReport::Clock::time_point begin = WorkReport::Clock::now();
    const std::shared_ptr<const System> system = model.system_for_engine(L, "static");
    Rest rest;
    rest.probes = resolve_probes(*system, settings.probes);
    record::require_signals(*system, settings.time, settings.time);
    const sweep::Identity given = context(L).ranks.size > 1 ? compared_by_ranks(*system, settings.time) : sweep::Identity{};
    const SharedWork work{"static", system->name, facts_of(*system, given), place_in_script(L)};
    std::optional<WorkReport> report(std::in_place, "static of '" + system->name + "'", context(L).session.quiet, begin);
    std::optional<Abandonable> computing(std::in_place, place_in_script(L));
    time::Equilibrium found = by_engine(context(L), work, [&](const linalg::Engine* engine) {
        if (engine != nullptr) rest.engine = engine->text();
        return time::equilibrium(*system, settings.time, engine, report->stages());
    });
    computing.reset();
    report.reset();
    rest.iterations = found.iterations;
    rest.imbalance = found.imbalance;
    if (!settings.output.empty()) draw(L, *system, found.state, settings.output);
    auto initial = std::make_shared<time::InitialState>();
    initial->system = system;
    initial->state = std::move(found.state);
    initial->description = "static equilibrium at t = " + time_text(settings.time) + " s" +
                           (rest.engine.empty() ? "" : ", computed by " + rest.engine);
    rest.initial = std::move(initial);

    push_row(L, rest_outputs(), rest_outputs().values(rest));
    push_object<Rest>(L, rest_class, std::move(rest));
    return 1;
}

}  // namespace jounce::lua
