// Local axes of a beam.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>

#include "base/messages/error.hpp"
#include "elements/beam.hpp"

namespace jounce::elements {

namespace {

constexpr double default_orientation_angle = 1e-3;  // rad: for a beam this close to global z the default orientation is global x
constexpr double parallel_angle = 1e-6;             // rad: a given orientation closer than this to the beam is invalid

}  // namespace

BeamFrame beam_frame(const BeamGeometry& geometry) {
    const Eigen::Vector3d along = geometry.x2 - geometry.x1;
    BeamFrame frame;
    frame.length = along.stableNorm();
    if (!(frame.length > 0)) throw bad_case("beam: 'to' must differ from 'from', got a beam of length 0");
    const Eigen::Vector3d x = along / frame.length;

    Eigen::Vector3d up = x.head<2>().norm() > default_orientation_angle ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitX();
    if (geometry.orientation) {
        const double size = geometry.orientation->stableNorm();
        if (!(size > 0)) throw bad_case("beam: 'orientation' must be a direction, got a vector of length 0");
        up = *geometry.orientation / size;
        if (up.cross(x).norm() < parallel_angle) {
            throw bad_case("beam: 'orientation' must not be parallel to the beam, got its own direction");
        }
    }
    const Eigen::Vector3d y = up.cross(x).normalized();
    frame.axes << x.transpose(), y.transpose(), x.cross(y).transpose();
    return frame;
}

Matrix12 beam_rotation(const BeamFrame& frame) {
    Matrix12 rotation = Matrix12::Zero();
    for (int block = 0; block < 4; ++block) rotation.block<3, 3>(3 * block, 3 * block) = frame.axes;
    return rotation;
}

}  // namespace jounce::elements
