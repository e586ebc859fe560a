// Physics: plates from a hundred-thousandth to a thousand-millionth of their length thick, where the shear stiffness beside that
// of bending takes all digits of double precision. Reference: frequencies proportional to the thickness; the same mesh at t/L =
// 1e-4, which K resolves to 1e-10 and better; shear and drilling change it by less than 1e-4 from there. Tolerance: 1e-3 of the
// frequency is what an elastic mode promises; an unresolved one gives an upper bound. Control: at 1e-5 all modes are resolved.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/messages/error.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "modal/modes.hpp"
#include "system/models.hpp"

namespace jounce::modal::thin_plates_test {

using test::references;
using test::Script;
using test::table;
using test::vector;

namespace {

constexpr double reference_thickness = 1e-4;
enum class Support { free, cantilever, clamped, springs };

System plate(Support support, double thickness, int n) {
    Script s;
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "plate"},
                              {"corner", vector(0, 0, 0)},
                              {"edge_1", vector(1, 0, 0)},
                              {"edge_2", vector(0, 1, 0)},
                              {"elements_1", n},
                              {"elements_2", n}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", 7850}});
    const Handle plate = s.add("shell", {{"name", "plate"}, {"mesh", mesh}, {"thickness", thickness}, {"material", steel}});
    const auto row = static_cast<std::size_t>(n) + 1;
    std::vector<Reference> held;
    for (std::size_t i = 0; i < plate.nodes.size(); ++i) {
        const std::size_t a = i % row, b = i / row;
        const bool edge = a == 0 || (support == Support::clamped && (a == row - 1 || b == 0 || b == row - 1));
        if (edge) held.push_back(plate.nodes[i]);
    }
    if (support == Support::cantilever || support == Support::clamped) s.add("fix", {{"nodes", references(held)}});
    if (support == Support::springs)  // as soft beside bending at any thickness
        for (const std::size_t corner : {std::size_t{0}, row - 1, row * (row - 1), row * row - 1})
            s.add("spring", {{"from", plate.nodes[corner].name},
                             {"direction", vector(0, 0, 1)},
                             {"stiffness", 1e6 * thickness * thickness * thickness}});
    return s.system();
}

bool says(const Modes& modes, const std::string& text) {
    return std::ranges::any_of(modes.notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

class ThinPlates : public testing::TestWithParam<Support> {};

TEST_P(ThinPlates, AreRightToAThousandthOrUnresolved) {
    for (const int n : {3, 10}) {
        const int count = GetParam() == Support::clamped && n == 3 ? 1 : 12;  // the next ones of 3 x 3 stretch
        const Modes reference = modes(plate(GetParam(), reference_thickness, n), count);
        for (const double thickness : {1e-5, 1e-6, 5e-7, 3e-7, 1e-7, 3e-8, 1e-8, 1e-9}) {
            const std::string where = std::to_string(n) + " elements, t/L = " + std::to_string(1e9 * thickness) + "e-9";
            const System system = plate(GetParam(), thickness, n);
            Modes found;
            try {
                found = modes(system, count);
            } catch (const Error& error) {
                EXPECT_LT(thickness, 2e-7) << where << error.what();
                EXPECT_NE(std::string(error.what()).find("shell 'plate' is"), std::string::npos) << error.what();
                continue;
            }
            ASSERT_EQ(found.modes.size(), reference.modes.size());
            const double scale = thickness / reference_thickness;
            bool unresolved = false;
            for (std::size_t i = 0; i < found.modes.size(); ++i) {
                const Mode& mode = found.modes[i];
                if (mode.unresolved()) {
                    unresolved = true;
                    EXPECT_GE(mode.frequency, (1 - 1e-3) * scale * reference.modes[i].frequency) << where << ", " << i;
                } else if (found.uncounted.empty()) {  // else lower ones may be missing, which the list says
                    EXPECT_TRUE(std::ranges::any_of(reference.modes,
                                                    [&](const Mode& right) {
                                                        return std::abs(mode.frequency - scale * right.frequency) <=
                                                               1e-3 * scale * right.frequency;
                                                    }))
                        << where << ", " << i << ": " << mode.frequency / scale << " " << mode.kind;
                }
            }
            if (!found.uncounted.empty()) EXPECT_LT(thickness, 2e-7) << where;
            EXPECT_EQ(unresolved, says(found, "unresolved: the stiffness there is below the rounding")) << where;
            if (unresolved) EXPECT_TRUE(says(found, "shell 'plate' is") || thickness > 3e-6) << where;
            EXPECT_EQ(found.complete(), !says(found, "not shown to be complete")) << where;
            if (thickness > 2e-6) EXPECT_TRUE(found.complete() && !unresolved) << where;
            if (thickness > 7e-8) EXPECT_EQ(found.found_rigid, reference.found_rigid) << where;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Supports, ThinPlates,
                         testing::Values(Support::free, Support::cantilever, Support::clamped, Support::springs));

/// f = k sqrt(D/(rho t)) / (2 pi L^2), D = E t^3/(12 (1 - nu^2)). k: A. W. Leissa (1969), Vibration of Plates (NASA SP-160),
/// square plates with nu = 0.3.
double plate_frequency(double k, double thickness) {
    return k / (2 * std::numbers::pi) * thickness * std::sqrt(2.1e11 / (12 * (1 - 0.3 * 0.3) * 7850));
}
constexpr double clamped_k = 35.99, free_k = 13.49;

/// What rounding leaves unknown of bending: its stiffness stands beside that of shear, whose frequency in an element is about
/// c/h, c = sqrt(G/rho); of that, sqrt(200 eps).
double most_of_rounding(int n) { return std::sqrt(200 * 2.2e-16) * std::sqrt(2.1e11 / 2.6 / 7850) * n; }

// Supports that hold every motion leave none without stiffness, whatever digits K has; what is not known is said.
TEST(ThinPlates, AClampedPlateHasNoRigidMotionAtAnyThickness) {
    for (const int n : {6, 8, 12}) {
        for (const double thickness : {1e-5, 1e-6, 1e-8, 1e-9, 1e-10}) {
            const System system = plate(Support::clamped, thickness, n);
            for (const int count : {1, 5, 12}) {
                const std::string where =
                    std::to_string(n) + " elements, " + std::to_string(count) + " modes, " + std::to_string(1e10 * thickness);
                const Modes found = modes(system, count);
                EXPECT_EQ(found.found_rigid, 0) << where;
                for (const Mode& mode : found.modes) {
                    EXPECT_FALSE(mode.rigid()) << where;
                    EXPECT_GT(mode.frequency, 0.97 * plate_frequency(clamped_k, thickness)) << where;  // the mesh adds 4 %
                    if (mode.unresolved())
                        EXPECT_LT(mode.frequency,
                                  std::max(most_of_rounding(n), 1.2 * plate_frequency(clamped_k, thickness)) * count)
                            << where;
                }
                if (found.modes.back().unresolved()) EXPECT_FALSE(found.complete()) << where;
                EXPECT_EQ(found.complete(), !says(found, "not shown to be complete")) << where;
                const double first = found.modes.front().frequency;
                if (thickness >= 1e-5) EXPECT_NEAR(first, plate_frequency(clamped_k, thickness), 0.09 * first) << where;
            }
        }
    }
}

// Six rigid motions, whether or not K tells them from bending, and bounds of the size of the rounding; below 3e-9, where a search
// may miss them, no more than six, and a list that is not complete.
TEST(ThinPlates, AFreePlateHasSixRigidMotionsAtAnyThickness) {
    for (const int n : {6, 8, 12}) {
        for (const double thickness : {1e-5, 1e-6, 1e-8, 3e-9, 1e-9, 1e-10}) {
            const System system = plate(Support::free, thickness, n);
            for (const int count : {6, 8, 12}) {
                const std::string where =
                    std::to_string(n) + " elements, " + std::to_string(count) + " modes, " + std::to_string(1e10 * thickness);
                const Modes found = modes(system, count);
                const bool searched = thickness > 5e-9;
                EXPECT_LE(found.found_rigid, 6) << where;
                if (searched || found.complete()) EXPECT_EQ(found.found_rigid, 6) << where;
                for (std::size_t i = 0; i < found.modes.size(); ++i) {
                    const Mode& mode = found.modes[i];
                    if (searched) EXPECT_EQ(mode.rigid(), i < 6) << where;
                    if (mode.rigid()) continue;
                    EXPECT_GT(mode.frequency, 0.97 * plate_frequency(free_k, thickness)) << where;
                    if (mode.unresolved() && searched) EXPECT_LT(mode.frequency, most_of_rounding(n) * count) << where;
                }
                if (found.modes.back().unresolved()) EXPECT_FALSE(found.complete()) << where;
                if (thickness >= 1e-5 && count > 6)
                    EXPECT_NEAR(found.modes[6].frequency, plate_frequency(free_k, thickness), 0.03 * found.modes[6].frequency)
                        << where;
            }
        }
    }
}

// A mistyped count would compute all modes for hours; all of a small model are a note.
TEST(ManyModes, ThanALargeModelHasAreRefused) {
    const System large = plate(Support::free, 1e-2, 20), small = plate(Support::free, 1e-2, 2);
    try {
        (void)modes(large, 2'000'000'000);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("at most 2646, the number of free coordinates, got 2000000000"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_TRUE(modes(small, 2'000'000'000).few);
}

// Of two equal values rounding makes two: the list ends behind both, unless no gap is wider than the rounding.
TEST(ThinPlates, AListEndsBehindValuesThatRoundingAloneParts) {
    linalg::Vector values(4);
    values << 1, 2, 2 + 1e-5, 5;
    const auto rounding = [](double of_each) { return [of_each](Eigen::Index) { return of_each; }; };
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 2, 9), 2);
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 2, 9, rounding(1e-7)), 2);
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 2, 9, rounding(1e-4)), 3);
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 2, 9, rounding(10)), 2);
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 4, 9, rounding(1e-4)), 0);
    EXPECT_EQ(linalg::pairs_below_gap(values, -1, 4, 4, rounding(1e-4)), 4);
}

}  // namespace
}  // namespace jounce::modal::thin_plates_test
