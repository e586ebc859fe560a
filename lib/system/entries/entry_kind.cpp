// Common functions of the files in kinds/.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::entries {

std::vector<int> NodeList::resolve(const Model& model, const std::string& subject) const {
    if (node) return {model.resolve_node(*node, subject, "node")};
    std::vector<int> out;
    std::vector<bool> seen(model.nodes().size(), false);
    for (const Reference& reference : nodes) {
        const int index = model.resolve_node(reference, subject, "nodes");
        if (!seen[index]) out.push_back(index);
        seen[index] = true;
    }
    return out;
}

KindDescription entry_description(std::string_view name, std::string_view summary, FieldList fields,
                                  std::vector<Source> sources) {
    return {.family = "model",
            .name = std::string(name),
            .summary = std::string(summary),
            .sources = std::move(sources),
            .fields = std::move(fields)};
}

Handle nameless(const Model& model, const std::string& type) { return {{model.id(), type, ""}, {}}; }

Handle named_or_not(Model& model, const std::string& name, const std::string& type) {
    return name.empty() ? nameless(model, type) : named(model, name, type);
}

Handle named(Model& model, const std::string& name, const std::string& type, int node) {
    const std::string final_name = name.empty() ? model.automatic_name(type) : name;
    model.declare_name(final_name, type, node);
    return {{model.id(), type, final_name}, {}};
}

Eigen::Vector3d vector3(const Vector3& v) { return {v[0], v[1], v[2]}; }
Eigen::Vector3d vector3(const std::optional<Vector3>& v) { return v ? vector3(*v) : Eigen::Vector3d::Zero(); }
Eigen::Vector3d unit_vector(const Vector3& v) {
    // {cos(90 deg), 1, 0} means {0, 1, 0}: a component from rounding must not require a dof.
    constexpr double rounding = 1e-15;
    const Eigen::Vector3d unit = vector3(v).stableNormalized();
    return unit.unaryExpr([](double x) { return std::abs(x) < rounding ? 0.0 : x; });
}

std::string direction_check(const std::string& field, const std::optional<Vector3>& v) {
    if (!v || vector3(*v).stableNorm() > 0) return "";
    return "'" + field + "' must be a direction, got a vector of length 0";
}

std::vector<std::string> all_dofs() { return {dof_names.begin(), dof_names.end()}; }

int dof_index(const std::string& name) { return static_cast<int>(std::ranges::find(dof_names, name) - dof_names.begin()); }

void add_terms(std::vector<LinearTerm>& terms, int node, const Eigen::Vector3d& vector, double factor, int first) {
    for (int i = 0; i < 3; ++i) {
        if (vector[i] != 0) terms.push_back({6 * node + first + i, factor * vector[i]});
    }
}

SignalPointer unit_signal() { return signal_family.from_number(1); }

Error retitled(const Error& error, const std::string& subject) {
    const std::string& message = error.message();
    const std::size_t colon = message.find(": ");
    return bad_case(subject + (colon == std::string::npos ? ": " + message : message.substr(colon)), error.origin());
}

}  // namespace jounce::entries
