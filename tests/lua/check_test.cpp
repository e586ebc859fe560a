// `jounce check` doubts what is almost surely a slip, says how a run would be computed, and leaves right models alone.
// Physics: steel is 7850 kg/m3 and 210 GPa; osmium, the densest solid, 22 590 kg/m3; diamond, the stiffest, 1.2e12 Pa; critical
// damping is a ratio of 1; a free body in space has six rigid motions, a pinned beam in bending with torsion left free one.
// Control: the same cantilever without a slip has no note, and no case of the repository has one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "command.hpp"

namespace jounce::test::check_test {
namespace {

/// A steel cantilever of 0.5 m with a stop at its end; every part can be replaced.
struct Parts {
    std::string model = "name = 'cantilever'";
    std::string material = "E = 210*si.GPa, nu = 0.3, density = 7850";
    std::string fix = "model:fix{ nodes = { beam.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } }";
    std::string damping = "model:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 17, 100 } })";
    std::string run = "jounce.run(model, { duration = 0.01 })";
};

std::string cantilever(const Parts& parts) {
    return "local jounce = require 'jounce'\nlocal si = jounce.si\nlocal model = jounce.model{ " + parts.model +
           " }\nlocal beam = model:beam{ name = 'beam', from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 5,\n  section = "
           "jounce.section.rectangle{ width = 20*si.mm, height = 5*si.mm }, material = jounce.material{ " +
           parts.material + " } }\n" + parts.fix +
           "\nmodel:gap{ name = 'stop', node = beam.nodes[6], direction = { 0, 0, 1 }, clearance = 1*si.mm,\n  law = "
           "jounce.law.hooke{ stiffness = 1e6 } }\nmodel:base_motion{ direction = { 0, 0, 1 }, acceleration = "
           "jounce.signal.sine{ amplitude = 30, frequency = 17 } }\n" +
           parts.damping + "\n" + parts.run + "\n";
}

std::string crank(const std::string& speed) {
    return "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'crank' }\nm:body{ name = 'crank', mass = 1, inertia "
           "= 0.1, points = { O = { 0, 0 } } }\nm:revolute{ name = 'O', between = { { 0, 0 }, 'crank.O' } }\nm:drive{ joint = "
           "'O', "
           "speed = " +
           speed + " }\njounce.run(m, { duration = 0.01 })\n";
}

std::string checked(const std::string& text) {
    const Scratch scratch;
    scratch.write("case.lua", text);
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << "a doubt is no error: " << result.err;
    return result.out;
}

struct Slip {
    const char* name;
    std::string text;  ///< of the case
    std::string note;  ///< a part of it
    std::string word;  ///< that silences it
};

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
        {"DensityInGramsPerCubicMetre", with(&Parts::material, "E = 210e9, nu = 0.3, density = 7.85e6"),
         "above that of every solid", "density"},
        {"Gigapascals", with(&Parts::material, "E = 210, nu = 0.3, density = 7850"), "210*si.GPa?", "modulus"},
        {"Megapascals", with(&Parts::material, "E = 70e3, nu = 0.3, density = 2700"), "70000*si.MPa?", "modulus"},
        {"GigaTwice", with(&Parts::material, "E = 210e9*si.GPa, nu = 0.3, density = 7850"), "stiffer than diamond", "modulus"},
        {"PerCent", with(&Parts::damping, "model:damping(jounce.damping.rayleigh{ ratio = 2, frequencies = { 17, 100 } })"),
         "per cent are 0.02", "damping"},
        {"PerCentByModes", with(&Parts::damping, "model:damping(jounce.damping.modal{ ratio = { 1, 5 } })"), "per cent are 0.05",
         "damping"},
        {"NoSupport", with(&Parts::fix, ""), "motions without support", "unsupported"},
        {"TorsionForgotten", with(&Parts::fix, "model:fix{ nodes = { beam.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'ry', 'rz' } }"),
         "1 motion without support (rx): did you forget model:fix?", "unsupported"},
        {"RevolutionsPerMinute", crank("3000"), "3000*si.rpm?", "speed"},
        {"RevolutionsPerMinuteAsASignal", crank("jounce.signal.constant{ value = 1500 }"), "1500*si.rpm?", "speed"},
        {"MillimetresPerSecondSquared", with(&Parts::damping, "model:gravity{ 0, 0, -9810 }"), "1000 times that of the earth",
         "gravity"},
        {"SectionInMillimetres",
         with(&Parts::damping,
              "local bar = model:beam{ name = 'bar', from = { 0, 1, 0 }, to = { 1, 1, 0 }, elements = 2, section = "
              "jounce.section.circle{ diameter = 20 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }\n"
              "model:fix{ nodes = { bar.nodes[1] }, dofs = { 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } }"),
         "20*si.mm?", "section"},
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

TEST(Check, HasNoDoubtOfARightModel) {
    const std::string out = checked(cantilever({}));
    EXPECT_EQ(out.find("note: "), std::string::npos) << out;
    EXPECT_NE(out.find("lowest frequency 16."), std::string::npos)
        << "0.5 m of 5 mm steel: 1.875^2/(2 pi l^2) sqrt(EI/m): " << out;
    EXPECT_NE(out.find("chosen: newmark"), std::string::npos) << out;
    EXPECT_NE(out.find("contact of 'stop' lasts"), std::string::npos) << out;
    EXPECT_NE(out.find("recommended step"), std::string::npos) << out;
    EXPECT_EQ(checked(crank("177*2*math.pi/60")).find("rpm"), std::string::npos);
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
}

// Tables fit the terminal.
TEST(Check, TablesOfKindsFitTheTerminal) {
    const Scratch scratch;
    const CommandResult narrow = jounce("kinds law.custom", scratch.path(), "COLUMNS=100");
    ASSERT_EQ(narrow.status, 0);
    std::size_t from = narrow.out.find("\nfield ");
    ASSERT_NE(from, std::string::npos);
    for (std::size_t end = 0; (end = narrow.out.find('\n', from + 1)) != std::string::npos; from = end) {
        const std::string line = narrow.out.substr(from + 1, end - from - 1);
        if (line.starts_with("Exactly")) continue;
        EXPECT_LE(line.size(), 112U) << line << " (Greek letters count twice)";
    }
    EXPECT_NE(narrow.out.find("adhesion"), std::string::npos);
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
