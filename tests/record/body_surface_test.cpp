// Mechanisms in pictures: outlines against the gaps that they draw, frames of a run against its series and rigid motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/body_surface.hpp"

#include <numbers>

#include "reading.hpp"
#include "small_cases.hpp"

namespace jounce::test::body_surface_test {
namespace {

using bodies::Vector2;

Value xy(double x, double y) { return List{x, y}; }

double area_of(const std::vector<Vector2>& loop) {
    double sum = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vector2& a = loop[i];
        const Vector2& b = loop[(i + 1) % loop.size()];
        sum += 0.5 * (a.x() * b.y() - a.y() * b.x());
    }
    return sum;
}

/// The deepest indentation of a point in either side of a slot.
double deepest(const contact::PlanarGap& gap, const Vector2& at) {
    return std::max(gap.side(0, at).indentation, gap.side(1, at).indentation);
}

TEST(PlanarOutline, OfASlotIsWhereItsGapCloses) {
    contact::PlanarGap straight;
    straight.shape = contact::PlanarGap::Shape::slot;
    straight.clearance = 0.008;
    straight.half_length = 0.03;
    straight.normal = Vector2(-0.6, 0.8);
    contact::PlanarGap arc = straight;
    arc.arc = true;
    arc.radius = 0.06;
    arc.half_angle = 1.1;
    for (const contact::PlanarGap& gap : {straight, arc}) {
        for (const Vector2& p : record::slot_outline(gap, 0.008)) EXPECT_NEAR(deepest(gap, p), 0, 1e-15);
        // Control: another width is seen.
        for (const Vector2& p : record::slot_outline(gap, 0.0081)) EXPECT_NEAR(deepest(gap, p), 1e-4, 1e-15);
    }
    const auto full = [](double length) { return 0.016 * length + std::numbers::pi * 0.008 * 0.008; };
    EXPECT_NEAR(area_of(record::slot_outline(straight, 0.008)) / full(0.06), 1, 2e-3) << "anticlockwise, chords inside";
    EXPECT_NEAR(area_of(record::slot_outline(arc, 0.008)) / full(0.06 * 2.2), 1, 1e-2);
}

TEST(PlanarOutline, HullOfDiscsIsADiscABarOrAPlate) {
    const record::Disc a{Vector2(1, 2), 0.5}, b{Vector2(4, 6), 0.5}, inside{Vector2(2.5, 4), 0.2};
    EXPECT_EQ(record::hull({a}).size(), static_cast<std::size_t>(record::circle_corners));
    const std::vector<Vector2> bar = record::hull({a, inside, b});
    // 5 m by 1 m and a disc, whose polygon lacks 0.6 % of it.
    EXPECT_NEAR(area_of(bar), 5.0 + std::numbers::pi * 0.25, 0.05);
    EXPECT_GT(area_of(bar), 5.0);
    for (const Vector2& p : bar) EXPECT_NEAR(std::min((p - a.centre).norm(), (p - b.centre).norm()), 0.5, 1e-12);
}

/// Crank (driven), rod and slider with a clearance at C and a block in a guide; see read_bodies.py.
Model slider_crank() {
    Model model("slider-crank");
    const auto body = [&](const char* name, double mass, double inertia, const Table& points) {
        model.add("body", table({{"name", name}, {"mass", mass}, {"inertia", inertia}, {"points", points}}), {});
    };
    body("crank", 1, 1e-3, table({{"O", xy(-0.025, 0)}, {"A", xy(0.025, 0)}}));
    body("rod", 0.21, 1.6e-3, table({{"A", xy(-0.15, 0)}, {"C", xy(0.15, 0)}}));
    body("slider", 1, 1e-3, table({{"C", xy(0, 0)}}));
    model.add("revolute", table({{"name", "O"}, {"between", List{xy(0, 0), "crank.O"}}}), {});
    model.add("revolute", table({{"name", "A"}, {"between", List{"crank.A", "rod.A"}}}), {});
    model.add("translational", table({{"name", "guide"}, {"body", "slider"}}), {});
    const Value law = table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", 5e10}, {"restitution", 0.5}});
    const Value friction_force =
        table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.1}, {"transition_speed", 1e-3}});
    model.add("revolute_clearance",
              table({{"name", "C"},
                     {"bearing", "rod.C"},
                     {"journal", "slider.C"},
                     {"bearing_radius", 0.0101},
                     {"journal_radius", 0.01},
                     {"law", law},
                     {"friction", friction_force}}),
              {});
    model.add("drive", table({{"joint", "O"}, {"speed", 18.0}}), {});
    model.add("assemble", table({{"angles", table({{"crank", 0.3}, {"rod", -0.05}})}}), {});
    return model;
}

TEST(BodySurface, IsDrawnWhereTheModelStarts) {
    const System system = assemble(slider_crank());
    const record::BodySurface surface(system);
    const record::Picture& rest = surface.rest();
    // Three bodies and a pin as polygons, two hinges as lines; a guide and a bore are drawn apart.
    EXPECT_EQ(std::ranges::count(rest.types, record::CellType::polygon), 4);
    EXPECT_EQ(std::ranges::count(rest.types, record::CellType::poly_line), 2);
    ASSERT_EQ(rest.arrays.size(), 4u);
    const record::BodySurface guides(system, record::BodySurface::Drawn::guides);
    EXPECT_EQ(guides.rest().types, std::vector<record::CellType>(2, record::CellType::poly_line));
    // The guide is as long as the mechanism's box is wide, so that a picture of all does not become small.
    const auto reach = [](const record::Picture& picture) {
        double low = 0, high = 0;
        for (std::size_t i = 0; i < picture.size(); ++i) {
            low = std::min(low, picture.points[3 * i]);
            high = std::max(high, picture.points[3 * i]);
        }
        return high - low;
    };
    EXPECT_LT(reach(guides.rest()), 2 * reach(rest));
    // The crank goes from O to A: its outline lies about the middle, 0.3 rad from x.
    Vector2 sum = Vector2::Zero();
    double count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rest.offsets[1]); ++i, ++count)
        sum += Vector2(rest.points[3 * i], rest.points[3 * i + 1]);
    EXPECT_NEAR(sum.x() / count, 0.025 * std::cos(0.3), 1e-12);
    EXPECT_NEAR(sum.y() / count, 0.025 * std::sin(0.3), 1e-12);

    Model lumped("no mechanism");
    lumped.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}}), {});
    const System other = assemble(lumped);
    EXPECT_TRUE(record::BodySurface(other).empty());
}

Reading read_bodies(const fs::path& folder) { return read_with("read_bodies.py", folder); }

TEST(BodySurface, FramesOfARunAgreeWithItsSeries) {
    const Folder root;
    const Value probes =
        words({"crank.angle", "crank.vangle", "rod.x", "rod.y", "rod.angle", "rod.vangle", "slider.x", "slider.y", "slider.vx",
               "slider.ax", "C.force", "C.indentation", "C.eccentricity_x", "C.eccentricity_y", "C.friction_force"});
    const Value method = table({{"family", "method"}, {"kind", "event_driven"}});
    (void)record::execute(system_of(slider_crank()),
                          options_of({{"method", method},
                                      {"step", 1e-4},
                                      {"duration", 2e-2},
                                      {"record", table({{"every", 1}, {"probes", probes}})},
                                      {"vtk", table({{"every", 1}})},
                                      {"output", "a"}}),
                          session_in(root.path));
    const Reading reading = read_bodies(root.path / "a");
    EXPECT_EQ(reading.status, 0) << reading.text;
    EXPECT_EQ(reading.text.rfind("compared 201 frames, ", 0), 0u) << reading.text;
    EXPECT_EQ(reading.text.find(", 0 in contact"), std::string::npos) << "the comparison needs contacts: " << reading.text;

    // Control: the reader must notice one wrong digit, in the angle of the crank.
    spoil_a_digit(root.path / "a/series.csv");
    const Reading control = read_bodies(root.path / "a");
    EXPECT_NE(control.status, 0);
    EXPECT_NE(control.text.find("of body 1: frames say"), std::string::npos) << control.text;
}

}  // namespace
}  // namespace jounce::test::body_surface_test
