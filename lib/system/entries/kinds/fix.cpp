// Entry "fix": dofs fixed at zero.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Fix : NodeList {
    std::vector<std::string> dofs = all_dofs();

    Handle declare(Model& model) const {
        (void)resolve(model, "model.fix");
        return nameless(model, "fix");
    }
    void assemble(Builder& builder) const {
        for (const int at : resolve(builder.model(), "model.fix")) {
            for (const std::string& dof : dofs) builder.fix(6 * at + dof_index(dof));
        }
    }
};

}  // namespace

const EntryKind& fix_kind() {
    static const EntryKind kind = entry_kind<Fix>(
        "fix", "Dofs fixed at zero.",
        Fields<Fix>().with(node_list_fields<Fix>).words("dofs", &Fix::dofs, all_dofs(), "Which dofs.").standard("all six"));
    return kind;
}

}  // namespace jounce::entries
