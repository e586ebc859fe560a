// `jounce check` doubts what is almost surely a slip, says how a run would be computed, and leaves right models alone.
// Control: the same cantilever without a slip has no note, and no case of the repository has one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "doubtful_models.hpp"

namespace jounce::test::check_test {
namespace {

// Short and once at the head of a run; what is accepted, or a quiet run, has none.
TEST(Run, SaysItsDoubtsBeforeItsFirstStep) {
    const Scratch scratch;
    Parts parts;
    parts.material = "E = 210, nu = 0.3, density = 7850";
    scratch.write("case.lua", cantilever(parts));
    const CommandResult said = jounce("run case.lua", scratch.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const std::size_t at = said.err.find("note: model.beam (case.lua:4): E = 210 Pa is softer than foam");
    ASSERT_NE(at, std::string::npos) << said.err;
    EXPECT_LT(at, said.err.find("chosen: ")) << said.err;
    EXPECT_EQ(said.err.find("note: ", at + 1), std::string::npos) << said.err;
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).err.find("note: "), std::string::npos);
    scratch.write("case.lua", cantilever({}));
    EXPECT_EQ(jounce("run case.lua", scratch.path()).err.find("note: "), std::string::npos) << "control";
}

// c/(2 sqrt(k m)) = 60/(2 sqrt(100)) = 3, and 80/20 = 4; the first model of the name is damped by 5 per cent.
TEST(Run, TellsTheDampingRatioOfEachModelOfOneName) {
    const Scratch scratch;
    scratch.write("case.lua", R"(local jounce = require "jounce"
for _, damping in ipairs{ 1, 60, 60, 80 } do
  local m = jounce.model{ name = "osc" }
  local p = m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = p, direction = { 1, 0, 0 }, stiffness = 100, damping = damping }
  m:initial{ node = "p", velocity = { 1, 0, 0 } }
  jounce.run(m, { duration = 0.1 })
end
)");
    const CommandResult said = jounce("run case.lua", scratch.path());
    ASSERT_EQ(said.status, 0) << said.err;
    const std::size_t three = said.err.find("has a damping ratio of 3 "), four = said.err.find("has a damping ratio of 4 ");
    EXPECT_NE(three, std::string::npos) << said.err;
    EXPECT_NE(four, std::string::npos) << said.err;
    EXPECT_EQ(said.err.find("has a damping ratio of 3 ", three + 1), std::string::npos) << "the same model, once: " << said.err;
    EXPECT_EQ(said.err.find("has a damping ratio of 0"), std::string::npos) << "control: " << said.err;
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).err.find("damping ratio"), std::string::npos);
}

TEST(Check, HasNoDoubtOfARightModel) {
    const std::string out = checked(cantilever({}));
    EXPECT_EQ(out.find("note: "), std::string::npos) << out;
    EXPECT_NE(out.find("lowest frequency 16."), std::string::npos)
        << "0.5 m of 5 mm steel: 1.875^2/(2 pi l^2) sqrt(EI/m): " << out;
    EXPECT_NE(out.find("chosen: newmark"), std::string::npos) << out;
    EXPECT_NE(out.find("contact of 'stop' lasts"), std::string::npos) << out;
    EXPECT_NE(out.find("recommended step"), std::string::npos) << out;
    EXPECT_EQ(
        checked("local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'ball' }\nm:point{ name = 'ball', at = { 0, 0, "
                "1 }, mass = 1, free = { 'uz' } }\nm:gap{ node = 'ball', direction = { 0, 0, -1 }, clearance = 1, law = "
                "jounce.law.hooke{ stiffness = 1e6 } }\nm:gravity{ 0, 0, -9.81 }\njounce.run(m, { duration = 0.01 })\n")
            .find("note: "),
        std::string::npos)
        << "a mass without any spring falls";
    EXPECT_EQ(checked(crank("177*2*math.pi/60")).find("rpm"), std::string::npos);
    EXPECT_EQ(checked(crank("200")).find("rpm"), std::string::npos);
    EXPECT_EQ(checked(crank("jounce.signal.ramp{ to_time = 0.2, to_value = 1500*jounce.si.rpm }")).find("rpm"),
              std::string::npos);
}

// With a clearance in its pin the slider may move apart from the driven crank; with an ideal pin nothing but the drive moves.
TEST(Check, StatesTheBodiesJointsAndFreedomOfAMechanism) {
    const auto checked = [](const std::string& pin) {
        const Scratch scratch;
        scratch.write("case.lua", R"(local jounce = require "jounce"
local m = jounce.model{ name = "slider-crank" }
m:body{ name = "crank", mass = 2, inertia = 1e-2, points = { O = { -0.05, 0 }, A = { 0.05, 0 } } }
m:body{ name = "rod", mass = 1, inertia = 1e-2, points = { A = { -0.15, 0 }, C = { 0.15, 0 } } }
m:body{ name = "slider", mass = 0.5, inertia = 1e-3, points = { C = { 0, 0 } } }
m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
m:translational{ name = "guide", body = "slider", axis = { 1, 0 } }
m:drive{ joint = "O", speed = 10 }
m:assemble{ angles = { crank = 1, rod = -0.2 } }
)" + pin + "\njounce.run(m, { duration = 0.01, record = { probes = { 'slider.x' } } })\n");
        return jounce("check case.lua", scratch.path()).out;
    };
    const std::string loose = checked(
        "m:revolute_clearance{ name = 'C', bearing = 'rod.C', journal = 'slider.C', bearing_radius = "
        "0.011, journal_radius = 0.01, law = jounce.law.hertz{ stiffness = 1e9 } }");
    EXPECT_NE(loose.find("moving mass and supports: 3.5 kg of bodies, "), std::string::npos) << loose;
    EXPECT_NE(loose.find("joined to the ground: 'crank' (revolute 'O', driven), 'slider' (translational 'guide')\n"),
              std::string::npos)
        << loose;
    const std::size_t at = loose.find("free to move at the start: ");
    ASSERT_NE(at, std::string::npos) << loose;
    EXPECT_NE(loose.find("'slider' (x)", at), std::string::npos) << loose;
    EXPECT_EQ(loose.find("'crank' (", at), std::string::npos) << loose;
    const std::string ideal = checked("m:revolute{ name = 'C', between = { 'rod.C', 'slider.C' } }");
    EXPECT_NE(ideal.find("3.5 kg of bodies"), std::string::npos) << ideal;
    EXPECT_EQ(ideal.find("free to move"), std::string::npos) << ideal;
}

// A body of the mass m falls over the clearance d, v = (2 g d)^(1/2), on Hertz's spring K: 2.94 (5 m v^2/(4 K))^(2/5)/v, 1.58 ms
// for 2 kg and longer by 2^(2/5) with another 2 kg fixed to it, which only the joints show.
TEST(Check, StatesContactTimesOfClearanceJoints) {
    const Scratch scratch;
    const auto checked = [&scratch](const std::string& joined) {
        scratch.write("case.lua", R"(local jounce = require "jounce"
local m = jounce.model{ name = "pin" }
m:body{ name = "pin", mass = 2, inertia = 1e-3, points = { C = { 0, 0 } } }
m:revolute_clearance{ name = "C", bearing = { 0, 0 }, journal = "pin.C", bearing_radius = 0.011, journal_radius = 0.01, law = jounce.law.hertz{ stiffness = 1e9 } }
m:gravity{ 0, -9.81, 0 }
)" + joined +
                                      "\njounce.run(m, { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step "
                                      "= 1e-5, duration = 0.01 })\n");
        return jounce("check case.lua", scratch.path()).out;
    };
    const std::string single = checked("");
    EXPECT_NE(single.find("recommended step 7.9e-05 s, a twentieth of 0.00158 s"), std::string::npos) << single;
    EXPECT_NE(single.find("contact of 'C' lasts 0.0016 s at 0.14 m/s"), std::string::npos) << single;
    const std::string heavy = checked(
        "m:body{ name = 'weight', mass = 2, inertia = 1e-3, points = { W = { 0, 0 } } }\nm:fixed{ between = { 'pin.C', "
        "'weight.W' } }");
    EXPECT_NE(heavy.find("contact of 'C' lasts 0.0021 s at 0.14 m/s"), std::string::npos) << heavy;
}

/// A pin in a round clearance joint with the force that a driver or a script gives; `method` and `step` in the script.
std::string pin(const std::string& more, const std::string& behind) {
    return "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'pin' }\nm:body{ name = 'pin', mass = 2, inertia = "
           "1e-3, "
           "points = { C = { 0, 0 } } }\nm:revolute_clearance{ name = 'C', bearing = { 0, 0 }, journal = 'pin.C', bearing_radius "
           "= "
           "0.011, journal_radius = 0.01, law = jounce.law.hertz{ stiffness = 1e9 } }\n" +
           more +
           "\nlocal run = jounce.run(m, { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = 1e-4, "
           "duration = "
           "0.01, output = 'out' })\n" +
           behind + "\n";
}

// What the check knows of a mechanism is in the summary and at the head of the report; a step above the recommended one is told.
TEST(Run, SummaryAndReportOfAMechanismStateWhatTheCheckDoes) {
    const Scratch scratch;
    scratch.write("case.lua", pin("m:gravity{ 0, -9.81, 0 }", "print(run.summary.recommended_step)"));
    const std::string checked = jounce("check case.lua", scratch.path()).out;
    const CommandResult done = jounce("run case.lua", scratch.path());
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out.find("7.89"), std::string::npos) << "a twentieth of 1.58 ms: " << done.out;
    EXPECT_NE(done.err.find("recommended step: 7.9e-05 s, a twentieth of the contact time of 'C' at 0.14 m/s"), std::string::npos)
        << done.err;
    ASSERT_EQ(jounce("report out", scratch.path()).status, 0);
    const std::string page = read_text(scratch.path() / "out/report.html"),
                      summary = read_text(scratch.path() / "out/summary.lua");
    const std::size_t table = page.find("<table>");
    for (const char* line : {"2 kg of bodies", "free to move at the start: ", "contact of ", "lasts 0.0016 s at 0.14 m/s",
                             "recommended step 7.9e-05 s, a twentieth of 0.00158 s"}) {
        EXPECT_NE(checked.find(line), std::string::npos) << line << checked;
        EXPECT_NE(summary.find(line), std::string::npos) << line << summary;
        EXPECT_LT(page.find(line), table) << line;
    }
}

// Contact times need the force at the start as the run does.
TEST(Run, TellsTheErrorOfAFunctionThatMovesAMechanismOnce) {
    const Scratch scratch;
    scratch.write("case.lua",
                  pin("m:load{ node = 'pin.C', direction = { 1, 0, 0 }, force = function(t) error 'no table' end }", ""));
    const CommandResult failed = jounce("run case.lua", scratch.path());
    EXPECT_NE(failed.status, 0);
    EXPECT_NE(failed.err.find("case.lua:5: no table"), std::string::npos) << failed.err;
    EXPECT_EQ(failed.err.find("no table"), failed.err.rfind("no table")) << "once: " << failed.err;
    // Control: the same function without its error is called for the contact times, 19.62 N on 2 kg over 1 mm.
    scratch.write("right.lua",
                  pin("m:load{ node = 'pin.C', direction = { 1, 0, 0 }, force = function(t) return 19.62 end }", ""));
    const std::string right = jounce("check right.lua", scratch.path()).out;
    EXPECT_NE(right.find("contact of 'C' lasts 0.0016 s at 0.14 m/s"), std::string::npos) << right;
}

// The pin at rest under a force that begins with zero: its largest acceleration in the run, that of a weight, gives the speed at
// which it crosses the clearance, (2 g d)^(1/2); also under a function that fails after this instant. Control: without a force
// nothing moves.
TEST(Check, StatesContactTimesOfMechanismsThatStartAtRest) {
    const Scratch scratch;
    const auto checked = [&scratch](const std::string& load) {
        scratch.write("case.lua", pin(load, ""));
        return jounce("check case.lua", scratch.path()).out;
    };
    for (const char* force :
         {"jounce.signal.sine{ amplitude = 19.62, frequency = 100 }", "function(t) return 19.62*math.sin(200*math.pi*t) end",
          "function(t) if t > 0.008 then error 'late' end return 19.62*math.sin(200*math.pi*t) end"}) {
        const std::string pushed =
            checked(std::string("m:load{ node = 'pin.C', direction = { 1, 0, 0 }, force = ") + force + " }");
        EXPECT_NE(pushed.find("contact of 'C' lasts 0.0016 s at 0.14 m/s"), std::string::npos) << pushed;
        EXPECT_NE(pushed.find("recommended step 7.9e-05 s"), std::string::npos) << pushed;
    }
    const std::string still = checked("");
    EXPECT_EQ(still.find("contact of"), std::string::npos) << still;
}

// A pin at the end of an arm begins along the faces of its slot: the joints let no impulse across them move it. The rounding of
// its mobility gave a mass of 1e13 kg, impacts of 9300 s and the advice of another stiffness. Controls: a slot along the arm,
// whose faces stop the pin, with the effective mass m/4 + I/L^2 = 0.175 kg: 2.94 (5 m v^2/(4 K))^(2/5)/v; and one that is too
// soft.
TEST(Check, KnowsNoImpactOnAFaceAlongWhichThePinMoves) {
    const Scratch scratch;
    const auto checked = [&scratch](const char* ends, const char* stiffness) {
        scratch.write("case.lua", std::string(R"(local jounce = require "jounce"
local m = jounce.model{ name = "arm" }
m:body{ name = "arm", mass = 0.5, inertia = 2e-3, points = { A = { -0.1, 0 }, P = { 0.1, 0 } } }
m:revolute{ name = "A", between = { { 0, 0 }, "arm.A" } }
m:slot{ name = "S", pin = "arm.P", width = 0.0105, pin_radius = 0.005, )") +
                                      ends + ", law = jounce.law.flores{ stiffness = " + stiffness +
                                      ", restitution = 0.5 } }\nm:initial{ node = 'arm', vangle = 1 }\n" +
                                      "m:assemble{ positions = { arm = { 0.1, 0 } } }\njounce.run(m, { method = "
                                      "jounce.method.event_driven{}, duration = 0.02 })\n");
        return jounce("check case.lua", scratch.path()).out;
    };
    const char* across = "from = { 0.2, -0.01 }, to = { 0.2, 0.015 }";
    const std::string along = checked(across, "1e8");
    EXPECT_EQ(along.find("it hardly acts"), std::string::npos) << along;
    EXPECT_EQ(along.find(" lasts "), std::string::npos) << along;
    const char* radial = "from = { 0.19, 0 }, to = { 0.21, 0 }";
    const std::string stopped = checked(radial, "1e8");
    EXPECT_EQ(stopped.find("it hardly acts"), std::string::npos) << stopped;
    EXPECT_NE(stopped.find("contact of 'S.inner' lasts 0.0014 s at 0.2 m/s"), std::string::npos) << stopped;
    EXPECT_NE(checked(radial, "1").find("it hardly acts"), std::string::npos);
}

// One fault, one note: springs that are too soft explain every motion without support, and `accept` silences them.
TEST(Check, TellsSpringsThatAreTooSoftOnce) {
    const Scratch scratch;
    const auto checked = [&scratch](const std::string& accept) {
        scratch.write("case.lua", "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'soft'" + accept +
                                      " }\nlocal b = m:beam{ name = 'b', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 100, "
                                      "section = jounce.section.circle{ diameter = 0.02 }, material = jounce.material{ E = 2e11, "
                                      "nu = 0.3, density = 7800 } }\nm:fix{ nodes = b.nodes, dofs = { 'ux', 'uy', 'rx', 'rz' } "
                                      "}\nfor _, i in ipairs{ 1, 101 } do\n  m:spring{ from = b.nodes[i], direction = { 0, 0, 1 "
                                      "}, stiffness = 1e-4 }\nend\njounce.run(m, { step = 1e-3, duration = 0.01 })\n");
        return jounce("check case.lua", scratch.path()).out;
    };
    const std::string told = checked("");
    const std::size_t at = told.find("unsupported");
    EXPECT_NE(told.find("2 motions count as without support"), std::string::npos) << told;
    EXPECT_NE(at, std::string::npos) << told;
    EXPECT_EQ(told.find("unsupported", at + 1), std::string::npos) << told;
    EXPECT_EQ(checked(", accept = { 'unsupported' }").find("unsupported"), std::string::npos);
}

/// Two steel beams in a row, the second of many elements, whose hinge has a spring of this stiffness [N m/rad].
std::string hinged(const std::string& stiffness, bool tied) {
    const std::string joint =
        tied
            ? "m:tie{ from = a.nodes[6], to = b.nodes[1], dofs = { 'ux', 'uy', 'uz', 'rx', 'rz' } }\n"
            : "for i = 1, 3 do\n  local v = { 0, 0, 0 } v[i] = 1\n  m:spring{ from = a.nodes[6], to = b.nodes[1], direction = v, "
              "stiffness = 1e8 }\n  if i ~= 2 then m:spring{ from = a.nodes[6], to = b.nodes[1], axis = v, stiffness = 1e5 } "
              "end\nend\n";
    return "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'hinge' }\nlocal function bar(name, from, to, "
           "elements)\n"
           "  return m:beam{ name = name, from = { from, 0, 0 }, to = { to, 0, 0 }, elements = elements, section = "
           "jounce.section.rectangle{ width = 0.02, height = 0.005 }, material = jounce.material{ E = 210e9, nu = 0.3, density = "
           "7850 } }\nend\nlocal a, b = bar('a', 0, 0.5, 5), bar('b', 0.5, 1, 300)\nm:fix{ nodes = { a.nodes[1] } }\n" +
           joint + "m:spring{ from = a.nodes[6], to = b.nodes[1], axis = { 0, 1, 0 }, stiffness = " + stiffness +
           " }\njounce.run(m, { step = 1e-3, duration = 0.01 })\n";
}

// The rotation about a hinge between two beams is a rigid motion of one of them, not of the structure. At the stiffness that the
// note asks for the frequency is (k/I)^(1/2)/(2 pi), I = 0.03270833 kg m2 of the second beam about its end; a tenth of it is
// told.
TEST(Check, TellsSpringsAtHingesThatAreTooSoft) {
    for (const bool tied : {true, false}) {
        const std::string told = checked(hinged("1e-5", tied));
        const std::string words = "one motion counts as without support; at least ";
        const std::size_t at = told.find(words);
        ASSERT_NE(at, std::string::npos) << tied << told;
        EXPECT_EQ(told.find("did you forget model:fix"), std::string::npos) << told;
        const double needed = std::stod(told.substr(at + words.size()));
        const std::string right = checked(hinged(std::to_string(needed), tied));
        EXPECT_EQ(right.find("note: "), std::string::npos) << right;
        const std::string lowest = "lowest frequency ";
        ASSERT_NE(right.find(lowest), std::string::npos) << right;
        const double frequency = std::stod(right.substr(right.find(lowest) + lowest.size()));
        EXPECT_NEAR(frequency, std::sqrt(needed / 0.03270833) / (2 * 3.14159265), 0.02 * frequency) << needed;
        EXPECT_NE(checked(hinged(std::to_string(0.1 * needed), tied)).find("counts as without support"), std::string::npos);
    }
}

// A disc on springs about all axes turns by its amplitude, 2 rad/s over sqrt(1e5 N m/rad / 0.1 kg m2) = 2 mrad, not by 2 rad/s
// times 1 s; a given rotation of 1 mrad at 100 Hz by 2 mrad.
TEST(Check, HasNoGyroscopicDoubtOfVibrations) {
    const auto disc = [](const std::string& springs, const std::string& motion) {
        return "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'disc' }\nm:point{ name = 'd', at = { 0, 0, 0 }, "
               "mass = "
               "1, inertia = { 0.1, 0.05, 0.05 }, free = { 'rx', 'ry', 'rz' } }\nfor i = " +
               springs +
               ", 3 do local axis = { 0, 0, 0 } axis[i] = 1 m:spring{ from = 'd', axis = axis, stiffness = 1e5 } end\n" + motion +
               "\njounce.run(m, { duration = 1 })\n";
    };
    const std::string start = "m:initial{ node = 'd', angular_velocity = { 2, 0, 0 } }";
    EXPECT_EQ(checked(disc("1", start)).find("gyroscopic"), std::string::npos);
    EXPECT_NE(checked(disc("2", start)).find("gyroscopic"), std::string::npos) << "the control: nothing holds it about x";
    EXPECT_EQ(checked(disc("2",
                           "m:prescribe{ nodes = { 'd' }, dof = 'rx', motion = jounce.signal.sine{ amplitude = 1e-3, frequency = "
                           "100 } }"))
                  .find("gyroscopic"),
              std::string::npos);
}

// Natural rubber has 920 to 1250 kg/m3 and 0.5 to 5 MPa, PTFE 2200 kg/m3 and 0.5 GPa, lead 11 340 kg/m3 and 16 GPa; a plastic
// filled with metal may have 3900 kg/m3 and 0.8 GPa.
TEST(Check, HasNoDoubtOfSoftOrHeavySolids) {
    for (const char* material :
         {"E = 1e6, nu = 0.49, density = 1100", "E = 5e8, nu = 0.46, density = 2200", "E = 16e9, nu = 0.44, density = 11340",
          "E = 3e6, nu = 0.2, density = 30", "E = 0.8e9, nu = 0.4, density = 3900"}) {
        Parts parts;
        parts.material = material;
        EXPECT_EQ(checked(cantilever(parts)).find("modulus"), std::string::npos) << material;
    }
}

// Six elements of 0.1 m in a bending wave 2 pi (E I/(rho A w^2))^(1/4) of 5 mm steel: 130.3 Hz. An axial load bends nothing.
TEST(Check, DoubtsLoadsThatTheMeshDoesNotResolve) {
    const auto doubts = [](const std::string& load) {
        Parts parts;
        parts.damping = load;
        return checked(cantilever(parts)).find("bending waves of 'beam'") != std::string::npos;
    };
    EXPECT_FALSE(doubts(hum("jounce.signal.sine{ amplitude = 1, frequency = 129 }")));
    EXPECT_TRUE(doubts(hum("jounce.signal.sine{ amplitude = 1, frequency = 131.5 }")));
    EXPECT_FALSE(
        doubts("model:load{ node = beam.nodes[6], direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, "
               "frequency = 3000 } }"));
}

TEST(Check, AStaticAnswerOfAFreeModelNamesTheMotionsAndFix) {
    const Scratch scratch;
    Parts parts;
    parts.fix = "";
    parts.run = "print(jounce.static(model))";
    scratch.write("case.lua", cantilever(parts));
    const CommandResult result = jounce("run case.lua", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("there is no static equilibrium; "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(": did you forget model:fix?"), std::string::npos) << result.err;
}

TEST(Check, TheSummaryOfARunDoubtsToo) {
    const Scratch scratch;
    Parts parts;
    parts.fix = "";
    parts.run = "print(jounce.run(model, { duration = 1e-4 }).summary)";
    scratch.write("case.lua", cantilever(parts));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("\n  model       0.39"), std::string::npos)
        << "7850 x 0.5 x 20 mm x 5 mm kg at the head: " << result.out;
    EXPECT_NE(result.out.find("motions without support"), std::string::npos) << result.out;
}

// Those that need the response of the model or a mode, too, in each run of a model, and where nothing is printed before it.
TEST(Check, TheSummaryOfEachRunHasTheDoubtsOfItsResponse) {
    struct Doubtful {
        const char* damping;
        const char* note;
    };
    for (const Doubtful& of :
         {Doubtful{"model:damping(jounce.damping.rayleigh{ alpha = 0, beta = 0.05 })", "has a damping ratio of 2.6"},
          Doubtful{"model:load{ node = beam.nodes[6], direction = { 0, 0, 1 }, force = 3e6 }", "more than its size of 0.5 m"},
          Doubtful{"model:gap{ name = 'far', node = beam.nodes[5], direction = { 0, 0, 1 }, clearance = 1.5, law = "
                   "jounce.law.hooke{ stiffness = 1e6 } }",
                   "gap 'far' (case.lua:10): a clearance of 1.5 m is more than the size of the model"}}) {
        const Scratch scratch;
        Parts parts;
        parts.damping = of.damping;
        parts.run =
            "for i = 1, 2 do\n  local run = jounce.run(model, { duration = 1e-4, output = 'out' .. i })\n"
            "  print(i, run.summary, table.concat(run.summary.notes, '|'))\nend";
        scratch.write("case.lua", cantilever(parts));
        for (const char* command : {"run case.lua --quiet", "run case.lua --force"}) {
            SCOPED_TRACE(std::string(command) + ": " + of.note);
            const CommandResult result = jounce(command, scratch.path());
            ASSERT_EQ(result.status, 0) << result.err;
            int times = 0;
            for (std::size_t at = 0; (at = result.out.find(of.note, at)) != std::string::npos; ++at) ++times;
            EXPECT_EQ(times, 4) << "text and list of both runs: " << result.out;
            EXPECT_NE(read_text(scratch.path() / "out2/summary.lua").find(of.note), std::string::npos);
        }
    }
}

// Whatever a script computes with a model: its doubts come once, before the results. A sweep says those of its first point.
TEST(Check, EveryFunctionThatComputesSaysTheDoubtsOnce) {
    const std::string model =
        "local jounce = require 'jounce'\nlocal function make(k)\n  local m = jounce.model{ name = 'm' }\n  "
        "local b = m:beam{ name = 'b', from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 2, section = "
        "jounce.section.circle{ diameter = 0.01 },\n  material = jounce.material{ E = 2e11, nu = 0.3, "
        "density = DENSITY } }\n  m:fix{ node = b.nodes[1] }\n  m:load{ node = b.nodes[3], direction = { "
        "0, 0, 1 }, force = jounce.signal.sine{ amplitude = 1 + 0*k, frequency = 4 } }\n  return m\nend\n"
        "local m = make(1)\n";
    for (const char* call : {"jounce.static(m) jounce.static(m)", "jounce.modes(m, { count = 1 })",
                             "jounce.run(m, { duration = 1e-3 }) jounce.static(m)",
                             "jounce.compare{ model = m, duration = 1e-3, methods = { jounce.method.newmark{} }, steps = { 1e-4 "
                             "}, probes = { 'b[3].uz' }, repetitions = 1 }",
                             "jounce.sweep{ axes = { { name = 'k', values = { 1, 2, 3 } } }, point = function(at) return { u = "
                             "jounce.run(make(at.k), { "
                             "duration = 1e-3, record = { probes = { 'b[3].uz' } } }):peak 'b[3].uz' } end }",
                             "jounce.orbit{ model = make, parameter = 1, period = 0.25, settle = 1 }"}) {
        const auto notes = [&](const std::string& density, const std::string& command) {
            const Scratch scratch;
            std::string text = model + call + "\n";
            text.replace(text.find("DENSITY"), 7, density);
            scratch.write("case.lua", text);
            const CommandResult result = jounce(command, scratch.path());
            int times = 0;
            for (std::size_t at = 0;
                 (at = result.err.find("note: model.beam (case.lua:4): a density of ", at)) != std::string::npos; ++at)
                ++times;
            return times;
        };
        EXPECT_EQ(notes("7.8", "run case.lua"), 1) << call;
        EXPECT_EQ(notes("7.8", "run case.lua --quiet"), 0) << call;
        EXPECT_EQ(notes("7800", "run case.lua"), 0) << "control: " << call;
    }
}

// Nothing is written by `check` and `modes`: a folder of another case is a line of the report.
TEST(Check, DoesNotRefuseForAFolder) {
    const Scratch scratch;
    Parts parts;
    parts.run = "jounce.run(model, { duration = 1e-3, output = 'out' })";
    scratch.write("one.lua", cantilever(parts));
    scratch.write("two.lua", cantilever(parts));
    ASSERT_EQ(jounce("run one.lua --quiet", scratch.path()).status, 0);
    const CommandResult check = jounce("check two.lua", scratch.path());
    EXPECT_EQ(check.status, 0) << check.err;
    EXPECT_NE(check.out.find("note: run: 'output' must be a folder without another case's results"), std::string::npos)
        << check.out;
    EXPECT_EQ(jounce("modes two.lua", scratch.path()).status, 0);
    EXPECT_EQ(jounce("run two.lua --quiet", scratch.path()).status, 1) << "control";
    // The same of comparisons and of sweeps.
    for (const std::string& call :
         {std::string("jounce.compare{ model = model, duration = 1e-3, methods = { jounce.method.newmark{} }, "
                      "steps = { 1e-5, 5e-6 }, probes = { 'stop.uz' }, output = 'out' }"),
          std::string("jounce.sweep{ axes = { { name = 'a', from = 1, to = 2, count = 2 } },\n"
                      "point = function(at) return { x = at.a } end, output = 'out' }")}) {
        parts.run = call;
        scratch.write("other.lua", cantilever(parts));
        const CommandResult noted = jounce("check other.lua", scratch.path());
        EXPECT_EQ(noted.status, 0) << noted.err;
        EXPECT_NE(noted.out.find("'output' must be a folder without another case's results"), std::string::npos) << noted.out;
        EXPECT_EQ(jounce("modes other.lua", scratch.path()).status, 0);
        EXPECT_EQ(jounce("run other.lua --quiet", scratch.path()).status, 1) << "control";
    }
}

// Paragraphs and tables fit the terminal, unless a table has more columns than fit at 20 characters each.
TEST(Check, KindsFitTheTerminal) {
    const Scratch scratch;
    const auto characters = [](const std::string& line) {
        return std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    };
    for (const char* command : {"kinds law.custom", "kinds probes", "kinds law", "kinds event_driven", "kinds run"}) {
        const CommandResult narrow = jounce(command, scratch.path(), "COLUMNS=100");
        ASSERT_EQ(narrow.status, 0) << narrow.err;
        std::istringstream lines(narrow.out);
        for (std::string line; std::getline(lines, line);) {
            if (line.find("{ ") != std::string::npos) continue;  // the call itself is one line
            EXPECT_LE(characters(line), command == std::string("kinds law.custom") ? 112 : 100) << command << ": " << line;
        }
        const CommandResult wide = jounce(command, scratch.path(), "COLUMNS=0");
        EXPECT_NE(wide.out, narrow.out) << command << ": control, without a width nothing is broken";
    }
}

TEST(Check, DoubtsNoCaseOfTheRepository) {
    for (const auto& file : all_cases()) {
        if (file.stem().string().ends_with("_shell")) continue;  // whose modes take half a minute
        const Scratch scratch;
        const CommandResult result = jounce("check " + file.string(), scratch.path());
        EXPECT_EQ(result.status, 0) << file << ": " << result.err;
        EXPECT_EQ(result.out.find("in jounce.model silences this"), std::string::npos) << file << ": " << result.out;
    }
}

}  // namespace
}  // namespace jounce::test::check_test
