// A System in an archive: laws, frictions, signals and sections from the tables they were made from, with equal bits.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/archive/system_archive.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/fields/recipe.hpp"
#include "base/fields/value_archive.hpp"
#include "contact/friction_samples.hpp"
#include "contact/law_samples.hpp"
#include "models.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/system_bytes.hpp"

namespace jounce::test::system_archive_test {
namespace {

/// A beam with a gap, a friction on a node and two loads of one signal each.
System beam(const Value& law, const Value& friction, const Value& force = 3.0) {
    Script s;
    const Handle b = s.add("beam", {{"name", "b"},
                                    {"from", vector(0, 0, 0)},
                                    {"to", vector(1, 0, 0)},
                                    {"elements", 3},
                                    {"section", circle(0.02)},
                                    {"material", steel()}});
    s.add("fix", {{"nodes", references({b.nodes.front()})}});
    s.add("gap", {{"name", "stop"}, {"node", "b[4]"}, {"direction", vector(0, 1, 0)}, {"clearance", 1e-3}, {"law", law}});
    s.add("friction",
          {{"name", "shoe"}, {"node", "b[3]"}, {"direction", vector(0, 1, 0)}, {"normal_force", 4.0}, {"friction", friction}});
    s.add("load", {{"node", "b[2]"}, {"direction", vector(0, 0, 1)}, {"force", force}});
    s.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    return s.system();
}
const Value coulomb = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}});

TEST(SystemArchive, KeepsEveryLawWithItsBits) {
    int kept = 0, refused = 0;
    for (const auto& [name, samples] : law_samples()) {
        for (const LawSample& sample : samples) {
            const System system = beam(nested(name.c_str(), sample), coulomb);
            const contact::LawPointer& before = system.contacts.front().law;
            if (function_in(recipe_of(before))) {
                EXPECT_EQ(error_of([&] { (void)bytes_of(system); }),
                          "test: the law of gap 'stop' is a function (case.lua:7), which no file can contain; use a kind of "
                          "jounce, for example a table");
                ++refused;
                continue;
            }
            const contact::LawPointer after = system_in(bytes_of(system))->contacts.front().law;
            EXPECT_EQ(after->kind, name);
            EXPECT_EQ(after->restitution_asked, before->restitution_asked);
            EXPECT_EQ(after->minimum_speed, before->minimum_speed);
            EXPECT_EQ(after->transition, before->transition);
            for (const double depth : {1e-9, 1e-7, 1e-5}) {
                contact::ContactMemory memory;
                memory.closed = true;
                memory.impact_speed = 0.3;
                const contact::Response a = before->evaluate({depth, 0.1}, memory), b = after->evaluate({depth, 0.1}, memory);
                EXPECT_EQ(a.force, b.force) << name;
                EXPECT_EQ(a.damping, b.damping) << name;
            }
            ++kept;
        }
    }
    EXPECT_GT(kept, 30);
    EXPECT_GT(refused, 0);
}

TEST(SystemArchive, KeepsEveryFrictionWithItsBits) {
    const Value hooke = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}});
    for (const auto& [name, samples] : friction_samples()) {
        for (const FrictionSample& sample : samples) {
            Table friction = sample;
            friction.set("family", "friction");
            friction.set("kind", name);
            const System system = beam(hooke, friction);
            const contact::FrictionPointer& before = system.frictions.front().law;
            const contact::FrictionPointer after = system_in(bytes_of(system))->frictions.front().law;
            EXPECT_EQ(after->kind, name);
            EXPECT_EQ(after->cone.has_value(), before->cone.has_value());
            for (const double speed : {1e-4, 0.02, 3.0})
                EXPECT_EQ(after->evaluate({speed, 0}, 3, {}).force, before->evaluate({speed, 0}, 3, {}).force) << name;
        }
    }
}

TEST(SystemArchive, KeepsEverySignalWithItsBits) {
    const Value hooke = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}});
    const auto signal = [](const char* kind, Table settings) -> Value {
        settings.set("family", "signal");
        settings.set("kind", kind);
        return settings;
    };
    const Value signals[] = {
        0.1,
        signal("constant", table({{"value", 0.3}})),
        signal("step", table({{"value", 4}, {"time", 0.03334}})),
        signal("ramp", table({{"from_time", 0.01}, {"to_time", 0.1}, {"to_value", 3}})),
        signal("sine", table({{"amplitude", 0.7}, {"frequency", 11}, {"phase", 0.2}, {"start", 0.02}})),
        signal("half_sine", table({{"amplitude", 0.7}, {"duration", 0.1}})),
        signal("table", table({{"times", list({0, 0.02, 1})},
                               {"values", list({0, 5.1, 4.7})},
                               {"interpolation", "cubic"},
                               {"outside", "hold"}})),
    };
    for (const Value& given : signals) {
        const System system = beam(hooke, coulomb, given);
        const auto again = system_in(bytes_of(system));
        for (const double t : {-0.1, 0.0, 0.015, 0.05, 0.7, 2.0}) {
            const SignalSample a = system.loads.front().signal->sample(t), b = again->loads.front().signal->sample(t);
            EXPECT_EQ(a.value, b.value);
            EXPECT_EQ(a.first, b.first);
            EXPECT_EQ(a.second, b.second);
        }
        EXPECT_EQ(bytes_of(*again), bytes_of(system));
    }
}

TEST(SystemArchive, KeepsWhatWasSharedShared) {
    const System one = beam(table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}}), coulomb);
    const auto again = system_in(bytes_of(one));
    ASSERT_TRUE(again->beams);
    EXPECT_EQ(again->beams->front().section, again->beams->back().section);
    ASSERT_GT(one.loads.size(), 1u);
    for (std::size_t i = 0; i < one.loads.size(); ++i)
        for (std::size_t j = 0; j < one.loads.size(); ++j)
            EXPECT_EQ(one.loads[i].signal == one.loads[j].signal, again->loads[i].signal == again->loads[j].signal);
}

TEST(SystemArchive, ContainsTheValuesOfATableThatWasReadFromAFile) {
    const std::filesystem::path csv =
        std::filesystem::temp_directory_path() / ("jounce-force-" + std::to_string(::getpid()) + ".csv");
    std::ofstream(csv) << "time,force\n0,0\n0.01,0.1\n0.05,-3.3333333333333335\n0.2,7\n";
    for (const char* interpolation : {"linear", "cubic"}) {
        const System system = beam(table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}}), coulomb,
                                   table({{"family", "signal"},
                                          {"kind", "table"},
                                          {"file", csv.string()},
                                          {"interpolation", interpolation},
                                          {"outside", "hold"}}));
        const std::string bytes = bytes_of(system);
        EXPECT_EQ(bytes.find(".csv"), std::string::npos);
        const auto again = system_in(bytes);
        for (const double t : {-1.0, 0.003, 0.04, 0.1999, 3.0})
            EXPECT_EQ(again->loads.front().signal->sample(t).value, system.loads.front().signal->sample(t).value);
    }
    std::filesystem::remove(csv);
}

std::string refusal(const System& system) {
    return error_of([&] { (void)system_in(bytes_of(system)); });
}

// Energies and reactions index the rows and the lists of every prescribed motion.
TEST(SystemArchive, RefusesPrescribedMotionsWithoutTheirRows) {
    Script s;
    s.add("beam", {{"name", "b"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(1, 0, 0)},
                   {"elements", 3},
                   {"section", circle(0.02)},
                   {"material", steel()}});
    s.add("fix", {{"nodes", "b[1]"}, {"dofs", words({"ux", "uy", "rx", "ry", "rz"})}});
    const Value shake = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1e-4}, {"frequency", 23}});
    s.add("prescribe", {{"node", "b[1]"}, {"dof", "uz"}, {"motion", shake}});
    const System sound = s.system();
    ASSERT_EQ(sound.recovery.prescribed.size(), 1u);
    EXPECT_EQ(refusal(sound), "") << "the negative control";

    System no_rows = sound;
    PrescribedMotion& without_rows = no_rows.recovery.prescribed.front();
    without_rows.mass_row = without_rows.damping_row = without_rows.stiffness_row = linalg::Vector();
    EXPECT_EQ(refusal(no_rows), "file: is damaged: a row of a prescribed motion is wrong");

    System no_lists = sound;
    PrescribedMotion& without_lists = no_lists.recovery.prescribed.front();
    without_lists.mass = without_lists.damping = without_lists.stiffness = {};
    EXPECT_EQ(refusal(no_lists), "file: is damaged: an entry of a prescribed motion is wrong");
}

TEST(SystemArchive, RefusesAxesThatAreNotOrthonormal) {
    const System sound = beam(table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}}), coulomb);
    const auto with_factor = [&](double factor) {
        std::vector<BeamPiece> pieces = *sound.beams;
        pieces.front().properties.frame.axes *= factor;
        System out = sound;
        out.beams = std::make_shared<const std::vector<BeamPiece>>(std::move(pieces));
        return out;
    };
    EXPECT_EQ(refusal(with_factor(1)), "") << "the negative control";
    for (const double factor : {0.0, 1.0 + 1e-8, 1e200})
        EXPECT_EQ(refusal(with_factor(factor)), "file: is damaged: the axes of an element of a beam are not orthonormal");
}

// No law, signal or section of a saved model opens a file. The name of a field of a saved signal is forged.
TEST(SystemArchive, RefusesRecipesThatNameAFile) {
    const System system = beam(table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}}), coulomb,
                               table({{"family", "signal"}, {"kind", "half_sine"}, {"amplitude", 0.7}, {"duration", 0.1}}));
    ArchiveWriter before, after;
    before(std::string("duration"));
    after(std::string("file"));
    std::string bytes = bytes_of(system);
    const std::size_t at = bytes.find(before.bytes());
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, before.bytes().size(), after.bytes());
    EXPECT_EQ(error_of([&] { (void)system_in(bytes); }), "file: is damaged: a law, friction, signal or section names a file");
}

TEST(ValueArchive, RefusesTablesOfTooManyKeys) {
    const auto answer = [](int keys) {
        Table many;
        for (int i = 0; i < keys; ++i) many.set("key " + std::to_string(i), i);
        ArchiveWriter writer;
        writer(Value(many));
        ArchiveReader reader("file", writer.bytes());
        Value again;
        return error_of([&] { reader(again); });
    };
    EXPECT_EQ(answer(1000), "");
    EXPECT_EQ(answer(1001), "file: is damaged: a table has too many keys");
}

TEST(ValueArchive, KeepsBitsAndRefusesWhatIsNone) {
    const Value value = table({{"a", list({0.1, true, "text", list({})})}, {"b", table({{"c", -0.0}})}});
    ArchiveWriter writer;
    writer(value);
    ArchiveReader reader("file", writer.bytes());
    Value again;
    reader(again);
    reader.end();
    ArchiveWriter second;
    second(again);
    EXPECT_EQ(second.bytes(), writer.bytes());
    Value deep;
    for (int i = 0; i < 40; ++i) deep = List{deep};
    ArchiveWriter nested_writer;
    nested_writer(deep);
    ArchiveReader nested_reader("file", nested_writer.bytes());
    EXPECT_EQ(error_of([&] { nested_reader(again); }), "file: is damaged: a value is nested too deeply");
    ArchiveReader unknown("file", std::string("\x09"));
    EXPECT_EQ(error_of([&] { unknown(again); }), "file: is damaged: a value has an unknown type");
}

}  // namespace
}  // namespace jounce::test::system_archive_test
