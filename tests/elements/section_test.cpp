// Sections: area, second moments, torsion constants and shear factors against closed forms, series of another kind and the
// integrals over the outline.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include "base/messages/error.hpp"
#include "elements/section_kinds.hpp"
#include "elements/sections/circle.hpp"
#include "elements/sections/general.hpp"
#include "elements/sections/rectangle.hpp"
#include "elements/sections/tube.hpp"

namespace jounce::elements::section_test {
namespace {

using sections::Circle;
using sections::General;
using sections::Rectangle;
using sections::Tube;

constexpr double round_off = 4e-15;  // relative: a dozen roundings

void expect_relative(double value, double reference, double tolerance) {
    EXPECT_NEAR(value, reference, tolerance * std::abs(reference));
}

// Area and second moments of a polygon with holes (clockwise loops count negative), by Green's theorem.
struct PolygonMoments {
    double area = 0;
    double Iy = 0;
    double Iz = 0;
};

PolygonMoments moments_of(const SectionOutline& outline) {
    PolygonMoments m;
    for (const SectionLoop& loop : outline.loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Eigen::Vector2d& p = loop[i];
            const Eigen::Vector2d& q = loop[(i + 1) % loop.size()];
            const double cross = p.x() * q.y() - q.x() * p.y();
            m.area += cross / 2;
            m.Iz += cross * (p.x() * p.x() + p.x() * q.x() + q.x() * q.x()) / 12;
            m.Iy += cross * (p.y() * p.y() + p.y() * q.y() + q.y() * q.y()) / 12;
        }
    }
    return m;
}

// The outline of a round section is an inscribed polygon: area and moments are low by O(1/points^2), (2 pi/n)^2/6 and twice that.
void expect_outline(const SectionOutline& outline, const SectionProperties& p, double tolerance) {
    const PolygonMoments m = moments_of(outline);
    expect_relative(m.area, p.area, tolerance);
    expect_relative(m.Iy, p.Iy, 2 * tolerance);
    expect_relative(m.Iz, p.Iz, 2 * tolerance);
}

double polygon_defect(int points) { return std::pow(2 * std::numbers::pi / points, 2) / 6; }

TEST(Section, TubeHasTheConstantsOfTheHollowCircle) {
    // 190 mm x 5 mm: pi/4 (0.19^2 - 0.18^2), pi/64 (0.19^4 - 0.18^4), evaluated to 13 digits elsewhere.
    const SectionProperties p = section_properties(Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = {}}, 0.3);
    expect_relative(p.area, 2.905973204571e-3, 2e-13);
    expect_relative(p.Iy, 1.244119778207e-5, 4e-13);
    EXPECT_EQ(p.Iz, p.Iy);
    EXPECT_EQ(p.J, 2 * p.Iy);
    EXPECT_EQ(p.Ip, 2 * p.Iy);
    expect_outline(section_outline(Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = {}}, 400), p, polygon_defect(400));
}

TEST(Section, ThinTubeLosesNoDigits) {
    // A wall of 1e-9 of the diameter: pi d t (1 - t/d), and the midline's pi d_m^3 t/8 (1 + t^2/d_m^2).
    const double d = 0.3;
    const double t = 3e-10;
    const double middle = d - t;
    const SectionProperties p = section_properties(Tube{.outer_diameter = d, .wall = t, .shear_factor = {}}, 0.3);
    expect_relative(p.area, std::numbers::pi * middle * t, round_off);
    expect_relative(p.Iy, std::numbers::pi * middle * middle * middle * t / 8, round_off);
}

TEST(Section, TubeShearFactorIsCowpersBetweenItsTwoLimits) {
    for (const double nu : {0.0, 0.25, 0.3, 0.5}) {
        const SectionProperties thin = section_properties(Tube{.outer_diameter = 1, .wall = 1e-8, .shear_factor = {}}, nu);
        expect_relative(thin.shear_factor_y, 2 * (1 + nu) / (4 + 3 * nu), 1e-14);  // the defect is O((t/d)^2)
        const SectionProperties solid = section_properties(Tube{.outer_diameter = 1, .wall = 0.5 - 1e-9, .shear_factor = {}}, nu);
        expect_relative(solid.shear_factor_y, section_properties(Circle{.diameter = 1, .shear_factor = {}}, nu).shear_factor_y,
                        1e-14);
    }
    const SectionProperties thick = section_properties(Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = {}}, 0.3);
    EXPECT_NEAR(thick.shear_factor_y, 0.531234, 5e-7);  // half a unit of the last digit printed
    EXPECT_NEAR(2 * 1.3 / 4.9, 0.530612, 5e-7);
    EXPECT_EQ(thick.shear_factor_z, thick.shear_factor_y);
}

TEST(Section, GivenShearFactorReplacesTheDefault) {
    EXPECT_EQ(section_properties(Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = 0.5}, 0.3).shear_factor_y, 0.5);
    EXPECT_EQ(section_properties(Circle{.diameter = 0.19, .shear_factor = 0.75}, 0.3).shear_factor_z, 0.75);
    EXPECT_EQ(section_properties(Rectangle{.width = 1, .height = 2, .shear_factor = 0.8}, 0.3).shear_factor_z, 0.8);
}

TEST(Section, Circle) {
    const Circle circle{.diameter = 0.04, .shear_factor = {}};
    const SectionProperties p = section_properties(circle, 0.3);
    const double r = 0.02;
    expect_relative(p.area, std::numbers::pi * r * r, round_off);
    expect_relative(p.Iy, std::numbers::pi * std::pow(r, 4) / 4, round_off);
    expect_relative(p.J, std::numbers::pi * std::pow(r, 4) / 2, round_off);
    expect_relative(p.shear_factor_y, 7.8 / 8.8, round_off);
    expect_outline(section_outline(circle, 400), p, polygon_defect(400));
}

TEST(Section, RectangleWidthRunsAlongY) {
    const Rectangle rectangle{.width = 0.03, .height = 0.08, .shear_factor = {}};
    const SectionProperties p = section_properties(rectangle, 0.3);
    expect_relative(p.area, 0.0024, round_off);
    expect_relative(p.Iy, 0.03 * std::pow(0.08, 3) / 12, round_off);
    expect_relative(p.Iz, 0.08 * std::pow(0.03, 3) / 12, round_off);
    expect_relative(p.Ip, p.Iy + p.Iz, round_off);
    expect_relative(p.shear_factor_y, 13.0 / 15.3, round_off);
    expect_outline(section_outline(rectangle, 4), p, round_off);
}

// The torsion constant by the series that develops across the SHORTER side (the code develops across the longer one), summed
// without any acceleration: 1e5 terms leave a tail of 1e-21.
double torsion_by_the_other_series(double a, double b) {  // a <= b
    long double sum = 0;
    for (int n = 100001; n >= 1; n -= 2)
        sum += std::tanh(n * std::numbers::pi_v<long double> * a / (2 * b)) / std::pow((long double)n, 5);
    return static_cast<double>(a * b * b * b * (1.0L / 3 - 64 * b / (std::pow(std::numbers::pi_v<long double>, 5) * a) * sum));
}

TEST(Section, RectangleTorsionConstantIsExact) {
    expect_relative(sections::rectangle_torsion_constant(1, 1), 0.1405770, 5e-7);  // Timoshenko and Goodier's table: 0.1406
    // Long rectangles: the other series cancels by (b/a)^2, which costs that many digits of the extended precision.
    for (const double ratio : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 10.0, 100.0}) {
        expect_relative(sections::rectangle_torsion_constant(0.02, 0.02 * ratio), torsion_by_the_other_series(0.02, 0.02 * ratio),
                        1e-12);
        EXPECT_EQ(sections::rectangle_torsion_constant(0.02, 0.02 * ratio),
                  sections::rectangle_torsion_constant(0.02 * ratio, 0.02));
    }
    // The table of Timoshenko and Goodier (1970), art. 109, k1 to its printed digits.
    const std::pair<double, double> table[] = {{1.2, 0.166}, {1.5, 0.196}, {2.0, 0.229}, {2.5, 0.249},
                                               {3, 0.263},   {4, 0.281},   {5, 0.291},   {10, 0.312}};
    for (const auto& [ratio, k1] : table) EXPECT_NEAR(sections::rectangle_torsion_constant(ratio, 1) / ratio, k1, 6e-4);
    // A strip: a b^3/3 (1 - 0.630249 b/a).
    expect_relative(sections::rectangle_torsion_constant(1000, 1), 1000.0 / 3 * (1 - 0.6302487e-3), 1e-9);
}

TEST(Section, RectangleTorsionConstantAgainstAPoissonProblem) {
    // A witness without Saint-Venant's series: Prandtl's stress function, -lap phi = 2, phi = 0 on the sides, J = 2 (integral of
    // phi), by five-point differences on two grids and Richardson's extrapolation. The corners leave h^4 log h: 1e-8 at h =
    // 1/400.
    const auto by_differences = [](double a, double b, int n) {
        const double hy = a / n;
        const double hz = b / n;
        // Diagonalised by sines: eigenvalue 4/h^2 sin^2(k pi/2n) for each direction.
        double integral = 0;
        for (int k = 1; k < n; k += 2) {
            for (int l = 1; l < n; l += 2) {
                const double sk = std::sin(k * std::numbers::pi / (2 * n));
                const double sl = std::sin(l * std::numbers::pi / (2 * n));
                const double eigenvalue = 4 * sk * sk / (hy * hy) + 4 * sl * sl / (hz * hz);
                const double uk = 1 / std::tan(k * std::numbers::pi / (2 * n));  // sum of sin(k pi j/n) over j
                const double ul = 1 / std::tan(l * std::numbers::pi / (2 * n));
                integral += 2 * uk * uk * ul * ul * (2.0 / n) * (2.0 / n) / eigenvalue;
            }
        }
        return 2 * integral * hy * hz;
    };
    for (const double b : {1.0, 1.7}) {
        const double coarse = by_differences(1, b, 200);
        const double fine = by_differences(1, b, 400);
        expect_relative((4 * fine - coarse) / 3, sections::rectangle_torsion_constant(1, b), 1e-8);
    }
}

TEST(Section, GeneralKeepsWhatIsGiven) {
    const General given{.area = 1e-3,
                        .second_moment_y = 2e-7,
                        .second_moment_z = 3e-8,
                        .torsion_constant = 4e-8,
                        .polar_second_moment = {},
                        .shear_factor = {},
                        .shear_factor_y = 0.4,
                        .shear_factor_z = 0.6};
    const SectionProperties p = section_properties(given, 0.3);
    EXPECT_EQ(p.area, 1e-3);
    EXPECT_EQ(p.Iy, 2e-7);
    EXPECT_EQ(p.Iz, 3e-8);
    EXPECT_EQ(p.J, 4e-8);
    EXPECT_EQ(p.Ip, 2e-7 + 3e-8);
    EXPECT_EQ(p.shear_factor_y, 0.4);
    EXPECT_EQ(p.shear_factor_z, 0.6);
    // Drawn with the same radii of gyration.
    const PolygonMoments m = moments_of(section_outline(given, 0));
    expect_relative(m.Iy / m.area, p.Iy / p.area, round_off);
    expect_relative(m.Iz / m.area, p.Iz / p.area, round_off);
}

Table table_of(std::initializer_list<std::pair<std::string, double>> entries) {
    Table table;
    for (const auto& [key, value] : entries) table.set(key, value);
    return table;
}

std::string error_of(const std::string& kind, const Table& table) {
    try {
        (void)section_family().find(kind)->make(table);
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

TEST(SectionKinds, EveryFileIsInTheTable) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(JOUNCE_SOURCE_DIR "/lib/elements/sections")) {
        if (entry.path().extension() != ".cpp") continue;
        ++files;
        EXPECT_NE(section_family().find(entry.path().stem().string()), nullptr) << entry.path() << " is not in section_kinds.cpp";
    }
    EXPECT_EQ(files, section_family().kinds().size());
}

TEST(SectionKinds, ATableMakesTheSection) {
    const Section section =
        section_family().find("tube")->make(table_of({{"outer_diameter", 0.19}, {"wall", 0.005}, {"shear_factor", 0.5}}));
    EXPECT_EQ(section.kind, "tube");
    EXPECT_EQ(section.properties(0.3).area,
              section_properties(Tube{.outer_diameter = 0.19, .wall = 0.005, .shear_factor = {}}, 0.3).area);
    EXPECT_EQ(section.properties(0.3).shear_factor_y, 0.5);
    EXPECT_EQ(section.outline(12).loops.size(), 2u);
    EXPECT_EQ(section.outline(12).loops[0].size(), 12u);
}

TEST(SectionKinds, BadSettingsAreRefused) {
    EXPECT_EQ(error_of("tube", table_of({{"outer_diameter", 0.01}, {"wall", 0.005}})),
              "section.tube: 'wall' must be below half of 'outer_diameter', got 0.005 and 0.01");
    EXPECT_EQ(error_of("tube", table_of({{"outer_diameter", -0.01}, {"wall", 0.005}})),
              "section.tube: 'outer_diameter' must be positive, got -0.01");
    EXPECT_NE(error_of("rectangle", table_of({{"width", 0.01}})).find("'height'"), std::string::npos);
    EXPECT_EQ(error_of("circle", table_of({{"diameter", 1e-200}})),
              "section.circle: its area must be positive and finite, got 0 m^2 with diameter = 1e-200");
    EXPECT_EQ(error_of("circle", table_of({{"diameter", 1e-100}})),
              "section.circle: its second moment of area about y must be positive and finite, got 0 m^4 with diameter = 1e-100");
    EXPECT_EQ(error_of("rectangle", table_of({{"width", 1e200}, {"height", 1e200}})),
              "section.rectangle: its area must be positive and finite, got inf m^2 with height = 1e+200, width = 1e+200");
    EXPECT_EQ(error_of("tube", table_of({{"outer_diameter", 1e-3}, {"wall", 1e-9}})), "no error");
    EXPECT_NE(error_of("circle", table_of({{"diameter", 0.01}, {"shear_factor", 0.0}})).find("'shear_factor' must be positive"),
              std::string::npos);
    const Table general =
        table_of({{"area", 1e-3}, {"second_moment_y", 1e-7}, {"second_moment_z", 1e-7}, {"torsion_constant", 1e-7}});
    EXPECT_EQ(error_of("general", general), "no error");
    Table doubled = general;
    doubled.set("shear_factor", 0.5);
    doubled.set("shear_factor_y", 0.5);
    doubled.set("shear_factor_z", 0.5);
    EXPECT_NE(error_of("general", doubled).find("shear_factor"), std::string::npos);
    Table half = general;
    half.set("shear_factor_y", 0.5);
    EXPECT_NE(error_of("general", half).find("shear_factor_z"), std::string::npos);
}

}  // namespace
}  // namespace jounce::elements::section_test
