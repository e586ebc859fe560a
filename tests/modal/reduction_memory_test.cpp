// Reductions of models that differ in what the basis does not follow from: the second one computes nothing, and has the same
// bits.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "modal/reduction.hpp"
#include "reduction_cases.hpp"
#include "system/models.hpp"

namespace jounce::test::reduction_memory_test {
namespace {

/// A beam with a load of some frequency at its end, and a stop there.
System loaded(double frequency, double clearance, double diameter) {
    Script m;
    m.add("beam", {{"name", "rod"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(1, 0, 0)},
                   {"elements", 12},
                   {"section", circle(diameter)},
                   {"material", steel()}});
    m.add("fix", {{"node", "rod[1]"}});
    m.add("load", {{"node", "rod[13]"},
                   {"direction", vector(0, 0, 1)},
                   {"force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1}, {"frequency", frequency}})}});
    m.add("gap", {{"name", "stop"},
                  {"node", "rod[13]"},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", clearance},
                  {"sides", "positive"},
                  {"law", hertz()}});
    return m.system();
}

TEST(ReductionMemory, ReducesOnceWhatDiffersInLoadsAndGaps) {
    modal::ReductionSettings settings;
    settings.modes = 6;
    modal::ReductionMemory memory;
    int work = 0;
    const auto count = [&work] { ++work; };
    (void)modal::reduce(loaded(10, 1e-3, 0.02), settings, count, &memory);
    EXPECT_GT(work, 0);

    work = 0;
    const System other = loaded(11, 2e-3, 0.02);
    const modal::Reduction again = modal::reduce(other, settings, count, &memory);
    EXPECT_EQ(work, 0) << "nothing is solved";
    const modal::Reduction alone = modal::reduce(other, settings);
    EXPECT_EQ(again.system->digest, alone.system->digest) << "its loads and gaps are its own";
    EXPECT_EQ(again.report.model, alone.report.model);
    EXPECT_EQ(again.report.largest_compliance_error(), alone.report.largest_compliance_error());

    (void)modal::reduce(loaded(10, 1e-3, 0.03), settings, count, &memory);
    EXPECT_GT(work, 0) << "another section is another structure";
    work = 0;
    settings.modes = 7;
    (void)modal::reduce(loaded(10, 1e-3, 0.03), settings, count, &memory);
    EXPECT_GT(work, 0) << "other settings are another basis";
}

}  // namespace
}  // namespace jounce::test::reduction_memory_test
