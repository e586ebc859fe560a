// The bifurcation diagram of the impact oscillator x'' + x = cos wt, x <= 0, r = 0.8, swept up and down (S. W. Shaw, P. J. Holmes
// 1983, doi 10.1016/0022-460X(83)90407-8). References: one impact a period in closed form, with the speed V at the stop: the
// period doubling of (1, 1) lies at w = 2.65335 (multiplier -1). At w = 3, a body at rest on the stop leaves it where cos wt
// falls through zero, moves by x = -sin(s)^3/2 (s: time since then), and comes back after s = pi at rest, where the load begins
// to push again: no impact and one stick phase in two periods. At w = 2.7 flights in closed form between impacts found by
// bisection, from rest, show after 20 periods for each six ones 5 impacts, and one sequence of 50 more that ends in rest.
// Controls: both w have (2, 2) orbits beside these on the way up, which never stick. Downwards they come out of chaos, and which
// of their orbits they find depends on rounding: those rows are not compared.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "command.hpp"

namespace jounce::test::sweep_diagram_test {
namespace {

const char* const diagram =
    "local jounce = require 'jounce'\n"
    "local function oscillator(w)\n"
    "  local model = jounce.model{ name = 'impact oscillator' }\n"
    "  model:point{ name = 'mass', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
    "  model:spring{ from = 'mass', direction = { 1, 0, 0 }, stiffness = 1 }\n"
    "  model:load{ nodes = { 'mass' }, direction = { 1, 0, 0 },\n"
    "              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }\n"
    "  model:gap{ name = 'stop', node = 'mass', direction = { 1, 0, 0 }, clearance = 0, sides = 'positive',\n"
    "             law = jounce.law.rigid{ restitution = 0.8 } }\n"
    "  return model\n"
    "end\n"
    "local sweep = jounce.sweep{ name = 'diagram', carry = 'w', direction = 'both',\n"
    "  axes = { { name = 'w', unit = 'rad/s', from = 2.5, to = 3.5, count = 21 } },\n"
    "  model = function(at) return oscillator(at.w) end, period = function(at) return 2*math.pi/at.w end,\n"
    "  settle = 400, keep = 32, probes = { 'mass.ux', 'mass.ux_velocity' } }\n"
    "for _, row in ipairs(sweep) do\n"
    "  local w = string.format('%.2f', row.w)\n"
    "  if w == '2.65' or w == '2.70' or w == '3.00' or w == '3.40' then\n"
    "    if row.direction == 'up' or w == '3.40' or w == '2.65' then print(row.direction, w, row.label, row.impacts, row.sticks, "
    "row.periods) "
    "end\n"
    "  end\n"
    "end\n"
    "local rest = jounce.sweep{ name = 'from rest', axes = { { name = 'w', unit = 'rad/s', values = { 2.7, 3 } } },\n"
    "  model = function(at) return oscillator(at.w) end, period = function(at) return 2*math.pi/at.w end,\n"
    "  settle = 400, keep = 32, probes = { 'mass.ux', 'mass.ux_velocity' } }\n"
    "for _, row in ipairs(rest) do print('rest', row.w, row.label, row.impacts, row.sticks, row.periods) end\n";

TEST(SweepDiagram, LabelsImpactsAndStickPhases) {
    const Scratch scratch;
    scratch.write("case.lua", diagram);
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out,
              "up\t2.65\t(1, 1)\t1\t0\t1\n"
              "up\t2.70\t(2, 2)\t2\t0\t2\n"
              "up\t3.00\t(2, 2)\t2\t0\t2\n"
              "up\t3.40\t(1, 2)\t1\t0\t2\n"
              "down\t3.40\t(1, 2)\t1\t0\t2\n"
              "down\t2.65\t(1, 1)\t1\t0\t1\n"
              "rest\t2.7\t(5 + 1, 6)\t5\t1\t6\n"
              "rest\t3\t(0 + 1, 2)\t0\t1\t2\n");
}

}  // namespace
}  // namespace jounce::test::sweep_diagram_test
