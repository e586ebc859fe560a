// Entry "gap": a plane clearance along a direction, from a node to the ground or between two nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/gap_nodes.hpp"

namespace jounce::entries {

namespace {

struct Gap : GapNodes {
    Vector3 direction{};
    std::optional<double> clearance, interference;
    std::string sides = "both";
    contact::LawPointer law;

    Handle declare(Model& model) const { return declare_as(model, "gap"); }

    void assemble(Builder& builder) const {
        FullGap gap;
        gap.name = builder.name();
        gap.geometry.shape = contact::GapShape::plane;
        gap.geometry.clearance = clearance ? *clearance : -*interference;
        gap.geometry.positive = sides != "negative";
        gap.geometry.negative = sides != "positive";
        gap.law = law;
        gap.node = answering(builder);
        gap.directions[0] = unit_vector(direction);
        gap.rows = {row(builder, gap.directions[0])};
        builder.gap(std::move(gap));
    }
};

std::string check(const Gap& gap) {
    if (gap.law && gap.law->rigid && gap.interference)
        return "'law' must be one with a force where there is 'interference', got law." + gap.law->kind;
    std::string wrong = direction_check("direction", gap.direction);
    return wrong.empty() ? gap_check(gap) : wrong;
}

}  // namespace

const EntryKind& gap_kind() {
    static const EntryKind kind = entry_kind<Gap>(
        "gap",
        "A clearance along a fixed direction d: contact where d.u (of a pair: d.(u_to - u_first)) passes +clearance or "
        "-clearance.",
        Fields<Gap>()
            .with([](Fields<Gap>& fields) { gap_node_fields(fields, "gap"); })
            .vector("direction", &Gap::direction, "",
                    "Direction of the motion that closes the gap on its positive side, any length.")
            .required()
            .number("clearance", &Gap::clearance, "m", zero_or_positive, "Free travel to either side before contact.")
            .number("interference", &Gap::interference, "m", positive,
                    "Indentation at rest of a preloaded gap, in place of a clearance.")
            .exactly_one({"clearance", "interference"})
            .choice("sides", &Gap::sides, {"both", "positive", "negative"}, "On which sides there is a stop.")
            .kind("law", &Gap::law, contact::law_family, "Contact law of every side.")
            .required()
            .check(check));
    return kind;
}

}  // namespace jounce::entries
