// Physics: plates as thin as double precision allows, and thinner, under a static force: what holds them does not depend on the
// thickness. References: a strip clamped at one end, w = F L^3/(3 E I) (nu = 0, less 1/(4 n^2) of linear elements); a square
// plate clamped all around, w = 0.0056 F L^2/D in its centre (S. Timoshenko, S. Woinowsky-Krieger (1959), Theory of Plates and
// Shells, sec. 44; the meshes differ by up to 4 %). Tolerance of rounding: 1e-2 down to t/L = 1e-6, where shear leaves bending
// four digits.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "system/models.hpp"
#include "time/statics/static.hpp"

namespace jounce::time::static_thin_plates_test {
namespace {

using test::references;
using test::Script;
using test::table;
using test::vector;

constexpr double E = 2.1e11;
enum class Support { clamped, cantilever };

struct Plate {
    Support support = Support::clamped;
    double thickness = 0, width = 1, nu = 0.3;
    int along = 1, across = 1;
};

/// Deflection under a force of 1e4 t^3 [N/m^3] in the centre, of a cantilever at its end; the message where there is none.
struct Answer {
    std::optional<double> deflection;
    std::string refusal;
};

Answer answer(const Plate& of) {
    Script s;
    const Handle plate =
        s.add("shell",
              {{"name", "plate"},
               {"mesh", table({{"family", "mesh"},
                               {"kind", "plate"},
                               {"corner", vector(0, 0, 0)},
                               {"edge_1", vector(1, 0, 0)},
                               {"edge_2", vector(0, of.width, 0)},
                               {"elements_1", of.along},
                               {"elements_2", of.across}})},
               {"thickness", of.thickness},
               {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", of.nu}, {"density", 7850}})}});
    const auto row = static_cast<std::size_t>(of.along) + 1, rows = static_cast<std::size_t>(of.across) + 1;
    std::vector<Reference> held, loaded;
    for (std::size_t i = 0; i < plate.nodes.size(); ++i) {
        const std::size_t a = i % row, b = i / row;
        const bool edge = a == 0 || (of.support == Support::clamped && (a == row - 1 || b == 0 || b == rows - 1));
        if (edge) held.push_back(plate.nodes[i]);
        if (of.support == Support::clamped ? 2 * i + 1 == plate.nodes.size() : a == row - 1) loaded.push_back(plate.nodes[i]);
    }
    s.add("fix", {{"nodes", references(held)}});
    const double force = 1e4 * std::pow(of.thickness, 3) / static_cast<double>(loaded.size());
    s.add("load", {{"nodes", references(loaded)}, {"direction", vector(0, 0, 1)}, {"force", force}});
    const System system = s.system();
    try {
        const Equilibrium rest = equilibrium(system, 0);
        const Vector u = system.recovery.T * rest.state.q;
        double largest = 0;
        for (Eigen::Index i = 2; i < u.size(); i += 6) largest = std::max(largest, std::abs(u[i]));
        return {largest, ""};
    } catch (const Error& error) {
        return {{}, error.what()};
    }
}

void expect_a_refusal_by_rounding(const std::string& text, const std::string& where) {
    EXPECT_NE(text.find("rounding"), std::string::npos) << where << ": " << text;
    EXPECT_NE(text.find("shell 'plate' is"), std::string::npos) << where << ": " << text;
    EXPECT_EQ(text.find("nothing holds"), std::string::npos) << where << ": " << text;
    EXPECT_EQ(text.find("without support"), std::string::npos) << where << ": " << text;
}

TEST(StaticThinPlates, AClampedPlateIsHeldAtAnyThickness) {
    const double expected = 0.0056 * 1e4 / (E / (12 * (1 - 0.3 * 0.3)));
    for (const int n : {8, 12, 16}) {
        for (const double thickness : {1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
            const std::string where = std::to_string(n) + " elements, t/L = " + std::to_string(1e9 * thickness) + "e-9";
            const Answer found = answer({Support::clamped, thickness, 1, 0.3, n, n});
            if (found.deflection)
                EXPECT_NEAR(*found.deflection, expected, 0.05 * expected) << where;
            else
                expect_a_refusal_by_rounding(found.refusal, where);
            if (thickness > 9e-7) EXPECT_TRUE(found.deflection.has_value()) << where << found.refusal;
            if (thickness < 2e-8) EXPECT_FALSE(found.deflection.has_value()) << where << ": no digit of bending is left";
        }
    }
}

TEST(StaticThinPlates, ACantileverBendsByItsClosedForm) {
    constexpr double width = 0.1;
    constexpr int n = 20;
    const double expected = 1e4 / (3 * E * width / 12) * (1 - 0.25 / (n * n));
    for (const double thickness : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
        const std::string where = "t/L = " + std::to_string(1e9 * thickness) + "e-9";
        const Answer found = answer({Support::cantilever, thickness, width, 0, n, 1});
        if (found.deflection)
            EXPECT_NEAR(*found.deflection, expected, (thickness > 9e-6 ? 1e-4 : 1e-2) * expected) << where;
        else
            expect_a_refusal_by_rounding(found.refusal, where);
        if (thickness > 9e-6) EXPECT_TRUE(found.deflection.has_value()) << where << found.refusal;
        if (thickness < 2e-8) EXPECT_FALSE(found.deflection.has_value()) << where;
    }
}

}  // namespace
}  // namespace jounce::time::static_thin_plates_test
