// The model argument of functions that analyse a model: a model or a reduced model.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/given_model.hpp"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>

#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "system/assembly/doubts.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

/// Prints doubts about values of a model, each once: before whatever a script computes with it, and in a sweep for its first
/// point. Models of a function of a parameter may differ in the doubtful value: one line for all of them.
void tell_doubts(const Context& command, const System& system) {
    if (command.in_point ? command.notes_to < 0 : command.purpose != Purpose::run || command.session.quiet) return;
    for (const std::string& note : system.notes) {
        if (!is_doubt(note)) continue;
        std::string known = note;
        if (command.assemblies != nullptr) std::erase_if(known, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
        if (!command.session.advice->insert(known).second) continue;
        command.session.advice->insert(note);
        ::dprintf(command.in_point ? command.notes_to : STDERR_FILENO, "note: %s\n", note.c_str());
    }
}

}  // namespace

AssemblyMemory::Assembled assembled(lua_State* L, const std::shared_ptr<const Model>& model, ModalDamping damping,
                                    bool for_a_run) {
    AssemblyMemory* memory = context(L).assemblies;
    AssemblyMemory::Assembled out;
    std::optional<WorkReport> report(std::in_place, "model '" + model->name() + "'", context(L).session.quiet);
    if (memory != nullptr) {
        out = memory->assemble(model, damping, report->stages());
    } else {
        // In place: make_shared would copy the matrices.
        out.system = std::shared_ptr<const System>(new System(assemble(*model, damping, nullptr, report->stages())));
    }
    report.reset();
    context(L).assembled(model, out.system, for_a_run);
    tell_doubts(context(L), *out.system);
    return out;
}

std::shared_ptr<const System> shared_assembly(const Context& command, const Model& model, ModalDamping damping,
                                              const SharedWork& work) {
    WorkReport report("model '" + model.name() + "'", command.session.quiet);
    return by_engine(command, work, [&](const linalg::Engine* engine) {
        return std::shared_ptr<const System>(
            new System(assemble(model, damping, engine != nullptr ? engine->ranks() : nullptr, report.stages())));
    });
}

std::shared_ptr<const System> GivenModel::system_for_engine(lua_State* L, const std::string& subject) const {
    constexpr ModalDamping damping = ModalDamping::left_out;
    const Context& command = context(L);
    if (reduced || command.assemblies != nullptr || assembling_ranks(command) == nullptr) return system(L, damping, false);
    const Abandonable computing(place_in_script(L));
    const SharedWork work{subject, model->name(), facts_of(*model), place_in_script(L)};
    std::shared_ptr<const System> out = shared_assembly(command, *model, damping, work);
    // `check` and other commands that take note of a System need a whole one.
    if (out->linear.ranks == nullptr) context(L).assembled(model, out, false);
    tell_doubts(command, *out);
    return out;
}

std::shared_ptr<const System> GivenModel::system(lua_State* L, ModalDamping damping, bool for_a_run) const {
    if (reduced) {
        if (for_a_run) context(L).ran(model);
        return reduced;
    }
    const Abandonable computing(place_in_script(L));
    return assembled(L, model, damping, for_a_run).system;
}

GivenModel given_model_at(lua_State* L, int index) {
    if (const GivenModel* reduced = reduced_at(L, index)) return *reduced;
    return {model_at(L, index), nullptr};
}

GivenModel given_model_argument(lua_State* L, int index, const std::string& subject) {
    if (const GivenModel* reduced = reduced_at(L, index)) return *reduced;
    return {model_argument(L, index, subject), nullptr};
}

}  // namespace jounce::lua
