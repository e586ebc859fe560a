// Entry "beam": a straight line of beam elements between two points or nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/beam.hpp"

#include "elements/material_kinds.hpp"
#include "elements/section_kinds.hpp"
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string model_beam = "model.beam";

// One end: a point, or an existing node.
struct End {
    Vector3 at{};
    std::optional<Reference> node;
};

struct Beam {
    std::string name;
    End from, to;
    int elements = 1;
    std::string theory = "timoshenko";
    elements::Section section;
    elements::Material material;
    std::optional<Vector3> orientation;
    std::optional<bool> rotary_inertia;
    std::optional<Vector3> offset_from, offset_to;

    Handle declare(Model& model) const {
        Handle handle = named(model, name, "beam");
        const int first = end_node(model, from, "from");
        const int last = end_node(model, to, "to");
        const Vector3 begin = first >= 0 ? model.nodes()[first].position : from.at;
        const Vector3 end = last >= 0 ? model.nodes()[last].position : to.at;
        const Eigen::Vector3d x1 = vector3(begin) + vector3(offset_from);
        const Eigen::Vector3d x2 = vector3(end) + vector3(offset_to);
        (void)element(x1, x2);  // reports an invalid beam at the line of its entry
        for (int i = 0; i <= elements; ++i) {
            const std::string node = handle.self.name + "[" + std::to_string(i + 1) + "]";
            const int existing = i == 0 ? first : i == elements ? last : -1;
            if (existing >= 0) {
                model.declare_name(node, "node", existing);
            } else {
                const Eigen::Vector3d inner = x1 + (x2 - x1) * (static_cast<double>(i) / elements);
                model.declare_node(node, i == 0 ? begin : i == elements ? end : Vector3{inner[0], inner[1], inner[2]});
            }
            handle.nodes.push_back({model.id(), "node", node});
        }
        return handle;
    }

    void assemble(Builder& builder) const {
        std::vector<int> nodes;
        for (const Reference& node : builder.handle().nodes) nodes.push_back(builder.model().find_name(node.name)->node);
        const Eigen::Vector3d x1 = builder.position(nodes.front()) + vector3(offset_from);
        const Eigen::Vector3d x2 = builder.position(nodes.back()) + vector3(offset_to);
        // All elements use the same matrices: lengths from differences of coordinates would differ by rounding.
        const elements::Beam properties = element(x1, x2);
        const elements::BeamMatrices plain = elements::beam_matrices(properties);
        const auto shared_section = std::make_shared<const elements::Section>(section);
        for (int e = 0; e < elements; ++e) {
            elements::BeamOffset offset;
            if (e == 0) offset.arm1 = vector3(offset_from);
            if (e == elements - 1) offset.arm2 = vector3(offset_to);
            const bool arms = !offset.arm1.isZero(0) || !offset.arm2.isZero(0);
            const elements::BeamMatrices matrices = arms ? elements::with_offset(plain, offset) : plain;
            const std::vector<int> dofs = Builder::dofs({nodes[e], nodes[e + 1]});
            builder.add_stiffness(dofs, matrices.stiffness);
            builder.add_mass(dofs, matrices.mass);

            BeamPiece piece;
            piece.beam = builder.name();
            piece.element = e + 1;
            piece.nodes = {nodes[e], nodes[e + 1]};
            std::copy(dofs.begin(), dofs.end(), piece.dofs.begin());
            piece.properties = properties;
            piece.offset = offset;
            piece.ends = {x1 + (x2 - x1) * (static_cast<double>(e) / elements),
                          x1 + (x2 - x1) * (static_cast<double>(e + 1) / elements)};
            piece.stiffness = matrices.stiffness;
            piece.mass = matrices.mass;
            piece.section = shared_section;
            builder.beam_piece(std::move(piece));
        }
    }

  private:
    static int end_node(const Model& model, const End& end, const std::string& field) {
        return end.node ? model.resolve_node(*end.node, model_beam, field) : -1;
    }
    [[nodiscard]] elements::Beam element(const Eigen::Vector3d& x1, const Eigen::Vector3d& x2) const {
        elements::BeamGeometry geometry{.x1 = Eigen::Vector3d::Zero(), .x2 = (x2 - x1) / elements, .orientation = {}};
        if (orientation) geometry.orientation = vector3(*orientation);
        const elements::BeamSettings settings{
            .theory = theory == "timoshenko" ? elements::BeamTheory::timoshenko : elements::BeamTheory::euler_bernoulli,
            .rotary_inertia = rotary_inertia};
        try {
            return elements::beam(geometry, section.properties(material.nu), material, settings);
        } catch (const Error& error) {
            throw retitled(error, model_beam);
        }
    }
};

End read_end(const Value& value, const std::string& whose, const std::string& field) {
    if (value.list() != nullptr) return {schema::read_vector(value, whose, field), {}};
    if (value.text() != nullptr || value.reference() != nullptr) return {{}, schema::read_reference(value, "node", whose, field)};
    throw bad_field(whose, field, "a point {x, y, z} or a node", value);
}

FieldList fields() {
    FieldList list =
        Fields<Beam>()
            .text("name", &Beam::name, "Its name; its nodes are name[1], name[2], ... from end to end.")
            .standard("beam 1, beam 2, ...")
            .integer("elements", &Beam::elements, between(1, 1e6), "Number of elements of equal length.")
            .required()
            .choice("theory", &Beam::theory, {"timoshenko", "euler_bernoulli"}, "With or without shear deformation.")
            .kind("section", &Beam::section, elements::section_family(), "Cross-section.")
            .required()
            .kind("material", &Beam::material, elements::material_family(), "Material.")
            .required()
            .vector("orientation", &Beam::orientation, "", "Direction of the section's height (its local z).")
            .standard("global z; global x for a beam along z")
            .boolean("rotary_inertia", &Beam::rotary_inertia, "Whether cross-sections have inertia against bending rotation.")
            .standard("true for timoshenko, false for euler_bernoulli")
            .vector("offset_from", &Beam::offset_from, "m", "Rigid arm from the first node to the beam's end.")
            .standard("{0, 0, 0}")
            .vector("offset_to", &Beam::offset_to, "m", "Rigid arm from the last node to the beam's end.")
            .standard("{0, 0, 0}");
    const auto at = list.fields.begin() + 1;
    list.fields.insert(
        at, {custom_field("from", "place or node", "m", "First end: {x, y, z} or a node.", true, &Beam::from, read_end),
             custom_field("to", "place or node", "m", "Last end: {x, y, z} or a node.", true, &Beam::to, read_end)});
    return list;
}

}  // namespace

const EntryKind& beam_kind() {
    static const EntryKind kind = entry_kind<Beam>(
        "beam", "A straight beam in space with axial, bending and torsional stiffness, in elements of equal length.", fields(),
        {{"J. S. Przemieniecki, Theory of Matrix Structural Analysis", 1968, "", "sec. 5.6"},
         {"Z. Friedman, J. B. Kosmatka", 1993, "10.1016/0045-7949(93)90243-7", ""}});
    return kind;
}

}  // namespace jounce::entries
