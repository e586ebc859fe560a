// Entry "damping": the damping of the structure as a whole.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct StructuralDamping {
    DampingPointer damping;

    Handle declare(Model& model) const { return nameless(model, "damping"); }
    void assemble(Builder& builder) const { builder.set_damping(damping); }
};

// model:damping(jounce.damping.rayleigh{...}) hands over the kind itself.
Table as_field(const Table& table) {
    if (table.find("kind") == nullptr) return table;
    Table wrapped;
    wrapped.set("damping", table);
    return wrapped;
}

}  // namespace

const EntryKind& damping_kind() {
    static const EntryKind kind = [] {
        EntryKind k = entry_kind<StructuralDamping>(
            "damping", "Damping of the structure beside its single dampers.",
            Fields<StructuralDamping>().kind("damping", &StructuralDamping::damping, damping_family, "The damping.").required());
        k.make = [make = std::move(k.make)](const Table& table) { return make(as_field(table)); };
        return k;
    }();
    return kind;
}

}  // namespace jounce::entries
