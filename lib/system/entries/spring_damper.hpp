// Common fields of the entries "spring" and "damper": a line of action between two attachment points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

struct SpringDamper {
    std::string name;
    std::optional<Reference> from, to;
    std::optional<Vector3> direction, axis;
    double stiffness = 0;
    double damping = 0;
    std::optional<Vector3> from_offset, to_offset;

    [[nodiscard]] Handle declare_as(Model& model, const std::string& type) const;
    void assemble(Builder& builder) const;
};

/// Adds the common fields.
template <class S>
void spring_fields(Fields<S>& fields, const std::string& type) {
    fields.text("name", &SpringDamper::name, "Its name.")
        .standard(type + " 1, " + type + " 2, ...")
        .reference("from", &SpringDamper::from, "node", "Its first node.")
        .required()
        .reference("to", &SpringDamper::to, "node", "Its second node.")
        .standard("the ground")
        .vector("direction", &SpringDamper::direction, "",
                "Line of action of a translational element, any length; fixed in space.")
        .vector("axis", &SpringDamper::axis, "", "Axis of a rotational element, any length; fixed in space.")
        .exactly_one({"direction", "axis"});
}

template <class S>
void arm_fields(Fields<S>& fields) {
    fields.vector("from_offset", &SpringDamper::from_offset, "m", "Rigid arm from the first node to the attachment point.")
        .standard("{0, 0, 0}")
        .vector("to_offset", &SpringDamper::to_offset, "m", "Rigid arm from the second node to the attachment point.")
        .standard("{0, 0, 0}");
}

/// For FieldList checks.
[[nodiscard]] std::string spring_check(const SpringDamper& spring);

}  // namespace jounce::entries
