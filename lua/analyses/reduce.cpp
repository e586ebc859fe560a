// jounce.reduce(model, { method, modes, ... }): a smaller model that runs in place of the given one, with a report of its errors;
// reduced:save(file) and jounce.reduced(file).
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction.hpp"

#include <optional>

#include "base/messages/text.hpp"
#include "contained/files.hpp"
#include "modal/reductions/table.hpp"
#include "record/files/folder.hpp"
#include "record/files/reduced_file.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"

namespace jounce::lua {

namespace {

const std::string reduce_subject = "reduce";
const std::string save_subject = "reduced:save";
const std::string reduced_subject = "reduced";

struct ReduceSettings {
    std::string method = "craig_bampton";
    int modes = 0;
    std::optional<double> frequency;
    std::vector<Reference> keep;
    std::optional<bool> correction;
};

/// A reduced model, and what its file contains of its reduction.
struct ReducedModel {
    GivenModel given;
    modal::ReductionReport report;
};

/// Of Context::unwritten.
std::string absolute_key(const std::filesystem::path& file) {
    std::error_code unknown;
    const std::filesystem::path absolute = std::filesystem::absolute(file, unknown);
    return (unknown ? file : absolute).lexically_normal().string();
}

int reduced_text(lua_State* L);
int reduced_save(lua_State* L);
int report_tostring(lua_State* L);
int report_concat(lua_State* L);

constexpr Method reduced_methods[] = {{"save", guarded<reduced_save>, "file: string", "string",
                                       "Writes the reduced model to a file, from which `jounce.reduced` makes it again, with the "
                                       "same bits, in any process; returns the "
                                       "file's path."}};
const ObjectClass reduced_class{"reduced model", reduced_methods, guarded<reduced_text>};
/// The text and the fields of reduced.report.
const ObjectClass report_class{"report", {}, guarded<report_tostring>, guarded<report_concat>};

int reduced_text(lua_State* L) {
    const GivenModel& reduced = self<ReducedModel>(L, reduced_class, "tostring").given;
    push_text(L, "model '" + reduced.model->name() + "' reduced to " + std::to_string(reduced.reduced->size()) + " coordinates");
    return 1;
}

int reduced_save(lua_State* L) {
    const auto& reduced = self<ReducedModel>(L, reduced_class, "save");
    at_most_arguments(L, 2, save_subject);
    Context& command = context(L);
    const std::string given = name_argument(L, 2, save_subject, "file");
    const std::filesystem::path file = writable_path(command, given, save_subject + ": 'file'");
    push_text(L, file.string());
    const modal::Reduction reduction{reduced.given.reduced, reduced.report};
    if (!command.writes_files()) {
        command.unwritten.insert_or_assign(absolute_key(file), record::reduced_bytes(reduction, save_subject));
        return 1;
    }
    std::error_code problem;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), problem);
    record::write_reduced(file, reduction, save_subject);
    command.unwritten.erase(absolute_key(file));
    return 1;
}

int report_tostring(lua_State* L) {
    push_text(L, self<std::string>(L, report_class, "tostring"));
    return 1;
}

int report_concat(lua_State* L) {
    std::string out;
    for (const int index : {1, 2}) {
        const std::string* report = object_at<std::string>(L, index, report_class);
        if (report == nullptr && lua_type(L, index) != LUA_TSTRING)
            throw bad_case("report: can only be concatenated with strings");
        out += report != nullptr ? *report : text_at(L, index);
    }
    push_text(L, out);
    return 1;
}

modal::ReductionSettings settings_of(const ReduceSettings& given, const Model& model) {
    modal::ReductionSettings out;
    out.method = given.method;
    out.modes = given.modes;
    out.frequency = given.frequency.value_or(0);
    for (const Reference& node : given.keep) out.keep.push_back(model.resolve_node(node, reduce_subject, "keep"));
    if (given.correction && given.method != "modal")
        throw bad_case(reduce_subject + ": 'correction' is only valid with method 'modal'; '" + given.method +
                       "' always has its static vectors");
    out.correction = given.correction.value_or(true);
    return out;
}

const Outputs<modal::Compared>& compared_list() {
    using Row = modal::Compared;
    static const Outputs<Row> list =
        Outputs<Row>("compared", "A comparison",
                     "An element of the lists of a report: a quantity of the full and of the reduced model.")
            .text("name", "Name of the quantity.", [](const Row& r) { return r.name; })
            .number("full", "", "Value of the full model.", [](const Row& r) { return r.full; })
            .number("reduced", "", "Value of the reduced model.", [](const Row& r) { return r.reduced; })
            .number("error", "", "Error relative to the value of the full model.", [](const Row& r) { return r.error(); });
    return list;
}

const Outputs<modal::ReductionReport>& report_list() {
    using Row = modal::ReductionReport;
    const auto compared = [](std::vector<modal::Compared> Row::*which) {
        return [which](const Row& r) { return tables(compared_list(), r.*which); };
    };
    static const Outputs<Row> list =
        Outputs<Row>("report", "Report of a reduction",
                     "`reduced.report`: the errors of the reduction, available before a run; `print` shows it.")
            .text("method", "Method of the reduction.", [](const Row& r) { return r.method; })
            .integer("full_size", "Coordinates of the full model.", [](const Row& r) { return r.full_size; })
            .integer("size", "Coordinates of the reduced model.", [](const Row& r) { return r.size; })
            .integer("rigid_modes", "Rigid modes kept.", [](const Row& r) { return r.rigid; })
            .integer("modes", "Elastic modes kept.", [](const Row& r) { return r.modes; })
            .integer("static_vectors", "Static vectors kept.", [](const Row& r) { return r.static_vectors; })
            .integer("dropped", "Vectors removed because they depend on others.", [](const Row& r) { return r.dropped; })
            .number("highest_frequency", "Hz", "Highest frequency of the modes kept.", [](const Row& r) { return r.highest; })
            .add("complete", "boolean", "", "Does the inertia count prove that no mode is missing?",
                 [](const Row& r) { return r.complete; })
            .add("frequencies", "list of compared", "Hz", "Elastic modes with every gap open.", compared(&Row::frequencies))
            .add("gaps", "list of compared", "m/N", "Static compliance of gaps and frictions.", compared(&Row::compliances))
            .add("loads", "list of compared", "J", "Static energy under each load.", compared(&Row::loads))
            .add("mass", "list of compared", "kg, kg m2", "Mass that moves with the model, by direction.", compared(&Row::mass))
            .number("largest_frequency_error", "", "Relative.", [](const Row& r) { return r.largest_frequency_error(); })
            .number("largest_gap_error", "", "Relative.", [](const Row& r) { return r.largest_compliance_error(); })
            .number("displacement_lost", "", "Fraction of the initial displacements that the reduced model cannot represent.",
                    [](const Row& r) { return r.displacement_lost; })
            .number("velocity_lost", "", "The same for the initial velocities.", [](const Row& r) { return r.velocity_lost; })
            .add("notes", "list of strings", "", "Further notes.", [](const Row& r) { return word_list(r.notes); });
    return list;
}

/// What the ranks of mpirun must have in common.
sweep::Identity compared_by_ranks(const System& full, const modal::ReductionSettings& wanted) {
    std::string nodes;
    for (const int node : wanted.keep) nodes += " " + full.nodes[static_cast<std::size_t>(node)].name;
    return {{"the method", wanted.method, {}},
            {"the number of modes", std::to_string(wanted.modes), {}},
            {"the frequency", shortest(wanted.frequency), {}},
            {"the correction", wanted.correction ? "on" : "off", {}},
            {"the list of kept nodes", "'" + nodes + "'", {}}};
}

/// Pushes the object with its plain fields.
int push_reduced(lua_State* L, const std::shared_ptr<const Model>& model, modal::Reduction reduction) {
    lua_createtable(L, 0, 3);
    push_value(L, report_list().table(reduction.report));
    make_row(L, report_list());
    push_object<std::string>(L, report_class, modal::report_text(reduction.report));
    raw_set(L, -2, "report");
    lua_pushinteger(L, reduction.report.size);
    raw_set(L, -2, "size");
    push_text(L, model->name());
    raw_set(L, -2, "name");
    push_object<ReducedModel>(L, reduced_class, {{model, std::move(reduction.system)}, std::move(reduction.report)});
    return 1;
}

}  // namespace

AnyOutput reduced_object() {
    static const OutputList fields = {"reduced",
                                      "A reduced model",
                                      "The result of `jounce.reduce` or of `jounce.reduced`; it is accepted wherever a model is.",
                                      {{"name", "string", "", "Name of the full model."},
                                       {"size", "integer", "", "Number of coordinates."},
                                       {"report", "report", "", "The errors of the reduction."}}};
    return {&fields, &reduced_class};
}
const OutputList& report_outputs() { return report_list(); }
const OutputList& compared_outputs() { return compared_list(); }

const FieldList& reduce_fields() {
    static const FieldList fields =
        Fields<ReduceSettings>()
            .choice("method", &ReduceSettings::method, modal::reduction_method_names(),
                    "Method that selects the vectors of the reduced model.")
            .integer("modes", &ReduceSettings::modes, at_least(1),
                     "Number of elastic modes to keep; rigid-body modes and static vectors are added.")
            .standard("from 'frequency'")
            .number("frequency", &ReduceSettings::frequency, "Hz",
                    Range{.low = 0, .high = modal::highest_frequency, .high_open = false},
                    "Keeps the elastic modes up to this frequency.")
            .references("keep", &ReduceSettings::keep, "node", "Nodes to keep: their motion is represented like that of gaps.")
            .boolean("correction", &ReduceSettings::correction,
                     "Method modal: adds the static responses to gap forces and loads as further vectors.")
            .standard("true")
            .at_most_one({"modes", "frequency"});
    return fields;
}

const GivenModel* reduced_at(lua_State* L, int index) {
    const ReducedModel* reduced = object_at<ReducedModel>(L, index, reduced_class);
    return reduced != nullptr ? &reduced->given : nullptr;
}

int reduce(lua_State* L) {
    const std::shared_ptr<const Model> model = model_argument(L, 1, reduce_subject);
    at_most_arguments(L, 2, reduce_subject);
    const auto settings = read_settings<ReduceSettings>(
        reduce_fields(), lua_isnoneornil(L, 2) ? Table{} : fields_argument(L, 2, reduce_subject), reduce_subject);
    require_parameters(L);
    const modal::ReductionSettings wanted = settings_of(settings, *model);
    std::shared_ptr<modal::ReductionMemory>& memory = context(L).reductions;
    if (!memory) memory = std::make_shared<modal::ReductionMemory>();
    if (context(L).assemblies != nullptr) {  // otherwise the full System is copied to be reduced
        if (const auto like = context(L).assemblies->like(*model, ModalDamping::left_out)) {
            if (std::optional<modal::Reduction> same = memory->with_signals(*like, wanted))
                return push_reduced(L, model, std::move(*same));
        }
    }
    std::optional<Abandonable> computing(std::in_place, place_in_script(L));
    const WorkReport::Clock::time_point begin = WorkReport::Clock::now();
    AssemblyMemory::Assembled full;
    if (context(L).assemblies != nullptr)
        full = assembled(L, model, ModalDamping::left_out, false);
    else
        full.system = GivenModel{model, nullptr}.system_for_engine(L, reduce_subject);
    const SharedWork work{reduce_subject, full.system->name, facts_of(*full.system, compared_by_ranks(*full.system, wanted)),
                          place_in_script(L)};
    std::optional<WorkReport> report(std::in_place, "reduction of '" + model->name() + "'", context(L).session.quiet, begin);
    modal::Reduction reduction = by_engine(context(L), work, [&](const linalg::Engine* engine) {
        return modal::reduce(*full.system, wanted, report->stages(), memory.get(), full.alike, engine);
    });
    computing.reset();
    report.reset();
    return push_reduced(L, model, std::move(reduction));
}

int reduced(lua_State* L) {
    at_most_arguments(L, 1, reduced_subject);
    const std::string file = name_argument(L, 1, reduced_subject, "file");
    if (file.empty()) throw bad_case(reduced_subject + ": 'file' must be the name of a file, got ''");
    require_parameters(L);
    Context& command = context(L);
    const auto unwritten = command.unwritten.find(absolute_key(file));
    modal::Reduction reduction = unwritten != command.unwritten.end()
                                     ? record::reduced_in(unwritten->second, file, reduced_subject)
                                     : record::read_reduced(file, reduced_subject);
    // A model without entries, as its owner in messages and folders.
    const auto model = std::make_shared<const Model>(reduction.system->name);
    command.made(model);
    command.assembled(model, reduction.system, false);
    return push_reduced(L, model, std::move(reduction));
}

}  // namespace jounce::lua
