// jounce.compare{ ... } and the study it returns.
// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "analyses/study_data.hpp"
#include "base/messages/version.hpp"
#include "contained/files.hpp"
#include "nonlinear/precision/options.hpp"
#include "record/files/folder.hpp"
#include "record/files/lua_text.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "system/assembly/digest.hpp"
#include "time/contact/rigid_stops.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"

namespace jounce::lua {

namespace {

using nonlinear::Study;
namespace fs = std::filesystem;

int study_tostring(lua_State* L);
int study_print(lua_State* L);
int study_plot(lua_State* L);
int study_rows_of(lua_State* L);

constexpr Method study_methods[] = {
    {"print", guarded<study_print>, "", "", "Prints the rows as a table."},
    {"plot", guarded<watched<study_plot>>, "file: string", "", "Draws error over cost (.svg or .png)."},
    {"rows", guarded<study_rows_of>, "", "jounce.study_row[]", "All rows."}};
const ObjectClass study_class{"study", study_methods, guarded<study_tostring>};

int study_tostring(lua_State* L) {
    push_text(L, study_text(self<Study>(L, study_class, "tostring")));
    return 1;
}

int study_print(lua_State* L) {
    const Study& study = self<Study>(L, study_class, "print");
    at_most_arguments(L, 1, "study:print");
    std::fputs(study_text(study).c_str(), stdout);
    return 0;
}

/// study:plot(file)
int study_plot(lua_State* L) {
    const Study& study = self<Study>(L, study_class, "plot");
    at_most_arguments(L, 2, "study:plot");
    const std::string file = name_argument(L, 2, "study:plot", "file");
    const Context& command = context(L);
    const std::filesystem::path path = writable_path(command, file, "study:plot: 'file'");
    if (command.writes_files()) record::plot_study(study_picture(study), path, end_if_interrupted);
    return 0;
}

int study_rows_of(lua_State* L) {
    const Study& study = self<Study>(L, study_class, "rows");
    at_most_arguments(L, 1, "study:rows");
    push_value(L, study_rows(study));
    make_rows(L, study_row_outputs());
    return 1;
}

/// The model in the table at 1, and the table without it, because a model is not a plain value.
GivenModel take_model(lua_State* L, Table& fields) {
    if (given_model_at(L, 1).model != nullptr)
        throw bad_case("compare: takes one table that contains the model: jounce.compare{ model = model, ... }");
    if (lua_type(L, 1) == LUA_TTABLE && lua_type(L, 2) == LUA_TTABLE) {
        throw bad_case("compare: call it with a dot: jounce.compare{ ... }");
    }
    if (lua_type(L, 1) != LUA_TTABLE) {
        fields = fields_argument(L, 1, "compare");  // throws the error
        return {};
    }
    at_most_arguments(L, 1, "compare");
    raw_get(L, 1, "model");
    GivenModel model = given_model_at(L, -1);
    if (model.model == nullptr) {
        lua_pop(L, 1);
        fields = fields_argument(L, 1, "compare");
        if (const Value* given = fields.find("model"))
            throw bad_field("compare", "model", "a model (jounce.model{ ... })", *given);
        return {};
    }
    lua_pop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    push_text(L, model.model->name());
    raw_set(L, 2, "model");
    const Value value = to_value(L, 2, "compare");
    lua_settop(L, 1);
    fields = *value.table();
    return model;
}

std::string digest_of(const System& system, const nonlinear::WorkPrecisionOptions& options) {
    Hash hash;
    hash.text(version).text(system.digest).number(options.duration).integer(options.samples).text(options.reference.describe());
    for (const nonlinear::Combination& combination : options.combinations) hash.text(combination.describe());
    for (const std::string& probe : options.probes) hash.text(probe);
    hash.text(options.events == time::Events::locate ? "locate" : "stepwise");
    return hash.hexadecimal();
}

/// The output folder of a study; without a folder nothing is written.
class Files {
  public:
    Files(const System& system, const nonlinear::CompareOptions& options, const Context& command)
        : owner_{record::case_identity(command.session.case_file), system.name} {
        if (options.output.empty()) return;
        folder_ = writable_path(command, options.output, field);
        head_ = {owner_.case_file, owner_.model, digest_of(system, options.study), {}};
    }
    void check(const record::Session& session) const {
        if (!folder_.empty()) record::check_folder(folder_, owner_, session, field);
    }
    void take(const record::Session& session) {
        if (!folder_.empty()) record::take_folder(folder_, owner_, session, field);
    }
    /// Called after every row, so that the finished rows remain if the study stops.
    void write(const Study& study, const std::string& status, const std::string& message = {}) {
        if (!folder_.empty()) record::write_or_mark(folder_, owner_, [&] { write_files(study, status, message); });
    }
    [[nodiscard]] const fs::path& folder() const { return folder_; }

  private:
    void write_files(const Study& study, const std::string& status, const std::string& message) {
        head_.remarks = {"reference: " + study.reference.description,
                         "errors of displacements and velocities: relative to the largest value of the reference"};
        if (!study.rows.empty()) {
            record::write_study(folder_ / "work_precision.csv", head_, study_columns(study), study_cells(study));
        }
        Table summary;
        summary.set("version", std::string(version));
        summary.set("case", owner_.case_file);
        summary.set("model", owner_.model);
        summary.set("digest", head_.digest);
        summary.set("status", status);
        if (!message.empty()) summary.set("message", message);
        summary.set("duration", study.duration);
        summary.set("samples", study.samples);
        summary.set("reference", study_reference(study));
        const auto failed = std::ranges::count_if(study.rows, [](const nonlinear::Row& row) { return !row.failure.empty(); });
        summary.set("rows", static_cast<double>(study.rows.size()));
        summary.set("rows_failed", static_cast<double>(failed));
        summary.set("files", study.rows.empty() ? List{"summary.lua"} : List{"summary.lua", "work_precision.csv"});
        record::replace_file(folder_ / "summary.lua", record::lua_file("Summary of a study.", summary));
    }

    static constexpr const char* field = "compare: 'output'";
    record::FolderOwner owner_;
    record::FileHead head_;
    fs::path folder_;
};

Study computed(const std::shared_ptr<const System>& system, const nonlinear::CompareOptions& options,
               const record::Session& session, Files& files) {
    ProgressReport report(stderr, isatty(STDERR_FILENO) != 0);
    nonlinear::StudyHooks hooks;
    hooks.interrupted = session.interrupted;
    if (!session.quiet) hooks.progress = [&report](const nonlinear::StudyProgress& progress) { report.update(progress); };
    hooks.row_done = [&files](const Study& study) { files.write(study, "running"); };
    try {
        return nonlinear::work_precision(system, options.study, hooks);
    } catch (const Error& error) {
        Study none;
        none.duration = options.study.duration;
        none.samples = options.study.samples;
        none.reference.description = options.study.reference.describe();
        files.write(none, "failed", error.message());
        throw;
    }
}

}  // namespace

AnyOutput study_object() {
    static const OutputList fields = {
        "study",
        "A study",
        "The result of `jounce.compare`; `print` shows it.",
        {{"front", "list of study_row", "",
          "The Pareto front: rows for which no other row is better in both cost and displacement error, the cheapest first."},
         {"reference", "study_reference", "", "The reference solution of the errors."},
         {"folder", "string", "", "The output folder; empty if nothing was written."}}};
    return {&fields, &study_class};
}

int compare(lua_State* L) {
    Context& command = context(L);
    Table fields;
    const GivenModel model = take_model(L, fields);
    nonlinear::CompareOptions options = nonlinear::read_compare_options(fields);
    require_parameters(L);
    if (command.purpose == Purpose::run && !command.writes_files()) options.output.clear();
    const std::shared_ptr<const System> system = model.system(L, ModalDamping::as_matrix, true);
    nonlinear::check_probes(*system, options.study.probes);
    time::require_located_rigid_stops(*system, options.study.events, "compare");
    record::require_signals(*system, 0, options.study.duration);
    Files files(*system, options, command);
    command.require_folder(model.model, [&] { files.check(command.session); });
    if (command.purpose != Purpose::run) return push_result_to_come(L);
    lua_gc(L, LUA_GCCOLLECT);  // frees runs that the script no longer uses
    files.take(command.session);
    Study study = computed(system, options, command.session, files);
    files.write(study, study.interrupted ? "interrupted" : "done");
    if (study.interrupted) {
        throw Error(Failure::interrupted, "compare: interrupted after " + std::to_string(study.rows.size()) + " of " +
                                              std::to_string(options.study.combinations.size()) + " rows" +
                                              (files.folder().empty() ? "" : "; they are in " + files.folder().string()));
    }
    lua_createtable(L, 0, 3);
    push_value(L, study_front(study));
    make_rows(L, study_row_outputs());
    raw_set(L, -2, "front");
    push_value(L, study_reference(study));
    make_row(L, study_reference_outputs());
    raw_set(L, -2, "reference");
    push_text(L, files.folder().string());
    raw_set(L, -2, "folder");
    push_object<Study>(L, study_class, std::move(study));
    return 1;
}

}  // namespace jounce::lua
