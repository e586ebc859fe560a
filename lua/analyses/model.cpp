// jounce.model{ name } and its methods, one for each kind of entry.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "script/families.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "system/assembly/doubts.hpp"
#include "values/convert.hpp"
#include "values/handle.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

using Shared = std::shared_ptr<Model>;

struct ModelSettings {
    std::string name = "model";
    std::vector<std::string> accept;
};

int model_text(lua_State* L);

/// The class is created with the first model: its methods follow from the table of entries.
const ObjectClass& model_class() {
    static const ObjectClass description{"model", {}, guarded<model_text>};
    return description;
}

int model_text(lua_State* L) {
    const Shared& model = self<Shared>(L, model_class(), "tostring");
    push_text(L, "model '" + model->name() + "'");
    return 1;
}

/// Fields of an entry from the script's argument: named fields, or for an entry with a single field its value:
/// model:gravity{ 0, 0, -9.81 }, model:damping(jounce.damping.rayleigh{...}).
Table entry_table(const Value& given, const KindDescription& kind, const std::string& subject) {
    const Field* first = kind.fields.fields.empty() ? nullptr : &kind.fields.fields.front();
    Table out;
    if (first != nullptr && first->type == "vector" && given.list() != nullptr && !given.list()->empty()) {
        out.set(first->name, given);
        return out;
    }
    if (first != nullptr && !first->family.empty()) {
        const Value* family = given.table() != nullptr ? given.table()->find("family") : nullptr;
        if (family != nullptr || given.function() || given.number() != nullptr) {
            out.set(first->name, given);
            return out;
        }
    }
    if (given.table() != nullptr) return *given.table();
    const bool vector = first != nullptr && first->type == "vector";
    throw bad_case(subject + ": takes " + (vector ? "{ x, y, z } or " : "") +
                   "a table of named fields { name = value, ... }, got " + given.describe());
}

/// model:<kind>{...}; upvalue: index of the kind.
int add_entry(lua_State* L) {
    const AnyFamily& entries = *find_family(entry_family.name);
    const KindDescription& kind = *entries.kinds[static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)))];
    const std::string subject = kind.subject();
    const Shared* model = object_at<Shared>(L, 1, model_class());
    if (model == nullptr) throw bad_case("model." + kind.name + ": call it with a colon, as in model:" + kind.name + "{ ... }");
    if (const int given = lua_gettop(L) - 1; given > 1) {
        const bool vector = !kind.fields.fields.empty() && kind.fields.fields.front().type == "vector";
        throw bad_case(subject + ": takes one table, " +
                       (vector ? "as in model:" + kind.name + "{ x, y, z }" : "{ name = value, ... }") + "; got " +
                       std::to_string(given) + " arguments");
    }
    const Handle handle = (*model)->add(kind.name, entry_table(to_value(L, 2, subject), kind, subject), where(L));
    context(L).changed(*model);
    if (handle.self.name.empty()) return 0;
    push_handle(L, handle);
    return 1;
}

}  // namespace

AnyOutput model_object() {
    static const OutputList fields = {"model",
                                      "A model",
                                      "The result of `jounce.model`. Its methods add entries: [entries of a model](model.md).",
                                      {{"name", "string", "", "Its name."}}};
    return {&fields, &model_class()};
}

const FieldList& model_fields() {
    static const FieldList fields =
        Fields<ModelSettings>()
            .text("name", &ModelSettings::name, "Name of the model in messages, files and tables.")
            .words("accept", &ModelSettings::accept, {doubt_words.begin(), doubt_words.end()},
                   "Notes to suppress because the doubtful input is intended: unusual densities, ..., an unrestrained model.")
            .standard("none");
    return fields;
}

int model(lua_State* L) {
    const Table given = fields_argument(L, 1, "model");
    const auto settings = read_settings<ModelSettings>(model_fields(), given, "model");
    // The name is written in comments of files and in messages of one line.
    if (in_one_line(settings.name) != settings.name)
        throw bad_field("model", "name", "a text without control characters", *given.find("name"));
    auto model = std::make_shared<Model>(settings.name, where(L));
    model->accept(settings.accept);
    context(L).made(model);
    // Methods are closures of their kind, kept with the object's fields.
    const AnyFamily& entries = *find_family(entry_family.name);
    lua_createtable(L, 0, static_cast<int>(entries.kinds.size()) + 1);
    for (std::size_t k = 0; k < entries.kinds.size(); ++k) {
        lua_pushinteger(L, static_cast<lua_Integer>(k));
        lua_pushcclosure(L, guarded<add_entry>, 1);
        raw_set(L, -2, entries.kinds[k]->name);
    }
    push_text(L, settings.name);
    raw_set(L, -2, "name");
    push_object<Shared>(L, model_class(), std::move(model));
    return 1;
}

std::shared_ptr<const Model> model_at(lua_State* L, int index) {
    const Shared* model = object_at<Shared>(L, index, model_class());
    return model != nullptr ? *model : nullptr;
}

std::shared_ptr<const Model> model_argument(lua_State* L, int index, const std::string& subject) {
    if (std::shared_ptr<const Model> model = model_at(L, index)) return model;
    if (lua_type(L, index) == LUA_TTABLE && lua_gettop(L) > index && object_at<Shared>(L, index + 1, model_class()) != nullptr) {
        throw bad_case(subject + ": call it with a dot: jounce." + subject + "(model, ...)");
    }
    throw bad_case(subject + ": the first argument must be a model (jounce.model{ ... }), got " +
                   to_value(L, index, subject).describe());
}

}  // namespace jounce::lua
