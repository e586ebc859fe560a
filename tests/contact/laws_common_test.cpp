// What holds for every law of the table: derivatives, energy, loss, clamping. And that the table holds every file.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "contact/law_samples.hpp"
#include "contact/response/status.hpp"

namespace jounce::laws_common_test {
namespace {

using namespace contact;

struct Sample {
    std::string kind;
    std::size_t index;
};

std::ostream& operator<<(std::ostream& out, const Sample& sample) { return out << sample.kind << " " << sample.index; }

std::vector<Sample> all_samples() {
    std::vector<Sample> out;
    for (const LawKind* kind : law_kinds()) {
        const auto found = test::law_samples().find(kind->name);
        for (std::size_t i = 0; found != test::law_samples().end() && i < found->second.size(); ++i) {
            out.push_back({kind->name, i});
        }
    }
    return out;
}

const double impact_speed = 0.7;
const std::vector<double> depths = {1e-9, 3e-7, 2e-5, 1e-3};

class EveryLaw : public testing::TestWithParam<Sample> {
  protected:
    LawPointer law = test::make_law(GetParam().kind, test::law_samples().at(GetParam().kind)[GetParam().index]);
    ContactMemory memory{.closed = true, .impact_speed = impact_speed};

    [[nodiscard]] Response at(double depth, double rate) const { return contact_response(*law, {depth, rate}, memory); }
    /// Rate below which the force would pull, at this depth; 0 when it never does.
    [[nodiscard]] double clamp_rate(double depth) const {
        double low = -1e6;
        double high = 0;
        if (law->evaluate({depth, low}, memory).force >= 0) return 0;
        for (int i = 0; i < 200; ++i) {
            const double middle = 0.5 * (low + high);
            (law->evaluate({depth, middle}, memory).force < 0 ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }
    /// Closing, turning, opening, and both sides of the clamp.
    [[nodiscard]] std::vector<double> rates(double depth) const {
        std::vector<double> out;
        for (const double r : {2.0, 1.0, 0.3, 1e-6, 0.0, -0.1, -0.5, -0.9}) out.push_back(r * impact_speed);
        if (const double clamp = clamp_rate(depth); clamp < 0) {
            for (const double r : {0.98, 1.02, 3.0}) out.push_back(r * clamp);
        }
        return out;
    }
};

/// Central difference of fourth order; with a step of a thousandth of the scale of f its error is about 1e-11 f/scale, the
/// round-off 1e-13 f/scale.
template <class F>
double slope(const F& f, double x, double scale) {
    const double h = 1e-3 * scale;
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

TEST_P(EveryLaw, IsZeroWhenOpen) {
    for (const double depth : {0.0, -0.0, -1e-12, -1.0}) {
        const Response r = at(depth, 1.0);
        EXPECT_EQ(r.force, 0);
        EXPECT_EQ(r.stiffness, 0);
        EXPECT_EQ(r.damping, 0);
        EXPECT_EQ(r.elastic_force, 0);
        EXPECT_EQ(r.stored_energy, 0);
    }
}

TEST_P(EveryLaw, KnowsItsKind) { EXPECT_EQ(law->kind, GetParam().kind); }

TEST_P(EveryLaw, StiffnessIsTheSlopeOfTheForce) {
    for (const double depth : depths) {
        for (const double rate : rates(depth)) {
            const double numeric = slope([&](double x) { return at(x, rate).force; }, depth, depth);
            const double size = std::abs(law->evaluate({depth, rate}, memory).force) + at(depth, rate).elastic_force;
            EXPECT_NEAR(at(depth, rate).stiffness, numeric, 1e-10 * size / depth) << depth << " m, " << rate << " m/s";
        }
    }
}

TEST_P(EveryLaw, DampingIsTheSlopeOverTheRate) {
    for (const double depth : depths) {
        const double scale = impact_speed * 0.01;
        for (const double rate : rates(depth)) {
            // The difference must not reach across the clamp.
            const double clamp = clamp_rate(depth);
            const double step = clamp < 0 ? std::min(scale, std::abs(rate - clamp)) : scale;
            const double numeric = slope([&](double v) { return at(depth, v).force; }, rate, step);
            const double size = std::abs(law->evaluate({depth, rate}, memory).force) + at(depth, rate).elastic_force;
            EXPECT_NEAR(at(depth, rate).damping, numeric, 1e-11 * size / step) << depth << " m, " << rate << " m/s";
        }
    }
}

TEST_P(EveryLaw, ElasticForceIsTheSlopeOfTheStoredEnergy) {
    if (law->rigid) {  // impulses, no force
        EXPECT_EQ(at(1e-3, 0).stored_energy, 0);
        return;
    }
    for (const double depth : depths) {
        for (const double rate : rates(depth)) {
            const Response r = at(depth, rate);
            const double numeric = slope([&](double x) { return at(x, rate).stored_energy; }, depth, depth);
            EXPECT_NEAR(r.elastic_force, numeric, 1e-10 * r.stored_energy / depth);
            EXPECT_GE(r.stored_energy, 0);
        }
    }
    // U(0) = 0: the energy is that of the compression since the onset.
    EXPECT_LT(at(1e-30, 0).stored_energy, 1e-20 * at(1e-3, 0).stored_energy);
}

TEST_P(EveryLaw, NeverCreatesEnergy) {
    for (const double depth : depths) {
        for (const double rate : rates(depth)) {
            // Opening from where it has not turned: a state that the memory of such a law excludes (plastic_law_test.cpp).
            if (law->turning_point && rate < 0) continue;
            const Response r = at(depth, rate);
            EXPECT_GE((r.force - r.elastic_force) * rate, -1e-15 * std::abs(r.force * rate));
        }
    }
}

// Driven round and round between two depths, in contact throughout or not, clamped where it would pull: the law takes work and
// never gives any. The trapezoidal rule is exact to round-off for a periodic smooth force; kinks and jumps leave 1e-4 of the
// size.
TEST_P(EveryLaw, ClosedLoopsTakeWork) {
    for (const double middle : {1e-5, 3e-4}) {
        for (const double swing : {0.3, 1.0, 1.7}) {
            for (const double frequency : {1.0, 1e3, 1e5}) {
                double work = 0, size = 0;
                const int n = 4000;
                for (int i = 0; i < n; ++i) {
                    const double phase = 2 * 3.14159265358979323846 * (i + 0.5) / n;
                    const double rate = middle * swing * frequency * std::cos(phase);
                    const double force = at(middle * (1 + swing * std::sin(phase)), rate).force;
                    work += force * rate;
                    size += std::abs(force * rate);
                }
                EXPECT_GE(work, -1e-4 * size) << middle << " " << swing << " " << frequency;
            }
        }
    }
}

TEST_P(EveryLaw, PullsOnlyWhenItMay) {
    bool pulled = false;
    for (const double depth : depths) {
        for (const double rate : rates(depth)) {
            const Response r = at(depth, rate);
            pulled = pulled || r.force < 0;
            if (law->adhesion) continue;
            EXPECT_GE(r.force, 0);
            const Response bare = law->evaluate({depth, rate}, memory);
            if (bare.force >= 0) continue;
            EXPECT_EQ(r.stiffness, 0);
            EXPECT_EQ(r.damping, 0);
            EXPECT_EQ(r.elastic_force, bare.elastic_force);
            EXPECT_EQ(r.stored_energy, bare.stored_energy);
        }
    }
    EXPECT_EQ(pulled, law->adhesion) << "no state of this test reaches a pull, or the clamp leaks";
}

TEST_P(EveryLaw, GrowsWithIndentationAndRate) {
    if (law->rigid) {  // impulses, no force
        EXPECT_EQ(at(1e-3, 1).force, 0);
        return;
    }
    for (std::size_t i = 0; i < depths.size(); ++i) {
        double before = -1e300;
        for (int k = 0; k <= 40; ++k) {
            const double force = at(depths[i], impact_speed * (k - 20) / 10.0).force;
            EXPECT_GE(force, before);
            before = force;
        }
        if (i == 0) continue;
        EXPECT_GT(at(depths[i], 0).force, at(depths[i - 1], 0).force);
        EXPECT_GT(at(depths[i], impact_speed).force, at(depths[i - 1], impact_speed).force);
    }
}

TEST_P(EveryLaw, FloorsTheImpactSpeed) {
    ContactMemory slow = memory;
    slow.impact_speed = law->minimum_speed;
    const Motion motion{1e-5, 1e-7};
    const Response floor = contact_response(*law, motion, slow);
    for (const double speed : {0.0, 0.5 * law->minimum_speed, -1.0}) {
        slow.impact_speed = speed;
        EXPECT_EQ(contact_response(*law, motion, slow).force, floor.force);
        EXPECT_TRUE(std::isfinite(floor.force));
    }
}

TEST_P(EveryLaw, IsFiniteAtTheSmallestIndentation) {
    for (const double depth : {5e-324, 1e-300, 1e-60}) {
        const Response r = at(depth, 1.0);
        for (const double x : {r.force, r.stiffness, r.damping, r.elastic_force, r.stored_energy}) {
            EXPECT_TRUE(std::isfinite(x)) << depth;
        }
    }
}

TEST_P(EveryLaw, OffersItsElasticPartOnlyWhenItHasNoLoss) {
    const auto elastic = law->elastic();
    if (elastic == nullptr) return;
    for (const double depth : depths) {
        const Response r = at(depth, 0.4);
        const auto [force, stiffness, energy] = elastic->at(depth);
        EXPECT_EQ(force, r.force);
        EXPECT_EQ(stiffness, r.stiffness);
        EXPECT_EQ(energy, r.stored_energy);
        EXPECT_EQ(r.damping, 0);
    }
}

// delta d^2F/d(delta)^2, of which laws with a loss proportional to the slope make their stiffness.
TEST_P(EveryLaw, GrowthIsTheSlopeOfTheStiffness) {
    const auto elastic = law->elastic();
    if (elastic == nullptr) return;
    for (const double depth : depths) {
        // A log law bends most just below its turn: a smaller step.
        const double numeric = depth * slope([&](double x) { return elastic->at(x).stiffness; }, depth, 0.2 * depth);
        EXPECT_NEAR(elastic->growth(depth, elastic->at(depth)), numeric, 1e-10 * elastic->at(depth).stiffness) << depth;
    }
    for (const double depth : {5e-324, 1e-300, 1e-60}) {
        EXPECT_TRUE(std::isfinite(elastic->growth(depth, elastic->at(depth)))) << depth;
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, testing::ValuesIn(all_samples()),
                         [](const auto& test) { return test.param.kind + "_" + std::to_string(test.param.index); });

TEST(LawTable, EveryLawHasASample) {
    std::set<std::string> kinds;
    for (const LawKind* kind : law_kinds()) {
        EXPECT_TRUE(kinds.insert(kind->name).second) << kind->name << " twice";
        EXPECT_TRUE(test::law_samples().contains(kind->name)) << kind->name << " needs a line in law_samples.hpp";
    }
    for (const auto& [name, tables] : test::law_samples()) {
        EXPECT_TRUE(kinds.contains(name)) << name << " is no law";
        EXPECT_FALSE(tables.empty());
    }
}

/// File names without ending in a folder of lib/contact, tables and headers aside.
std::set<std::string> kind_files(const std::string& folder) {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(JOUNCE_SOURCE_DIR) + "/lib/contact/" + folder)) {
        if (entry.path().extension() == ".cpp") out.insert(entry.path().stem().string());
    }
    EXPECT_EQ(out.erase("table"), 1u);
    return out;
}

template <class Kinds>
void expect_described(const Kinds& kinds, const std::string& family, std::set<std::string> files) {
    for (const auto* kind : kinds) {
        EXPECT_EQ(files.erase(kind->name), 1u) << kind->name << " has no file of its name";
        EXPECT_EQ(kind->family, family);
        EXPECT_FALSE(kind->summary.empty()) << kind->name;
        EXPECT_FALSE(kind->sources.empty()) << kind->name;
        for (const Source& source : kind->sources) EXPECT_GT(source.year, 1800) << kind->name;
        for (const Field& field : kind->fields.fields) {
            EXPECT_TRUE(field.sentence.ends_with('.')) << kind->name << " " << field.name;
        }
    }
    for (const std::string& file : files) ADD_FAILURE() << file << ".cpp is missing from the table";
}

TEST(LawTable, HoldsEveryFile) { expect_described(law_kinds(), "law", kind_files("laws")); }

TEST(LawTable, FieldListsNestTheFamilyItself) {
    for (const char* kind : {"flores", "gonthier"}) {
        const Field* elastic = law_family.find(kind)->fields.find("elastic");
        ASSERT_NE(elastic, nullptr);
        EXPECT_EQ(elastic->family, "law");
    }
}

}  // namespace
}  // namespace jounce::laws_common_test
