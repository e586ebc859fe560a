// The table of section kinds.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/section_kinds.hpp"

#include <array>
#include <cmath>
#include <tuple>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "elements/section_kind.hpp"
#include "elements/sections/circle.hpp"
#include "elements/sections/general.hpp"
#include "elements/sections/rectangle.hpp"
#include "elements/sections/tube.hpp"

namespace jounce::elements {

void require_constants(const Section& section, const Table& given, const std::string& subject) {
    const SectionProperties p = section.properties(0.3);
    const std::tuple<const char*, double, const char*> constants[] = {{"area", p.area, "m^2"},
                                                                      {"second moment of area about y", p.Iy, "m^4"},
                                                                      {"second moment of area about z", p.Iz, "m^4"},
                                                                      {"torsion constant", p.J, "m^4"},
                                                                      {"polar second moment of area", p.Ip, "m^4"}};
    for (const auto& [name, value, unit] : constants) {
        if (value > 0 && std::isfinite(value)) continue;
        std::vector<std::string> dimensions;
        for (const std::string& key : given.keys()) {
            if (const double* number = given.find(key)->number()) dimensions.push_back(key + " = " + shortest(*number));
        }
        throw bad_case(subject + ": its " + name + " must be positive and finite, got " + shortest(value) + " " + unit +
                       " with " + join(dimensions));
    }
}

const Family<Section>& section_family() {
    static const std::array<const Kind<Section>*, 4> table{
        &sections::tube_kind(),       //
        &sections::circle_kind(),     //
        &sections::rectangle_kind(),  //
        &sections::general_kind(),    //
    };
    static const Family<Section> family{.name = "section", .kinds = [] { return std::span<const Kind<Section>* const>(table); }};
    return family;
}

}  // namespace jounce::elements
