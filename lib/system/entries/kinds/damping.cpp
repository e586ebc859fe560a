// Entry "damping": the structural damping of the whole model.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct StructuralDamping {
    DampingPointer damping;

    Handle declare(Model& model) const { return nameless(model, "damping"); }
    void assemble(Builder& builder) const { builder.set_damping(damping); }
};

// model:damping(jounce.damping.rayleigh{...}) passes the kind itself.
Table as_field(const Table& table) {
    if (table.find("kind") == nullptr) return table;
    Table wrapped;
    wrapped.set("damping", table);
    return wrapped;
}

}  // namespace

const EntryKind& damping_kind() {
    static const EntryKind kind = [] {
        EntryKind k =
            entry_kind<StructuralDamping>("damping", "Structural damping, in addition to discrete dampers.",
                                          Fields<StructuralDamping>()
                                              .kind("damping", &StructuralDamping::damping, damping_family, "Kind of damping.")
                                              .required());
        k.make = [make = std::move(k.make)](const Table& table) { return make(as_field(table)); };
        return k;
    }();
    return kind;
}

}  // namespace jounce::entries
