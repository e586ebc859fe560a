// Statistics of contacts written down.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/contact_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace jounce::nonlinear::contact_statistics_test {
namespace {

time::Impact contact(double in, std::optional<double> out, double speed, double force) {
    time::Impact impact;
    impact.time_in = in;
    impact.time_out = out;
    impact.speed_in = speed;
    impact.peak_force = force;
    return impact;
}

TEST(ContactStatistics, OfKnownContacts) {
    // Over [1, 11] s: a long contact that reaches in from before (until 2), a short one within (3 to 3.5), two sides at once
    // (5 to 5.4 and 5.2 to 5.6), one without an onset speed (7 to 7.1), a long one that lasts (10 to the end).
    const std::vector<time::Impact> log = {contact(0, 2, 9, 90),     contact(3, 3.5, 1, 10), contact(5, 5.4, 2, 20),
                                           contact(5.2, 5.6, 3, 60), contact(7, 7.1, 0, 5),  contact(10, {}, 4, 30)};
    const ContactStatistics s = contact_statistics(log, {1, 11, 0.9}, 15);
    EXPECT_EQ(s.contacts, 5);
    EXPECT_EQ(s.continuous_contacts, 1);
    EXPECT_EQ(s.speed.count, 4U);
    EXPECT_DOUBLE_EQ(*s.speed.mean, 2.5);
    EXPECT_DOUBLE_EQ(*s.speed.standard_deviation, std::sqrt(5.0 / 3));
    EXPECT_EQ(*s.speed.max, 4);
    EXPECT_EQ(*s.peak_force.max, 60);
    EXPECT_DOUBLE_EQ(*s.peak_force.mean, 25);
    EXPECT_EQ(s.duration.count, 4U) << "one lasts";
    EXPECT_NEAR(s.continuous_share, (1.0 + 1.0) / 10, 1e-15);
    EXPECT_NEAR(s.short_share, (0.5 + 0.6 + 0.1) / 10, 1e-14);
    EXPECT_NEAR(s.free_share + s.short_share + s.continuous_share, 1, 1e-15);
    // The bound decides: above 5 s nothing lasts but the one that is still there at the end, for 5 s of its own.
    EXPECT_NEAR(contact_statistics(log, {1, 11, 5}, 15).continuous_share, 0, 1e-15);
    EXPECT_NEAR(contact_statistics(log, {1, 11, 4.9}, 15).continuous_share, 0.1, 1e-15);
}

TEST(ContactStatistics, OfNoContactAndOfRigidImpacts) {
    const ContactStatistics none = contact_statistics({}, {0, 1, 0.1}, 1);
    EXPECT_EQ(none.contacts, 0);
    EXPECT_EQ(none.free_share, 1);
    EXPECT_FALSE(none.speed.mean);
    time::Impact impact = contact(0.5, 0.5, 2, 0);
    impact.rigid = true;
    const ContactStatistics rigid = contact_statistics(std::vector{impact}, {0, 1, 0.1}, 1);
    EXPECT_EQ(rigid.contacts, 1);
    EXPECT_EQ(rigid.free_share, 1) << "an impulse takes no time";
    EXPECT_FALSE(rigid.peak_force.mean);
    EXPECT_EQ(*rigid.duration.mean, 0);
}

}  // namespace
}  // namespace jounce::nonlinear::contact_statistics_test
