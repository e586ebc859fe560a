// Errors, orders and fronts of motions written down by hand.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::nonlinear::errors_test {
namespace {

Probe probe(Probe::Quantity quantity) {
    Probe out;
    out.quantity = quantity;
    return out;
}
const std::vector<Probe> probes = {probe(Probe::Quantity::displacement), probe(Probe::Quantity::displacement),
                                   probe(Probe::Quantity::velocity)};

time::Impact impact(int contact, int side, double time, double speed_out) {
    time::Impact out;
    out.contact = contact;
    out.side = side;
    out.time_in = time;
    out.speed_in = 2;
    if (speed_out > 0) out.speed_out = speed_out;
    return out;
}

TEST(Errors, AreRelativeToTheLargestReferenceValue) {
    Motion reference, motion;
    reference.values = {{0, 4, -1, 0}, {1, 1, 1, 1}, {0, 0, 0, -10}};
    motion.values = {{0, 4, -1, 2}, {1.1, 1, 1, 1}, {1, 0, 0, -10}};
    const Errors e = errors_against(reference, motion, probes);
    ASSERT_EQ(e.probes.size(), 3U);
    // One of four samples off by 2 of 4: max 1/2, rms 1/2/sqrt(4).
    EXPECT_DOUBLE_EQ(*e.probes[0].max, 0.5);
    EXPECT_DOUBLE_EQ(*e.probes[0].rms, 0.25);
    EXPECT_NEAR(*e.probes[1].max, 0.1, 1e-15);
    EXPECT_DOUBLE_EQ(*e.probes[2].rms, 0.05);
    // The worst displacement, the worst velocity.
    EXPECT_DOUBLE_EQ(*e.displacement.max, 0.5);
    EXPECT_DOUBLE_EQ(*e.displacement.rms, 0.25);
    EXPECT_DOUBLE_EQ(*e.velocity.max, 0.1);
}

TEST(Errors, OfAProbeThatStaysAtZeroAreNotKnown) {
    Motion reference;
    reference.values = {{0, 0}, {0, 1}, {0, 0}};
    Motion motion = reference;
    motion.values[0] = {0, 1e-9};
    const Errors e = errors_against(reference, motion, probes);
    EXPECT_FALSE(e.probes[0].rms);
    EXPECT_FALSE(e.velocity.rms);
    EXPECT_EQ(*e.displacement.rms, 0);  // of the second probe
}

TEST(Errors, OfImpactsAreThoseOfTheCommonOnes) {
    Motion reference, motion;
    reference.values = motion.values = {{1}, {1}, {1}};
    reference.impacts = {impact(0, 1, 0.1, 1.8), impact(1, 1, 0.15, 1.8), impact(0, -1, 0.2, 1.6), impact(0, 1, 0.3, 1)};
    motion.impacts = {impact(0, 1, 0.101, 1.8), impact(0, -1, 0.198, 1.5), impact(1, 1, 0.15, 0), impact(0, -1, 0.9, 1)};
    const Errors e = errors_against(reference, motion, probes);
    EXPECT_EQ(e.impacts, 4);
    EXPECT_EQ(e.common_impacts, 3);  // the third one of gap 0 is on another side
    EXPECT_NEAR(*e.impact_time, 0.002, 1e-15);
    EXPECT_NEAR(*e.restitution, 0.05, 1e-15);  // 1.5/2 against 1.6/2; a contact that lasts has none
    motion.impacts.clear();
    const Errors none = errors_against(reference, motion, probes);
    EXPECT_EQ(none.common_impacts, 0);
    EXPECT_FALSE(none.impact_time);
    EXPECT_FALSE(none.restitution);
}

TEST(ObservedOrder, IsTheExponent) {
    EXPECT_NEAR(*observed_order(1e-4, 3e-8, 1e-3, 3e-6, 1e-13), 2, 1e-12);
    EXPECT_NEAR(*observed_order(1e-3, 3e-6, 1e-4, 3e-8, 1e-13), 2, 1e-12);  // either way round
    EXPECT_NEAR(*observed_order(2, 16, 3, 81, 0), 4, 1e-12);
}

TEST(ObservedOrder, IsEmptyWhereItMeansNothing) {
    EXPECT_FALSE(observed_order(1e-4, 1e-14, 1e-3, 1e-6, 1e-13));  // at the floor
    EXPECT_FALSE(observed_order(1e-4, 1e-6, 1e-3, 1e-14, 1e-13));
    EXPECT_FALSE(observed_order(1e-4, 0.0, 1e-3, 0.0, 0));
    EXPECT_FALSE(observed_order(1e-4, std::nullopt, 1e-3, 1e-6, 0));
    EXPECT_FALSE(observed_order(1e-4, 1e-6, 1e-4, 1e-5, 0));
}

TEST(ParetoFront, HoldsWhatNobodyBeats) {
    const std::vector<CostAndError> points = {
        {1, 1e-2},           // the cheapest
        {2, 1e-3},           //
        {2, 1e-2},           // as dear as the second, as wrong as the first
        {3, 1e-3},           // beaten by the second in cost alone
        {4, 1e-6},           //
        {9, 1e-8},           // the most exact
        {0.5, std::nullopt}  // failed
    };
    EXPECT_EQ(pareto_front(points, 0), (std::vector<bool>{true, true, false, false, true, true, false}));
    // Where nothing below 1e-5 is known, the dearest has nothing to show for its cost.
    EXPECT_EQ(pareto_front(points, 1e-5), (std::vector<bool>{true, true, false, false, true, false, false}));
    const std::vector<CostAndError> twins = {{1, 1e-2}, {1, 1e-2}};
    EXPECT_EQ(pareto_front(twins, 0), (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace jounce::nonlinear::errors_test
