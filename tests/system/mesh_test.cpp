// Mesh builders: points, cells, sets, and that every file of the folder is in the table.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <filesystem>
#include <numbers>

#include "elements/shell.hpp"
#include "meshes/mesh_kinds.hpp"
#include "models.hpp"

namespace jounce::test::mesh_test {
namespace {

MeshPointer mesh(const std::string& kind, std::initializer_list<std::pair<const char*, Value>> fields) {
    return mesh_family.find(kind)->make(table(fields));
}
MeshPointer tube(int around, int along) {
    return mesh("tube",
                {{"from", vector(0, 0, 0)}, {"to", vector(0, 0, 2)}, {"radius", 0.5}, {"around", around}, {"along", along}});
}
Eigen::Vector3d at(const Mesh& m, int point) { return Eigen::Vector3d(m.points[point].data()); }
Eigen::Vector3d area(const Mesh& m, const MeshCell& cell) {
    const auto& p = cell.points;
    return 0.5 * (at(m, p[2]) - at(m, p[0])).cross(at(m, p[3]) - at(m, p[1]));
}
const MeshSet& set(const Mesh& m, const std::string& name) {
    return *std::ranges::find_if(m.sets, [&](const MeshSet& s) { return s.name == name; });
}

TEST(Mesh, TheTableHoldsEveryFileOfTheFolder) {
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(JOUNCE_SOURCE_DIR "/lib/meshes/kinds")) {
        files.push_back(file.path().stem().string());
    }
    std::vector<std::string> names = mesh_family.names();
    std::ranges::sort(files);
    std::ranges::sort(names);
    EXPECT_EQ(names, files);
}

TEST(Mesh, TubeClosesItsSeam) {
    const MeshPointer m = tube(12, 3);
    ASSERT_EQ(m->points.size(), 48u);
    ASSERT_EQ(m->cells.size(), 36u);
    ASSERT_EQ(m->sets.size(), 4u);
    // The chords of a circle: 12 sides of length 2 R sin(15 deg) along 2 m.
    double sum = 0;
    for (const MeshCell& cell : m->cells) {
        const Eigen::Vector3d a = area(*m, cell);
        sum += a.norm();
        Eigen::Vector3d outward = Eigen::Vector3d::Zero();
        for (const int p : cell.points) outward += at(*m, p);
        outward.z() = 0;
        EXPECT_GT(a.dot(outward), 0);
    }
    EXPECT_NEAR(sum, 12 * 2 * 0.5 * std::sin(std::numbers::pi / 12) * 2, 1e-14);
    // Every edge of the surface but those of the two ends belongs to two cells.
    std::map<std::pair<int, int>, int> edges;
    for (const MeshCell& cell : m->cells) {
        for (int i = 0; i < 4; ++i) ++edges[std::minmax(cell.points[i], cell.points[(i + 1) % 4])];
    }
    EXPECT_EQ(std::ranges::count_if(edges, [](const auto& e) { return e.second == 1; }), 24);
    EXPECT_EQ(std::ranges::count_if(edges, [](const auto& e) { return e.second == 2; }), 12 * 2 + 12 * 3);
}

TEST(Mesh, RingsOfATubeAreReproducible) {
    const MeshPointer m = tube(8, 4);
    for (int ring = 1; ring <= 5; ++ring) {
        const MeshSet& s = set(*m, "ring " + std::to_string(ring));
        ASSERT_EQ(s.points.size(), 8u);
        for (int k = 0; k < 8; ++k) {
            const double angle = k * std::numbers::pi / 4;
            EXPECT_LT(
                (at(*m, s.points[k]) - Eigen::Vector3d(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.5 * (ring - 1))).norm(),
                1e-15);
        }
    }
    // Opposite points to the last bit.
    EXPECT_EQ(at(*m, 0).x(), -at(*m, 4).x());
    EXPECT_EQ(at(*m, 2).x(), 0);
}

TEST(Mesh, FirstPointOfARingGoesWhereItIsTold) {
    const MeshPointer m = mesh("tube", {{"from", vector(1, 0, 0)},
                                        {"to", vector(3, 0, 0)},
                                        {"radius", 0.5},
                                        {"around", 6},
                                        {"along", 1},
                                        {"first", vector(5, 0, -2)}});
    EXPECT_LT((at(*m, 0) - Eigen::Vector3d(1, 0, -0.5)).norm(), 1e-15);
    const MeshPointer standard =
        mesh("tube", {{"from", vector(0, 0, 0)}, {"to", vector(3, 0, 0)}, {"radius", 0.5}, {"around", 6}, {"along", 1}});
    EXPECT_LT((at(*standard, 0) - Eigen::Vector3d(0, 0.5, 0)).norm(), 1e-15);
}

TEST(Mesh, PlateAndItsEdges) {
    const MeshPointer m = mesh("plate", {{"corner", vector(1, 2, 3)},
                                         {"edge_1", vector(2, 0, 0)},
                                         {"edge_2", vector(1, 1, 0)},
                                         {"elements_1", 4},
                                         {"elements_2", 3}});
    EXPECT_EQ(m->points.size(), 20u);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const MeshCell& cell : m->cells) sum += area(*m, cell);
    EXPECT_LT((sum - Eigen::Vector3d(0, 0, 2)).norm(), 1e-14);
    EXPECT_EQ(set(*m, "edge 1").points, (std::vector{0, 1, 2, 3, 4}));
    EXPECT_EQ(set(*m, "edge 2").points, (std::vector{4, 9, 14, 19}));
    EXPECT_EQ(set(*m, "edge 3").points, (std::vector{15, 16, 17, 18, 19}));
    EXPECT_EQ(set(*m, "edge 4").points, (std::vector{0, 5, 10, 15}));
    EXPECT_EQ(set(*m, "corners").points, (std::vector{0, 4, 19, 15}));
    EXPECT_LT((at(*m, 19) - Eigen::Vector3d(4, 3, 3)).norm(), 1e-15);
}

TEST(Mesh, PanelSpansItsAngle) {
    const double angle = 80 * std::numbers::pi / 180;
    const MeshPointer m = mesh("panel", {{"from", vector(0, 0, 0)},
                                         {"to", vector(0, 50, 0)},
                                         {"radius", 25.0},
                                         {"angle", angle},
                                         {"middle", vector(0, 0, 1)},
                                         {"around", 8},
                                         {"along", 4}});
    for (std::size_t i = 0; i < m->points.size(); ++i) {
        const Eigen::Vector3d p = at(*m, static_cast<int>(i));
        EXPECT_NEAR(std::hypot(p.x(), p.z()), 25, 1e-13);
        EXPECT_GE(p.z(), 25 * std::cos(angle / 2) - 1e-13);
        const Eigen::Vector3d n(m->normals[i].data());
        EXPECT_NEAR(n.dot(p), 25, 1e-12);
    }
    const MeshSet& straight = set(*m, "edge 2");
    ASSERT_EQ(straight.points.size(), 5u);
    for (const int p : straight.points) EXPECT_NEAR(std::abs(at(*m, p).x()), 25 * std::sin(angle / 2), 1e-13);
    for (const MeshCell& cell : m->cells) EXPECT_GT(area(*m, cell).dot(Eigen::Vector3d(m->normals[cell.points[0]].data())), 0);
}

TEST(Mesh, RingLooksAlongItsAxis) {
    const MeshPointer m = mesh("ring", {{"at", vector(0, 0, 1)},
                                        {"axis", vector(0, 0, -2)},
                                        {"inner_radius", 1.0},
                                        {"outer_radius", 1.5},
                                        {"around", 10},
                                        {"across", 2}});
    EXPECT_EQ(m->points.size(), 30u);
    for (const MeshCell& cell : m->cells) EXPECT_LT(area(*m, cell).z(), 0);
    for (const int p : set(*m, "outer").points) EXPECT_NEAR(at(*m, p).head<2>().norm(), 1.5, 1e-15);
    EXPECT_EQ(set(*m, "inner").points, set(*m, "ring 1").points);
}

TEST(Mesh, WrongFieldsAreRefused) {
    EXPECT_EQ(error_of([] { (void)tube(2, 3); }), "mesh.tube: 'around' must be in [3, 1000000], got 2");
    EXPECT_NE(error_of([] {
                  (void)mesh("tube",
                             {{"from", vector(0, 0, 1)}, {"to", vector(0, 0, 1)}, {"radius", 0.5}, {"around", 6}, {"along", 1}});
              }).find("'to' must differ from 'from'"),
              std::string::npos);
    EXPECT_NE(error_of([] {
                  (void)mesh("tube", {{"from", vector(0, 0, 0)},
                                      {"to", vector(0, 0, 1)},
                                      {"radius", 0.5},
                                      {"around", 6},
                                      {"along", 1},
                                      {"first", vector(0, 0, 3)}});
              }).find("'first' must be a direction that is not along the axis"),
              std::string::npos);
    EXPECT_NE(error_of([] {
                  (void)mesh("ring", {{"at", vector(0, 0, 1)},
                                      {"axis", vector(0, 0, 1)},
                                      {"inner_radius", 2.0},
                                      {"outer_radius", 1.5},
                                      {"around", 10},
                                      {"across", 2}});
              }).find("'outer_radius' must be above 'inner_radius'"),
              std::string::npos);
    EXPECT_NE(error_of([] {
                  (void)mesh("plate", {{"corner", vector(0, 0, 0)},
                                       {"edge_1", vector(2, 0, 0)},
                                       {"edge_2", vector(4, 0, 0)},
                                       {"elements_1", 4},
                                       {"elements_2", 3}});
              }).find("two directions"),
              std::string::npos);
    EXPECT_NE(error_of([] { (void)tube(10000, 100000); }).find("at most 10000000 points"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::mesh_test
