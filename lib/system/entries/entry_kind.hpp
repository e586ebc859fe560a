// Common functions of the files in kinds/: from a settings struct to an entry, node lists, directions, dofs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "system/builder/builder.hpp"
#include "system/entries/entry_kinds.hpp"

namespace jounce::entries {

/// An entry made from a settings struct with `Handle declare(Model&) const` and `void assemble(Builder&) const`.
template <class S>
class SettingsEntry final : public Entry {
  public:
    explicit SettingsEntry(S settings) : settings_(std::move(settings)) {}
    Handle declare(Model& model) const override { return settings_.declare(model); }
    void assemble(Builder& builder) const override { settings_.assemble(builder); }

  private:
    S settings_;
};

/// A description in the family "model".
[[nodiscard]] KindDescription entry_description(std::string_view name, std::string_view summary, FieldList fields,
                                                std::vector<Source> sources);

template <class S>
[[nodiscard]] EntryKind entry_kind(std::string_view name, std::string_view summary, FieldList fields,
                                   std::vector<Source> sources = {}) {
    return make_kind<S, EntryPointer>(
        entry_description(name, summary, std::move(fields), std::move(sources)),
        [](const S& settings) -> EntryPointer { return std::make_shared<SettingsEntry<S>>(settings); });
}

/// A field with its own reader; `read` returns a T or throws.
template <class S, class T>
[[nodiscard]] Field custom_field(std::string_view name, std::string_view type, std::string_view unit, std::string_view sentence,
                                 bool required, T S::*member,
                                 T (*read)(const Value&, const std::string& subject, const std::string& field)) {
    Field field = described_field(name, type, unit, sentence, required);
    field.store = [member, read, named = field.name](void* settings, const Value& value, const std::string& subject) {
        static_cast<S*>(settings)->*member = read(value, subject, named);
    };
    return field;
}

/// `node` or `nodes`: the nodes that an entry acts on.
struct NodeList {
    std::optional<Reference> node;
    std::vector<Reference> nodes;

    /// Indices in the given order, without repetitions. \throws Error as Model::resolve_node does
    [[nodiscard]] std::vector<int> resolve(const Model& model, const std::string& subject) const;
};

/// Adds both fields to the list of a struct derived from NodeList.
template <class S>
void node_list_fields(Fields<S>& fields) {
    fields.reference("node", static_cast<std::optional<Reference> S::*>(&S::node), "node", "One node; or `nodes`.")
        .references("nodes", static_cast<std::vector<Reference> S::*>(&S::nodes), "node", "A list of nodes.")
        .exactly_one({"node", "nodes"});
}

/// The handle of an entry without a name.
[[nodiscard]] Handle nameless(const Model& model, const std::string& type);
/// `nameless` when `name` is empty, else `named`.
[[nodiscard]] Handle named_or_not(Model& model, const std::string& name, const std::string& type);
/// Registers `name`, or "type 1" and so on when it is empty.
[[nodiscard]] Handle named(Model& model, const std::string& name, const std::string& type, int node = -1);

[[nodiscard]] Eigen::Vector3d vector3(const Vector3& v);
[[nodiscard]] Eigen::Vector3d vector3(const std::optional<Vector3>& v);
[[nodiscard]] Eigen::Vector3d unit_vector(const Vector3& v);
/// For FieldList checks: an error message about a direction, or "".
[[nodiscard]] std::string direction_check(const std::string& field, const std::optional<Vector3>& v);

[[nodiscard]] std::vector<std::string> all_dofs();
/// 0..5 of "ux".."rz"
[[nodiscard]] int dof_index(const std::string& name);

/// Terms of `factor` times a vector on the translations (first = 0) or rotations (first = 3) of a node; zeros left out.
void add_terms(std::vector<LinearTerm>& terms, int node, const Eigen::Vector3d& vector, double factor = 1, int first = 0);

/// A signal that is 1 at all times.
[[nodiscard]] SignalPointer unit_signal();

/// Replaces the subject of an element's message ("beam: ...") by `subject` ("model.gap: ...").
[[nodiscard]] Error retitled(const Error& error, const std::string& subject);

}  // namespace jounce::entries
