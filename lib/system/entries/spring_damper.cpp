// Common functions of the entries "spring" and "damper".
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/spring_damper.hpp"

#include <utility>
#include <vector>

#include "elements/spring.hpp"

namespace jounce::entries {

std::string spring_check(const SpringDamper& spring) {
    if (std::string wrong = direction_check("direction", spring.direction); !wrong.empty()) return wrong;
    if (std::string wrong = direction_check("axis", spring.axis); !wrong.empty()) return wrong;
    if (spring.to_offset && !spring.to) return "'to_offset' requires 'to', the node from which it starts";
    return "";
}

Handle SpringDamper::declare_as(Model& model, const std::string& type) const {
    const std::string subject = "model." + type;
    const int first = model.resolve_node(*from, subject, "from");
    if (to && model.resolve_node(*to, subject, "to") == first) {
        throw bad_case(subject + ": 'to' must differ from 'from', got '" + model.nodes()[first].name + "' twice");
    }
    return named(model, name, type);
}

void SpringDamper::assemble(Builder& builder) const {
    const Model& model = builder.model();
    elements::SpringGeometry geometry;
    geometry.motion = axis ? elements::SpringMotion::rotation : elements::SpringMotion::translation;
    geometry.direction = unit_vector(axis ? *axis : *direction);
    geometry.arm1 = vector3(from_offset);
    geometry.arm2 = vector3(to_offset);
    const int first = model.resolve_node(*from, builder.subject(), "from");
    const auto put = [&](const std::vector<int>& dofs, const auto& row) {
        const auto matrices = elements::spring_matrices(row, stiffness, damping);
        builder.add_stiffness(dofs, matrices.stiffness);
        builder.add_damping(dofs, matrices.damping);
        std::vector<LinearTerm> terms;
        for (std::size_t i = 0; i < dofs.size(); ++i)
            if (const double share = row[static_cast<Eigen::Index>(i)]; share != 0) terms.push_back({dofs[i], share});
        builder.spring_row(std::move(terms), stiffness);
    };
    if (to) {
        const int second = model.resolve_node(*to, builder.subject(), "to");
        put(Builder::dofs({first, second}), elements::spring_row(geometry));
    } else {
        put(Builder::dofs({first}), elements::spring_row_to_ground(geometry));
    }
}

}  // namespace jounce::entries
