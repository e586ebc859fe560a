// Scripts with models that are checked for slips.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "command.hpp"

namespace jounce::test {

/// A steel cantilever of 0.5 m with a stop at its end; every part can be replaced.
struct Parts {
    std::string model = "name = 'cantilever'";
    std::string material = "E = 210*si.GPa, nu = 0.3, density = 7850";
    std::string fix = "model:fix{ nodes = { beam.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } }";
    std::string damping = "model:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 17, 100 } })";
    std::string run = "jounce.run(model, { duration = 0.01 })";
};

inline std::string cantilever(const Parts& parts) {
    return "local jounce = require 'jounce'\nlocal si = jounce.si\nlocal model = jounce.model{ " + parts.model +
           " }\nlocal beam = model:beam{ name = 'beam', from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 5,\n  section = "
           "jounce.section.rectangle{ width = 20*si.mm, height = 5*si.mm }, material = jounce.material{ " +
           parts.material + " } }\n" + parts.fix +
           "\nmodel:gap{ name = 'stop', node = beam.nodes[6], direction = { 0, 0, 1 }, clearance = 1*si.mm,\n  law = "
           "jounce.law.hooke{ stiffness = 1e6 } }\nmodel:base_motion{ direction = { 0, 0, 1 }, acceleration = "
           "jounce.signal.sine{ amplitude = 30, frequency = 17 } }\n" +
           parts.damping + "\n" + parts.run + "\n";
}

inline std::string crank(const std::string& speed) {
    return "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 1, inertia "
           "= 0.1, points = { O = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\nm:drive{ joint = "
           "'O', "
           "speed = " +
           speed + " }\njounce.run(m, { duration = 0.01 })\n";
}

inline std::string hum(const std::string& force) {
    return "model:load{ name = 'hum', node = beam.nodes[6], direction = { 0, 0, 1 }, force = " + force + " }";
}

inline std::string checked(const std::string& text) {
    const Scratch scratch;
    scratch.write("case.lua", text);
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << "a doubt is no error: " << result.err;
    return result.out;
}

}  // namespace jounce::test
