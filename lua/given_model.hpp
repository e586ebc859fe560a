// What the functions that look at a model are given: a model, or a reduced one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "system/model/model.hpp"

namespace jounce::lua {

struct GivenModel {
    std::shared_ptr<const Model> model;     ///< null: nothing of the kind was given
    std::shared_ptr<const System> reduced;  ///< of jounce.reduce; null for the model itself

    /// Its System, which `check` and `modes` take note of.
    [[nodiscard]] std::shared_ptr<const System> system(lua_State* state, ModalDamping damping, bool for_a_run) const;
};

/// The model or reduced model at `index`; without a model when it is neither.
[[nodiscard]] GivenModel given_model_at(lua_State* state, int index);
/// \throws Error "subject: ..." when it is neither
[[nodiscard]] GivenModel given_model_argument(lua_State* state, int index, const std::string& subject);

/// The reduced model at `index`, or null.
[[nodiscard]] const GivenModel* reduced_at(lua_State* state, int index);

}  // namespace jounce::lua
