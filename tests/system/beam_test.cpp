// Beams in a model: sizes, masses, statics against closed forms, joined nodes, arms, bands.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "linalg/dense/dense.hpp"
#include "models.hpp"
#include "system/beams/beam_piece.hpp"

namespace jounce::test::beam_test {
namespace {

constexpr double length = 2, diameter = 0.05, E = 207e9, density = 7800;
constexpr double area = std::numbers::pi / 4 * diameter * diameter;
constexpr double second_moment = std::numbers::pi / 64 * diameter * diameter * diameter * diameter;

Handle add_beam(Script& s, int elements, const char* theory = "euler_bernoulli") {
    return s.add("beam", {{"name", "shaft"},
                          {"from", vector(0, 0, 0)},
                          {"to", vector(0, 0, length)},
                          {"elements", elements},
                          {"theory", theory},
                          {"section", circle(diameter)},
                          {"material", steel()}});
}

// Static displacement of the full model under loads (their signals at t = 0).
Vector static_answer(const System& system) {
    Vector load = Vector::Zero(system.size());
    for (const Load& l : system.loads) load += l.pattern * (l.derivative == 0 ? l.signal->value(0) : 0.0);
    const Vector q = linalg::solve_square(system.linear.K, load);
    Vector u = recovered(system, q);
    for (const PrescribedMotion& motion : system.recovery.prescribed) u += motion.pattern * motion.signal->value(0);
    return u;
}

TEST(BeamEntry, TheShaftInOnePlaneHasTwoDofsPerNodeAndABandOfThree) {
    Script s;
    const Handle shaft = add_beam(s, 20, "timoshenko");
    ASSERT_EQ(shaft.nodes.size(), 21u);
    EXPECT_EQ(shaft.nodes.back().name, "shaft[21]");
    s.add("fix", {{"nodes", references(shaft.nodes)}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    const System system = s.system();
    EXPECT_EQ(system.size(), 42);
    EXPECT_EQ(system.linear.half_bandwidth, 3);
    EXPECT_EQ(system.beams->size(), 20u);
}

TEST(BeamEntry, TheHollowShaftHasTheFrequenciesOfItsTable) {
    // Xu et al. (2022), doi:10.3390/machines10090814, section 3.2: 40 elements; digits computed independently.
    Script s;
    const Handle shaft = s.add(
        "beam",
        {{"name", "shaft"},
         {"from", vector(0, 0, 0)},
         {"to", vector(0, 0, 1)},
         {"elements", 40},
         {"section", table({{"family", "section"},
                            {"kind", "tube"},
                            {"outer_diameter", 0.19},
                            {"wall", 0.005},
                            {"shear_factor", 2 * 1.3 / 4.9}})},
         {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410}})}});
    s.add("fix", {{"nodes", references(shaft.nodes)}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    const System system = s.system();
    const Vector squares = linalg::symmetric_pairs(system.linear.K, system.linear.M).value().values;
    const double table_4[] = {477.423017, 1035.955112, 1637.333735, 2188.867486};
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(std::sqrt(squares[2 + i]) / (2 * std::numbers::pi), table_4[i], 1e-6);
    }
}

TEST(BeamEntry, BeamsThatMeetAreOrderedIntoANarrowBand) {
    // The hub is written first: in the order written, the band would span a whole beam.
    const auto build = [](const Value& one, const Value& other) {
        Script s;
        s.add("node", {{"name", "hub"}, {"at", vector(0, 0, 0)}});
        for (const Value& end : {one, other}) {
            s.add("beam", {{"from", end}, {"to", "hub"}, {"elements", 30}, {"section", circle(diameter)}, {"material", steel()}});
        }
        return s.system();
    };
    const System along_x = build(vector(1, 0, 0), vector(-1, 0, 0));
    EXPECT_EQ(along_x.size(), 61 * 6);
    EXPECT_EQ(along_x.linear.half_bandwidth, 3);  // axial motion, torsion and the two bending planes do not meet
    EXPECT_EQ(build(vector(1, 2, 3), vector(-3, 1, 2)).linear.half_bandwidth, 11);
}

TEST(BeamEntry, RigidTranslationCarriesTheWholeMass) {
    for (const char* theory : {"timoshenko", "euler_bernoulli"}) {
        Script s;
        add_beam(s, 7, theory);
        s.add("point", {{"node", "shaft[3]"}, {"mass", 12}});
        const System system = s.system();
        ASSERT_EQ(system.size(), 48);
        for (int direction = 0; direction < 3; ++direction) {
            Vector r = Vector::Zero(system.size());
            for (int i = 0; i < system.size(); ++i) {
                if (system.coordinate_names[i].ends_with(dof_names[direction])) r[i] = 1;
            }
            EXPECT_NEAR(r.dot(system.linear.M * r), density * area * length + 12, 1e-10 * 50);
            EXPECT_LT((system.linear.K * r).norm(), 1e-6 * system.linear.K.norm() * 1e-6);
        }
    }
}

TEST(BeamEntry, TheCantileverBendsAsTheClosedFormSays) {
    Script s;
    add_beam(s, 4);
    s.add("fix", {{"node", "shaft[1]"}});
    s.add("load", {{"node", "shaft[5]"}, {"direction", vector(1, 0, 0)}, {"force", 100}});
    const System system = s.system();
    EXPECT_EQ(system.size(), 24);
    const Vector u = static_answer(system);
    const double tip = 100 * length * length * length / (3 * E * second_moment);
    EXPECT_NEAR(u[full_dof(system, "shaft[5]", 0)], tip, 1e-9 * tip);
    EXPECT_NEAR(u[full_dof(system, "shaft[5]", 4)], 1.5 * tip / length, 1e-9 * tip);
    EXPECT_EQ(u[full_dof(system, "shaft[1]", 0)], 0);
}

TEST(BeamEntry, ADistributedLoadIsConsistent) {
    Script s;
    const Handle shaft = add_beam(s, 3);
    s.add("fix", {{"node", "shaft[1]"}});
    s.add("distributed_load", {{"beam", shaft.self}, {"direction", vector(0, 2, 0)}, {"force_per_length", 40}});
    const System system = s.system();
    const Vector u = static_answer(system);
    // q L^4 / (8 E I), exact at the nodes.
    const double tip = 40 * std::pow(length, 4) / (8 * E * second_moment);
    EXPECT_NEAR(u[full_dof(system, "shaft[4]", 1)], tip, 1e-9 * tip);
    ASSERT_EQ((*system.beams)[0].loads.size(), 1u);
    // The clamped end carries the whole load and its moment.
    const BeamPiece& piece = system.beams->front();
    const elements::SectionForces forces =
        elements::beam_section_forces(piece.properties, beam_end_motion(piece, u), 40 * piece.loads[0].at_ends);
    const elements::Vector6& clamped = forces.end1;
    EXPECT_NEAR(clamped.segment<2>(1).norm(), 40 * length, 1e-7 * 40 * length);
    EXPECT_NEAR(clamped.segment<2>(4).norm(), 40 * length * length / 2, 1e-7 * 40 * length * length);
}

TEST(BeamEntry, GravityIsTheConsistentWeight) {
    Script s;
    add_beam(s, 3);
    s.add("fix", {{"node", "shaft[1]"}});
    s.add("gravity", {{"acceleration", vector(-9.81, 0, 0)}});
    const System system = s.system();
    const Vector u = static_answer(system);
    const double tip = -9.81 * density * area * std::pow(length, 4) / (8 * E * second_moment);
    EXPECT_NEAR(u[full_dof(system, "shaft[4]", 0)], tip, 1e-9 * std::abs(tip));
}

TEST(BeamEntry, WeightAlongTheBeamDoesNotDependOnTheOrderOfEntries) {
    const auto axial_at_root = [](bool gravity_first) {
        Script s;
        if (gravity_first) s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
        add_beam(s, 3);
        s.add("fix", {{"node", "shaft[1]"}});
        if (!gravity_first) s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
        const System system = s.system();
        const BeamPiece& root = system.beams->front();
        const Vector u = static_answer(system);
        return elements::beam_section_forces(root.properties, beam_end_motion(root, u),
                                             root.loads.at(0).at_ends * root.loads[0].value(0))
            .end1[0];
    };
    const double weight = 9.81 * density * area * length;
    EXPECT_NEAR(axial_at_root(true), -weight, 1e-9 * weight);  // standing on its foot, compressed
    EXPECT_EQ(axial_at_root(true), axial_at_root(false));
}

TEST(BeamEntry, JoinedBeamsShareTheirNode) {
    Script s;
    const Handle shaft = add_beam(s, 2);
    s.add("beam", {{"name", "arm"},
                   {"from", shaft.nodes.back()},
                   {"to", vector(1, 0, length)},
                   {"elements", 2},
                   {"section", circle(diameter)},
                   {"material", steel()}});
    const System system = s.system();
    EXPECT_EQ(system.nodes.size(), 5u);
    EXPECT_EQ(system.find_node("arm[1]"), system.find_node("shaft[3]"));
    EXPECT_EQ(system.size(), 30);
    EXPECT_EQ(resolve_probe(system, "arm[1].ry").row.index, resolve_probe(system, "shaft[3].ry").row.index);
}

TEST(BeamEntry, ABeamAtAnArmEqualsABeamOnARigidLink) {
    const auto build = [](bool arm) {
        Script s;
        s.add("point", {{"name", "hub"}, {"at", vector(0.1, -0.2, 0)}, {"mass", 3}, {"inertia", vector(1, 2, 3)}});
        if (arm) {
            s.add("beam", {{"name", "shaft"},
                           {"from", "hub"},
                           {"offset_from", vector(-0.1, 0.2, 0)},
                           {"to", vector(0, 0, length)},
                           {"elements", 2},
                           {"section", circle(diameter)},
                           {"material", steel()}});
        } else {
            add_beam(s, 2, "timoshenko");
            s.add("rigid", {{"from", "hub"}, {"to", "shaft[1]"}});
        }
        return s.system();
    };
    const System arm = build(true);
    const System link = build(false);
    ASSERT_EQ(arm.size(), link.size());
    for (int i = 0; i < arm.size(); ++i) {
        for (int j = 0; j < arm.size(); ++j) {
            const int li = coordinate(link, arm.coordinate_names[i]);
            const int lj = coordinate(link, arm.coordinate_names[j]);
            EXPECT_NEAR(arm.linear.K.coeff(i, j), link.linear.K.coeff(li, lj), 1e-12 * arm.linear.K.norm());
            EXPECT_NEAR(arm.linear.M.coeff(i, j), link.linear.M.coeff(li, lj), 1e-12 * arm.linear.M.norm());
        }
    }
}

TEST(BeamEntry, AMovedSupportBendsTheBeamAsTheClosedFormSays) {
    Script s;
    add_beam(s, 4);
    s.add("fix", {{"node", "shaft[1]"}});
    s.add("prescribe", {{"node", "shaft[5]"}, {"dof", "ux"}, {"motion", 1e-3}});
    const System system = s.system();
    ASSERT_EQ(system.recovery.prescribed.size(), 1u);
    const Vector u = static_answer(system);
    // Tip moved by w: w(x) = w x^2 (3 L - x) / (2 L^3), support force 3 E I w / L^3.
    for (int i = 1; i <= 5; ++i) {
        const double x = length * (i - 1) / 4;
        const double w = 1e-3 * x * x * (3 * length - x) / (2 * std::pow(length, 3));
        EXPECT_NEAR(u[full_dof(system, "shaft[" + std::to_string(i) + "]", 0)], w, 1e-9 * 1e-3);
    }
    Vector load = Vector::Zero(system.size());
    for (const Load& l : system.loads) {
        EXPECT_EQ(l.term, WorkTerm::support);
        if (l.derivative == 0) load += l.pattern * l.signal->value(0);
    }
    const Vector q = linalg::solve_square(system.linear.K, load);
    const PrescribedMotion& motion = system.recovery.prescribed[0];
    const double force = motion.stiffness_row.dot(q) + motion.stiffness[0] * 1e-3;
    EXPECT_NEAR(force, 3 * E * second_moment * 1e-3 / std::pow(length, 3), 1e-9 * force);
}

TEST(BeamEntry, APreloadedSupportThatMovesRigidlyCostsNothing) {
    // All supports follow one motion: the structure moves along without strain, and only its inertia is felt.
    Script s;
    const Handle shaft = add_beam(s, 3);
    s.add("fix", {{"nodes", references(shaft.nodes)}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    s.add("prescribe", {{"nodes", words({"shaft[1]", "shaft[4]"})}, {"dof", "ux"}, {"motion", 1}});
    const System system = s.system();
    double inertia = 0, total = 0;
    for (const Load& load : system.loads) {
        if (load.derivative == 2) inertia = -load.pattern.sum();
    }
    const PrescribedMotion& motion = system.recovery.prescribed[0];
    total = motion.mass[0];
    Vector along = Vector::Zero(system.size());
    for (int i = 0; i < system.size(); ++i) along[i] = system.coordinate_names[i].ends_with("ux") ? 1 : 0;
    EXPECT_LT((system.linear.K * along + motion.stiffness_row).norm(), 1e-12 * system.linear.K.norm());
    const double mass = along.dot(system.linear.M * along) + 2 * along.dot(motion.mass_row) + total;
    EXPECT_NEAR(mass, density * area * length, 1e-10 * mass);
    EXPECT_NE(inertia, 0);
}

}  // namespace
}  // namespace jounce::test::beam_test
