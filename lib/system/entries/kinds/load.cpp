// Entry "load": a force or a moment on nodes, a function of time.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

std::string text_of(const Vector3& v) { return fmt::format("{{{}, {}, {}}}", v[0], v[1], v[2]); }

/// "rod.C": a point of a body, resolved when all points are known.
bool is_place(const Model& model, const Reference& reference) {
    const std::size_t dot = reference.name.rfind('.');
    if (dot == std::string::npos || model.find_name(reference.name) != nullptr) return false;
    const NameDeclaration* body = model.find_name(reference.name.substr(0, dot));
    return body != nullptr && body->node >= 0;
}

struct NodalLoad : NodeList {
    std::string name;
    std::optional<Vector3> direction, axis;
    SignalPointer force, moment;

    Handle declare(Model& model) const {
        (void)only_nodes(model).resolve(model, "model.load");
        for (const PlaceDraft& place : places(model)) check_plane(place.name);
        return named_or_not(model, name, "load");
    }
    void assemble(Builder& builder) const {
        FullLoad push{.pattern = {}, .signal = force, .origin = {}, .nodal = true, .subject = {}};
        FullLoad turn{.pattern = {}, .signal = moment, .origin = {}, .nodal = true, .subject = {}};
        for (const int at : only_nodes(builder.model()).resolve(builder.model(), "model.load")) {
            if (force) add_terms(push.pattern, at, unit_vector(*direction));
            if (moment) add_terms(turn.pattern, at, unit_vector(*axis), 1, 3);
        }
        if (force && !push.pattern.empty()) builder.load(std::move(push));
        if (moment && !turn.pattern.empty()) builder.load(std::move(turn));
        for (const PlaceDraft& place : places(builder.model())) {
            ForceDraft load{
                .name = "load", .kind = "load", .between = {PlaceDraft{}, place}, .origin = builder.origin(), .load = name};
            if (force) {
                load.axis = unit_vector(*direction).head<2>();
                load.drive = force;
                builder.mechanism().forces.push_back(load);
            }
            if (!moment) continue;
            load.axis.reset();
            load.turning = true;
            load.drive = moment;
            if ((*axis)[2] < 0) std::swap(load.between[0], load.between[1]);
            builder.mechanism().forces.push_back(std::move(load));
        }
    }

  private:
    [[nodiscard]] NodeList only_nodes(const Model& model) const {
        NodeList out;
        if (node && !is_place(model, *node)) out.node = node;
        for (const Reference& reference : nodes) {
            if (!is_place(model, reference)) out.nodes.push_back(reference);
        }
        return out;
    }
    [[nodiscard]] std::vector<PlaceDraft> places(const Model& model) const {
        std::vector<PlaceDraft> out;
        const auto add = [&](const Reference& reference) {
            if (!is_place(model, reference)) return;
            if (std::ranges::find(out, reference.name, &PlaceDraft::name) == out.end())
                out.push_back({.ground = false, .name = reference.name});
        };
        if (node) add(*node);
        for (const Reference& reference : nodes) add(reference);
        return out;
    }
    void check_plane(const std::string& point) const {
        if (direction && (*direction)[2] != 0)
            throw bad_case("model.load: 'direction' must be in the plane z = 0 for the point '" + point + "' of a body, got " +
                           text_of(*direction));
        if (axis && ((*axis)[0] != 0 || (*axis)[1] != 0))
            throw bad_case("model.load: 'axis' must be along z for the point '" + point + "' of a body, got " + text_of(*axis));
    }
};

std::string check_load(const NodalLoad& load) {
    if (!load.force && !load.moment) return "one of 'force' and 'moment' is required";
    std::string wrong = direction_check("direction", load.direction);
    return wrong.empty() ? direction_check("axis", load.axis) : wrong;
}

}  // namespace

const EntryKind& load_kind() {
    static const EntryKind kind = entry_kind<NodalLoad>(
        "load",
        "A force along a direction, a moment about an axis, or both, on each of the nodes, or points of bodies ('rod.C').",
        Fields<NodalLoad>()
            .text("name", &NodalLoad::name, "Its name, for the probe `<name>.power`.")
            .standard("none")
            .with(node_list_fields<NodalLoad>)
            .vector("direction", &NodalLoad::direction, "", "Direction of the force, any length.")
            .kind("force", &NodalLoad::force, signal_family, "The force on each node [N].")
            .all_or_none({"direction", "force"})
            .vector("axis", &NodalLoad::axis, "", "Axis of the moment, any length.")
            .kind("moment", &NodalLoad::moment, signal_family, "The moment on each node [N m].")
            .all_or_none({"axis", "moment"})
            .check(check_load));
    return kind;
}

}  // namespace jounce::entries
