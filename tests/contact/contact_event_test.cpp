// Physics: the functions whose zeros are the events of one contact, with their rates of change; what a closed side answers.
// Reference: a spring and damper, F = k delta + c rate, dF/dt = k rate + c acceleration, by hand.
// Tolerance: none but the rounding of a sum.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/response/contact_event.hpp"

#include <gtest/gtest.h>

#include "law_samples.hpp"

namespace jounce::contact_event_test {
namespace {

using namespace contact;
using test::make_law;
using test::table;

TEST(ContactEvents, RiseThroughZeroWhereTheyHappen) {
    const LawPointer law = make_law("kelvin_voigt", table({{"stiffness", 1e6}, {"damping", 1e3}, {"transition", "relaxation"}}));
    ContactMemory memory{.closed = true};
    memory.permanent_indentation = 2e-4;
    memory.kept_compression = 4e-4;
    memory.kept_time = 1;
    // F = 500 + 300, dF/dt = 3e5 + 2e4; the surface x = 4e-4 exp(-1000 (t - 1)) moves at -0.4 m/s at first.
    EventSample at{.motion = {5e-4, 0.3}, .acceleration = 20, .time = 1, .force = 800, .stiffness = 1e6, .damping = 1e3};
    const auto expect = [&](ContactEvent event, double value, double slope, double way = 1) {
        const EventValue got = event_value(event, *law, memory, at, 6e-4, way);
        EXPECT_NEAR(got.value, value, 1e-15 * std::abs(value)) << static_cast<int>(event);
        EXPECT_NEAR(got.slope, slope, 1e-15 * std::abs(slope)) << static_cast<int>(event);
    };
    expect(ContactEvent::onset, 1e-4, 0.7);
    expect(ContactEvent::release, -3e-4, -0.3);
    expect(ContactEvent::turning, -0.3, -20);
    expect(ContactEvent::kink, -1e-4, 0.3);
    expect(ContactEvent::kink, 1e-4, -0.3, -1);
    expect(ContactEvent::onset_by_force, 800, 3.2e5);
    expect(ContactEvent::release_by_force, -800, -3.2e5);
    expect(ContactEvent::peak, -3.2e5, 0);
    at.acceleration = std::numeric_limits<double>::quiet_NaN();  // not known: no slope of what needs it
    expect(ContactEvent::turning, -0.3, 0);
    expect(ContactEvent::release_by_force, -800, 0);
    expect(ContactEvent::release, -3e-4, -0.3);
}

// Beyond its surface a lossless law goes on as the spring it is there, with the energy k x^2/2; a damper stores nothing there.
TEST(ContactEvents, ResponsesBeyondTheSurface) {
    const ContactMemory memory{.closed = true, .impact_speed = 1};
    const Response spring = closed_response(*make_law("hooke", table({{"stiffness", 1e6}})), {-1e-3, 0.5}, memory);
    EXPECT_NEAR(spring.force, -1000, 1e-12);
    EXPECT_NEAR(spring.stored_energy, 0.5, 1e-15);
    const LawPointer damped = make_law("kelvin_voigt", table({{"stiffness", 1e6}, {"damping", 1e3}}));
    const Response lossy = closed_response(*damped, {-1e-3, 0.5}, memory);
    EXPECT_NEAR(lossy.force, -500, 1e-12);
    EXPECT_EQ(lossy.stored_energy, 0);
}

// A pull of 500 N: shown where the contact ends by its force, taken off where it ends by distance, kept where the law may pull.
TEST(ContactEvents, TensionShowsTheEndOrIsTakenOff) {
    const ContactMemory memory{.closed = true, .impact_speed = 1};
    const Motion motion{5e-4, -1};
    Table settings = table({{"stiffness", 1e6}, {"damping", 1e3}});
    const auto answer = [&] { return status_response(*make_law("kelvin_voigt", settings), motion, memory); };
    EXPECT_NEAR(answer().force, -500, 1e-12);
    EXPECT_EQ(answer().clamped, 0);
    EXPECT_NEAR(held_response(*make_law("kelvin_voigt", settings), motion, memory).clamped, 500, 1e-12);
    settings.set("transition", "distance");
    EXPECT_NEAR(answer().force, -500, 1e-12);
    settings.set("adhesion", false);
    EXPECT_EQ(answer().force, 0);
    EXPECT_NEAR(answer().clamped, 500, 1e-12);
    EXPECT_NEAR(answer().stored_energy, 0.125, 1e-15);
}

}  // namespace
}  // namespace jounce::contact_event_test
