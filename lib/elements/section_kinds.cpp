// The table of section kinds.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/section_kinds.hpp"

#include <array>

#include "elements/sections/circle.hpp"
#include "elements/sections/general.hpp"
#include "elements/sections/rectangle.hpp"
#include "elements/sections/tube.hpp"

namespace jounce::elements {

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
