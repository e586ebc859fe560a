// The mass matrix of the beam: total mass and inertia, the classical cubic element as its limit, an independent integration.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "beam_chain.hpp"
#include "elements/rigid_arm.hpp"
#include "elements/sections/rectangle.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::elements::beam_mass_test {
namespace {

using Eigen::Vector3d;

const Material brass{.E = 100e9, .nu = 0.35, .density = 8500};
const SectionProperties section =
    section_properties(sections::Rectangle{.width = 0.05, .height = 0.12, .shear_factor = {}}, 0.35);
constexpr double length = 0.4;

Beam straight_beam(BeamTheory theory, std::optional<bool> rotary = {}) {
    return beam({.x1 = {0, 0, 0}, .x2 = {length, 0, 0}, .orientation = {}}, section, brass,
                {.theory = theory, .rotary_inertia = rotary});
}

TEST(BeamMass, RigidMotionsSeeTheExactMassAndInertia) {
    // About end 1 of a beam along x: rho A L, rho A L^3/3 + rho I L for the two bending rotations, rho Ip L for the torsional
    // one.
    const double rho = brass.density;
    for (const bool rotary : {true, false}) {
        const Matrix12 m = beam_matrices(straight_beam(BeamTheory::timoshenko, rotary)).mass;
        const Matrix12 arms = rigid_arms(Vector3d::Zero(), Vector3d(length, 0, 0));
        Eigen::Matrix<double, 12, 6> rigid;
        rigid << arms.topLeftCorner<6, 6>(), arms.bottomRightCorner<6, 6>();
        const Matrix6 seen = rigid.transpose() * m * rigid;
        const double mass = rho * section.area * length;
        const double on = rotary ? 1 : 0;
        EXPECT_NEAR(seen(0, 0), mass, 1e-14 * mass);
        EXPECT_NEAR(seen(1, 1), mass, 1e-14 * mass);
        EXPECT_NEAR(seen(2, 2), mass, 1e-14 * mass);
        EXPECT_NEAR(seen(3, 3), rho * section.Ip * length, 1e-14 * seen(3, 3));
        EXPECT_NEAR(seen(4, 4), mass * length * length / 3 + on * rho * section.Iy * length, 1e-14 * seen(4, 4));
        EXPECT_NEAR(seen(5, 5), mass * length * length / 3 + on * rho * section.Iz * length, 1e-14 * seen(5, 5));
        EXPECT_NEAR(seen(1, 5), mass * length / 2, 1e-14 * mass);   // first moment: a turn about z lifts the centre,
        EXPECT_NEAR(seen(2, 4), -mass * length / 2, 1e-14 * mass);  // a turn about y lowers it
        EXPECT_LT(std::abs(seen(0, 1)) + std::abs(seen(0, 4)) + std::abs(seen(1, 2)) + std::abs(seen(4, 5)), 1e-15 * mass);
    }
}

TEST(BeamMass, TurnsWithTheBeamAndIsSymmetricDefinite) {
    // The inertia about the centre of a skew beam, from the tensor of a rigid slender body turned into place.
    const Vector3d along = Vector3d(0.48, -0.6, 0.64);
    const Vector3d from(1, 2, -0.5);
    const Beam element =
        beam({.x1 = from, .x2 = from + length * along, .orientation = Vector3d(0.2, 0.9, -0.35)}, section, brass);
    const Matrix12 m = beam_matrices(element).mass;
    EXPECT_EQ(m, m.transpose());
    const Matrix12 arms = rigid_arms(-length / 2 * along, length / 2 * along);
    Eigen::Matrix<double, 12, 6> rigid;
    rigid << arms.topLeftCorner<6, 6>(), arms.bottomRightCorner<6, 6>();
    const Matrix6 seen = rigid.transpose() * m * rigid;
    const double mass = brass.density * section.area * length;
    const double across = mass * length * length / 12;
    const Vector3d principal =
        Vector3d(0, across, across) + brass.density * length * Vector3d(section.Ip, section.Iy, section.Iz);
    const Eigen::Matrix3d tensor = element.frame.axes.transpose() * principal.asDiagonal() * element.frame.axes;
    EXPECT_LT((seen.topLeftCorner<3, 3>() - mass * Eigen::Matrix3d::Identity()).norm(), 1e-14 * mass);
    EXPECT_LT((seen.bottomRightCorner<3, 3>() - tensor).norm(), 1e-14 * tensor.norm());
    EXPECT_LT((seen.topRightCorner<3, 3>()).norm(), 1e-14 * mass * length);
    EXPECT_GT(linalg::symmetric_values(m)(0), 0);
}

TEST(BeamMass, WithoutShearItIsTheClassicalCubicElement) {
    // rho A L/420 [156 22L 54 -13L; ...] and rho I/(30L) [36 3L -36 3L; ...], e.g. Przemieniecki (1968), sec. 11.5.
    const double l = length;
    Eigen::Matrix4d translation;
    translation << 156, 22 * l, 54, -13 * l, 22 * l, 4 * l * l, 13 * l, -3 * l * l,  //
        54, 13 * l, 156, -22 * l, -13 * l, -3 * l * l, -22 * l, 4 * l * l;
    Eigen::Matrix4d rotation;
    rotation << 36, 3 * l, -36, 3 * l, 3 * l, 4 * l * l, -3 * l, -l * l,  //
        -36, -3 * l, 36, -3 * l, 3 * l, -l * l, -3 * l, 4 * l * l;
    const std::vector<int> plane{1, 5, 7, 11};
    for (const bool rotary : {false, true}) {
        const Matrix12 m = beam_matrices_local(straight_beam(BeamTheory::euler_bernoulli, rotary)).mass;
        const Eigen::Matrix4d expected = brass.density * section.area * l / 420 * translation +
                                         (rotary ? brass.density * section.Iz / (30 * l) : 0.0) * rotation;
        EXPECT_LT((m(plane, plane) - expected).norm(), 1e-14 * expected.norm());
    }
    // The default of each theory.
    EXPECT_EQ(beam_matrices(straight_beam(BeamTheory::euler_bernoulli)).mass,
              beam_matrices(straight_beam(BeamTheory::euler_bernoulli, false)).mass);
    EXPECT_EQ(beam_matrices(straight_beam(BeamTheory::timoshenko)).mass,
              beam_matrices(straight_beam(BeamTheory::timoshenko, true)).mass);
    EXPECT_NE(beam_matrices(straight_beam(BeamTheory::timoshenko)).mass,
              beam_matrices(straight_beam(BeamTheory::timoshenko, false)).mass);
}

TEST(BeamMass, IsTheKineticEnergyOfTheInterpolation) {
    // Composite Simpson, 200 panels: error (1/400)^4 of the fourth derivative, far below the tolerance; no Gauss points.
    const Beam element = straight_beam(BeamTheory::timoshenko);
    Vector6 per_length;
    per_length << section.area, section.area, section.area, section.Ip, section.Iy, section.Iz;
    per_length *= brass.density;
    Matrix12 energy = Matrix12::Zero();
    const int panels = 400;
    for (int i = 0; i <= panels; ++i) {
        const Matrix6x12 n = beam_interpolation(element, static_cast<double>(i) / panels);
        const double weight = (i == 0 || i == panels ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * length / (3 * panels);
        energy += weight * n.transpose() * per_length.asDiagonal() * n;
    }
    const Matrix12 m = beam_matrices_local(element).mass;
    for (int i = 0; i < 12; ++i) {
        for (int j = 0; j < 12; ++j) EXPECT_NEAR(m(i, j), energy(i, j), 1e-8 * std::sqrt(m(i, i) * m(j, j))) << i << ' ' << j;
    }
}

}  // namespace
}  // namespace jounce::elements::beam_mass_test
