// Rows of a spring-damper.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/spring.hpp"

#include "base/messages/error.hpp"
#include "elements/rigid_arm.hpp"

namespace jounce::elements {

namespace {

// Motion of the attachment point along (or about) the direction, as a function of the dofs of its node.
Row6 end_row(const SpringGeometry& geometry, const Eigen::Vector3d& arm) {
    const double length = geometry.direction.stableNorm();
    if (!(length > 0)) throw bad_case("spring: 'direction' must be a direction, got a vector of length 0");
    Row6 along = Row6::Zero();
    const int first = geometry.motion == SpringMotion::translation ? 0 : 3;
    along.segment<3>(first) = geometry.direction.transpose() / length;
    return along * rigid_arm(arm);
}

}  // namespace

Row12 spring_row(const SpringGeometry& geometry) {
    Row12 row;
    row.head<6>() = -end_row(geometry, geometry.arm1);
    row.tail<6>() = end_row(geometry, geometry.arm2);
    return row;
}

Row6 spring_row_to_ground(const SpringGeometry& geometry) { return end_row(geometry, geometry.arm1); }

}  // namespace jounce::elements
