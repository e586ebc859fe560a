// Memory of assembly: a shell with 10 000 nodes, whose mass and stiffness are the largest part of its System. Their numbers are
// computed in their place: beside what remains (the matrices, names, nodes, elements) there are blocks of columns with their
// elements, about a tenth of the matrices, and what the entries have given to the builder: 0.5 of the matrices were measured, and
// one copy of the stiffness is 0.7 of them.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/files/memory.hpp"
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
    give_back_memory();                           // of other tests, in which the matrices would find room
    std::ofstream("/proc/self/clear_refs") << 5;  // the peak becomes what is in use
    const double before = status("VmRSS");
    const System system = assemble(s.model);
    const double peak = status("VmHWM");
    give_back_memory();
    const double remains = status("VmRSS");
    const double matrices = megabytes(system.linear.M) + megabytes(system.linear.K);
    EXPECT_GT(matrices, 40);
    EXPECT_GT(remains - before, matrices) << "or the memory was not measured";
    EXPECT_LT(remains - before, 1.6 * matrices);
    EXPECT_LT(peak - remains, 0.6 * matrices);
    {
        const SparseMatrix copy = system.linear.K;
        EXPECT_GT(status("VmHWM") - remains, 0.6 * matrices) << "the negative control: one copy of the stiffness";
    }
}

}  // namespace
}  // namespace jounce::test::assembly_peak_test
