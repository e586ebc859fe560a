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

/// A mass on a damped spring (period 2 pi s, decay exp(-t/20)) before a stop at 0.1 m; `force` N hold it at x = force, or at the
/// stop. After 400 s 2e-9 of the start are left; sections of what a decay or rounding leaves have no period.
std::string resting(const std::string& law, const std::string& force, const std::string& more) {
    return "local jounce = require 'jounce'\n"
           "local sweep = jounce.sweep{ axes = { { name = 'force', values = { " +
           force +
           " } } }, period = 1, settle = 400, keep = 16,\n"
           "  probes = { 'mass.ux', 'mass.ux_velocity' }, model = function(at)\n"
           "    local model = jounce.model{ name = 'm' }\n"
           "    model:point{ name = 'mass', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
           "    model:spring{ from = 'mass', direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }\n"
           "    model:load{ nodes = { 'mass' }, direction = { 1, 0, 0 }, force = at.force }\n"
           "    model:gap{ name = 'stop', node = 'mass', direction = { 1, 0, 0 }, clearance = 0.1, sides = 'positive', law = " +
           law + " }\n    return model end" + more + " }\nfor _, row in ipairs(sweep) do print(row.label, row.peak_force) end\n";
}

TEST(SweepDiagram, LabelsABodyAtRest) {
    const Scratch scratch;
    const std::string newmark = ", method = jounce.method.newmark{}, step = 0.01";
    const std::string hertz = "jounce.law.flores{ stiffness = 1e6, restitution = 0.5 }";
    for (const std::string& more : {std::string(), newmark}) {
        scratch.write("case.lua", resting("jounce.law.rigid{ restitution = 0.8 }", "0, 0.05, 1", more));
        // A rigid stop holds the mass with 1 N - 1 N/m 0.1 m.
        EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).out, "(0, 1)\tnil\n(0, 1)\tnil\n(0, 1)\t0.9\n") << more;
        scratch.write("case.lua", resting(hertz, "0, 0.05, 1", more));
        const std::string labels = jounce("run case.lua --quiet", scratch.path()).out;
        EXPECT_EQ(labels.substr(0, labels.rfind('\t')), "(0, 1)\tnil\n(0, 1)\tnil\n(0, 1)") << more;
    }
    // Control: after 20 s a third of the start is left, which moves and has no period of 1 s.
    std::string early = resting(hertz, "0.05", "");
    early.replace(early.find("settle = 400"), 12, "settle = 20");
    scratch.write("case.lua", early);
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).out, "aperiodic\tnil\n");
}

TEST(SweepDiagram, RefusesWhatNoPointCouldCompute) {
    const Scratch scratch;
    std::string text = resting("jounce.law.rigid{ restitution = 0.8 }", "0.05, 1", "");
    const auto said = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        scratch.write("case.lua", changed);
        const CommandResult result = jounce("run case.lua --quiet --jobs 1", scratch.path());
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.out, "");
        return result.first_error();
    };
    EXPECT_EQ(said("'mass.ux',", "'mas.ux',"),
              "case.lua:3: sweep: 'probes': probe 'mas.ux': unknown node or gap 'mas'; did you mean 'mass'?");
    for (const char* name : {"label", "impacts", "peak_force", "mass.ux"}) {
        EXPECT_EQ(said("name = 'force'", "name = '" + std::string(name) + "'"),
                  "case.lua:2: sweep: an axis must not be called '" + std::string(name) +
                      "', which is already a column of the diagram");
    }
    for (const char* name : {"number", "failed", "direction"}) {
        EXPECT_EQ(said("name = 'force'", "name = '" + std::string(name) + "'"),
                  "case.lua:2: sweep.axes[1]: 'name' must not be '" + std::string(name) + "', a column of every sweep");
    }
    // Nothing is removed for it, not even where the user said so.
    text.replace(text.find("period = 1,"), 11, "period = 1, output = 'out',");
    scratch.write("case.lua", text);
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    const std::string table = read_text(scratch.path() / "out/sweep.csv");
    text.replace(text.find("'mass.ux'"), 9, "'mas.ux'");
    scratch.write("case.lua", text);
    EXPECT_EQ(jounce("run case.lua --quiet --force", scratch.path()).status, 1);
    EXPECT_EQ(read_text(scratch.path() / "out/sweep.csv"), table);
    text = resting("jounce.law.rigid{ restitution = 0.8 }", "0.05, 1", "");
    EXPECT_EQ(said("period = 1,", "period = 1, method = jounce.method.newmark{},"),
              "case.lua:2: sweep: 'step' is required (number), because method.newmark uses a fixed step");
}

}  // namespace
}  // namespace jounce::test::sweep_diagram_test
