// Models with a slip that is almost surely none of the user's intentions: each is doubted, with the word that silences the doubt.
// Physics: steel is 7850 kg/m3 and 210 GPa; osmium, the densest solid, 22 590 kg/m3; diamond, the stiffest, 1.2e12 Pa; critical
// damping is a ratio of 1; a free body in space has six rigid motions, a pinned beam in bending with torsion left free one.
// Control: check_test.cpp, where right models and all cases of the repository have no note.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doubtful_models.hpp"

namespace jounce::test::wrong_models_test {
namespace {

struct Slip {
    const char* name;
    std::string text;  ///< of the case
    std::string note;  ///< a part of it
    std::string word;  ///< that silences it
};

/// A driven crank, a rod and a slider with a worn bearing; `added` precedes the start.
std::string slider_crank(const std::string& added, const std::string& drive = "speed = 18") {
    return "local jounce = require 'jounce'\nlocal si = jounce.si\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = "
           "'crank', mass = 18, inertia = 0.46, points = { O = { -0.025, 0 }, A = { 0.025, 0 } } }\nm:body{ name = 'rod', mass = "
           "1.1, inertia = 0.0153, points = { A = { -0.15, 0 }, C = { 0.15, 0 } } }\nm:body{ name = 'slider', mass = 1, inertia "
           "= "
           "8e-4, points = { C = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\nm:revolute{ name = "
           "'A', between = { 'crank.A', 'rod.A' } }\nm:translational{ name = 'guide', body = 'slider', axis = { 1, 0 } "
           "}\nm:revolute_clearance{ name = 'C', bearing = 'rod.C', journal = 'slider.C', bearing_radius = 11*si.mm, "
           "journal_radius = 10*si.mm, law = jounce.law.flores{ stiffness = 5e10, restitution = 0.46 } }\nm:drive{ joint = "
           "'O', " +
           drive + " }\n" + added + "\nm:assemble{ angles = { crank = 0, rod = 0 } }\njounce.run(m, { duration = 0.01 })\n";
}

/// The cantilever with this in place of its base motion.
std::string loaded(const Parts& parts, const std::string& load) {
    std::string out = cantilever(parts);
    const std::size_t begin = out.find("model:base_motion"), end = out.find('\n', begin);
    return out.replace(begin, end - begin, load);
}

/// The cantilever with another gap in place of its own.
std::string stopped(const std::string& gap, const std::string& load = {}) {
    std::string out = load.empty() ? cantilever({}) : loaded({}, load);
    const std::size_t begin = out.find("model:gap{"), end = out.find("model:", begin + 1);
    return out.replace(begin, end - begin, "model:gap{ name = 'stop', node = beam.nodes[6], " + gap + " }\n");
}

std::vector<Slip> slips() {
    const auto with = [](auto Parts::*part, const std::string& text) {
        Parts parts;
        parts.*part = text;
        return cantilever(parts);
    };
    return {
        {"GramsPerCubicCentimetre", with(&Parts::material, "E = 210e9, nu = 0.3, density = 7.85"), "7.85*si.g_per_cm3?",
         "density"},
        {"TonnesPerCubicMillimetre", with(&Parts::material, "E = 210e9, nu = 0.3, density = 7.85e-9"), "t/mm3 is 7850 kg/m3",
         "density"},
        {"KilogramsPerCubicMillimetre", with(&Parts::material, "E = 210e9, nu = 0.3, density = 7.85e-6"),
         "7.85e-06 kg/mm3 is 7850 kg/m3", "density"},
        {"DensityInGramsPerCubicMetre", with(&Parts::material, "E = 210e9, nu = 0.3, density = 7.85e6"),
         "above that of every solid", "density"},
        {"Gigapascals", with(&Parts::material, "E = 210, nu = 0.3, density = 7850"), "210*si.GPa?", "modulus"},
        {"Megapascals", with(&Parts::material, "E = 70e3, nu = 0.3, density = 2700"), "70000*si.MPa?", "modulus"},
        {"MegapascalsOfSteel", with(&Parts::material, "E = 210e3, nu = 0.3, density = 7850"), "210000*si.MPa?", "modulus"},
        {"KilopascalsOfSteel", with(&Parts::material, "E = 210e6, nu = 0.3, density = 7850"), "210000000*si.kPa?", "modulus"},
        {"MegapascalsOfCarbonFibre", with(&Parts::material, "E = 140e3, nu = 0.3, density = 1550"), "140000*si.MPa?", "modulus"},
        {"GigaTwice", with(&Parts::material, "E = 210e9*si.GPa, nu = 0.3, density = 7850"), "stiffer than diamond", "modulus"},
        {"PerCent", with(&Parts::damping, "model:damping(jounce.damping.rayleigh{ ratio = 2, frequencies = { 17, 100 } })"),
         "2 % are 0.02", "damping"},
        {"PerCentByModes", with(&Parts::damping, "model:damping(jounce.damping.modal{ ratio = { 1, 5 } })"), "5 % are 0.05",
         "damping"},
        {"RayleighBetaInPerCent", with(&Parts::damping, "model:damping(jounce.damping.rayleigh{ alpha = 0, beta = 0.05 })"),
         "has a damping ratio of 2.6", "damping"},
        {"DamperAboveCritical",
         with(&Parts::damping, "model:damper{ from = beam.nodes[6], direction = { 0, 0, 1 }, damping = 5000 }"),
         "has a damping ratio of", "damping"},
        {"MassOnASpringFreeAcrossIt",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'ball' }\nm:point{ name = 'ball', at = { 0, 0, 0 }, "
         "mass = 1 "
         "}\nm:spring{ from = 'ball', direction = { 1, 0, 0 }, stiffness = 1e3 }\nm:load{ nodes = { 'ball' }, direction = { 1, "
         "0, 0 }, "
         "force = 1 }\njounce.run(m, { duration = 0.01 })\n",
         "2 motions without support (uy, uz): did you forget model:fix?", "unsupported"},
        {"NoSupport", with(&Parts::fix, ""), "motions without support", "unsupported"},
        {"TorsionForgotten", with(&Parts::fix, "model:fix{ nodes = { beam.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'ry', 'rz' } }"),
         "1 motion without support (rx): did you forget model:fix?", "unsupported"},
        {"RevolutionsPerMinute", crank("3000"), "3000*si.rpm?", "speed"},
        {"RevolutionsPerMinuteAsASignal", crank("jounce.signal.constant{ value = 1500 }"), "1500*si.rpm?", "speed"},
        {"RevolutionsPerMinuteInARamp", crank("jounce.signal.ramp{ to_time = 0.2, to_value = 1500 }"), "1500*si.rpm?", "speed"},
        {"RevolutionsPerMinuteInATable", crank("jounce.signal.table{ times = { 0, 1, 2 }, values = { 0, -3000, 0 } }"),
         "-3000*si.rpm?", "speed"},
        {"RevolutionsPerMinuteOfAPrescribedAngle",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'rotor' }\nm:point{ name = 'r', at = { 0, 0, 0 }, mass "
         "= 1, inertia = { 0.1, 0.05, 0.05 }, free = { 'ux', 'rx' } }\nm:spring{ from = 'r', direction = { 1, 0, 0 }, stiffness "
         "= "
         "1e4 }\nm:prescribe{ node = 'r', dof = 'rx', motion = jounce.signal.ramp{ to_time = 0.3, to_value = 900 } }\n"
         "jounce.run(m, { duration = 0.01 })\n",
         "3000*si.rpm?", "speed"},
        {"MillimetresPerSecondSquared", with(&Parts::damping, "model:gravity{ 0, 0, -9810 }"), "1000 times that of the earth",
         "gravity"},
        {"SectionInMillimetres",
         with(&Parts::damping,
              "local bar = model:beam{ name = 'bar', from = { 0, 1, 0 }, to = { 1, 1, 0 }, elements = 2, section = "
              "jounce.section.circle{ diameter = 20 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }\n"
              "model:fix{ nodes = { bar.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } }"),
         "20*si.mm?", "section"},
        {"LengthInMillimetres",
         with(&Parts::damping,
              "local bar = model:beam{ name = 'bar', from = { 0, 1, 0 }, to = { 500, 1, 0 }, elements = 2, section = "
              "jounce.section.circle{ diameter = 0.02 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }\n"
              "model:fix{ nodes = { bar.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } }"),
         "500*si.mm?", "length"},
        {"ClearanceInMillimetres",
         with(&Parts::damping,
              "model:gap{ name = 'other', node = beam.nodes[5], direction = { 0, 0, 1 }, clearance = 1.5, law = "
              "jounce.law.hooke{ stiffness = 1e6 } }"),
         "1.5*si.mm?", "clearance"},
        {"ClearanceOfThirtyCentimetres",
         with(&Parts::damping,
              "model:gap{ name = 'other', node = beam.nodes[5], direction = { 0, 0, 1 }, clearance = 0.3, law = "
              "jounce.law.hooke{ stiffness = 1e6 } }"),
         "60 % of the size of the model", "clearance"},
        {"BeamInMillimetres",
         with(&Parts::damping,
              "local bar = model:beam{ name = 'bar', from = { 0, 1, 0 }, to = { 500, 1, 0 }, elements = 2, section = "
              "jounce.section.rectangle{ width = 20, height = 5 }, material = jounce.material{ E = 2e11, nu = 0.3, density = "
              "7800 } }\n"
              "model:fix{ nodes = { bar.nodes[1] } }"),
         "500*si.mm and 20*si.mm?", "length"},
        {"FrictionInPerCent",
         with(&Parts::damping,
              "model:friction{ name = 'rub', node = beam.nodes[6], direction = { 0, 1, 0 }, normal_force = 1, friction = "
              "jounce.friction.coulomb{ coefficient = 30 } }"),
         "in per cent it would be 0.3", "friction"},
        {"AngleInDegrees",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 1, inertia = "
         "0.1, points = { O = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\nm:assemble{ angles = { "
         "crank = 30 } }\njounce.run(m, { duration = 0.01 })\n",
         "30*si.deg?", "angle"},
        {"PointsInMillimetres",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 1, inertia = "
         "1e-3, points = { O = { -50, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\njounce.run(m, { "
         "duration "
         "= 0.01 })\n",
         "point 'O' is 50 m from the centre of mass", "length"},
        {"ShellInMillimetres",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'plate' }\nlocal p = m:shell{ name = 'p', thickness = "
         "3, "
         "mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 0.3, 0, 0 }, edge_2 = { 0, 0.2, 0 }, elements_1 = 2, "
         "elements_2 = 2 }, "
         "material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }\nm:fix{ nodes = { p.nodes[1] } }\njounce.run(m, { "
         "duration = 0.01 })\n",
         "is 3 m thick", "section"},
        {"GyroscopicMoment",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'disc' }\nm:point{ name = 'd', at = { 0, 0, 0 }, mass "
         "= 1, "
         "inertia = { 0.1, 0.05, 0.05 }, free = { 'rx', 'ry', 'rz' } }\nfor i = 2, 3 do m:spring{ from = 'd', axis = { 0, 3 - i, "
         "i - "
         "2 }, stiffness = 1e4 } end\nm:initial{ node = 'd', angular_velocity = { 200, 0, 0 } }\njounce.run(m, { duration = 0.1 "
         "})\n",
         "gyroscopic moment of its spin", "gyroscopic"},
        {"StopInKilonewtonsPerMillimetre",
         with(&Parts::damping,
              "model:gap{ name = 'other', node = beam.nodes[5], direction = { 0, 0, 1 }, clearance = 1*si.mm, law = "
              "jounce.law.hooke{ stiffness = 0.5 } }"),
         "the stop has 0.0005 N", "stop"},
        {"Kilohertz", with(&Parts::damping, hum("jounce.signal.sine{ amplitude = 1, frequency = 3000 }")),
         "three digits take six", "mesh"},
        {"Kilonewtons", with(&Parts::damping, hum("3e6")), "more than its size of 0.5 m", "deflection"},
        {"LoadFarAboveTheModel",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'ball' }\nm:point{ name = 'ball', at = { 0, 0, 0 }, "
         "mass = 1, free = { 'ux' } }\nm:spring{ from = 'ball', direction = { 1, 0, 0 }, stiffness = 1e3 }\nm:load{ nodes = { "
         "'ball' "
         "}, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 5033 } }\njounce.run(m, { duration "
         "= "
         "0.01 })\n",
         "1000 times the highest frequency of the model, 5.033 Hz", "frequency"},
        {"CentimetresPerSecondSquared", with(&Parts::damping, "model:gravity{ 0, 0, -981 }"), "in cm/s2 it would be 9.81 m/s2",
         "gravity"},
        {"InterferenceOfTwentyCentimetres",
         with(&Parts::damping,
              "model:gap{ name = 'other', node = beam.nodes[5], direction = { 0, 0, 1 }, interference = 0.2, sides = 'positive', "
              "law = jounce.law.hooke{ stiffness = 1e6 } }"),
         "gap 'other' (case.lua:10): an interference of 0.2 m is 40 % of the size of the model", "clearance"},
        {"InitialDisplacementInMillimetres",
         with(&Parts::damping, "model:initial{ node = beam.nodes[6], displacement = { 0, 0, 2 } }"), "'beam[6]', 2 m, exceeds",
         "deflection"},
        {"InitialRotationInDegrees", with(&Parts::damping, "model:initial{ node = beam.nodes[6], rotation = { 0, 20, 0 } }"),
         "a rotation of 20 rad is 3.18 turns; 20*si.deg?", "angle"},
        {"InitialAngleOfABodyInDegrees",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 1, inertia = "
         "0.1, points = { O = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\nm:initial{ node = "
         "'crank', angle = 30 }\njounce.run(m, { duration = 0.01 })\n",
         "an angle of 30 rad is 4.77 turns; 30*si.deg?", "angle"},
        {"FlexibleBodyInMillimetres",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'flex' }\nm:flexible_body{ name = 'a', length = 300, "
         "section = jounce.section.circle{ diameter = 0.01 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 }, "
         "points = { O = 0, A = 300 } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'a.O' } }\njounce.run(m, { duration = "
         "0.01 })\n",
         "300*si.mm?", "length"},
        {"InertiaInKilogramsTimesSquareMillimetres",
         with(&Parts::damping, "model:point{ name = 'tip', node = beam.nodes[6], mass = 0.05, inertia = { 30, 30, 30 } }"),
         "a radius of gyration of 24.5 m; in kg mm2 it would be 3e-05 kg m2", "inertia"},
        {"InertiaOfABody",
         "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 0.4, inertia "
         "= 2000, points = { O = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\njounce.run(m, { "
         "duration = 0.01 })\n",
         "in kg mm2 it would be 0.002 kg m2", "inertia"},
        {"InertiaOfASpeck",
         slider_crank("m:body{ name = 'pawl', mass = 1, inertia = 7.7e-12, points = { P = { 0, 0 } } }\nm:revolute{ name = 'P', "
                      "between = { { 1, 0 }, 'pawl.P' } }"),
         "gives 1 kg a radius of gyration of 2.8e-06 m; a steel ball of this mass has 0.02 m", "inertia"},
        {"SoftJoint",
         slider_crank("m:body{ name = 'weight', mass = 1, inertia = 1e-3 }\nm:initial{ node = 'weight', x = 0.35 }\n"
                      "m:revolute_clearance{ name = 'D', bearing = 'slider.C', journal = 'weight', bearing_radius = 11*si.mm, "
                      "journal_radius = 10*si.mm, law = jounce.law.flores{ stiffness = 5, restitution = 0.46 } }"),
         "gap 'D' (case.lua:14): an impact at", "stop"},
        {"AmplitudeOfADriveInDegrees", slider_crank("", "angle = jounce.signal.sine{ amplitude = 30, frequency = 2 }"),
         "model.drive (case.lua:11): an amplitude of 30 rad is 4.77 turns; 30*si.deg?", "angle"},
        {"FreeAngleInDegrees",
         slider_crank("m:torsion_spring{ between = { { 0, 0 }, 'crank.O' }, stiffness = 10, free_angle = 90 }"),
         "model.torsion_spring (case.lua:12): a free angle of 90 rad is 14.3 turns; 90*si.deg?", "angle"},
        {"FreeLengthInMillimetres",
         slider_crank("m:link_spring{ name = 's', between = { { 0, 0 }, 'slider.C' }, stiffness = 1e3, free_length = 300 }"),
         "the points of 's' start 0.35 m apart, at a free length of 300 m; 300*si.mm?", "length"},
        {"PlaceOfABodyInMillimetres", slider_crank("m:initial{ node = 'slider', x = 300 }"),
         "gap 'C' (case.lua:10): the pin starts 300 m beyond its clearance of 0.001 m", "clearance"},
        {"BodyWithoutAJoint", slider_crank("m:body{ name = 'loose', mass = 1, inertia = 0.01 }\nm:gravity{ 0, -9.81, 0 }"),
         "body 'loose' is joined to nothing: did you forget a joint?", "unsupported"},
        {"BodiesJoinedToEachOtherAlone",
         slider_crank("for _, n in ipairs{ 'p', 'q' } do m:body{ name = n, mass = 1, inertia = 0.01, points = { J = { 0, 0 } } } "
                      "end\nm:revolute{ name = 'J', between = { 'p.J', 'q.J' } }"),
         "bodies 'p', 'q' are joined to each other alone: did you forget a joint to the ground?", "unsupported"},
        {"StopAcrossTheMotion",
         stopped("direction = { 0, 1, 0 }, clearance = 1*si.mm, law = jounce.law.hooke{ stiffness = 1e6 }"),
         "gap 'stop' (case.lua:7): no load, no initial value and no motion of a support moves 'beam[6]' along its direction",
         "direction"},
        {"StopAlongTheBeam",
         stopped("direction = { 1, 0, 0 }, clearance = 1*si.mm, sides = 'both', law = jounce.law.hooke{ stiffness = 1e6 }"),
         "it stays as it is; is the direction right, or is a load missing?", "direction"},
        {"LoadForgotten", loaded({}, ""), "or is a load missing?", "direction"},
        {"ForceInMeganewtons", loaded({}, hum("jounce.signal.sine{ amplitude = 5e-6, frequency = 17 }")),
         "the clearance is 0.001 m: no gap closes", "clearance"},
        {"RestitutionThatTheLawDoesNotDeliver",
         stopped("direction = { 0, 0, 1 }, clearance = 1*si.mm, law = jounce.law.lankarani_nikravesh{ stiffness = 1e9, "
                 "restitution = 0.05 }"),
         "law.lankarani_nikravesh with restitution = 0.05 delivers 0.66 in an impact of two free bodies", "restitution"},
        {"RestitutionInAJoint",
         slider_crank("m:body{ name = 'weight', mass = 1, inertia = 1e-3 }\nm:initial{ node = 'weight', x = 0.35 }\n"
                      "m:revolute_clearance{ name = 'D', bearing = 'slider.C', journal = 'weight', bearing_radius = 11*si.mm, "
                      "journal_radius = 10*si.mm, law = jounce.law.hunt_crossley{ stiffness = 1e9, restitution = 0.1 } }"),
         "law.hunt_crossley with restitution = 0.1 delivers 0.52", "restitution"},
        {"BeamsThatMeetWithoutATie",
         with(&Parts::damping,
              "local two = model:beam{ name = 'two', from = { 0.5, 0, 0 }, to = { 0.5, 0, 0.4 }, elements = 4, section = "
              "jounce.section.circle{ diameter = 0.01 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }\n"
              "model:fix{ node = two.nodes[5] }"),
         "nodes 'beam[6]' and 'two[1]' are at the same place, and nothing joins their beams: did you forget model:tie?",
         "unsupported"},
        {"MillimetresPerSecond", with(&Parts::damping, "model:initial{ node = beam.nodes[6], velocity = { 0, 0, 1500 } }"),
         "would be 1.5 m/s", "speed"},
    };
}

class WrongModel : public testing::TestWithParam<Slip> {};

TEST_P(WrongModel, IsDoubted) {
    const std::string out = checked(GetParam().text);
    EXPECT_NE(out.find("note: "), std::string::npos) << out;
    EXPECT_NE(out.find(GetParam().note), std::string::npos) << out;
    EXPECT_NE(out.find("accept = { \"" + GetParam().word + "\" }"), std::string::npos) << "how to silence it: " << out;
}

TEST_P(WrongModel, IsAcceptedWhereItIsMeant) {
    std::string text = GetParam().text;
    const std::size_t at = text.find("jounce.model{ ");
    text.insert(at + 14, "accept = { '" + GetParam().word + "' }, ");
    EXPECT_EQ(checked(text).find(GetParam().note), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Slips, WrongModel, testing::ValuesIn(slips()),
                         [](const auto& of) { return std::string(of.param.name); });

// A rotation that grows with time, an oscillation by less than a turn, a preloaded spring and a pin that starts in contact are no
// slips; neither is a body that a spring, a gap, a damper, a held dof or a driver holds, or that starts with a velocity.
TEST(RightMechanism, HasNoDoubt) {
    const auto loose = [](const std::string& held) {
        return slider_crank("m:body{ name = 'loose', mass = 1, inertia = 0.01, points = { P = { 0, 0 } } }\n" + held);
    };
    for (const std::string& text :
         {slider_crank(""), slider_crank("", "angle = jounce.signal.ramp{ from_time = 0, to_time = 1, to_value = 45.3 }"),
          slider_crank("", "angle = jounce.signal.sine{ amplitude = 6, frequency = 2 }"),
          slider_crank("m:torsion_spring{ between = { { 0, 0 }, 'crank.O' }, stiffness = 10, free_angle = 90*si.deg }"),
          slider_crank("m:link_spring{ between = { { 0, 0 }, 'slider.C' }, stiffness = 1e3, free_length = 3.5 }"),
          slider_crank("m:initial{ node = 'slider', x = 0.3502 }"),
          loose("m:spring{ from = 'loose', direction = { 0, 1, 0 }, stiffness = 1e3 }"),
          loose("m:damper{ from = 'loose', direction = { 0, 1, 0 }, damping = 10 }"),
          loose("m:gap{ node = 'loose', direction = { 0, -1, 0 }, clearance = 0.1, sides = 'positive', law = jounce.law.hooke{ "
                "stiffness = 1e6 } }"),
          loose("m:fix{ nodes = { 'loose' }, dofs = { 'ux' } }"),
          loose("m:link_spring{ between = { 'rod.C', 'loose.P' }, stiffness = 1e3, free_length = 0.1 }\nm:initial{ node = "
                "'loose', x = 0.5 }"),
          loose("m:initial{ node = 'loose', velocity = { 1, 0, 0 } }")}) {
        const std::string out = checked(text);
        EXPECT_EQ(out.find("silences this"), std::string::npos) << text << out;
    }
}

// Controls of the doubts about gaps: each differs by one thing from a model that is doubted.
TEST(RightGap, HasNoDoubt) {
    const std::string up = "direction = { 0, 0, 1 }, clearance = 1*si.mm, ", hooke = "law = jounce.law.hooke{ stiffness = 1e6 }";
    const auto lifted = [](const std::string& force) {
        return "model:load{ node = beam.nodes[6], direction = { 0, 0, 1 }, force = " + force + " }";
    };
    for (const std::string& text : {
             stopped("direction = { 0, 1, 1 }, clearance = 1*si.mm, " + hooke),
             stopped("direction = { 0, 1, 0 }, clearance = 1*si.mm, " + hooke,
                     "model:initial{ node = beam.nodes[6], velocity = { 0, 0.1, 0 } }"),
             stopped("direction = { 0, 1, 0 }, interference = 1e-5, sides = 'positive', " + hooke),
             stopped(up + hooke, lifted("5")),
             stopped(up + "sides = 'both', " + hooke, lifted("-5")),
             stopped(up + hooke, lifted("jounce.signal.step{ time = 5e-3, before = -5, value = 0 }")),
             stopped(up + hooke, lifted("function(t) return -1e-6 end")),
             stopped(up + hooke, lifted("jounce.signal.half_sine{ amplitude = 50, start = 5.01e-3, duration = 1e-4 }")),
             stopped(up + hooke, lifted("jounce.signal.sine{ amplitude = 50, frequency = 2 }")),
             stopped(up + hooke, lifted("jounce.signal.sine{ amplitude = 0, frequency = 17 }")),
             stopped(up + hooke, lifted("5") +
                                     "\nmodel:gap{ name = 'side', node = beam.nodes[6], direction = { 0, 1, 0 }, "
                                     "clearance = 1*si.mm, " +
                                     hooke + " }"),
             stopped(up + "law = jounce.law.lankarani_nikravesh{ stiffness = 1e9, restitution = 0.05, calibrated = true }"),
             stopped(up + "law = jounce.law.lankarani_nikravesh{ stiffness = 1e9, restitution = 0.7 }"),
         }) {
        const std::string out = checked(text);
        EXPECT_EQ(out.find("silences this"), std::string::npos) << text << out;
    }
}

// A load is zero, or constant, at as many instants as its periods: its peak is not sampled.
TEST(RightGap, IsClosedByALoadInStepWithTheRun) {
    for (const char* phase : {"0", "math.pi/2"}) {
        std::string text = stopped("direction = { 0, 0, 1 }, clearance = 1*si.mm, law = jounce.law.hooke{ stiffness = 1e6 }",
                                   std::string("model:load{ node = beam.nodes[6], direction = { 0, 0, 1 }, force = "
                                               "jounce.signal.sine{ amplitude = 50, frequency = 16, phase = ") +
                                       phase + " } }");
        const std::string short_run = "duration = 0.01";
        text.replace(text.find(short_run), short_run.size(), "duration = 4");
        const std::string out = checked(text);
        EXPECT_EQ(out.find("silences this"), std::string::npos) << text << out;
    }
}

// Controls of the doubt about beams that meet: joined by a tie, a spring or a gap; held at the place where they meet; concentric.
TEST(BeamsThatMeet, HaveNoDoubtWhereTheyAreMeant) {
    const auto with = [](const std::string& to, const std::string& more) {
        Parts parts;
        parts.damping = "local two = model:beam{ name = 'two', from = { 0.5, 0, 0 }, to = " + to +
                        ", elements = 5, section = jounce.section.circle{ diameter = 0.01 }, material = jounce.material{ E = "
                        "2e11, nu = 0.3, density = 7800 } }\n" +
                        more;
        return cantilever(parts);
    };
    const std::string up = "{ 0.5, 0, 0.4 }", held = "model:fix{ node = two.nodes[6] }\n";
    for (const std::string& text :
         {with(up, held + "model:tie{ from = beam.nodes[6], to = two.nodes[1] }"),
          with(up, held + "model:spring{ from = beam.nodes[6], to = two.nodes[1], direction = { 1, 0, 0 }, stiffness = 1e5 }"),
          with(up, held +
                       "model:gap{ name = 'seat', from = beam.nodes[6], to = two.nodes[1], direction = { 1, 0, 0 }, clearance = "
                       "1e-4, law = jounce.law.hooke{ stiffness = 1e6 } }"),
          with(up, "model:fix{ node = two.nodes[1] }"), with("{ 0, 0, 0 }", held)}) {
        const std::string out = checked(text);
        EXPECT_EQ(out.find("at the same place"), std::string::npos) << text << out;
    }
}

// Without any joint every body is meant to fly.
TEST(FlyingBody, HasNoDoubt) {
    const std::string out = checked(
        "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'flight' }\nm:body{ name = 'a', mass = 1, inertia = "
        "0.01 "
        "}\nm:gravity{ 0, -9.81, 0 }\njounce.run(m, { duration = 0.01 })\n");
    EXPECT_EQ(out.find("silences this"), std::string::npos) << out;
}

// A density that is no material's says nothing about the modulus.
TEST(WrongDensity, IsTheOnlyDoubtOfItsMaterial) {
    Parts parts;
    parts.material = "E = 210*si.GPa, nu = 0.3, density = 7850e3";
    const std::string out = checked(cantilever(parts));
    EXPECT_NE(out.find("above that of every solid"), std::string::npos) << out;
    EXPECT_EQ(out.find("\"modulus\""), std::string::npos) << out;
}

}  // namespace
}  // namespace jounce::test::wrong_models_test
