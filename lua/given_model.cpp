// The model argument of functions that analyse a model: a model or a reduced model.
// SPDX-License-Identifier: BSD-3-Clause
#include "given_model.hpp"

#include "context.hpp"
#include "interrupt.hpp"
#include "module.hpp"

namespace jounce::lua {

std::shared_ptr<const System> GivenModel::system(lua_State* L, ModalDamping damping, bool for_a_run) const {
    if (reduced) {
        if (for_a_run) context(L).ran(model);
        return reduced;
    }
    const Abandonable computing;
    // In place: make_shared would copy the matrices.
    const std::shared_ptr<const System> out(new System(assemble(*model, damping)));
    context(L).assembled(model, out, for_a_run);
    return out;
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
