// Stops as they are drawn: surface and stop meet in a picture, at any warp factor, exactly when the gap closes.
//
// Physics: a gap closes where d.(u - u_stop) reaches the clearance c. A stop drawn on the surface of the section at rest and
// displaced by u_stop + c d meets the surface, displaced by u, at this instant; a common factor on both displacements changes
// nothing about that. Reference: this identity, with numbers chosen here. Tolerance: round-off of sums of lengths below 1 m.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/stop_surface.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include "record/frames/frames.hpp"
#include "record/frames/markers.hpp"
#include "small_cases.hpp"
#include "time/start/start.hpp"

namespace jounce::test::stop_surface_test {
namespace {

constexpr double clearance = 2e-3;  // m

Value law() { return table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}}); }

/// A cantilever along x, 20 mm wide and 30 mm high, with stops above and below its tip.
Model cantilever() {
    Model model("cantilever");
    const Value bar = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.02}, {"height", 0.03}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 7800}});
    model.add("beam",
              table({{"name", "bar"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(1, 0, 0)},
                     {"elements", 2},
                     {"section", bar},
                     {"material", steel}}),
              {});
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    model.add(
        "gap",
        table({{"name", "stop"}, {"node", "bar[3]"}, {"direction", vector(0, 0, 1)}, {"clearance", clearance}, {"law", law()}}),
        {});
    return model;
}

/// Two masses on springs along x; the gap lies between them.
Model pair_of_masses() {
    Model model("pair");
    for (const auto& [name, x] : {std::pair{"first", 0.0}, std::pair{"second", 0.5}}) {
        model.add("point", table({{"name", name}, {"at", vector(x, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
        model.add("spring", table({{"from", name}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}}), {});
    }
    model.add("gap",
              table({{"name", "between"},
                     {"from", "first"},
                     {"to", "second"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", clearance},
                     {"law", law()}}),
              {});
    return model;
}

/// State at rest but for the free coordinates given, with the motion of the sides that belongs to them.
State state_at(const System& system, const linalg::Vector& q) {
    System moved = system;
    moved.q0 = q;
    const auto method = time::method_family.find("newmark")->make(Table{});
    const auto stepper = method->bind(moved, time::Events::locate);
    State state = time::initial_state(moved);
    stepper->start(state);
    return state;
}

Eigen::Vector3d shown(const record::Picture& picture, std::size_t i, double warp) {
    return Eigen::Map<const Eigen::Vector3d>(&picture.points[3 * i]) +
           warp * Eigen::Map<const Eigen::Vector3d>(&picture.arrays[0].values[3 * i]);
}

TEST(StopSurface, MeetsTheSurfaceOfTheBeamWhenTheGapCloses) {
    const System system = assemble(cantilever());
    const record::StopSurface stops(system);
    record::Picture picture = stops.rest();
    ASSERT_EQ(picture.size(), 16u) << "a slab on either side";
    for (const double tip : {clearance, 0.5 * clearance}) {
        linalg::Vector q = linalg::Vector::Zero(system.size());
        for (std::size_t i = 0; i < system.coordinate_names.size(); ++i)
            if (system.coordinate_names[i] == "bar[3].uz") q[static_cast<Eigen::Index>(i)] = tip;
        const State state = state_at(system, q);
        stops.show(state, record::full_motion(system, state), picture);
        for (const double warp : {1.0, 50.0}) {
            // The first four points of a slab are its inner face; the bar's upper surface is 15 mm above its axis.
            const double surface = 0.015 + warp * tip;
            for (std::size_t i = 0; i < 4; ++i)
                EXPECT_NEAR(shown(picture, i, warp).z() - surface, warp * (clearance - tip), 1e-14) << tip << " " << warp;
            EXPECT_NEAR(shown(picture, 8, warp).z(), -0.015 - warp * clearance, 1e-14) << "the other stop stays";
        }
    }
}

// Arrows of contact forces end on the face of the stop: 15 mm below the axis for a push upwards; control: none without contact.
TEST(StopSurface, HasItsFaceWhereTheForceActs) {
    const System system = assemble(cantilever());
    const record::GapMarkers gaps(system);
    record::Picture picture = gaps.rest();
    const auto face = std::ranges::find(picture.arrays, "contact_face", &record::PointArray::name);
    ASSERT_NE(face, picture.arrays.end());
    for (const auto& [tip, expected] :
         {std::pair{-1.01 * clearance, -0.015}, std::pair{1.01 * clearance, 0.015}, std::pair{0.0, 0.0}}) {
        linalg::Vector q = linalg::Vector::Zero(system.size());
        for (std::size_t i = 0; i < system.coordinate_names.size(); ++i)
            if (system.coordinate_names[i] == "bar[3].uz") q[static_cast<Eigen::Index>(i)] = tip;
        const State state = state_at(system, q);
        gaps.show(state, record::full_motion(system, state), picture);
        EXPECT_NEAR(face->values[2], expected, 1e-15) << tip;
        EXPECT_EQ(face->values[0], 0);
    }
}

TEST(StopSurface, OfAPairMovesWithTheFirstNode) {
    const System system = assemble(pair_of_masses());
    const record::StopSurface stops(system);
    record::Picture picture = stops.rest();
    linalg::Vector q = linalg::Vector::Zero(2);
    for (std::size_t i = 0; i < 2; ++i) q[static_cast<Eigen::Index>(i)] = system.coordinate_names[i] == "first.ux" ? 3e-4 : -5e-4;
    const State state = state_at(system, q);
    stops.show(state, record::full_motion(system, state), picture);
    EXPECT_NEAR(picture.arrays[0].values[0], 3e-4 + clearance, 1e-17);
    EXPECT_NEAR(picture.arrays[0].values[3 * 8], 3e-4 - clearance, 1e-17);
}

TEST(StopSurface, OfACircularGapIsARingThatGrowsByTheClearance) {
    Model model("ring");
    model.add("point", table({{"name", "pin"}, {"at", vector(0.1, 0.2, 0)}, {"mass", 1}, {"free", words({"ux", "uy"})}}), {});
    model.add("circular_gap",
              table({{"name", "hole"}, {"node", "pin"}, {"axis", vector(0, 0, 1)}, {"clearance", clearance}, {"law", law()}}),
              {});
    const System system = assemble(model);
    const record::StopSurface stops(system);
    const record::Picture& picture = stops.rest();
    const Eigen::Vector3d centre(0.1, 0.2, 0);
    for (std::size_t i = 0; i < picture.size() / 4; ++i) {  // the first loop is on the inside
        const auto radius = [&](double warp) { return (shown(picture, i, warp) - centre).head<2>().norm(); };
        EXPECT_NEAR(radius(30) - radius(0), 30 * clearance, 1e-14);
    }
}

// The largest displacement becomes at most a tenth of the model's size: 0.1 * 2 m / 0.3 mm = 666.7, so 500.
TEST(ViewScript, EnlargesBy12Or5TimesAPowerOfTen) {
    record::FrameView view;
    view.frames = 1;
    view.size = 2;
    view.ranges = {{"beams", "displacement", 0, 3e-4}, {"stops", "displacement", 0, 1.0}};
    EXPECT_EQ(record::warp_factor(view), 500);
    view.ranges[0].high = 0.9;
    EXPECT_EQ(record::warp_factor(view), 1) << "large motions are shown as they are";
    view.ranges[0].high = 3e-4;
    view.mechanism = true;
    EXPECT_EQ(record::warp_factor(view), 1);
    EXPECT_NE(record::view_script(view).find("('beams', 'displacement'): (0, 0.0003),"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::stop_surface_test
