// Shells in pictures: points, cells and stresses of known motions; a part of its own in the frames of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/shell_surface.hpp"

#include "record/frames/frames.hpp"
#include "small_cases.hpp"
#include "system/probes/probe.hpp"

namespace jounce::test::shell_surface_test {
namespace {

Model plate() { return steel_plate({0.2, 0.5, 0}, 4, 3); }

record::FullMotion motion_of(const System& system, const std::function<elements::Vector6(const Eigen::Vector3d&)>& at) {
    record::FullMotion out;
    out.displacement.resize(6 * static_cast<Eigen::Index>(system.nodes.size()));
    for (const SystemNode& node : system.nodes) {
        out.displacement.segment<6>(node.first_dof) = at(Eigen::Vector3d(node.position.data()));
    }
    out.velocity = 2 * out.displacement;
    out.acceleration = 3 * out.displacement;
    return out;
}

TEST(ShellSurface, ShowsTheStressesOfStretchingAndBending) {
    const System system = assemble(plate());
    const record::ShellSurface surface(system);
    record::Picture picture = surface.rest();
    EXPECT_EQ(picture.size(), 20u);
    EXPECT_EQ(picture.types.size(), 12u);
    EXPECT_TRUE(std::all_of(picture.types.begin(), picture.types.end(), [](auto t) { return t == record::CellType::quad; }));
    ASSERT_EQ(picture.arrays.size(), 7u);

    // Uniaxial stress: u = e x, v = -nu e y. 200 MPa on both faces.
    surface.show(motion_of(system,
                           [](const Eigen::Vector3d& x) -> elements::Vector6 {
                               return (elements::Vector6() << 1e-3 * x.x(), -0.3e-3 * x.y(), 0, 0, 0, 0).finished();
                           }),
                 picture);
    for (const std::size_t face : {3u, 4u}) {
        for (const double s : picture.arrays[face].values) EXPECT_NEAR(s / 2e8, 1, 1e-10);
    }
    EXPECT_EQ(picture.arrays[1].values[3], 2 * picture.arrays[0].values[3]);
    for (const std::size_t face : {5u, 6u}) {
        for (std::size_t i = 0; i < 20; ++i) {
            EXPECT_NEAR(picture.arrays[face].values[6 * i] / 2e8, 1, 1e-10);
            for (std::size_t c = 1; c < 6; ++c) EXPECT_NEAR(picture.arrays[face].values[6 * i + c] / 2e8, 0, 1e-10);
        }
    }

    // Stretched and bent about y, w = -c x^2/2, without anticlastic bending: E/(1 - nu^2) (e +- c t/2) along and nu times that
    // across.
    const double c = 0.02;
    surface.show(
        motion_of(system,
                  [c](const Eigen::Vector3d& x) -> elements::Vector6 {
                      return (elements::Vector6() << 1e-3 * x.x(), 0, -c * x.x() * x.x() / 2, 0, c * x.x(), 0).finished();
                  }),
        picture);
    const double factor = 2e11 / 0.91 * std::sqrt(1 - 0.3 + 0.09);
    for (const double s : picture.arrays[3].values) EXPECT_NEAR(s / (factor * (1e-3 + c * 0.01)), 1, 1e-9);
    for (const double s : picture.arrays[4].values) EXPECT_NEAR(s / (factor * (1e-3 - c * 0.01)), 1, 1e-9);
}

/// Two plates of 2 x 1 cells side by side, 0 < x < 1 and 1 < x < 2; `upright` turns the second one up.
Model two_plates(double thickness, double E, bool upright = false) {
    Model model("two plates");
    const auto plate = [](const Value& corner, const Value& edge) {
        return table({{"family", "mesh"},
                      {"kind", "plate"},
                      {"corner", corner},
                      {"edge_1", edge},
                      {"edge_2", vector(0, 0.5, 0)},
                      {"elements_1", 2},
                      {"elements_2", 1}});
    };
    const auto material = [](double modulus) {
        return table({{"family", "material"}, {"kind", "isotropic"}, {"E", modulus}, {"nu", 0.3}, {"density", 7800}});
    };
    const Handle first = model.add("shell",
                                   table({{"name", "a"},
                                          {"mesh", plate(vector(0, 0, 0), vector(1, 0, 0))},
                                          {"thickness", 0.02},
                                          {"material", material(2e11)}}),
                                   {});
    List nodes;
    for (const Reference& node : first.nodes) nodes.emplace_back(node);
    model.add("shell",
              table({{"name", "b"},
                     {"mesh", plate(vector(1, 0, 0), upright ? vector(0, 0, 1) : vector(1, 0, 0))},
                     {"thickness", thickness},
                     {"material", material(E)},
                     {"join", nodes}}),
              {});
    return model;
}

elements::Vector6 stretched_and_bent(const Eigen::Vector3d& x) {
    return (elements::Vector6() << 1e-3 * x.x(), -0.3e-3 * x.y(), -0.01 * x.x() * x.x(), 0, 0.02 * x.x(), 0).finished();
}

// Under one motion the stress on the top face is E/(1 - nu^2)(e_x + nu e_y + c t/2): it jumps where E or t does, and no mean is
// taken across. Control: of equal plates the nodes between them have one point.
TEST(ShellSurface, StressIsNotAveragedAcrossSections) {
    EXPECT_EQ(record::ShellSurface(assemble(two_plates(0.02, 2e11))).rest().size(), 10u);
    EXPECT_EQ(record::ShellSurface(assemble(two_plates(0.02, 2e11, true))).rest().size(), 12u) << "an edge";
    for (const auto& [thickness, E] : {std::pair{0.002, 2e11}, {0.02, 7e10}}) {
        const System system = assemble(two_plates(thickness, E));
        const record::ShellSurface surface(system);
        record::Picture picture = surface.rest();
        ASSERT_EQ(picture.size(), 12u);
        surface.show(motion_of(system, stretched_and_bent), picture);
        const auto expected = [](double modulus, double t) { return modulus / 0.91 * (1e-3 - 0.09e-3 + 0.01 * t); };
        for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(picture.arrays[5].values[6 * i] / expected(2e11, 0.02), 1, 1e-9);
        for (std::size_t i = 6; i < 12; ++i) EXPECT_NEAR(picture.arrays[5].values[6 * i] / expected(E, thickness), 1, 1e-9);
    }
}

TEST(ShellSurface, StressProbesAreThoseOfThePicture) {
    const System system = assemble(two_plates(0.002, 2e11));
    State state;
    state.q = system.recovery.T.transpose() * motion_of(system, stretched_and_bent).displacement;  // no constraints
    state.v = state.a = linalg::Vector::Zero(system.size());
    const auto value = [&](const char* probe) { return evaluate(resolve_probe(system, probe), system, state); };
    const double E = 2e11 / 0.91, membrane = 1e-3 - 0.09e-3;
    for (const char* probe : {"a[2].stress_top_xx", "a.cell[1].stress_top_xx", "a.cell[2].stress_top_xx"})
        EXPECT_NEAR(value(probe) / (E * (membrane + 0.01 * 0.02)), 1, 1e-9) << probe;
    EXPECT_NEAR(value("a[1].stress_bottom_xx") / (E * (membrane - 0.01 * 0.02)), 1, 1e-9);
    EXPECT_NEAR(value("b.cell[1].stress_top_xx") / (E * (membrane + 0.01 * 0.002)), 1, 1e-9);
    EXPECT_NEAR(value("a[1].stress_top_yy") / (E * 0.3 * 0.01 * 0.02), 1, 1e-9);
    EXPECT_NEAR(value("a[1].stress_top_xy") / E, 0, 1e-14);
    EXPECT_EQ(resolve_probe(system, "a[1].stress_top_xy").unit, "Pa");
    const auto message = [&](const char* probe) -> std::string {
        try {
            (void)resolve_probe(system, probe);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(message("a[3].stress_top_xx").find("the stress is not unique; use a cell"), std::string::npos);
    EXPECT_NE(message("a.cell[3].stress_top_xx").find("shell 'a' has the cells 1 to 2, got 'cell[3]'"), std::string::npos);
    EXPECT_NE(message("a[1].stress_top_zx").find("one of xx, yy, zz, xy, yz, xz"), std::string::npos);
}

TEST(ShellSurface, IsAPartOfTheFramesAndOfTheModes) {
    const Folder scratch;
    const System system = assemble(plate());
    record::write_modes(system, modal::modes(system, 8), scratch.path / "modes");
    EXPECT_TRUE(fs::exists(scratch.path / "modes" / "modes" / "shells_008.vtu"));
    EXPECT_FALSE(fs::exists(scratch.path / "modes" / "modes" / "nodes_008.vtu"));
}

}  // namespace
}  // namespace jounce::test::shell_surface_test
