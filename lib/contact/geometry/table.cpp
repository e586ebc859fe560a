// The table of geometries.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/geometry/geometry.hpp"

namespace jounce::contact {

namespace {
constexpr const GeometryKind* geometry_table[] = {
    &geometry::cylinders,  //
};
}  // namespace

std::span<const GeometryKind* const> geometry_kinds() { return geometry_table; }

}  // namespace jounce::contact
