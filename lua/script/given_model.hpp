// The model argument of functions that analyse a model: a model or a reduced model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "session/engine.hpp"
#include "system/assembly/assembly_memory.hpp"
#include "system/model/model.hpp"

namespace jounce::lua {

/// The System of a model, which `check` and `modes` take note of.
[[nodiscard]] AssemblyMemory::Assembled assembled(lua_State* state, const std::shared_ptr<const Model>& model,
                                                  ModalDamping damping, bool for_a_run);

/// The System of a model, assembled by all ranks together where they can. An error of a rank alone ends all of them.
[[nodiscard]] std::shared_ptr<const System> shared_assembly(const Context& command, const Model& model, ModalDamping damping,
                                                            const SharedWork& work);

struct GivenModel {
    std::shared_ptr<const Model> model;     ///< null: no model was given
    std::shared_ptr<const System> reduced;  ///< result of jounce.reduce; null for a full model

    /// Its System, which is recorded for `check` and `modes`.
    [[nodiscard]] std::shared_ptr<const System> system(lua_State* state, ModalDamping damping, bool for_a_run) const;
    /// Without the damping by modes, for modes, reductions and statics: ranks that work together assemble it together. The System
    /// may then be shared (LinearBlock::ranks), and nothing else may receive it. \param subject of messages: "modes"
    [[nodiscard]] std::shared_ptr<const System> system_for_engine(lua_State* state, const std::string& subject) const;
};

/// The model or reduced model at `index`; empty if it is neither.
[[nodiscard]] GivenModel given_model_at(lua_State* state, int index);
/// \throws Error "subject: ..." if it is neither
[[nodiscard]] GivenModel given_model_argument(lua_State* state, int index, const std::string& subject);

/// The reduced model at `index`, or null.
[[nodiscard]] const GivenModel* reduced_at(lua_State* state, int index);

}  // namespace jounce::lua
