// What a summary says in words.
// Physics: a mass thrown against a stop, alone and pushed against it by a force; a stop of 1e25 N/m.
// Reference: what is asked of the law: a restitution of 0.7. A free mass gets it to 3e-2 (Flores' law is exact to first order in
// the loss), one that a large force pushes does not.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/summary/summary.hpp"

#include <algorithm>

#include "small_cases.hpp"

namespace jounce::test::summary_test {
namespace {

Model thrown(double stiffness, double force) {
    Model model("thrown");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("initial", table({{"nodes", "mass"}, {"velocity", vector(1, 0, 0)}}), {});
    const Value law = table({{"family", "law"}, {"kind", "flores"}, {"stiffness", stiffness}, {"restitution", 0.7}});
    model.add("gap",
              table({{"name", "stop"}, {"node", "mass"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", law}}), {});
    model.add("load", table({{"nodes", "mass"}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    return model;
}

record::Run run(const Model& model, const Value& energy = {}, const record::Session& session = {}) {
    auto options = table({{"step", 1e-6}, {"duration", 2e-2}});
    if (!energy.is_nil()) options.set("energy", energy);
    return record::execute(system_of(model), record::read_run_options(Value(options)), session);
}

TEST(Summary, NotesARestitutionThatWasNotAsked) {
    const std::string pushed = run(thrown(1e8, 1000)).summary_text();
    EXPECT_NE(pushed.find("gap 'stop': the law has restitution 0.7, impacts have "), std::string::npos) << pushed;
    const std::string free = run(thrown(1e8, 0)).summary_text();
    EXPECT_EQ(free.find("was asked"), std::string::npos) << "control: " << free;
}

TEST(Summary, CountsInEnglish) {
    for (const auto& [every, words] :
         {std::pair(2, "every 2nd step"), std::pair(3, "every 3rd step"), std::pair(4, "every 4th step"),
          std::pair(11, "every 11th step"), std::pair(21, "every 21st step")}) {
        const std::string text = run(thrown(1e8, 0), Value(table({{"every", every}}))).summary_text();
        EXPECT_NE(text.find(words), std::string::npos) << text;
    }
}

TEST(Summary, BeginsWithMassAndSize) {
    const std::string text = run(thrown(1e8, 0)).summary_text();
    EXPECT_NE(text.find("\n  model       1 kg, 1 coordinate, 1 gap\n"), std::string::npos) << text;
}

TEST(Summary, DoubtsAStiffnessBeyondAnyStep) {
    const auto lines_of_run = [](double stiffness) {
        std::vector<std::string> lines;
        record::Session session;
        session.log = [&lines](const std::string& line) { lines.push_back(line); };
        try {
            (void)run(thrown(stiffness, 0), {}, session);
        } catch (const Error&) {  // no step resolves it
        }
        return lines;
    };
    const auto doubts = [](const std::string& line) { return line.find("too short for any step") != std::string::npos; };
    const auto advises = [](const std::string& line) { return line.starts_with("recommended step"); };
    const std::vector<std::string> absurd = lines_of_run(1e25);
    EXPECT_TRUE(std::ranges::any_of(absurd, doubts));
    EXPECT_FALSE(std::ranges::any_of(absurd, advises)) << "no step is recommended that nobody can take";
    EXPECT_FALSE(std::ranges::any_of(lines_of_run(1e12), doubts)) << "control";
}

}  // namespace
}  // namespace jounce::test::summary_test
