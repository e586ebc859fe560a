// Physics: plates from a hundred-thousandth to a thousand-millionth of their length thick, where the shear stiffness beside that
// of bending takes all digits of double precision. Reference: frequencies proportional to the thickness; the same mesh at t/L =
// 1e-4, which K resolves to 1e-10 and better; shear and drilling change it by less than 1e-4 from there. Tolerance: 1e-3 of the
// frequency is what an elastic mode promises; an unresolved one gives an upper bound. Control: at 1e-5 all modes are resolved.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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
                } else {
                    EXPECT_TRUE(std::ranges::any_of(reference.modes,
                                                    [&](const Mode& right) {
                                                        return std::abs(mode.frequency - scale * right.frequency) <=
                                                               1e-3 * scale * right.frequency;
                                                    }))
                        << where << ", " << i << ": " << mode.frequency / scale << " " << mode.kind;
                }
            }
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
