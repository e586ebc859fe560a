// Each law against its source: forces and energies computed from the published formula with 40 digits and nothing of the library,
// and where a constant is solved for a restitution, what an independent integration of one impact delivers.
// Tolerance: that of the sample. Control: settings off by a thousandth are far outside of it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/law_samples.hpp"
#include "support/integrated_impact.hpp"

namespace jounce::law_witness_test {
namespace {

using namespace contact;

/// The largest difference of a law from witnesses, in units of each force and energy.
double difference(const Law& law, const std::vector<test::Witness>& witnesses) {
    double worst = 0;
    for (const test::Witness& w : witnesses) {
        ContactMemory memory{.closed = true, .impact_speed = w.impact_speed};
        memory.permanent_indentation = w.left;
        memory.unloading = w.left > 0;
        const Response r = law.evaluate({w.indentation, w.rate}, memory);
        const double size = std::max(std::abs(w.force), r.elastic_force);
        worst = std::max({worst, std::abs(r.force - w.force) / size, std::abs(r.stored_energy / w.energy - 1)});
    }
    return worst;
}

// A law that is not in law_samples.hpp is told of by LawTable.EveryLawHasASample.
TEST(LawWitness, EverySampleHasOne) {
    for (const auto& [kind, samples] : test::law_samples()) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const bool rigid = test::make_law(kind, samples[i])->rigid;
            EXPECT_TRUE(rigid ? samples[i].delivery.has_value() : samples[i].witnesses.size() >= 2)
                << "sample " << i << " of " << kind << " in law_samples.hpp needs two witnesses or more: sample(table({...}), "
                << "{{indentation, rate, impact speed, force, energy}, ...}), computed from the law's source without the library"
                << (rigid ? "; a rigid law a delivery {mass, speed, restitution}" : "");
            EXPECT_GT(samples[i].tolerance, 0) << kind;
            EXPECT_LE(samples[i].tolerance, 1e-10) << kind;
        }
    }
}

TEST(LawWitness, EveryLawAgrees) {
    for (const auto& [kind, samples] : test::law_samples()) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const LawPointer law = test::make_law(kind, samples[i]);
            EXPECT_LE(difference(*law, samples[i].witnesses), samples[i].tolerance) << kind << ", sample " << i;
            if (const auto& delivery = samples[i].delivery) {
                const auto [mass, speed, restitution] = *delivery;
                // A law with a constant solved for the restitution: to the tolerance of that solution and of the integration.
                const double got = law->rigid ? *law->restitution_asked : test::integrated_impact(*law, mass, speed).restitution;
                EXPECT_NEAR(got, restitution, 1e-10) << kind << ", sample " << i;
            }
        }
    }
}

// The control: settings off by a thousandth are found in every sample that has one of these numbers.
TEST(LawWitness, FindsAThousandth) {
    int found = 0;
    for (const auto& [kind, samples] : test::law_samples()) {
        for (const test::LawSample& sample : samples) {
            for (const char* field : {"stiffness", "restitution", "exponent", "damping"}) {
                const Value* value = sample.find(field);
                if (value == nullptr || *value->number() == 0 || sample.delivery || kind == "rigid") continue;
                Table off = sample;
                off.set(field, *value->number() * (field == std::string("restitution") ? 0.999 : 1.001));
                if (kind == "lankarani_nikravesh_cylinder") continue;  // an exponent that is at the end of its range
                EXPECT_GT(difference(*test::make_law(kind, off), sample.witnesses), 1e3 * sample.tolerance)
                    << kind << " " << field;
                ++found;
            }
        }
    }
    EXPECT_GT(found, 60);
}

}  // namespace
}  // namespace jounce::law_witness_test
