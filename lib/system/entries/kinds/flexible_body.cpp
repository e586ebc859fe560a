// Entry "flexible_body": a straight beam that moves freely in the plane z = 0, with small bending and axial deformation.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "elements/material_kinds.hpp"
#include "elements/section_kinds.hpp"
#include "system/entries/flexible_beam.hpp"
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

constexpr const char* subject = "model.flexible_body";

struct FlexibleBody {
    std::string name;
    double length = 0;
    elements::Section section;
    elements::Material material;
    std::vector<std::pair<std::string, double>> points;
    int elements = 10;
    int modes = 2;
    std::string theory = "timoshenko";
    std::optional<Vector3> orientation;
    std::optional<bool> rotary_inertia;
    double damping_ratio = 0;

    Handle declare(Model& model) const {
        const std::string final_name = name.empty() ? model.automatic_name("flexible body") : name;
        const auto made = std::make_shared<const bodies::FlexibleBody>(make());
        model.declare_node(final_name, {0, 0, 0}, "flexible body");
        // Three modal coordinates per node: in its rotations, on which gravity and base motion do not act.
        for (int first = 0; first < made->modes(); first += 3)
            model.declare_node(final_name + " modes " + std::to_string(first / 3 + 1), {0, 0, 0}, "node of modes");
        const Reference self{model.id(), "node", final_name};
        return {self, {self}};
    }
    void assemble(Builder& builder) const {
        const auto made = std::make_shared<const bodies::FlexibleBody>(make());
        const int node = builder.model().resolve_node(builder.handle().self, builder.subject(), "name");
        const std::array<int, 3> dofs{6 * node, 6 * node + 1, 6 * node + 5};
        builder.add_mass(dofs, Eigen::Vector3d(made->mass, made->mass, made->inertia).asDiagonal().toDenseMatrix());
        BodyDraft draft{node, builder.name(), made->mass, made->inertia, {}, builder.origin(), nullptr};
        for (int j = 0; j < made->modes(); ++j) draft.modal_dofs.push_back(6 * (node + 1 + j / 3) + 3 + j % 3);
        const Vector damping = 2 * damping_ratio * made->modal_stiffness.cwiseProduct(made->modal_mass).cwiseSqrt();
        builder.add_mass(draft.modal_dofs, made->modal_mass.asDiagonal().toDenseMatrix());
        builder.add_stiffness(draft.modal_dofs, made->modal_stiffness.asDiagonal().toDenseMatrix());
        if (damping_ratio > 0) builder.add_damping(draft.modal_dofs, damping.asDiagonal().toDenseMatrix());
        const std::vector<double> at = places();
        for (std::size_t i = 0; i < points.size(); ++i) {
            draft.points.emplace_back(points[i].first, Vector2(at[i] - 0.5 * length, 0));
            draft.markers.push_back(flexible_beam_node(beam(), at, at[i]));
        }
        draft.flexible = made;
        builder.mechanism().bodies.push_back(std::move(draft));
    }

    [[nodiscard]] std::string check() const {
        if (points.empty()) return "'points' must have at least one point for joints, got none";
        for (const auto& [point, at] : points) {
            if (const std::string wrong = point_name_check(point); !wrong.empty()) return wrong;
            if (!(at >= 0 && at <= length))
                return "'points." + point + "' must be along the beam, in [0, " + in_message(length) + "], got " + in_message(at);
        }
        if (points.size() == 1 && modes == 0) return "'modes' must be at least 1 with a single point, got 0";
        const int inside = 3 * (flexible_beam_nodes(beam(), places()) - static_cast<int>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (std::abs(points[i].second - points[j].second) < 1e-6 * length)
                    return "'points." + points[std::max(i, j)].first + "' must differ from '" + points[j].first + "', got " +
                           in_message(points[i].second) + " and " + in_message(points[j].second);
            }
        }
        if (modes > inside)
            return "'modes' must be at most " + std::to_string(inside) + " with this mesh, got " + std::to_string(modes) +
                   "; raise 'elements'";
        return "";
    }

  private:
    [[nodiscard]] std::vector<double> places() const {
        std::vector<double> out;
        for (const auto& [point, at] : points) out.push_back(at);
        return out;
    }
    [[nodiscard]] FlexibleBeam beam() const {
        FlexibleBeam out{
            .length = length, .elements = elements, .section = section.properties(material.nu), .material = material};
        out.settings = {
            .theory = theory == "timoshenko" ? elements::BeamTheory::timoshenko : elements::BeamTheory::euler_bernoulli,
            .rotary_inertia = rotary_inertia};
        if (orientation) out.orientation = vector3(*orientation);
        return out;
    }
    [[nodiscard]] bodies::FlexibleBody make() const {
        try {
            return reduced_beam(beam(), places(), modes);
        } catch (const Error& error) {
            throw retitled(error, subject);
        }
    }
};

FieldList flexible_body_fields() {
    FieldList list =
        Fields<FlexibleBody>()
            .text("name", &FlexibleBody::name, "Its name.")
            .standard("flexible body 1, flexible body 2, ...")
            .number("length", &FlexibleBody::length, "m", positive, "Length of the beam, along the body's x axis.")
            .required()
            .kind("section", &FlexibleBody::section, elements::section_family(), "Cross-section, the same everywhere.")
            .required()
            .kind("material", &FlexibleBody::material, elements::material_family(), "Material.")
            .required()
            .integer("modes", &FlexibleBody::modes, between(0, 1000),
                     "Number of natural modes with all points fixed; the static shapes of the points are always included.")
            .integer("elements", &FlexibleBody::elements, between(1, 1000),
                     "Number of elements; a few more are added where points are not at element ends.")
            .choice("theory", &FlexibleBody::theory, {"timoshenko", "euler_bernoulli"}, "With or without shear deformation.")
            .number("damping_ratio", &FlexibleBody::damping_ratio, "",
                    Range{.low = 0, .high = 1, .low_open = false, .high_open = true},
                    "Damping ratio of every mode of the free beam.")
            .vector("orientation", &FlexibleBody::orientation, "",
                    "Direction of the section's height (its local z), in the body's axes.")
            .standard("global z: the beam bends across the section's width; {0, 1, 0} puts the height into the plane")
            .boolean("rotary_inertia", &FlexibleBody::rotary_inertia,
                     "Whether cross-sections have inertia against bending rotation.")
            .standard("true for timoshenko, false for euler_bernoulli")
            .check([](const FlexibleBody& settings) { return settings.check(); });
    list.fields.insert(
        list.fields.begin() + 4,
        custom_field("points", "table of numbers", "m", "Its named points: their distances along the beam from its first end.",
                     true, &FlexibleBody::points, read_named_numbers));
    return list;
}

}  // namespace

const EntryKind& flexible_body_kind() {
    static const EntryKind kind = entry_kind<FlexibleBody>(
        "flexible_body",
        "A straight beam that moves freely in the plane z = 0 with small deformation. Its coordinates x, y and angle are those "
        "of its centre of mass and of its mean axes; joints connect to its points, 'name.point'.",
        flexible_body_fields(),
        {{"R. R. Craig, M. C. C. Bampton", 1968, "10.2514/3.4741", ""},
         {"A. A. Shabana, Dynamics of Multibody Systems", 2013, "10.1017/CBO9781107337213", "ch. 5"}});
    return kind;
}

}  // namespace jounce::entries
