// Models that need more memory than there is: an estimate before the work, with status 3, not the kernel's killer.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "lua/command.hpp"

namespace jounce::test::large_input_test {
namespace {

/// A plate of 150 x 150 elements, 137 000 dofs: its assembly and its modes need more than there is.
const std::string plate =
    "local jounce = require 'jounce'\n"
    "local model = jounce.model{ name = 'large' }\n"
    "model:shell{ name = 's', thickness = 0.01, material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 },\n"
    "  mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 150, elements_2 "
    "= "
    "150 } }\n"
    "print(#jounce.modes(model))\n";

TEST(LargeInput, AModelThatDoesNotFitIntoMemoryEndsWithAnEstimate) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the address sanitizer reserves more address space than any limit";
#endif
    const Scratch scratch;
    scratch.write("case.lua", plate);
    // Not enough for the assembly, or for the modes.
    for (const char* memory : {"200M", "400M", "500M"}) {
        const CommandResult result = jounce(std::string("run case.lua --quiet --memory ") + memory, scratch.path());
        EXPECT_EQ(result.status, 3) << memory << ": " << result.err;
        EXPECT_EQ(result.err.find("case.lua:"), 0u) << memory << ": " << result.err;
        EXPECT_NE(result.err.find(" needs about "), std::string::npos) << memory << ": " << result.err;
        EXPECT_NE(result.err.find(" are free"), std::string::npos) << memory << ": " << result.err;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace jounce::test::large_input_test
