// The beam element at rest: rigid motions, patch test, exact nodal solutions, shear locking, loads, section forces, offsets.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <string>

#include "base/messages/error.hpp"
#include "beam_chain.hpp"
#include "elements/rigid_arm.hpp"
#include "elements/sections/rectangle.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::elements::beam_static_test {
namespace {

using Eigen::Vector3d;

const Material aluminium{.E = 70e9, .nu = 0.33, .density = 2700};
const SectionProperties flat = section_properties(sections::Rectangle{.width = 0.03, .height = 0.08, .shear_factor = {}}, 0.33);
const Vector3d somewhere(0.3, -0.7, 1.1);
const Vector3d skew(0.48, -0.6, 0.64);     // a unit vector
const Vector3d sideways(0.2, 0.9, -0.35);  // an orientation that is neither along it nor across it
constexpr double length = 0.35;

Beam skew_beam(BeamTheory theory = BeamTheory::timoshenko) {
    return beam({.x1 = somewhere, .x2 = somewhere + length * skew, .orientation = sideways}, flat, aluminium,
                {.theory = theory, .rotary_inertia = {}});
}

std::string error_of(const BeamGeometry& geometry, const SectionProperties& section = flat, const BeamSettings& settings = {}) {
    try {
        (void)beam(geometry, section, aluminium, settings);
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

TEST(BeamFrame, AxesAreARightHandedTriadFromEndToEnd) {
    const BeamFrame frame = skew_beam().frame;
    EXPECT_NEAR(frame.length, length, 1e-16);
    EXPECT_LT((frame.axes * frame.axes.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-15);
    EXPECT_NEAR(frame.axes.determinant(), 1, 1e-15);
    EXPECT_LT((frame.axes.row(0).transpose() - skew).norm(), 1e-15);
    EXPECT_GT(frame.axes.row(2).dot(sideways), 0);           // local z leans towards the orientation,
    EXPECT_NEAR(frame.axes.row(1).dot(sideways), 0, 1e-15);  // local y is square to it
}

TEST(BeamFrame, DefaultOrientationIsGlobalZAndForUprightBeamsGlobalX) {
    EXPECT_EQ(beam_frame({.x1 = {0, 0, 0}, .x2 = {2, 0, 0}, .orientation = {}}).axes, Eigen::Matrix3d::Identity());
    const BeamFrame upright = beam_frame({.x1 = {0, 0, 0}, .x2 = {0, 0, 2}, .orientation = {}});
    EXPECT_EQ(upright.axes.row(2), Eigen::RowVector3d(1, 0, 0));
    EXPECT_EQ(upright.axes.row(1), Eigen::RowVector3d(0, -1, 0));
}

// Only the direction counts: a vector a degree from the beam serves whatever its length, one along the beam never.
TEST(BeamFrame, TheLengthOfTheOrientationDoesNotMatter) {
    for (const double size : {1e-9, 1.0, 1e9}) {
        const BeamFrame frame = beam_frame({.x1 = {0, 0, 0}, .x2 = {2, 0, 0}, .orientation = Vector3d(size, 0.02 * size, 0)});
        EXPECT_LT((frame.axes.row(2) - Eigen::RowVector3d(0, 1, 0)).norm(), 1e-13) << size;
        EXPECT_NE(error_of({.x1 = {0, 0, 0}, .x2 = skew, .orientation = size * skew}).find("must not be parallel"),
                  std::string::npos)
            << size;
    }
}

TEST(BeamFrame, BadGeometryIsRefused) {
    EXPECT_EQ(error_of({.x1 = somewhere, .x2 = somewhere, .orientation = {}}),
              "beam: 'to' must differ from 'from', got a beam of length 0");
    EXPECT_NE(error_of({.x1 = {0, 0, 0}, .x2 = skew, .orientation = -3 * skew}).find("'orientation' must not be parallel"),
              std::string::npos);
    EXPECT_NE(error_of({.x1 = {0, 0, 0}, .x2 = skew, .orientation = Vector3d::Zero()}).find("'orientation' must be a direction"),
              std::string::npos);
    SectionProperties bare = flat;
    bare.shear_factor_y = bare.shear_factor_z = 0;
    const BeamGeometry good{.x1 = {0, 0, 0}, .x2 = skew, .orientation = {}};
    EXPECT_NE(error_of(good, bare).find("'shear_factor' must be given"), std::string::npos);
    EXPECT_EQ(error_of(good, bare, {.theory = BeamTheory::euler_bernoulli, .rotary_inertia = {}}), "no error");
}

TEST(BeamStiffness, IsSymmetricSemidefiniteWithSixRigidMotions) {
    for (const BeamTheory theory : {BeamTheory::timoshenko, BeamTheory::euler_bernoulli}) {
        const Beam element = skew_beam(theory);
        const Matrix12 k = beam_matrices(element).stiffness;
        EXPECT_EQ(k, k.transpose());
        // A rigid motion moves the ends like two arms from the origin. The force left is round-off of products of size |K| |u|.
        const Matrix12 arms = rigid_arms(somewhere, somewhere + length * skew);
        for (int i = 0; i < 6; ++i) {
            Vector12 motion;
            motion << arms.topLeftCorner<6, 6>().col(i), arms.bottomRightCorner<6, 6>().col(i);
            EXPECT_LT((k * motion).norm(), 1e-15 * k.norm() * motion.norm()) << i;
        }
        const Vector12 eigenvalues = linalg::symmetric_values(k);
        EXPECT_GT(eigenvalues(0), -1e-15 * eigenvalues(11));
        EXPECT_LT(eigenvalues(5), 1e-15 * eigenvalues(11));
        EXPECT_GT(eigenvalues(6), 1e-6 * eigenvalues(11));  // and no more than six
    }
}

TEST(BeamStiffness, IsTheStrainEnergyOfTheInterpolation) {
    // 2 U = integral of EA u'^2 + GJ rx'^2 + EIz rz'^2 + EIy ry'^2 + kGA (v' - rz)^2 + kGA (w' + ry)^2. Derivatives of cubics by
    // the five-point difference (exact to degree 4), the integral by Boole's rule (exact to degree 5).
    const Beam element = skew_beam();
    const double GA = aluminium.shear_modulus() * flat.area;
    const auto strains = [&](double xi) {
        const double d = 0.1;
        const auto n = [&](double at) { return beam_interpolation(element, at); };
        const Matrix6x12 slope = (8 * (n(xi + d) - n(xi - d)) - (n(xi + 2 * d) - n(xi - 2 * d))) / (12 * d * length);
        Matrix6x12 e = slope;
        e.row(1) -= n(xi).row(5);
        e.row(2) += n(xi).row(4);
        return e;
    };
    Vector6 section_stiffness;
    section_stiffness << aluminium.E * flat.area, flat.shear_factor_y * GA, flat.shear_factor_z * GA,
        aluminium.shear_modulus() * flat.J, aluminium.E * flat.Iy, aluminium.E * flat.Iz;
    Matrix12 energy = Matrix12::Zero();
    const double boole[] = {7, 32, 12, 32, 7};
    for (int i = 0; i < 5; ++i) {
        const Matrix6x12 e = strains(i / 4.0);
        energy += length * boole[i] / 90 * e.transpose() * section_stiffness.asDiagonal() * e;
    }
    const Matrix12 k = beam_matrices_local(element).stiffness;
    for (int i = 0; i < 12; ++i) {
        for (int j = 0; j < 12; ++j) EXPECT_NEAR(energy(i, j), k(i, j), 1e-12 * std::sqrt(k(i, i) * k(j, j))) << i << ' ' << j;
    }
}

TEST(BeamShape, MeetsTheNodesAndTheRigidMotions) {
    const Beam element = skew_beam();
    const Vector12 nodal = Vector12::LinSpaced(-1.3, 2.1);
    EXPECT_LT((beam_shape(element, nodal, 0) - nodal.head<6>()).norm(), 1e-14);
    EXPECT_LT((beam_shape(element, nodal, 1) - nodal.tail<6>()).norm(), 1e-14);
    const Matrix12 arms = rigid_arms(somewhere, somewhere + length * skew);
    Vector6 motion;
    motion << 0.1, -0.2, 0.3, 0.7, -0.5, 0.6;
    Vector12 ends;
    ends.head<6>() = arms.topLeftCorner<6, 6>() * motion;
    ends.tail<6>() = arms.bottomRightCorner<6, 6>() * motion;
    const Vector6 expected = rigid_arm(somewhere + 0.3 * length * skew) * motion;
    EXPECT_LT((beam_shape(element, ends, 0.3) - expected).norm(), 1e-14);
}

// A cantilever along `skew` from `somewhere`, clamped at its first node, under an end force and moment (local axes): displacement
// and rotation (local) at x from the clamp, Timoshenko's closed form.
Vector6 cantilever(const Vector6& end, double l, double x, double shear = 1) {
    const double G = aluminium.shear_modulus();
    const double E = aluminium.E;
    const double GAy = flat.shear_factor_y * G * flat.area;
    const double GAz = flat.shear_factor_z * G * flat.area;
    const double cubic = x * x * (3 * l - x) / 6;
    const double square = x * (2 * l - x) / 2;
    Vector6 u;
    u << end(0) * x / (E * flat.area),                                                            //
        end(1) * (cubic / (E * flat.Iz) + shear * x / GAy) + end(5) * x * x / (2 * E * flat.Iz),  //
        end(2) * (cubic / (E * flat.Iy) + shear * x / GAz) - end(4) * x * x / (2 * E * flat.Iy),  //
        end(3) * x / (G * flat.J),                                                                //
        -end(2) * square / (E * flat.Iy) + end(4) * x / (E * flat.Iy),                            //
        end(1) * square / (E * flat.Iz) + end(5) * x / (E * flat.Iz);
    return u;
}

TEST(BeamPatch, AnyMeshGivesTheExactSolutionUnderEndLoads) {
    // Constant axial force, torque, shear (linear moment) and moment in both planes, on uneven elements in a skew direction.
    Vector6 end;
    end << 3e4, -2e3, 1.5e3, 400, 250, -350;
    for (const std::vector<double>& knots :
         {std::vector<double>{0, 0.9}, std::vector<double>{0, 0.05, 0.31, 0.33, 0.6, 0.72, 0.9}}) {
        for (const BeamTheory theory : {BeamTheory::timoshenko, BeamTheory::euler_bernoulli}) {
            std::vector<Beam> chain;
            for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
                chain.push_back(
                    beam({.x1 = somewhere + knots[i] * skew, .x2 = somewhere + knots[i + 1] * skew, .orientation = sideways},
                         flat, aluminium, {.theory = theory, .rotary_inertia = {}}));
            }
            const Matrix12 rotation = beam_rotation(chain[0].frame);
            const Eigen::MatrixXd k = test::assemble(chain).stiffness;
            const Eigen::Index free = k.rows() - 6;
            Eigen::VectorXd load = Eigen::VectorXd::Zero(free);
            load.tail<6>() = rotation.topLeftCorner<6, 6>().transpose() * end;
            const Eigen::VectorXd u = linalg::solve_positive_definite(k.bottomRightCorner(free, free), load);
            // Round-off times the condition of the stiffness, about 1e5 here.
            for (std::size_t node = 1; node < knots.size(); ++node) {
                const Vector6 local = rotation.topLeftCorner<6, 6>() * u.segment<6>(static_cast<Eigen::Index>(6 * (node - 1)));
                const Vector6 exact = cantilever(end, 0.9, knots[node], theory == BeamTheory::timoshenko ? 1 : 0);
                for (int i = 0; i < 6; ++i) EXPECT_NEAR(local(i), exact(i), 1e-10 * std::abs(exact(i))) << node << ' ' << i;
            }
            // The interpolation is exact in between as well, not only at the nodes.
            Vector12 first;
            first << Vector6::Zero(), u.head<6>();
            const Vector6 inside = rotation.topLeftCorner<6, 6>() * beam_shape(chain[0], first, 0.37);
            const Vector6 exact = cantilever(end, 0.9, 0.37 * knots[1], theory == BeamTheory::timoshenko ? 1 : 0);
            for (int i = 0; i < 6; ++i) EXPECT_NEAR(inside(i), exact(i), 1e-10 * std::abs(exact(i))) << i;
        }
    }
}

TEST(BeamLocking, OneElementIsExactFromStockyToSlender) {
    for (const double height : {0.5, 0.1, 1e-3, 1e-4}) {  // L/h from 2 to 10 000; 1000 is the third
        const SectionProperties s =
            section_properties(sections::Rectangle{.width = 0.02, .height = height, .shear_factor = {}}, 0.33);
        const Beam element = beam({.x1 = {0, 0, 0}, .x2 = {1, 0, 0}, .orientation = {}}, s, aluminium);
        const Matrix12 k = beam_matrices(element).stiffness;
        Eigen::Matrix2d plane;
        plane << k(8, 8), k(8, 10), k(10, 8), k(10, 10);
        const double tip = linalg::solve_positive_definite(plane, Eigen::Vector2d(1, 0))(0);
        const double exact = 1 / (3 * aluminium.E * s.Iy) + 1 / (s.shear_factor_z * aluminium.shear_modulus() * s.area);
        EXPECT_NEAR(tip, exact, 1e-14 * exact) << height;

        // Control: linear deflection and rotation, fully integrated, lock; the tip moves by about (h/L)^2 of what it should.
        const double GA = s.shear_factor_z * aluminium.shear_modulus() * s.area;
        Eigen::Matrix2d linear;
        linear << GA, GA / 2, GA / 2, GA / 3 + aluminium.E * s.Iy;
        const double locked = linalg::solve_positive_definite(linear, Eigen::Vector2d(1, 0))(0);
        if (height <= 1e-3) {
            EXPECT_LT(locked, 1e-5 * exact);
        }
    }
}

TEST(BeamLoad, ResultantsAreThoseOfTheDistributedForce) {
    const Beam element = skew_beam();
    const Vector3d q1(120, -300, 45);
    const Vector3d q2(-60, 80, 500);
    const Vector12 load = beam_distributed_load(element, q1, q2);
    const Vector3d force = length * (q1 + q2) / 2;
    // The integral of x cross q with x = somewhere + s skew: the first moment of a trapezium is L^2 (q1 + 2 q2)/6.
    const Vector3d moment = somewhere.cross(force) + skew.cross(length * length * (q1 + 2 * q2) / 6);
    const Vector3d ends = load.segment<3>(0) + load.segment<3>(6);
    const Vector3d moments = somewhere.cross(load.segment<3>(0)) + (somewhere + length * skew).cross(load.segment<3>(6)) +
                             load.segment<3>(3) + load.segment<3>(9);
    EXPECT_LT((ends - force).norm(), 1e-14 * force.norm());
    EXPECT_LT((moments - moment).norm(), 1e-14 * moment.norm());
}

TEST(BeamLoad, GravityIsTheMassTimesTheAcceleration) {
    // The interpolation reproduces a rigid translation, so M times a uniform acceleration is the same consistent load.
    const Beam element = skew_beam();
    const Vector3d gravity(1.1, -2.3, -9.81);
    Vector12 acceleration = Vector12::Zero();
    acceleration.segment<3>(0) = gravity;
    acceleration.segment<3>(6) = gravity;
    const Vector12 load = beam_gravity_load(element, gravity);
    EXPECT_LT((beam_matrices(element).mass * acceleration - load).norm(), 1e-14 * load.norm());
}

TEST(BeamLoad, OneCantileverElementMovesExactlyUnderALinearLoad) {
    // q = q0 (1 - x/L) downwards on a cantilever: tip q0 L^4/(30 EI) + q0 L^2/(6 kGA), slope q0 L^3/(24 EI).
    // q = q0 x/L: tip 11 q0 L^4/(120 EI) + q0 L^2/(3 kGA), slope q0 L^3/(8 EI).
    const Beam element = beam({.x1 = {0, 0, 0}, .x2 = {length, 0, 0}, .orientation = {}}, flat, aluminium);
    const Matrix stiffness = beam_matrices(element).stiffness.bottomRightCorner<6, 6>();
    const double q0 = 700;
    const double EI = aluminium.E * flat.Iy;
    const double GA = flat.shear_factor_z * aluminium.shear_modulus() * flat.area;
    const double l2 = length * length;
    const Vector6 falling =
        linalg::solve_positive_definite(stiffness, beam_distributed_load(element, {0, 0, q0}, {0, 0, 0}).tail<6>());
    const Vector6 rising =
        linalg::solve_positive_definite(stiffness, beam_distributed_load(element, {0, 0, 0}, {0, 0, q0}).tail<6>());
    EXPECT_NEAR(falling(2), q0 * l2 * (l2 / (30 * EI) + 1 / (6 * GA)), 1e-13 * falling(2));
    EXPECT_NEAR(falling(4), -q0 * l2 * length / (24 * EI), -1e-13 * falling(4));
    EXPECT_NEAR(rising(2), q0 * l2 * (11 * l2 / (120 * EI) + 1 / (3 * GA)), 1e-13 * rising(2));
    EXPECT_NEAR(rising(4), -q0 * l2 * length / (8 * EI), -1e-13 * rising(4));
}

TEST(BeamSectionForces, EndLoadedCantilever) {
    const Beam element = skew_beam();
    const Matrix12 rotation = beam_rotation(element.frame);
    Vector6 end;
    end << 3e4, -2e3, 1.5e3, 400, 250, -350;
    Vector12 nodal;
    nodal << Vector6::Zero(), rotation.topLeftCorner<6, 6>().transpose() * cantilever(end, length, length);
    const SectionForces forces = beam_section_forces(element, nodal);
    // On the face with normal +x: what acts on the tip, and at the clamp the moments grown by force times arm.
    Vector6 clamp = end;
    clamp(4) -= end(2) * length;
    clamp(5) += end(1) * length;
    for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(forces.end2(i), end(i), 1e-10 * std::abs(end(i))) << i;
        EXPECT_NEAR(forces.end1(i), clamp(i), 1e-10 * std::abs(clamp(i))) << i;
    }
}

TEST(BeamSectionForces, AreExactUnderADistributedLoadOnlyWhenItIsHandedIn) {
    const Beam element = beam({.x1 = {0, 0, 0}, .x2 = {length, 0, 0}, .orientation = {}}, flat, aluminium);
    const Vector3d q(50, 0, 700);
    const Vector12 load = beam_distributed_load(element, q, q);
    Vector12 nodal = Vector12::Zero();
    nodal.tail<6>() = linalg::solve_positive_definite(beam_matrices(element).stiffness.bottomRightCorner<6, 6>(), load.tail<6>());
    const SectionForces forces = beam_section_forces(element, nodal, load);
    Vector6 clamp;
    clamp << 50 * length, 0, 700 * length, 0, -700 * length * length / 2, 0;
    EXPECT_LT((forces.end1 - clamp).norm(), 1e-11 * clamp.norm());
    EXPECT_LT(forces.end2.norm(), 1e-11 * clamp.norm());  // the free end
    EXPECT_GT(beam_section_forces(element, nodal).end2.norm(), 0.3 * clamp.norm());
}

TEST(BeamOffset, NodesAtTheFarEndsOfRigidArms) {
    const BeamOffset offset{.arm1 = {0.1, 0.05, -0.2}, .arm2 = {-0.03, 0.2, 0.15}};
    const BeamMatrices ends = beam_matrices(skew_beam());
    const BeamMatrices nodes = with_offset(ends, offset);
    // Rigid motion of the nodes leaves no force.
    const Vector3d node1 = somewhere - offset.arm1;
    const Vector3d node2 = somewhere + length * skew - offset.arm2;
    const Matrix12 arms = rigid_arms(node1, node2);
    for (int i = 0; i < 6; ++i) {
        Vector12 motion;
        motion << arms.topLeftCorner<6, 6>().col(i), arms.bottomRightCorner<6, 6>().col(i);
        EXPECT_LT((nodes.stiffness * motion).norm(), 1e-15 * nodes.stiffness.norm() * motion.norm()) << i;
    }
    EXPECT_EQ(nodes.stiffness, nodes.stiffness.transpose());
    // Power is the same at the nodes and at the ends; nothing moves without an offset.
    const Vector12 u = Vector12::LinSpaced(-0.7, 1.9);
    const Vector12 moved = offset_transformation(offset) * u;
    EXPECT_NEAR(u.dot(nodes.stiffness * u), moved.dot(ends.stiffness * moved),
                1e-13 * ends.stiffness.norm() * moved.squaredNorm());
    EXPECT_NEAR(u.dot(nodes.mass * u), moved.dot(ends.mass * moved), 1e-14 * ends.mass.norm() * moved.squaredNorm());
    EXPECT_EQ(with_offset(ends, {}).stiffness, ends.stiffness);
    // u_end = u_node + theta cross arm, by hand for one rotation: theta = e_z, arm = (a, b, c) -> (-b, a, 0).
    Vector12 turn = Vector12::Zero();
    turn(5) = 1;
    EXPECT_EQ((offset_transformation(offset) * turn).head<3>(), Vector3d(-0.05, 0.1, 0));
}

}  // namespace
}  // namespace jounce::elements::beam_static_test
