// Ctrl-C during the assembly, the modes and the reduction of a model that takes seconds: they end without a result.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "lua/command.hpp"

namespace jounce::test::interrupt_test {
namespace {

/// A tube of 60 000 dofs. `begun` is written before the work, "complete" behind it.
std::string tube(const std::string& work) {
    return "local jounce = require 'jounce'\n"
           "local model = jounce.model{ name = 'tube' }\n"
           "local shaft = model:shell{ name = 'shaft', thickness = 5e-3,\n"
           "  mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.0925, around = 100, along = 99 },\n"
           "  material = jounce.material{ E = 207e9, nu = 0.3, density = 7850 } }\n"
           "model:gap{ name = 'stop', node = shaft.nodes[1], direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hertz{ "
           "stiffness = 1e9 } }\n"
           "local file = io.open('begun', 'w') file:write('x') file:close()\n" +
           work + "\nprint 'complete'\n";
}

/// The work takes seconds, so that a process that computed on would print "complete" and end with status 0.
void ends_early(const std::string& work, double seconds) {
    const Scratch scratch;
    scratch.write("case.lua", tube(work));
    const CommandResult stopped = jounce_interrupted({"run", "case.lua", "--quiet"}, scratch.path(), {"begun", seconds});
    EXPECT_EQ(stopped.status, 130) << work << " after " << seconds << " s\n" << stopped.err;
    EXPECT_EQ(stopped.out.find("complete"), std::string::npos) << stopped.out;
}

TEST(Interrupt, EndsTheAssemblyOfALargeModel) { ends_early("jounce.modes(model, { count = 10 })", 0.05); }

TEST(Interrupt, EndsTheModesOfALargeModel) { ends_early("jounce.modes(model, { count = 100 })", 2); }

TEST(Interrupt, EndsAReductionOfALargeModel) {
    ends_early("jounce.reduce(model, { method = 'craig_bampton', modes = 100, keep = { shaft.nodes[1], shaft.nodes[5000] } })",
               2);
}

}  // namespace
}  // namespace jounce::test::interrupt_test
