// Shells in pictures: points, cells and stresses of known motions; a part of its own in the frames of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/shell_surface.hpp"

#include "record/frames.hpp"
#include "small_cases.hpp"

namespace jounce::test::shell_surface_test {
namespace {

Model plate() {
    Model model("plate");
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e11}, {"nu", 0.3}, {"density", 7800}});
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "plate"},
                              {"corner", vector(0, 0, 0)},
                              {"edge_1", vector(1, 0, 0)},
                              {"edge_2", vector(0.2, 0.5, 0)},
                              {"elements_1", 4},
                              {"elements_2", 3}});
    model.add("shell", table({{"name", "plate"}, {"mesh", mesh}, {"thickness", 0.02}, {"material", steel}}), {});
    return model;
}

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
    ASSERT_EQ(picture.arrays.size(), 5u);

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

TEST(ShellSurface, IsAPartOfTheFramesAndOfTheModes) {
    const Folder scratch;
    const System system = assemble(plate());
    record::write_modes(system, modal::modes(system, 8), scratch.path / "modes");
    EXPECT_TRUE(fs::exists(scratch.path / "modes" / "modes" / "shells_008.vtu"));
    EXPECT_FALSE(fs::exists(scratch.path / "modes" / "modes" / "nodes_008.vtu"));
}

}  // namespace
}  // namespace jounce::test::shell_surface_test
