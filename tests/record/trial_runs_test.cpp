// Trial runs tell the error of Newmark's method at a step, and the step for three digits.
// Physics: a mass on a spring thrown between two linear stops, an impact about every 10 ms.
// Reference: the same run by event_driven at 1e-13, whose flights and contacts are exact to its tolerance.
// Tolerance: a factor of two for the estimated error, which compares instants of a grid in place of all; 30 % for the order,
// because steps end at located contacts. Control: at the finer trial step itself the motion does not have three digits.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/trial_runs.hpp"

#include <array>
#include <cmath>

#include "record/run/choice.hpp"
#include "small_cases.hpp"

namespace jounce::test::trial_runs_test {
namespace {

using record::TrialRuns;

record::RunOptions by(const char* kind, const Table& settings, double step) {
    record::RunOptions out = options_of({{"duration", 0.2}, {"record", Value(table({{"probes", words({"mass.ux"})}}))}});
    out.method = time::method_family.find(kind)->make(settings);
    out.step = step;
    return out;
}

TrialRuns trials(const System& system, double step, double multiple, double share = 1) {
    const record::RunOptions options = by("newmark", {}, 1e-4);
    const std::array<double, 3> multiples = {4 * multiple, 2 * multiple, multiple};
    const auto out = trial_runs(system, record::start_of(system, options), options, step, share, {}, multiples);
    return out.value();
}

TEST(TrialRuns, TellTheErrorAndTheStepForThreeDigits) {
    const auto system = system_of(bouncer());
    const record::Run reference = record::execute(system, by("event_driven", table({{"tolerance", 1e-13}}), 1e-3), {});
    const auto error = [&](double step) {
        const record::Run run = record::execute(system, by("newmark", {}, step), {});
        double apart = 0, size = 0;
        for (int i = 1; i <= 200; ++i) {
            apart = std::max(apart, std::abs(run.at("mass.ux", 1e-3 * i) - reference.at("mass.ux", 1e-3 * i)));
            size = std::max(size, std::abs(reference.at("mass.ux", 1e-3 * i)));
        }
        return apart / size;
    };
    const TrialRuns coarse = trials(*system, 2e-6, 32), fine = trials(*system, 2e-6, 16);
    EXPECT_EQ(coarse.coarse / coarse.fine, 2);
    EXPECT_NEAR(fine.fine, 32e-6, 1e-6);
    EXPECT_NEAR(std::log2(coarse.error / fine.error), 2, 0.3) << "its order";
    EXPECT_GT(coarse.error, 0.5 * error(coarse.fine));
    EXPECT_LT(coarse.error, 2 * error(coarse.fine));
    EXPECT_EQ(coarse.closings, static_cast<std::int64_t>(reference.impacts().size()));
    EXPECT_LT(error(fine.step), 1e-3);
    EXPECT_GT(error(fine.step), 1e-4) << "and no more than that";
    EXPECT_GT(error(fine.fine), 1e-3) << "control";
    EXPECT_TRUE(fine.conclusive);
    EXPECT_FALSE(coarse.conclusive);
    EXPECT_EQ(coarse.step, 2e-6) << "an error of 2 % does not tell that a longer step would do";
}

// A part of the duration: its error and its contacts are those of the part, in proportion.
TEST(TrialRuns, OfAPartSpeakForTheWhole) {
    const auto system = system_of(bouncer());
    const TrialRuns whole = trials(*system, 2e-6, 32), half = trials(*system, 2e-6, 32, 0.5);
    EXPECT_NEAR(static_cast<double>(half.closings), static_cast<double>(whole.closings), 2);
    EXPECT_NEAR(std::log2(half.error / whole.error), 0, 1.5);
}

// Motion at rest has no error: the longest step tried serves.
TEST(TrialRuns, OfRestAskForNoSmallerStep) {
    Model model("at rest");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "mass"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}}), {});
    const TrialRuns rest = trials(*system_of(model), 1e-5, 16);
    EXPECT_EQ(rest.error, 0);
    EXPECT_EQ(rest.step, rest.coarse);
}

}  // namespace
}  // namespace jounce::test::trial_runs_test
