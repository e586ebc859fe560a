// Points of bodies, of nodes and of the ground by their names.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>

#include "base/messages/text.hpp"
#include "system/joining/parts.hpp"

namespace jounce {

using bodies::Vector2;

const BodyDraft* body_at(const Builder& builder, int node) {
    for (const BodyDraft& body : builder.mechanism().bodies) {
        if (body.node == node) return &body;
    }
    return nullptr;
}

bool given_at_start(const Builder& builder, int node) {
    const auto of_node = [node](const GivenDof& given) { return given.dof / 6 == node; };
    return std::ranges::any_of(builder.displacements(), of_node) || std::ranges::any_of(builder.velocities(), of_node);
}

Place find_place(const Builder& builder, const PlaceDraft& draft, const std::string& subject, const Origin& origin) {
    if (draft.ground) return {-1, draft.at};
    const Model& model = builder.model();
    std::vector<std::string> known;
    for (const BodyDraft& body : builder.mechanism().bodies) {
        if (body.name == draft.name) {
            if (!body.flexible) return {body.node, Vector2::Zero()};
            std::string points;
            for (const auto& [point, at] : body.points) points += (points.empty() ? "'" : ", '") + body.name + "." + point + "'";
            throw bad_case(
                subject + ": '" + body.name + "' is flexible, so only its points can be used; got the body instead of " + points,
                origin);
        }
        if (!body.flexible) known.push_back(body.name);
        for (std::size_t i = 0; i < body.points.size(); ++i) {
            known.push_back(body.name + "." + body.points[i].first);
            if (known.back() != draft.name) continue;
            if (body.flexible) return {body.node, Vector2::Zero(), body.markers[i]};
            return {body.node, body.points[i].second};
        }
    }
    if (const NameDeclaration* name = model.find_name(draft.name); name != nullptr && name->node >= 0)
        return {name->node, Vector2::Zero()};
    for (const NodeDeclaration& node : model.nodes()) known.push_back(node.name);
    // For an existing body only its points are listed.
    const std::string body = draft.name.substr(0, draft.name.rfind('.') + 1);
    const auto of_body = [&body](const std::string& name) { return name.size() > body.size() && name.starts_with(body); };
    if (!body.empty() && std::ranges::any_of(known, of_body)) std::erase_if(known, std::not_fn(of_body));
    std::ranges::sort(known);
    known.erase(std::ranges::unique(known).begin(), known.end());
    std::string message = subject + ": unknown point '" + draft.name + "'" + did_you_mean(draft.name, known);
    if (!message.ends_with("?") && !known.empty()) message += "; known are " + join(known);
    throw bad_case(message, origin);
}

}  // namespace jounce
