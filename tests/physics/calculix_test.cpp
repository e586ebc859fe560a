// The free shell shaft against an independent program: CalculiX (package calculix-ccx), elements S8R. Skipped where it is not
// installed; docs/reproduction.md has the table of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "modal/modes.hpp"
#include "system/models.hpp"

namespace jounce::calculix_test {
namespace {

using namespace jounce::test;

// The shaft of Xu et al. (2022), sec. 3.2.
constexpr double radius = 0.0925, length = 1, thickness = 0.005, young = 207e9, poisson = 0.3, density = 34410;
constexpr int count = 36;  // six rigid ones among them

/// A tube of n x n quadratic shells with reduced integration, for its lowest frequencies.
std::string input(int n) {
    std::string text = "*NODE\n";
    const auto number = [n](int i, int j) { return 2 * n * j + i % (2 * n) + 1; };
    for (int j = 0; j <= 2 * n; ++j)
        for (int i = 0; i < 2 * n; ++i) {
            if (i % 2 == 1 && j % 2 == 1) continue;
            const double angle = std::numbers::pi * i / n;
            text += fmt::format("{}, {:.12g}, {:.12g}, {:.12g}\n", number(i, j), radius * std::cos(angle),
                                radius * std::sin(angle), length * j / (2 * n));
        }
    text += "*ELEMENT, TYPE=S8R, ELSET=tube\n";
    int element = 0;
    for (int j = 0; j < 2 * n; j += 2)
        for (int i = 0; i < 2 * n; i += 2)
            text += fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}\n", ++element, number(i, j), number(i + 2, j),
                                number(i + 2, j + 2), number(i, j + 2), number(i + 1, j), number(i + 2, j + 1),
                                number(i + 1, j + 2), number(i, j + 1));
    return text + fmt::format(
                      "*MATERIAL, NAME=m\n*ELASTIC\n{}, {}\n*DENSITY\n{}\n*SHELL SECTION, ELSET=tube, MATERIAL=m\n{}\n"
                      "*STEP\n*FREQUENCY\n{}\n*END STEP\n",
                      young, poisson, density, thickness, count);
}

/// Frequencies [Hz] from the table of eigenvalues of its .dat file.
std::vector<double> calculix(int n) {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("jounce_calculix_{}_{}", ::getpid(), n);
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "tube.inp") << input(n);
    const std::string command = "cd '" + folder.string() + "' && ccx tube > tube.log 2>&1";
    std::vector<double> frequencies;
    if (std::system(command.c_str()) == 0) {  // NOLINT: one thread, a fixed command
        std::ifstream results(folder / "tube.dat");
        std::string line;
        while (std::getline(results, line) && line.find("P A R T I C I P A T I O N") == std::string::npos) {
            std::istringstream words(line);
            int mode = 0;
            double eigenvalue = 0, circular = 0, frequency = 0;
            if (words >> mode >> eigenvalue >> circular >> frequency) frequencies.push_back(frequency);
        }
    }
    std::filesystem::remove_all(folder);
    return frequencies;
}

std::vector<double> ours(int n) {
    Script script;
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "tube"},
                              {"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, length)},
                              {"radius", radius},
                              {"around", n},
                              {"along", n / 2}});
    const Value material =
        table({{"family", "material"}, {"kind", "isotropic"}, {"E", young}, {"nu", poisson}, {"density", density}});
    script.add("shell", {{"mesh", mesh}, {"thickness", thickness}, {"material", material}});
    std::vector<double> out;
    for (const modal::Mode& mode : modal::modes(script.system(), count).modes) out.push_back(mode.frequency);
    return out;
}

TEST(CalculiX, AgreesInTheFirstThirtyModesOfTheShellShaft) {
    if (std::system("command -v ccx > /dev/null") != 0)
        GTEST_SKIP() << "CalculiX (package calculix-ccx) is not installed";  // NOLINT
    const std::vector<double> coarse = calculix(28), fine = calculix(36);
    ASSERT_EQ(fine.size(), static_cast<std::size_t>(count));
    const std::vector<double> half = ours(104), whole = ours(128);
    ASSERT_EQ(whole.size(), static_cast<std::size_t>(count));
    for (std::size_t i = 6; i < fine.size(); ++i) {
        // Each refined until its own change is below 0.3 %; then two theories of thin shells agree within 1 %.
        EXPECT_NEAR(coarse[i], fine[i], 0.003 * fine[i]) << "CalculiX, mode " << i + 1;
        EXPECT_NEAR(half[i], whole[i], 0.003 * whole[i]) << "mode " << i + 1;
        EXPECT_NEAR(whole[i], fine[i], 0.01 * fine[i]) << "mode " << i + 1;
    }
}

}  // namespace
}  // namespace jounce::calculix_test
