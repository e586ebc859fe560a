// Reductions of models that differ in what the basis does not follow from: the second one computes nothing, and has the same
// bits.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <utility>

#include "modal/reduction.hpp"
#include "reduction_cases.hpp"
#include "system/assembly/assembly_memory.hpp"
#include "system/models.hpp"
#include "system/system_bytes.hpp"

namespace jounce::test::reduction_memory_test {
namespace {

/// A beam with a load of some frequency at its end, and a stop there.
Model loaded_model(double frequency, double clearance, double diameter) {
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
    m.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.01}})}});
    return std::move(m.model);
}

System loaded(double frequency, double clearance, double diameter) {
    return assemble(loaded_model(frequency, clearance, diameter), ModalDamping::left_out);
}

TEST(ReductionMemory, ReducesOnceWhatDiffersInLoadsAndGaps) {
    modal::ReductionSettings settings;
    settings.modes = 6;
    modal::ReductionMemory memory;
    int work = 0;
    const auto count = [&work](const Stage&) { ++work; };
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

// The reduction of a model that differs in signals of loads alone is a copy with these signals: byte for byte that of the model.
TEST(ReductionMemory, CopiesReductionsOfModelsThatDifferInSignals) {
    modal::ReductionSettings settings;
    settings.modes = 6;
    AssemblyMemory assemblies;
    modal::ReductionMemory memory;
    const auto model = [](double frequency, double clearance) {
        return std::make_shared<const Model>(loaded_model(frequency, clearance, 0.02));
    };
    const AssemblyMemory::Assembled first = assemblies.assemble(model(10, 1e-3), ModalDamping::left_out);
    const modal::Reduction one = modal::reduce(*first.system, settings, {}, &memory, first.alike);

    const auto other = model(11, 1e-3);
    const auto like = assemblies.like(*other, ModalDamping::left_out);
    ASSERT_TRUE(like);
    const auto found = memory.with_signals(*like, settings);
    ASSERT_TRUE(found);
    const modal::Reduction alone = modal::reduce(assemble(*other, ModalDamping::left_out), settings);
    EXPECT_EQ(found->system->digest, alone.system->digest);
    EXPECT_EQ(bytes_of(*found->system), bytes_of(*alone.system));
    EXPECT_EQ(found->report.largest_compliance_error(), alone.report.largest_compliance_error());
    EXPECT_NE(bytes_of(*found->system), bytes_of(*one.system)) << "the bytes tell the frequency";

    modal::ReductionSettings more = settings;
    more.modes = 7;
    EXPECT_FALSE(memory.with_signals(*like, more)) << "other settings are another reduction";
    EXPECT_FALSE(assemblies.like(*model(11, 2e-3), ModalDamping::left_out)) << "another clearance is another model";
    EXPECT_FALSE(assemblies.like(*other, ModalDamping::as_matrix)) << "so is another treatment of the damping";
}

}  // namespace
}  // namespace jounce::test::reduction_memory_test
