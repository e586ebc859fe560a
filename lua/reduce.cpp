// jounce.reduce(model, { method, modes, ... }): a smaller model that runs in place of the given one, and what that costs in
// accuracy.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction.hpp"

#include <optional>

#include "context.hpp"
#include "convert.hpp"
#include "given_model.hpp"
#include "interrupt.hpp"
#include "modal/reductions/table.hpp"
#include "module.hpp"
#include "object.hpp"

namespace jounce::lua {

namespace {

const std::string reduce_subject = "reduce";

struct ReduceSettings {
    std::string method = "craig_bampton";
    int modes = 0;
    std::optional<double> frequency;
    std::vector<Reference> keep;
    std::optional<bool> correction;
};

int reduced_text(lua_State* L);
int report_tostring(lua_State* L);
int report_concat(lua_State* L);

const ObjectClass reduced_class{"reduced model", {}, guarded<reduced_text>};
/// What print(reduced.report) shows, and its fields.
const ObjectClass report_class{"report", {}, guarded<report_tostring>, guarded<report_concat>};

int reduced_text(lua_State* L) {
    const GivenModel& reduced = self<GivenModel>(L, reduced_class, "tostring");
    push_text(L, "model '" + reduced.model->name() + "' reduced to " + std::to_string(reduced.reduced->size()) + " coordinates");
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
        if (report == nullptr && lua_type(L, index) != LUA_TSTRING) throw bad_case("report: can be joined with strings only");
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
        throw bad_case(reduce_subject + ": 'correction' is for method 'modal', '" + given.method +
                       "' always has its static vectors");
    out.correction = given.correction.value_or(true);
    return out;
}

List compared_rows(const std::vector<modal::Compared>& list) {
    List out;
    for (const modal::Compared& entry : list) {
        Table row;
        row.set("name", entry.name);
        row.set("full", entry.full);
        row.set("reduced", entry.reduced);
        row.set("error", entry.error());
        out.emplace_back(std::move(row));
    }
    return out;
}

Table report_fields(const modal::ReductionReport& report) {
    Table out;
    out.set("method", report.method);
    out.set("full_size", report.full_size);
    out.set("size", report.size);
    out.set("rigid_modes", report.rigid);
    out.set("modes", report.modes);
    out.set("static_vectors", report.static_vectors);
    out.set("dropped", report.dropped);
    out.set("highest_frequency", report.highest);
    out.set("complete", report.complete);
    out.set("frequencies", compared_rows(report.frequencies));
    out.set("gaps", compared_rows(report.compliances));
    out.set("loads", compared_rows(report.loads));
    out.set("mass", compared_rows(report.mass));
    out.set("largest_frequency_error", report.largest_frequency_error());
    out.set("largest_gap_error", report.largest_compliance_error());
    out.set("displacement_lost", report.displacement_lost);
    out.set("velocity_lost", report.velocity_lost);
    List notes;
    for (const std::string& note : report.notes) notes.emplace_back(note);
    out.set("notes", std::move(notes));
    return out;
}

}  // namespace

const FieldList& reduce_fields() {
    static const FieldList fields =
        Fields<ReduceSettings>()
            .choice("method", &ReduceSettings::method, modal::reduction_method_names(),
                    "Which vectors the reduced model consists of.")
            .integer("modes", &ReduceSettings::modes, at_least(1),
                     "Elastic modes to keep; rigid-body modes and static vectors come on top.")
            .standard("from 'frequency'")
            .number("frequency", &ReduceSettings::frequency, "Hz",
                    Range{.low = 0, .high = modal::highest_frequency, .high_open = false}, "Keeps the elastic modes up to here.")
            .references("keep", &ReduceSettings::keep, "node", "Nodes whose motion is kept as that of gaps is.")
            .boolean("correction", &ReduceSettings::correction,
                     "Method modal: carries the static answers to gaps and loads as further vectors.")
            .standard("true")
            .at_most_one({"modes", "frequency"});
    return fields;
}

const GivenModel* reduced_at(lua_State* L, int index) { return object_at<GivenModel>(L, index, reduced_class); }

int reduce(lua_State* L) {
    const std::shared_ptr<const Model> model = model_argument(L, 1, reduce_subject);
    at_most_arguments(L, 2, reduce_subject);
    const auto settings = read_settings<ReduceSettings>(
        reduce_fields(), lua_isnoneornil(L, 2) ? Table{} : fields_argument(L, 2, reduce_subject), reduce_subject);
    require_parameters(L);
    const modal::ReductionSettings wanted = settings_of(settings, *model);
    const auto full = std::make_shared<const System>(assemble(*model, ModalDamping::left_out));
    context(L).assembled(model, full, false);
    modal::Reduction reduction = modal::reduce(*full, wanted, end_if_interrupted);

    lua_createtable(L, 0, 3);
    push_value(L, report_fields(reduction.report));
    push_object<std::string>(L, report_class, modal::report_text(reduction.report));
    raw_set(L, -2, "report");
    lua_pushinteger(L, reduction.report.size);
    raw_set(L, -2, "size");
    push_text(L, model->name());
    raw_set(L, -2, "name");
    push_object<GivenModel>(L, reduced_class, {model, std::move(reduction.system)});
    return 1;
}

}  // namespace jounce::lua
