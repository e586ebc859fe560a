// model:shell, pressure and coupling: what assembly makes of them.
// SPDX-License-Identifier: BSD-3-Clause
#include <omp.h>

#include <Eigen/Geometry>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <stdexcept>

#include "models.hpp"
#include "system/shells/shell_assembly.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::test::shell_test {
namespace {

Value tube(int around = 12, int along = 4) {
    return table({{"family", "mesh"},
                  {"kind", "tube"},
                  {"from", vector(0, 0, 0)},
                  {"to", vector(0, 0, 1)},
                  {"radius", 0.2},
                  {"around", around},
                  {"along", along}});
}
Value plate(int n, int m) {
    return table({{"family", "mesh"},
                  {"kind", "plate"},
                  {"corner", vector(0, 0, 0)},
                  {"edge_1", vector(1, 0, 0)},
                  {"edge_2", vector(0, 0.5, 0)},
                  {"elements_1", n},
                  {"elements_2", m}});
}
Handle shell(Script& script, const char* name, const Value& mesh, double thickness = 0.01) {
    return script.add("shell", {{"name", name}, {"mesh", mesh}, {"thickness", thickness}, {"material", steel()}});
}
std::vector<Reference> members(const Handle& handle, const std::string& set) {
    for (const HandleSet& s : handle.sets) {
        if (s.name != set) continue;
        std::vector<Reference> out;
        for (const int i : s.nodes) out.push_back(handle.nodes[static_cast<std::size_t>(i)]);
        return out;
    }
    ADD_FAILURE() << "no set " << set;
    return {};
}
/// The motion of a node: full dofs times coordinates.
Vector solve(const System& system, const Vector& load) {
    return Eigen::SimplicialLDLT<SparseMatrix>(system.linear.K).solve(load);
}

TEST(ShellEntry, NamesNodesAndSets) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    EXPECT_EQ(handle.nodes.size(), 60u);
    EXPECT_EQ(handle.nodes[59].name, "shaft[60]");
    EXPECT_EQ(members(handle, "ring 2").front().name, "shaft[13]");
    const System system = script.system();
    EXPECT_EQ(system.size(), 360);
    ASSERT_EQ(system.shells->size(), 1u);
    EXPECT_EQ(system.shells->front().pieces.size(), 48u);
    // Chords instead of the arc, and directors 15 degrees off the chords' normals, along which the thickness is measured.
    const double mass = 7800 * 0.01 * 12 * 0.4 * std::sin(std::numbers::pi / 12) * std::cos(std::numbers::pi / 12);
    Vector x = Vector::Zero(system.size());
    for (int i = 0; i < system.size(); ++i) x[i] = system.coordinate_names[static_cast<std::size_t>(i)].ends_with(".ux") ? 1 : 0;
    EXPECT_NEAR(x.dot(system.linear.M * x) / mass, 1, 1e-12);
}

TEST(ShellEntry, ThreadsChangeNoBit) {
    Script script;
    shell(script, "shaft", tube(20, 10));
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    const System one = script.system();
    omp_set_num_threads(3);
    const System three = script.system();
    omp_set_num_threads(before);
    EXPECT_EQ(one.digest, three.digest);
    EXPECT_EQ((one.linear.K - three.linear.K).norm(), 0);
}

TEST(ShellEntry, AnErrorOfAnElementReachesTheCaller) {
    Script script;
    shell(script, "shaft", tube(20, 10));
    const System system = script.system();
    const auto fails = [](const elements::Shell&, elements::ShellMass) -> elements::ShellMatrix {
        throw std::domain_error("element");
    };
    ShellElements::Part part;
    for (const ShellPiece& piece : system.shells->front().pieces) part.pieces.push_back(&piece);
    const ShellElements elements({part}, static_cast<int>(system.nodes.size()));
    ShellColumns columns(elements, fails);
    const std::vector<int> nodes = {0, 1, 2};
    SparseMatrix out;
    EXPECT_THROW(columns.take(nodes, out), std::domain_error);
}

TEST(ShellEntry, OfTwoFaultyElementsTheFirstIsNamedWhicheverIsComputedFirst) {
    Script script;
    shell(script, "shaft", tube(20, 10));
    const System system = script.system();
    std::vector<ShellPiece> pieces = system.shells->front().pieces;
    constexpr std::size_t first = 60, second = 3;
    ASSERT_LT(first, pieces.size());
    pieces[first].properties.thickness = -1;
    pieces[second].properties.thickness = -2;
    const auto fails = [](const elements::Shell& shell, elements::ShellMass) -> elements::ShellMatrix {
        if (shell.thickness < 0) throw bad_case("element " + std::to_string(static_cast<int>(shell.thickness)));
        return elements::ShellMatrix::Zero(shell.dofs(), shell.dofs());
    };
    // In this order the faulty element at the nodes taken is not the first one.
    for (const std::size_t taken : {first, second}) {
        ShellElements::Part part;
        part.origin = {"case.lua", 7};
        for (const ShellPiece& piece : pieces) part.pieces.push_back(&piece);
        const ShellElements elements({part}, static_cast<int>(system.nodes.size()));
        ShellColumns columns(elements, fails);
        std::vector<int> nodes(pieces[taken].nodes.begin(), pieces[taken].nodes.begin() + pieces[taken].properties.corners());
        std::ranges::sort(nodes);
        SparseMatrix out;
        try {
            columns.take(nodes, out);
            ADD_FAILURE() << "no error";
        } catch (const Error& error) {
            EXPECT_EQ(error.message(), "element -2");
            EXPECT_EQ(error.origin().line, 7);
        }
    }
}

TEST(ShellEntry, CantileverPlateBendsAsABeamDoes) {
    // nu = 0: no anticlastic bending. w = F L^3/(3 E I) + F L/(5/6 G A), from tip forces shared by the edge.
    Script script;
    const Value soft = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e11}, {"nu", 0.0}, {"density", 7800}});
    const Handle handle =
        script.add("shell", {{"name", "strip"}, {"mesh", plate(20, 4)}, {"thickness", 0.02}, {"material", soft}});
    script.add("fix", {{"nodes", references(members(handle, "edge 4"))}});
    const Handle tip = script.add(
        "coupling", {{"name", "tip"}, {"nodes", references(members(handle, "edge 2"))}, {"weights", list({1, 2, 2, 2, 1})}});
    script.add("load", {{"node", tip.self}, {"direction", vector(0, 0, 1)}, {"force", 1000.0}});
    const System system = script.system();
    const Vector u = recovered(system, solve(system, system.loads.at(0).pattern * 1000));
    const double I = 0.5 * 8e-6 / 12, exact = 1000 / (3 * 2e11 * I) + 1000 / (5.0 / 6 * 1e11 * 0.01);
    EXPECT_NEAR(u[full_dof(system, "tip", 2)] / exact, 1, 2e-3);  // (element length / length)^2 / 2
    EXPECT_NEAR(u[full_dof(system, "tip", 4)] / (-1000 / (2 * 2e11 * I)), 1, 2e-3);
}

TEST(ShellEntry, GravityIsMassTimesAcceleration) {
    Script script;
    const Handle handle = shell(script, "plate", plate(4, 2));
    script.add("fix", {{"nodes", references(members(handle, "edge 4"))}, {"dofs", words({"rx"})}});
    script.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    const System system = script.system();
    double sum = 0;
    for (int i = 0; i < system.size(); ++i) {
        if (system.coordinate_names[static_cast<std::size_t>(i)].ends_with(".uz")) sum += system.loads.at(0).pattern[i];
    }
    EXPECT_NEAR(sum, -9.81 * 7800 * 0.01 * 0.5, 1e-11);
}

TEST(ShellEntry, LumpedAndConsistentMassCarryTheSame) {
    for (const char* kind : {"consistent", "lumped"}) {
        Script script;
        script.add("shell",
                   {{"name", "plate"}, {"mesh", plate(4, 2)}, {"thickness", 0.01}, {"material", steel()}, {"mass", kind}});
        const System system = script.system();
        double sum = 0;
        for (int i = 0; i < system.size(); ++i) {
            for (int j = 0; j < system.size(); ++j) {
                const auto along_z = [&](int k) { return system.coordinate_names[static_cast<std::size_t>(k)].ends_with(".uz"); };
                if (along_z(i) && along_z(j)) sum += system.linear.M.coeff(i, j);
            }
        }
        EXPECT_NEAR(sum, 7800 * 0.01 * 0.5, 1e-11) << kind;
    }
}

TEST(ShellEntry, BeamsAndShellsShareNodes) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    script.add("beam", {{"name", "rod"},
                        {"from", Value(handle.nodes[3])},
                        {"to", vector(1, 0, 0)},
                        {"elements", 2},
                        {"section", circle(0.01)},
                        {"material", steel()}});
    script.add("point", {{"name", "knob"}, {"node", Value(handle.nodes[7])}, {"mass", 2.0}});
    const System system = script.system();
    EXPECT_EQ(system.nodes.size(), 62u);
    EXPECT_EQ(system.size(), 372);
}

TEST(ShellEntry, AStiffenerJoinsTheTube) {
    Script script;
    const Handle wall = shell(script, "wall", tube());
    const Value ring = table({{"family", "mesh"},
                              {"kind", "ring"},
                              {"at", vector(0, 0, 0.5)},
                              {"axis", vector(0, 0, 1)},
                              {"inner_radius", 0.2},
                              {"outer_radius", 0.3},
                              {"around", 12},
                              {"across", 2}});
    const Handle rib = script.add(
        "shell", {{"name", "rib"}, {"mesh", ring}, {"thickness", 0.01}, {"material", steel()}, {"join", references(wall.nodes)}});
    const System system = script.system();
    EXPECT_EQ(system.nodes.size(), 60u + 24u);
    EXPECT_EQ(system.find_node(rib.nodes[0].name), system.find_node(members(wall, "ring 3")[0].name));
    Script apart;
    const Handle other = shell(apart, "wall", tube(11, 3));
    EXPECT_NE(error_of([&] {
                  apart.add("shell", {{"name", "rib"},
                                      {"mesh", ring},
                                      {"thickness", 0.01},
                                      {"material", steel()},
                                      {"join", references({other.nodes[5]})}});
              }).find("case.lua:2: model.shell: 'join' must contain nodes at points of the mesh, got none"),
              std::string::npos);
}

TEST(Coupling, DistributingFollowsTheRigidMotionOfItsSet) {
    // Any rigid motion of the ring is the node's own, wherever the node is.
    for (const bool offset : {false, true}) {
        Script script;
        const Handle handle = shell(script, "shaft", tube());
        const Value nodes = references(members(handle, "ring 3"));
        if (offset) {
            script.add("coupling", {{"name", "slider"}, {"nodes", nodes}, {"at", vector(0.3, -0.1, 0.7)}});
        } else {
            script.add("coupling", {{"name", "slider"}, {"nodes", nodes}});
        }
        const System system = script.system();
        EXPECT_EQ(system.size(), 360);  // the node follows
        const Eigen::Vector3d u(0.1, -0.2, 0.3), theta(0.03, 0.01, -0.02);
        Vector q(system.size());
        for (int i = 0; i < q.size(); ++i) {
            const std::string& name = system.coordinate_names[static_cast<std::size_t>(i)];
            const std::size_t point = name.find('.');
            const SystemNode& node = system.nodes[static_cast<std::size_t>(system.find_node(name.substr(0, point)))];
            const Eigen::Vector3d x(node.position.data()), moved = u + theta.cross(x);
            const int axis = name.back() - 'x';
            q[i] = name[point + 1] == 'u' ? moved[axis] : theta[axis];
        }
        const Vector full = recovered(system, q);
        const int at = system.find_node("slider");
        const Eigen::Vector3d place(system.nodes[static_cast<std::size_t>(at)].position.data());
        EXPECT_LT((place - (offset ? Eigen::Vector3d(0.3, -0.1, 0.7) : Eigen::Vector3d(0, 0, 0.5))).norm(), 1e-14);
        EXPECT_LT((full.segment<3>(6 * at) - (u + theta.cross(place))).norm(), 1e-14);
        EXPECT_LT((full.segment<3>(6 * at + 3) - theta).norm(), 1e-14);
    }
}

TEST(Coupling, OvallingOfTheRingDoesNotMoveTheNode) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    script.add("coupling", {{"name", "slider"}, {"nodes", references(members(handle, "ring 3"))}});
    const System system = script.system();
    Vector q = Vector::Zero(system.size());
    for (int k = 0; k < 12; ++k) {
        const double angle = k * std::numbers::pi / 6, wave = std::cos(2 * angle);
        const std::string node = members(handle, "ring 3")[static_cast<std::size_t>(k)].name;
        q[coordinate(system, node + ".ux")] = wave * std::cos(angle);
        q[coordinate(system, node + ".uy")] = wave * std::sin(angle);
    }
    EXPECT_LT(recovered(system, q).segment<6>(6 * system.find_node("slider")).norm(), 1e-15);
}

TEST(Coupling, FixingTheNodeHoldsTheMeanAlone) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    const Handle slider = script.add("coupling", {{"name", "slider"}, {"nodes", references(members(handle, "ring 3"))}});
    script.add("fix", {{"node", slider.self}, {"dofs", words({"uy", "uz"})}});
    const System system = script.system();
    EXPECT_EQ(system.size(), 358);
    // Whatever the coordinates, the mean is zero, and the force on the node reaches the ring in equal parts.
    const Vector q = Vector::LinSpaced(system.size(), -1, 2);
    const Vector full = recovered(system, q);
    double mean = 0;
    for (const Reference& node : members(handle, "ring 3")) mean += full[full_dof(system, node.name, 1)];
    EXPECT_NEAR(mean, 0, 1e-12);
    EXPECT_EQ(full[full_dof(system, "slider", 1)], 0);
    EXPECT_LT(system.linear.K.nonZeros(), 360 * 54 + 4 * 60 * 60);  // no fill beyond the ring and its neighbours
}

// The mean of n nodes that carries a mass couples each of them with each other: n^2 entries.
TEST(Coupling, SaysHowLargeTheMatricesOfAHeldMeanBecome) {
    const auto coupled = [](int n, bool heavy) {
        Script script;
        List nodes;
        for (int i = 0; i < n; ++i) {
            const std::string name = "n" + std::to_string(i);
            script.add("node", {{"name", name}, {"at", vector(i, 0, 0)}});
            nodes.emplace_back(name);
        }
        script.add("coupling", {{"name", "mean"}, {"nodes", nodes}});
        if (heavy) script.add("point", {{"name", "mass"}, {"node", "mean"}, {"mass", 1.0}});
        return error_of([&] { (void)script.system(); });
    };
    const std::string refused = coupled(20'001, true);
    EXPECT_NE(refused.find("'mean.ux' follows from 20001 coordinates"), std::string::npos) << refused;
    EXPECT_NE(refused.find("400 million entries in each matrix"), std::string::npos) << refused;
    EXPECT_EQ(coupled(20'001, false).find("million entries"), std::string::npos) << "a node that nothing holds fills nothing";

    const auto noted = [](bool heavy) {
        Script script;
        List nodes;
        for (int i = 0; i < 1200; ++i) {
            const std::string name = "n" + std::to_string(i);
            script.add("point", {{"name", name}, {"at", vector(i, 0, 0)}, {"mass", 1.0}, {"free", words({"ux"})}});
            nodes.emplace_back(name);
        }
        script.add("coupling", {{"name", "mean"}, {"nodes", nodes}});
        if (heavy) script.add("point", {{"name", "mass"}, {"node", "mean"}, {"mass", 1.0}});
        const System system = script.system();
        return std::ranges::any_of(system.notes, [](const std::string& note) {
            return note.starts_with("'mean.ux' follows from 1200 coordinates and couples all of them: 1 million");
        });
    };
    EXPECT_TRUE(noted(true));
    EXPECT_FALSE(noted(false));
}

TEST(Coupling, RigidLeadsItsSet) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    script.add(
        "coupling",
        {{"name", "hub"}, {"nodes", references(members(handle, "ring 1"))}, {"kind", "rigid"}, {"at", vector(0, 0, -0.5)}});
    const System system = script.system();
    EXPECT_EQ(system.size(), 360 - 72 + 6);
    Vector q = Vector::Zero(system.size());
    q[coordinate(system, "hub.ux")] = 1;
    q[coordinate(system, "hub.ry")] = 0.1;
    const Vector full = recovered(system, q);
    for (const Reference& node : members(handle, "ring 1")) {
        const Eigen::Vector3d x(system.nodes[static_cast<std::size_t>(system.find_node(node.name))].position.data());
        const Eigen::Vector3d moved =
            Eigen::Vector3d(1, 0, 0) + Eigen::Vector3d(0, 0.1, 0).cross(x - Eigen::Vector3d(0, 0, -0.5));
        EXPECT_LT((full.segment<3>(full_dof(system, node.name, 0)) - moved).norm(), 1e-14);
        EXPECT_EQ(full[full_dof(system, node.name, 4)], 0.1);
    }
}

TEST(Coupling, NodesOnALineTakeTheirOwnTwist) {
    Script script;
    const Handle handle = shell(script, "plate", plate(4, 2));
    script.add("coupling", {{"name", "edge"}, {"nodes", references(members(handle, "edge 1"))}});
    const System system = script.system();
    Vector q = Vector::Zero(system.size());
    for (const Reference& node : members(handle, "edge 1")) q[coordinate(system, node.name + ".rx")] = 0.2;
    EXPECT_NEAR(recovered(system, q)[full_dof(system, "edge", 3)], 0.2, 1e-15);
}

TEST(Pressure, OfATubeBalancesAndPushesOutwards) {
    Script script;
    const Handle handle = shell(script, "shaft", tube());
    script.add("pressure", {{"shell", handle.self}, {"pressure", 1e5}});
    const System system = script.system();
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double outward = 0;
    const Vector full = system.recovery.T * system.loads.at(0).pattern;
    for (const SystemNode& node : system.nodes) {
        const Eigen::Vector3d force = full.segment<3>(node.first_dof);
        sum += force;
        outward += force.dot(Eigen::Vector3d(node.position[0], node.position[1], 0)) / 0.2;
    }
    EXPECT_LT(sum.norm(), 1e-14);
    // The chords' area, seen from the corners.
    EXPECT_NEAR(outward, 12 * 0.4 * std::sin(std::numbers::pi / 12) * std::cos(std::numbers::pi / 12), 1e-13);
}

TEST(Pressure, OnSomeCellsOnly) {
    Script script;
    const Handle handle = shell(script, "plate", plate(4, 2));
    script.add("pressure", {{"shell", handle.self},
                            {"pressure", 1.0},
                            {"nodes", list({handle.nodes[0], handle.nodes[1], handle.nodes[5], handle.nodes[6]})}});
    const System system = script.system();
    EXPECT_NEAR(system.loads.at(0).pattern.sum(), 0.25 * 0.25, 1e-15);
}

TEST(ShellEntry, WrongOnesAreRefusedWhereTheyStand) {
    Script script;
    EXPECT_EQ(error_of([&] { shell(script, "a", tube(), -1); }), "case.lua:1: model.shell: 'thickness' must be positive, got -1");
    EXPECT_NE(error_of([&] {
                  script.add("shell", {{"mesh", tube()}, {"material", steel()}});
              }).find("case.lua:2: model.shell: 'thickness' is required (number, m), as cell 1 of the mesh has none"),
              std::string::npos);
    EXPECT_NE(error_of([&] {
                  script.add("shell", {{"mesh", tube()}, {"thickness", 0.1}});
              }).find("'material' is required"),
              std::string::npos);
    EXPECT_NE(error_of([&] {
                  script.add("shell", {{"mesh", tube()}, {"thicknes", 0.1}});
              }).find("did you mean 'thickness'?"),
              std::string::npos);
    const Handle handle = shell(script, "good", tube());
    EXPECT_NE(error_of([&] {
                  script.add("coupling", {{"nodes", list({handle.nodes[0]})}});
              }).find("'nodes' must name two nodes or more"),
              std::string::npos);
    EXPECT_NE(error_of([&] {
                  script.add("coupling", {{"nodes", references(members(handle, "ring 1"))}, {"weights", list({1, 2})}});
              }).find("'weights' must have one value for each of the 12 nodes, got 2"),
              std::string::npos);
    EXPECT_NE(error_of([&] {
                  script.add("pressure", {{"shell", "god"}, {"pressure", 1.0}});
              }).find("did you mean 'good'?"),
              std::string::npos);
    EXPECT_NE(error_of([&] {
                  script.add("fix", {{"node", handle.self}});
              }).find("the shell 'good'; its nodes are 'good[1]'"),
              std::string::npos);
}

/// Two bodies that ties join and supports hold have no rigid motion that a soft spring could hold.
TEST(ShellEntry, SoftSpringsOnTiedHeldPlatesHoldNoMotion) {
    Script script;
    const Handle a = shell(script, "a", plate(4, 4));
    const Handle b = script.add("shell", {{"name", "b"},
                                          {"mesh", table({{"family", "mesh"},
                                                          {"kind", "plate"},
                                                          {"corner", vector(1, 0, 0)},
                                                          {"edge_1", vector(0.5, 0, 0)},
                                                          {"edge_2", vector(0, 0.5, 0)},
                                                          {"elements_1", 2},
                                                          {"elements_2", 4}})},
                                          {"thickness", 0.01},
                                          {"material", steel()}});
    for (std::size_t i = 0; i <= 4; ++i) {
        script.add("tie", {{"from", a.nodes[5 * i + 4]}, {"to", b.nodes[3 * i]}});
        script.add("fix", {{"node", a.nodes[5 * i]}});
    }
    script.add("spring", {{"from", "a[13]"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e-3}});
    const System system = script.system();
    EXPECT_EQ(system.soft_motions.cols(), 0);
    EXPECT_EQ(Eigen::SimplicialLDLT<SparseMatrix>(system.linear.K).info(), Eigen::Success);
}

}  // namespace
}  // namespace jounce::test::shell_test
