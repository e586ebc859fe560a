// Memory of assembly: a shell with 10 000 nodes, whose mass and stiffness are the largest part of its System. Beside them,
// assembly keeps the matrices over all dofs of the model, and at one time one reordered copy: the peak is 3.3 times what remains.
// One further copy of the mass makes it 3.9.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "models.hpp"

namespace jounce::test::assembly_peak_test {
namespace {

/// A line of /proc/self/status [MB].
double status(const std::string& name) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1)) / 1024;
    }
    return 0;
}

double megabytes(const SparseMatrix& matrix) {
    return static_cast<double>(matrix.nonZeros()) * (sizeof(double) + sizeof(int)) / (1024 * 1024);
}

TEST(AssemblyPeak, IsAFewTimesTheMatrices) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the sanitizer keeps memory that has been freed";
#endif
    Script s;
    s.add("shell", {{"name", "tube"},
                    {"mesh", table({{"family", "mesh"},
                                    {"kind", "tube"},
                                    {"from", vector(0, 0, 0)},
                                    {"to", vector(0, 0, 1)},
                                    {"radius", 0.1},
                                    {"around", 100},
                                    {"along", 100}})},
                    {"thickness", 0.005},
                    {"material", steel()}});
    std::ofstream("/proc/self/clear_refs") << 5;  // the peak becomes what is in use
    const double before = status("VmRSS");
    const System system = assemble(s.model);
    const double peak = status("VmHWM") - before;
    const double matrices = megabytes(system.linear.M) + megabytes(system.linear.K);
    EXPECT_GT(matrices, 40);
    EXPECT_GT(peak, matrices) << "or the peak was not measured";
    EXPECT_LT(peak, 3.6 * matrices);
}

}  // namespace
}  // namespace jounce::test::assembly_peak_test
