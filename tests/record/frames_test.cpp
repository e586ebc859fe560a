// Frames for ParaView, read back by a reader that shares nothing with the writer and compared with the CSV values.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/frames.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "full_disk.hpp"
#include "reading.hpp"
#include "small_cases.hpp"

namespace jounce::test::frames_test {
namespace {

constexpr double force = 1e5;  // N, on every node

/// A free tube with two gaps, and a mass beside it; see read_frames.py.
Model shaft() {
    Model model("shaft");
    const Value tube = table({{"family", "section"}, {"kind", "tube"}, {"outer_diameter", 0.19}, {"wall", 0.005}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410}});
    model.add("beam",
              table({{"name", "shaft"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(0, 0, 1)},
                     {"elements", 4},
                     {"section", tube},
                     {"material", steel}}),
              {});
    const Value all = words({"shaft[1]", "shaft[2]", "shaft[3]", "shaft[4]", "shaft[5]"});
    model.add("fix", table({{"nodes", all}, {"dofs", words({"uy", "uz", "rx", "rz"})}}), {});
    const Value law = table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1.5e11}});
    for (const auto& [name, node] : {std::pair{"top", "shaft[1]"}, std::pair{"middle", "shaft[3]"}}) {
        model.add("gap",
                  table({{"name", name}, {"node", node}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-4}, {"law", law}}), {});
    }
    model.add("load", table({{"nodes", all}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    model.add("point", table({{"name", "weight"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("load", table({{"nodes", "weight"}, {"direction", vector(1, 0, 0)}, {"force", 1}}), {});
    return model;
}

record::RunOptions shaft_options() {
    const Value probes = words({"top.ux", "top.ux_velocity", "top.ux_acceleration", "top.force", "top.opening", "top.indentation",
                                "middle.ux", "middle.ux_velocity", "middle.ux_acceleration", "middle.force", "middle.opening",
                                "middle.indentation", "shaft[5].ux", "shaft[5].ry", "weight.ux"});
    return options_of({{"step", 1e-6},
                       {"duration", 2.13e-3},
                       {"record", table({{"every", 50}, {"probes", probes}})},
                       {"vtk", table({{"every", 50}})},
                       {"output", "a"}});
}

Reading read_frames(const fs::path& folder) { return read_with("read_frames.py", folder, std::to_string(force)); }

TEST(Frames, AgreeWithTheSeriesAndWithTheEquilibriumOfTheNodes) {
    const Folder root;
    const record::Run run = record::execute(system_of(shaft()), shaft_options(), session_in(root.path));
    const Reading reading = read_frames(root.path / "a");
    EXPECT_EQ(reading.status, 0) << reading.text;
    EXPECT_EQ(reading.text.rfind("compared 44 frames, ", 0), 0u) << reading.text;  // 0, 50, ..., 2100 and 2130 steps
    EXPECT_EQ(reading.text.find(" 0 in contact"), std::string::npos) << "the comparison needs contacts: " << reading.text;

    // A picture shows the strongest contact: the records are at the instants of the frames.
    const std::vector<double> top = run.series("top.force").second, middle = run.series("middle.force").second;
    std::vector<double> largest(top.size());
    std::ranges::transform(top, middle, largest.begin(), [](double a, double b) { return std::max(a, b); });
    const auto strongest = std::ranges::max_element(largest) - largest.begin();
    EXPECT_NE(text_of(root.path / "a/view.py").find("STRONGEST = " + std::to_string(strongest) + "\n"), std::string::npos);
    EXPECT_GT(strongest, 0);
    EXPECT_LT(strongest, 43) << "neither the first frame nor the last one";

    // Control: the reader must notice one wrong digit.
    spoil_a_digit(root.path / "a/series.csv");
    const Reading control = read_frames(root.path / "a");
    EXPECT_NE(control.status, 0);
    EXPECT_NE(control.text.find("top displacement: frames say"), std::string::npos) << control.text;
}

TEST(Frames, OfAnInterruptedRunAreReadable) {
    const Folder root;
    record::Session session = session_in(root.path);
    int asked = 0;
    session.interrupted = [&] { return ++asked > 3; };
    record::RunOptions options = shaft_options();
    options.duration = 100;
    const record::Run run = record::execute(system_of(shaft()), options, session);
    ASSERT_TRUE(run.interrupted());
    const Reading reading = read_frames(root.path / "a");
    EXPECT_EQ(reading.status, 0) << reading.text;
}

TEST(Frames, OnAFullDiskStayReadable) {
    const Folder root;
    std::string message;
    {
        // Less than a frame of a surface: the head of the collection and the first gap file would fit.
        const FullDisk disk(8'000);
        message = error_of([&] { (void)record::execute(system_of(shaft()), shaft_options(), session_in(root.path)); });
    }
    EXPECT_NE(message.find("frame_000000.vtu: cannot be written: File too large"), std::string::npos) << message;
    EXPECT_FALSE(fs::exists(root.path / "a/frames/frame_000000.vtu")) << "no part of a frame stays";
    EXPECT_TRUE(text_of(root.path / "a/frames.pvd").ends_with("  </Collection>\n</VTKFile>\n"));
}

TEST(PvdFile, IsCompleteAfterEveryEntry) {
    const Folder root;
    record::PvdFile file(root.path / "a.pvd");
    for (int i = 0; i < 3; ++i) {
        file.add(0.1 * i, 0, "beams", "frames/x.vtu");
        const std::vector<std::string> lines = lines_of(root.path / "a.pvd");
        ASSERT_EQ(lines.size(), static_cast<std::size_t>(6 + i));
        EXPECT_EQ(lines[static_cast<std::size_t>(3 + i)].find("    <DataSet timestep=\"0"), 0u);
        EXPECT_EQ(lines.back(), "</VTKFile>");
    }
}

// A cantilever of one element drawn at its 21 stations: the cubic of the element's own shape, here by its closed form.
TEST(BeamSurface, FollowsTheShapeOfTheElement) {
    Model model("cantilever");
    const Value bar = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.02}, {"height", 0.03}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 7800}});
    model.add("beam",
              table({{"name", "bar"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(2, 0, 0)},
                     {"elements", 1},
                     {"theory", "euler_bernoulli"},
                     {"section", bar},
                     {"material", steel}}),
              {});
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    const System system = assemble(model);
    const record::BeamSurface surface(system);
    record::Picture picture = surface.rest();
    ASSERT_EQ(picture.size(), 21u * 4u);
    const std::size_t quads = 20u * 4u;
    EXPECT_EQ(picture.types.size(), quads + 2u) << "sides and two caps";
    Vector full = Vector::Zero(12);
    full[6 + 1] = 1e-3;     // uy at the tip
    full[6 + 5] = 0.75e-3;  // rz: the static shape of a tip force, v = x^2 (3 L - x) / (2 L^3) v_tip
    surface.show_shape(full, picture);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const double x = picture.points[3 * i];
        const double y = picture.points[3 * i + 1];
        const double slope = 1e-3 * (6 * 2 * x - 3 * x * x) / (2 * 8);
        EXPECT_NEAR(picture.arrays[0].values[3 * i + 1], 1e-3 * x * x * (3 * 2 - x) / (2 * 8), 1e-17);
        EXPECT_NEAR(picture.arrays[0].values[3 * i], -slope * y, 1e-17);
    }
}

/// Twice the area vector of a polygon of the picture.
Eigen::Vector3d area(const record::Picture& picture, std::size_t cell) {
    const auto point = [&](long long i) {
        return Eigen::Vector3d(picture.points[3 * i], picture.points[3 * i + 1], picture.points[3 * i + 2]);
    };
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    const long long first = picture.offsets[cell];
    const long long last = picture.offsets[cell + 1];
    for (long long i = first; i < last; ++i) {
        sum += point(picture.connectivity[i]).cross(point(picture.connectivity[i + 1 < last ? i + 1 : first]));
    }
    return sum;
}

TEST(BeamSurface, OfATubeFacesOutwardsOnTheOutsideAndInwardsInTheHole) {
    const System system = assemble(shaft());
    const record::BeamSurface surface(system);
    const record::Picture& picture = surface.rest();
    double outside = 0;
    double inside = 0;
    double ends = 0;
    for (std::size_t c = 0; c < picture.types.size(); ++c) {
        const Eigen::Vector3d a = area(picture, c);
        const long long corner = picture.connectivity[static_cast<std::size_t>(picture.offsets[c])];
        const Eigen::Vector3d at(picture.points[3 * corner], picture.points[3 * corner + 1], 0);
        if (std::abs(a.z()) > 0.5 * a.norm()) {
            ends += a.norm() / 2;
        } else if (at.norm() > 0.0925) {
            EXPECT_GT(a.dot(at), 0);
            outside += a.norm() / 2;
        } else {
            EXPECT_LT(a.dot(at), 0);
            inside += a.norm() / 2;
        }
    }
    // Areas of prisms over regular polygons of 24 corners.
    const double side = 2 * 24 * std::sin(M_PI / 24);
    EXPECT_NEAR(outside, side * 0.095, 1e-12);
    EXPECT_NEAR(inside, side * 0.09, 1e-12);
    EXPECT_NEAR(ends, 2 * 12 * std::sin(M_PI / 12) * (0.095 * 0.095 - 0.09 * 0.09), 1e-12);
}

// The summary and view.py of a run that fails before its first state ask for it.
TEST(Frames, HaveAViewBeforeTheFirst) {
    const Folder root;
    const record::FrameRecorder recorder(root.path, record::Cadence(1, 0));
    EXPECT_EQ(recorder.view().frames, 0);
    EXPECT_EQ(recorder.view().size, 1);
}

TEST(ModeShapes, AreACollectionOverTheModeNumber) {
    const Folder root;
    const System system = assemble(shaft());
    modal::Modes modes;
    modes.modes.resize(2);
    modes.modes[0].shape = Vector::Ones(system.size());
    modes.modes[1].shape = Vector::Unit(system.size(), 0);
    modes.modes[1].frequency = 477.5;
    record::write_modes(system, modes, root.path);
    const std::string collection = text_of(root.path / "modes.pvd");
    EXPECT_NE(collection.find("<DataSet timestep=\"2\" part=\"0\" name=\"beams\" file=\"modes/mode_002.vtu\"/>"),
              std::string::npos)
        << collection;
    const std::string mode = text_of(root.path / "modes/mode_002.vtu");
    EXPECT_NE(mode.find("Name=\"frequency\""), std::string::npos);
    EXPECT_NE(mode.find("Name=\"displacement\""), std::string::npos);
    EXPECT_EQ(mode.find("Name=\"velocity\""), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::frames_test
