// Wrong models are answered with the line, the entry, the field and what would be right.
// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "models.hpp"

namespace jounce::test::wrong_model_test {
namespace {

using Entries = std::initializer_list<std::pair<const char*, Value>>;

Script start() {
    Script s;
    s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}});
    s.add("beam", {{"name", "shaft"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(0, 0, 1)},
                   {"elements", 2},
                   {"section", circle(0.05)},
                   {"material", steel()}});
    return s;
}

// The error of adding one entry on line 3.
std::string adding(const std::string& kind, Entries entries) {
    Script s = start();
    return error_of([&] { s.add(kind, entries); });
}

// The error of assembling with that entry.
std::string assembling(const std::string& kind, Entries entries) {
    Script s = start();
    s.add(kind, entries);
    return error_of([&] { (void)s.system(); });
}

TEST(WrongModel, FieldsOfGaps) {
    EXPECT_EQ(adding("gap", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"clearance", -0.003}, {"law", hertz()}}),
              "case.lua:3: model.gap: 'clearance' must be zero or positive, got -0.003");
    EXPECT_EQ(adding("gap", {{"node", "block"}, {"direction", vector(0, 0, 0)}, {"clearance", 0.003}, {"law", hertz()}}),
              "case.lua:3: model.gap: 'direction' must be a direction, got a vector of length 0");
    EXPECT_EQ(adding("gap", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"law", hertz()}}),
              "case.lua:3: model.gap: one of 'clearance' or 'interference' is required");
    EXPECT_EQ(
        adding("gap",
               {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"interference", 1}, {"law", hertz()}}),
        "case.lua:3: model.gap: only one of 'clearance' or 'interference' may be given, got 'clearance' and 'interference'");
    EXPECT_EQ(
        adding("gap", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"sides", "left"}, {"law", hertz()}}),
        "case.lua:3: model.gap: 'sides' must be 'both', 'positive' or 'negative', got 'left'");
    EXPECT_EQ(adding("gap", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"clearence", 0}, {"law", hertz()}}),
              "case.lua:3: model.gap: unknown key 'clearence'; did you mean 'clearance'? Known are name, node, from, to, "
              "direction, clearance, interference, sides, law, friction, tangent, tangents");
    EXPECT_EQ(adding("gap", {{"node", "blok"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"law", hertz()}}),
              "case.lua:3: model.gap: 'node' must be a node of the model, got 'blok'; did you mean 'block'?");
    EXPECT_EQ(adding("gap", {{"node", "shaft"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"law", hertz()}}),
              "case.lua:3: model.gap: 'node' must be a node of the model, got the beam 'shaft'; its nodes are 'shaft[1]', "
              "'shaft[2]', ...");
    EXPECT_EQ(
        adding("gap", {{"node", "block"}, {"to", "block"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"law", hertz()}}),
        "case.lua:3: model.gap: 'to' must differ from the first node, got 'block' twice");
}

TEST(WrongModel, NamesAndHandles) {
    EXPECT_EQ(
        adding("node", {{"name", "block"}, {"at", vector(0, 0, 0)}}),
        "case.lua:3: model.node: 'name' must be unique in its model, got 'block', already the name of a point at case.lua:1");
    EXPECT_EQ(
        adding("node", {{"name", "shaft[2]"}, {"at", vector(0, 0, 0)}}),
        "case.lua:3: model.node: 'name' must be unique in its model, got 'shaft[2]', already the name of a node at case.lua:2");
    EXPECT_EQ(adding("node", {{"name", "a.b"}, {"at", vector(0, 0, 0)}}),
              "case.lua:3: model.node: 'name' must be a word or words without '.', ',', '\"', '#' and control characters, other "
              "than 'energy', got 'a.b'");
    const std::pair<const char*, const char*> unusable[] = {
        {"#1", "'#1'"}, {"a#", "'a#'"}, {"a\nb", "'a\\nb'"}, {"a\x1b", "'a\\27'"}, {"a\x7f", "'a\\127'"}};
    for (const auto& [name, shown] : unusable) {
        EXPECT_TRUE(adding("node", {{"name", name}, {"at", vector(0, 0, 0)}}).ends_with(std::string("got ") + shown)) << shown;
    }
    // Letters of other alphabets are letters.
    EXPECT_EQ(adding("node", {{"name", "Träger 1"}, {"at", vector(0, 0, 0)}}), "");
    Script other = start();
    const Handle foreign = other.add("node", {{"name", "n"}, {"at", vector(0, 0, 0)}});
    EXPECT_EQ(adding("fix", {{"node", foreign.self}}),
              "case.lua:3: model.fix: 'node' must be a node of the model 'test', got the node 'n' of another model");
    EXPECT_EQ(adding("distributed_load", {{"beam", "block"}, {"direction", vector(1, 0, 0)}, {"force_per_length", 1}}),
              "case.lua:3: model.distributed_load: 'beam' must be a beam of the model, got the point 'block'");
    EXPECT_EQ(adding("spring", {{"from", "block"}, {"to", "block"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}}),
              "case.lua:3: model.spring: 'to' must differ from 'from', got 'block' twice");
    EXPECT_EQ(adding("sprig", {}), "case.lua:3: model: unknown entry 'sprig'; did you mean 'spring'?");
}

TEST(WrongModel, ARefusedEntryLeavesNothingBehind) {
    Script s = start();
    const auto wrong_beam = [&](const char* first) {
        return error_of([&] {
            s.add("beam", {{"name", "arm"},
                           {"from", vector(0, 0, 0)},
                           {"to", first},
                           {"elements", 2},
                           {"section", circle(0.05)},
                           {"material", steel()}});
        });
    };
    EXPECT_NE(wrong_beam("nowhere"), "");
    EXPECT_EQ(s.model.find_name("arm"), nullptr);
    EXPECT_EQ(wrong_beam("block"), "case.lua:4: model.beam: 'to' must differ from 'from', got a beam of length 0");
    s.add("node", {{"name", "arm"}, {"at", vector(0, 0, 0)}});
    EXPECT_EQ(s.model.nodes().size(), 5u);
}

TEST(WrongModel, FieldsOfOtherEntries) {
    EXPECT_EQ(adding("point", {{"at", vector(0, 0, 0)}, {"mass", -1}}),
              "case.lua:3: model.point: 'mass' must be zero or positive, got -1");
    EXPECT_EQ(adding("point", {{"at", vector(0, 0, 0)}, {"mass", 0}}),
              "case.lua:3: model.point: 'mass' must be positive when there is no 'inertia', got 0");
    EXPECT_EQ(adding("point", {{"at", vector(0, 0, 0)}, {"mass", std::numeric_limits<double>::quiet_NaN()}}),
              "case.lua:3: model.point: 'mass' must be a finite number, got nan");
    EXPECT_EQ(adding("point", {{"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(1, -2, 1)}}),
              "case.lua:3: model.point: 'inertia' must be three numbers, zero or positive, got -2");
    const auto with_inertia = [](double x, double y, double z) {
        return adding("point", {{"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(x, y, z)}});
    };
    EXPECT_EQ(with_inertia(1, 1, 5),
              "case.lua:3: model.point: 'inertia' must not have a moment larger than the sum of the other two, which no body "
              "has, got {1, 1, 5}");
    EXPECT_NE(with_inertia(0, 1, 5), "");
    // A flat body and a needle are the limits, in floating point; one moment alone is a disc on its axis.
    for (const auto& [x, y, z] : {std::array{0.1, 0.2, 0.1 + 0.2}, {0.7, 0.1, 0.6}, {0.0, 2.0, 2.0}, {0.0, 0.0, 5.0}})
        EXPECT_EQ(with_inertia(x, y, z), "") << x << " " << y << " " << z;
    EXPECT_EQ(adding("spring", {{"from", "block"}, {"direction", vector(1, 0, 0)}}),
              "case.lua:3: model.spring: one of 'stiffness' and 'damping' must be positive, got 0 for both");
    EXPECT_EQ(
        adding("spring", {{"from", "block"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}, {"to_offset", vector(1, 0, 0)}}),
        "case.lua:3: model.spring: 'to_offset' requires 'to', the node from which it starts");
    EXPECT_EQ(adding("fix", {{"node", "block"}, {"dofs", words({"ux", "uw"})}}),
              "case.lua:3: model.fix: 'dofs' must be 'ux', 'uy', 'uz', 'rx', 'ry' or 'rz', got 'uw'");
    EXPECT_EQ(adding("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}}),
              "case.lua:3: model.load: 'direction' and 'force' must be given together, got only 'direction'");
    EXPECT_EQ(adding("initial", {{"node", "block"}}),
              "case.lua:3: model.initial: one of 'displacement', 'velocity', 'rotation', 'angular_velocity', or of the numbers "
              "of a body, is required");
    EXPECT_EQ(adding("beam", {{"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, 1)},
                              {"elements", 2.5},
                              {"section", circle(0.05)},
                              {"material", steel()}}),
              "case.lua:3: model.beam: 'elements' must be a whole number, got 2.5");
    EXPECT_EQ(adding("beam", {{"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, 1)},
                              {"elements", 0x1p53},
                              {"section", circle(0.05)},
                              {"material", steel()}}),
              "case.lua:3: model.beam: 'elements' must be in [1, 1000000], got 9007199254740992")
        << "it is a whole number";
    EXPECT_EQ(adding("beam", {{"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, 1)},
                              {"elements", 1e9},
                              {"section", circle(0.05)},
                              {"material", steel()}}),
              "case.lua:3: model.beam: 'elements' must be in [1, 1000000], got 1000000000");
    EXPECT_EQ(adding("beam", {{"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, 1)},
                              {"elements", 2},
                              {"section", circle(0.05)},
                              {"material", hertz()}}),
              "case.lua:3: model.beam: 'material' must be a material (jounce.material{...}), got law.hertz");
    EXPECT_EQ(adding("beam", {{"from", vector(0, 0, 0)},
                              {"to", vector(0, 0, 1)},
                              {"elements", 2},
                              {"section", circle(-1)},
                              {"material", steel()}}),
              "case.lua:3: section.circle: 'diameter' must be positive, got -1");
    EXPECT_EQ(
        adding("beam", {{"from", vector(0, 0, 0)}, {"to", 3}, {"elements", 2}, {"section", circle(1)}, {"material", steel()}}),
        "case.lua:3: model.beam: 'to' must be a point {x, y, z} or a node, got 3");
}

TEST(WrongModel, MotionsThatJump) {
    const Value step = table({{"family", "signal"}, {"kind", "step"}, {"time", 0.1}, {"value", 1}});
    const Value ramp = table({{"family", "signal"}, {"kind", "ramp"}, {"to_time", 0.1}, {"to_value", 1}});
    EXPECT_EQ(adding("prescribe", {{"node", "shaft[1]"}, {"dof", "ux"}, {"motion", step}}),
              "case.lua:3: model.prescribe: 'motion' must be a signal without jumps in its value; the value jumps from 0 to 1 at "
              "t = 0.1 s");
    EXPECT_EQ(
        adding("base_motion", {{"direction", vector(1, 0, 0)}, {"displacement", ramp}}),
        "case.lua:3: model.base_motion: 'displacement' must be a signal without jumps in its value and its slope; the slope "
        "jumps from 0 to 10 at t = 0 s; give an 'acceleration' instead");
}

// The velocity of a ramp jumps. A beam's mass beside the support would feel an impulse; a spring feels nothing of it.
TEST(WrongModel, MotionsWithKinks) {
    const Value ramp = table({{"family", "signal"}, {"kind", "ramp"}, {"to_time", 0.1}, {"to_value", 1}});
    const Value half_sine =
        table({{"family", "signal"}, {"kind", "half_sine"}, {"amplitude", 1}, {"start", 0.1}, {"duration", 0.1}});
    const Value lines = table({{"family", "signal"}, {"kind", "table"}, {"times", list({0, 1, 2})}, {"values", list({0, 1, 0})}});
    const Value sine = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1}, {"frequency", 3}});
    for (const Value& motion : {ramp, half_sine, lines}) {
        EXPECT_EQ(assembling("prescribe", {{"node", "shaft[1]"}, {"dof", "ux"}, {"motion", motion}}),
                  "case.lua:3: model.prescribe: 'motion' must be a signal without jumps in its slope where the support shares "
                  "mass with the structure (beams, rigid links); use a smooth one, such as a table with interpolation = 'cubic'");
    }
    EXPECT_EQ(assembling("prescribe", {{"node", "shaft[1]"}, {"dof", "ux"}, {"motion", sine}}), "");

    const auto on_a_spring = [&](const char* entry, const Value& motion) {
        Script s = start();
        if (std::string(entry) == "node") {
            s.add("node", {{"name", "wall"}, {"at", vector(1, 0, 0)}});
        } else {
            s.add("point", {{"name", "wall"}, {"at", vector(1, 0, 0)}, {"mass", 3}, {"free", words({"ux"})}});
        }
        s.add("spring", {{"from", "block"}, {"to", "wall"}, {"direction", vector(1, 0, 0)}, {"stiffness", 10}});
        s.add("prescribe", {{"node", "wall"}, {"dof", "ux"}, {"motion", motion}});
        return s.system().notes;
    };
    EXPECT_TRUE(on_a_spring("node", ramp).empty()) << "no mass moves: exact";
    EXPECT_TRUE(on_a_spring("point", sine).empty());
    const std::vector<std::string> notes = on_a_spring("point", ramp);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0],
              "model.prescribe at case.lua:5: the velocity jumps, and with it the kinetic energy of the mass on the moving dof "
              "itself; the energy account has no work for this jump");
}

TEST(WrongModel, LoadsThatSupportsTake) {
    EXPECT_EQ(
        assembling("load", {{"node", "block"}, {"direction", vector(0, 1, 0)}, {"force", 1e6}}),
        "case.lua:3: model.load: 'direction' must have a component along a free dof, got only 'block.uy' (fixed at case.lua:1)");
    EXPECT_EQ(assembling("load", {{"node", "block"}, {"axis", vector(0, 0, 1)}, {"moment", 5}}),
              "case.lua:3: model.load: 'axis' must have a component along a free dof, got only 'block.rz' (fixed at case.lua:1)");
    // The moment is lost whatever becomes of the force.
    EXPECT_NE(
        assembling("load",
                   {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", 1}, {"axis", vector(0, 0, 1)}, {"moment", 5}})
            .find("'axis' must have a component"),
        std::string::npos);
    Script ends = start();
    ends.add("fix", {{"nodes", words({"shaft[1]", "shaft[3]"})}, {"dofs", words({"uy"})}});
    ends.add("load", {{"nodes", words({"shaft[1]", "shaft[3]"})}, {"direction", vector(0, 1, 0)}, {"force", 1}});
    EXPECT_EQ(error_of([&] { (void)ends.system(); }),
              "case.lua:4: model.load: 'direction' must have a component along a free dof, got only 'shaft[1].uy' (fixed at "
              "case.lua:3), and likewise at 1 more node");
}

TEST(WrongModel, LoadsThatSupportsTakeInPart) {
    const auto notes = [](const std::string& kind, Entries entries, bool held = true) {
        Script s = start();
        s.add("fix", {{"node", "shaft[1]"}, {"dofs", words({"uy"})}});
        if (held) s.add("fix", {{"nodes", words({"shaft[2]", "shaft[3]"})}, {"dofs", words({"uy", "rx"})}});
        if (held) s.add("fix", {{"node", "shaft[1]"}, {"dofs", words({"rx"})}});
        s.add(kind, entries);
        return s.system().notes;
    };
    using Notes = std::vector<std::string>;
    const Value along_y = vector(0, 1, 0);
    const Value nodes = words({"block", "shaft[1]", "shaft[2]"});
    EXPECT_EQ(notes("load", {{"nodes", nodes}, {"direction", along_y}, {"force", 1}}, false),
              Notes{"model.load at case.lua:4 acts on held dofs only at 2 of its 3 nodes: 'block.uy' (fixed at case.lua:1), and "
                    "likewise at 1 more node"});
    EXPECT_EQ(notes("spring", {{"from", "shaft[1]"}, {"direction", along_y}, {"stiffness", 1e3}}),
              Notes{"model.spring at case.lua:6 has no effect: nothing moves along its direction"});
    EXPECT_EQ(notes("damper", {{"from", "shaft[1]"}, {"to", "block"}, {"direction", along_y}, {"damping", 3}}),
              Notes{"model.damper at case.lua:6 has no effect: nothing moves along its direction"});
    EXPECT_EQ(notes("spring", {{"from", "shaft[1]"}, {"to", "block"}, {"direction", vector(1, 1, 0)}, {"stiffness", 1e3}}),
              Notes{})
        << "the block moves along x";
    EXPECT_EQ(notes("load", {{"node", "block"}, {"direction", vector(1, 1, 0)}, {"force", 1}}), Notes{}) << "ux feels it";
    EXPECT_EQ(notes("distributed_load", {{"beam", "shaft"}, {"direction", along_y}, {"force_per_length", 1}}),
              Notes{"model.distributed_load at case.lua:6 acts on held dofs only"});
    EXPECT_EQ(notes("gravity", {{"acceleration", vector(0, -9.81, 0)}}),
              Notes{"model.gravity at case.lua:6 acts on held dofs only"});
    EXPECT_EQ(notes("gravity", {{"acceleration", vector(0, -9.81, 0)}}, false), Notes{});
    EXPECT_EQ(notes("gravity", {{"acceleration", vector(0, 0, 0)}}), Notes{}) << "nothing is lost";
}

TEST(WrongModel, ContradictoryConstraintsNameBothPlaces) {
    EXPECT_EQ(assembling("prescribe", {{"node", "block"}, {"dof", "uy"}, {"motion", 1}}),
              "case.lua:3: model.prescribe: 'block.uy' cannot be prescribed, it is already fixed at case.lua:1");
    Script s = start();
    s.add("prescribe", {{"node", "block"}, {"dof", "ux"}, {"motion", 1}});
    s.add("prescribe", {{"node", "block"}, {"dof", "ux"}, {"motion", 2}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }),
              "case.lua:4: model.prescribe: 'block.ux' cannot be prescribed, it is already prescribed at case.lua:3");
}

TEST(WrongModel, InitialMotionOfHeldDofs) {
    EXPECT_EQ(assembling("initial", {{"node", "block"}, {"velocity", vector(1, 2, 0)}}),
              "case.lua:3: model.initial: the velocity of 'block.uy' cannot be 2, it is fixed at case.lua:1");
    Script s = start();
    s.add("initial", {{"node", "block"}, {"velocity", vector(1, 0, 0)}});
    s.add("initial", {{"node", "block"}, {"velocity", vector(2, 0, 0)}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }),
              "case.lua:4: model.initial: the initial value of 'block.ux' is already given at case.lua:3");
}

TEST(WrongModel, ThingsThatAreThereTwice) {
    Script s = start();
    s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }), "case.lua:4: model.gravity: gravity is already given at case.lua:3");
    Script d = start();
    const auto rayleigh = [&] { d.add("damping", {{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 1}, {"beta", 0}}); };
    rayleigh();
    rayleigh();
    EXPECT_EQ(error_of([&] { (void)d.system(); }),
              "case.lua:4: model.damping: the structural damping is already given at case.lua:3");
}

TEST(WrongModel, DofsThatDoNotExist) {
    EXPECT_EQ(assembling("point", {{"at", vector(0, 0, 0)}, {"name", "p"}, {"mass", 1}, {"free", words({"ux", "rz"})}}),
              "case.lua:3: model.point: 'p.rz' has neither mass nor stiffness");
    Script s = start();
    s.add("node", {{"name", "n"}, {"at", vector(0, 0, 0)}});
    s.add("load", {{"node", "n"}, {"direction", vector(0, 0, 1)}, {"force", 1}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }), "case.lua:4: model.load: 'n.uz' has neither mass nor stiffness");
    Script held;
    held.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}});
    held.add("fix", {{"node", "p"}});
    EXPECT_EQ(error_of([&] { (void)held.system(); }), "model 'test': no dof with mass is free, so nothing can move");
}

}  // namespace
}  // namespace jounce::test::wrong_model_test
