// Physics: begin and end of the contact of one side on a stretch of its motion, of which both ends are known.
// Reference: motions that are polynomials of the third degree at most, which the stretch interpolates exactly, and forces that
// are linear in them: their zeros in closed form. Tolerance: round-off, 1e-12 of the stretch. Controls: the same motion a little
// farther away has no event.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/side_events.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/small_system.hpp"
#include "support/table.hpp"

namespace jounce::test::side_events_test {
namespace {

using contact::ContactMemory;
using contact::Motion;
using time::SideEvent;
using time::SideStretch;

constexpr double h = 4e-3;

/// p0 + p1 t + p2 t^2 + p3 t^3
struct Path {
    std::array<double, 4> p{};
    [[nodiscard]] Motion at(double t) const {
        return {p[0] + t * (p[1] + t * (p[2] + t * p[3])), p[1] + t * (2 * p[2] + t * 3 * p[3])};
    }
};

SideStretch stretch(const contact::Law& law, const ContactMemory& memory, const Path& path, double length = h) {
    SideStretch out;
    out.law = &law;
    out.memory = &memory;
    out.length = length;
    out.from = path.at(0);
    out.to = path.at(length);
    return out;
}

void expect(const std::optional<SideEvent>& found, contact::ContactEvent event, double after, bool at_end, const char* what) {
    ASSERT_TRUE(found) << what;
    EXPECT_EQ(found->event, event) << what;
    EXPECT_NEAR(found->after, after, 1e-12 * h) << what;
    EXPECT_EQ(found->at_end, at_end) << what;
    EXPECT_LE(found->low, found->after) << what;
    EXPECT_GE(found->high, found->after) << what;
}

struct SideEvents : testing::Test {
    SideEvents() {
        by_distance.transition = &contact::transitions::distance;
        by_force.transition = &contact::transitions::force;
        by_force.smooth_onset = true;
        either.transition = &contact::transitions::distance_force;
    }
    /// F = 1e3 delta + 2 delta'
    DashpotLaw by_distance{1e3, 2}, by_force{1e3, 2}, either{1e3, 2};
    RigidLaw rigid{0.5};
    ContactMemory open, closed = [] {
        ContactMemory out;
        out.closed = true;
        out.impact_speed = 1;
        return out;
    }();
};

TEST_F(SideEvents, AnOnsetIsTheZeroOfTheMotion) {
    // -(t - 1 ms)(t - 7 ms)(t + 5 ms) 1e5: one zero within 4 ms.
    const auto cubic = [](double a, double b, double c, double scale) {
        return Path{{-scale * a * b * c, scale * (a * b + b * c + a * c), -scale * (a + b + c), scale}};
    };
    const Path one = cubic(1e-3, 7e-3, -5e-3, -1e5);
    expect(onset_within(stretch(by_distance, open, one)), contact::ContactEvent::onset, 1e-3, true, "one zero");
    // In at 1 ms and out at 3 ms.
    const Path twice{{-3e-3, 4, -1e3, 0}};
    expect(onset_within(stretch(by_distance, open, twice)), contact::ContactEvent::onset, 1e-3, false, "in and out");
    EXPECT_DOUBLE_EQ(onset_within(stretch(by_distance, open, twice))->high, 2e-3) << "up to the turn";
    Path farther = twice;
    farther.p[0] = -4.1e-3;
    EXPECT_FALSE(onset_within(stretch(by_distance, open, farther))) << "control: it turns back outside";
    // Indented, out at 1 ms and in at 3 ms; no contact without having left.
    const Path back{{3e-3, -4, 1e3, 0}};
    expect(onset_within(stretch(by_distance, open, back)), contact::ContactEvent::onset, 3e-3, true, "back");
    EXPECT_DOUBLE_EQ(onset_within(stretch(by_distance, open, back))->low, 2e-3) << "from the turn";
    Path never = back;
    never.p[0] = 4.1e-3;
    EXPECT_FALSE(onset_within(stretch(by_distance, open, never))) << "control: it never leaves";
    EXPECT_FALSE(onset_within(stretch(by_distance, open, Path{{-3e-3, -4, 0, 0}}))) << "control: it goes away";
}

TEST_F(SideEvents, ABodyOnItsSurfaceStrikesAtOnceOrNot) {
    const Path out{{0, 1, -1e3, 0}};  // in, and out before the end
    SideStretch of = stretch(by_distance, open, out);
    EXPECT_FALSE(onset_within(of));
    of.strikes_at_begin = true;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "on the surface, inwards");
    of = stretch(by_distance, open, Path{{0, -1, -1e3, 0}});
    of.strikes_at_begin = true;
    EXPECT_FALSE(onset_within(of)) << "control: outwards";
    // Within the rounding of the place on both ends: nothing, but for a motion in and out again, and for a rigid stop.
    of = stretch(by_distance, open, Path{{1e-15, 1e-14, 0, 0}});
    of.margin = 1e-13;
    EXPECT_FALSE(onset_within(of));
    of.law = &rigid;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "a rigid stop");
    // As slow as rounding at the beginning: if it moves inwards at the end, the onset is in the next stretch.
    of.slow = 1e-13;
    EXPECT_FALSE(onset_within(of));
    of.to.rate = 1e-12;
    EXPECT_FALSE(onset_within(of));
    of.from.rate = 1e-12;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "control: not slow");
    of = stretch(rigid, open, Path{{1e-15, 1e-14, 1, 0}});
    of.margin = 1e-13;
    of.slow = 1e-13;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "control: beyond the margin");
    of = stretch(by_distance, open, Path{{1e-15, 4, -1e3, 0}});
    of.margin = 1e-13;
    of.to.indentation = 2e-15;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "in and out again");
    // From the surface in.
    of = stretch(by_distance, open, Path{{1e-15, 1, 0, 0}});
    of.margin = 1e-13;
    expect(onset_within(of), contact::ContactEvent::onset, 0, true, "in");
    of.margin = 0;
    EXPECT_FALSE(onset_within(of)) << "control: indented by more than rounding, it has not left";
}

// 1e3 delta + 2 delta' = 0 on delta = -A + v t: 2 ms before the surface.
TEST_F(SideEvents, AnOnsetByForceIsTheZeroOfTheForce) {
    expect(onset_within(stretch(by_force, open, Path{{-3e-3, 1, 0, 0}})), contact::ContactEvent::onset_by_force, 1e-3, true,
           "force");
    EXPECT_FALSE(onset_within(stretch(by_force, open, Path{{-7e-3, 1, 0, 0}}))) << "control: too far away";
    // With t in ms F = -0.75 + 2 t - t^2: it pushes between 0.5 and 1.5 ms only.
    const auto between = onset_within(stretch(by_force, open, Path{{-12.75e-3, 6, -1e3, 0}}));
    ASSERT_TRUE(between);
    EXPECT_FALSE(between->at_end);
    EXPECT_LE(between->low, 0.5e-3);
    EXPECT_GE(between->high, 0.5e-3);
    EXPECT_LT(between->high, 1.5e-3);
    EXPECT_FALSE(onset_within(stretch(by_force, open, Path{{-14.5e-3, 6, -1e3, 0}}))) << "control: -2.5 + 2 t - t^2 never pushes";
    // Just released: what is left of its force is no onset, a force that stays is.
    SideStretch residue = stretch(by_force, open, Path{{2e-6, -1e-4, 0, 0}});
    residue.force_margin = 1e-3;
    EXPECT_FALSE(onset_within(residue));
    SideStretch stays = stretch(by_force, open, Path{{2e-6, 0, 0, 0}});
    stays.force_margin = 1e-3;
    expect(onset_within(stays), contact::ContactEvent::onset_by_force, 0, true, "a force that stays");
}

// A side without a force leaves its surface. Where it pauses on its way out, its spring pushes once more: F = 1e3 delta > 0 at
// the pause. Control: at a steady rate F = 1e3 (delta - 2 ms rate) < 0 all the way.
TEST_F(SideEvents, AForceReturnsBeforeTheBodiesPart) {
    for (const auto& [pause, share] : {std::pair{0.5e-3, 2.0}, {2e-3, 0.55}, {2e-3, 0.5}}) {
        // delta = d - k ((t - pause)^3 + pause^3)
        constexpr double d = 1e-3;
        const double k = pause < 1e-3 ? share * d / 1e-9 : share * d / 8e-9;
        const Path path{{d, -3 * k * pause * pause, 3 * k * pause, -k}};
        const double parts = pause + std::cbrt(d / k - pause * pause * pause);
        const auto force = [&](double t) { return 1e3 * path.at(t).indentation + 2 * path.at(t).rate; };
        ASSERT_LT(force(0), 0);
        ASSERT_GT(force(pause), 0);
        ASSERT_LE(parts, h * (1 + 1e-12));
        const auto found = onset_within(stretch(either, open, path));
        ASSERT_TRUE(found) << pause << ' ' << share;
        EXPECT_EQ(found->event, contact::ContactEvent::onset_by_force);
        EXPECT_FALSE(found->at_end);
        EXPECT_LT(found->after, parts);
        EXPECT_GT(force(found->after), 0);
        EXPECT_LE(force(found->low), 0);
    }
    EXPECT_FALSE(onset_within(stretch(either, open, Path{{0.2e-3, -0.1, 0, 0}}))) << "control";
}

TEST_F(SideEvents, AReleaseIsTheZeroOfTheMotion) {
    expect(release_within(stretch(by_distance, closed, Path{{3e-3, -2, 1e2, 0}})), contact::ContactEvent::release,
           (2 - std::sqrt(4 - 1.2)) / 200, true, "out");
    // Just closed: in, and out at 3 ms.
    expect(release_within(stretch(by_distance, closed, Path{{0, 3, -1e3, 0}})), contact::ContactEvent::release, 3e-3, true,
           "in, out");
    // Out at 1 ms, in at 3 ms.
    const Path back{{3e-3, -4, 1e3, 0}};
    const auto first = release_within(stretch(by_distance, closed, back));
    expect(first, contact::ContactEvent::release, 1e-3, false, "out and back");
    EXPECT_DOUBLE_EQ(first->high, 2e-3);
    Path never = back;
    never.p[0] = 4.1e-3;
    EXPECT_FALSE(release_within(stretch(by_distance, closed, never))) << "control: it stays in";
    // Of a permanent indentation.
    ContactMemory dented = closed;
    dented.permanent_indentation = 1e-3;
    expect(release_within(stretch(by_distance, dented, Path{{3e-3, -1, 0, 0}})), contact::ContactEvent::release, 2e-3, true,
           "dent");
}

// 1e3 delta + 2 delta' = 0 on delta = A - v t: 2 ms before the body leaves.
TEST_F(SideEvents, AReleaseByForceIsTheZeroOfTheForce) {
    const auto with_forces = [&](const contact::Law& law, const Path& path) {
        SideStretch out = stretch(law, closed, path);
        out.force_from = closed_response(law, out.from, closed).force;
        out.force_to = closed_response(law, out.to, closed).force;
        return out;
    };
    for (const DashpotLaw* law : {&by_force, &either})
        expect(release_within(with_forces(*law, Path{{5e-3, -1, 0, 0}})), contact::ContactEvent::release_by_force, 3e-3, true,
               "force");
    EXPECT_FALSE(release_within(with_forces(either, Path{{7e-3, -1, 0, 0}}))) << "control: it still pushes";
    // Pulls between 0.5 and 1.5 ms only.
    const auto between = release_within(with_forces(either, Path{{12.75e-3, -6, 1e3, 0}}));
    ASSERT_TRUE(between);
    EXPECT_EQ(between->event, contact::ContactEvent::release_by_force);
    EXPECT_FALSE(between->at_end);
    EXPECT_LE(between->low, 0.5e-3);
    EXPECT_GE(between->high, 0.5e-3);
    EXPECT_LT(between->high, 1.5e-3);
    EXPECT_FALSE(release_within(with_forces(either, Path{{14.5e-3, -6, 1e3, 0}}))) << "control: it pushes throughout";
    // Just closed, in and out: from the turn at 1.5 ms on, where F = 2.25, the straight line to the end, where F = -2.75.
    SideStretch turns = stretch(either, closed, Path{{0, 3, -1e3, 0}}, 2.5e-3);
    turns.force_from = 6;
    turns.force_to = -2.75;
    expect(release_within(turns), contact::ContactEvent::release_by_force, 1.95e-3, true, "in and out");
    // Just closed, and in: the tension of a place that is rounding.
    SideStretch comes = with_forces(either, Path{{-1e-18, 1, 0, 0}});
    comes.force_from = -1e-15;
    EXPECT_FALSE(release_within(comes));
    // Of a rigid stop the force is linear between the ends.
    SideStretch stop = stretch(rigid, closed, Path{});
    stop.force_from = 3;
    stop.force_to = -1;
    expect(release_within(stop), contact::ContactEvent::release_by_force, 0.75 * h, true, "rigid");
    stop.force_to = 1;
    EXPECT_FALSE(release_within(stop)) << "control";
}

// The surface of an element that keeps its compression returns with exp(-k t/c). A body that waits is met by it: 1 mm falls to
// half of it in c/k ln 2 = 1.386 ms. The cubic through both ends errs by 6e-7 s.
TEST_F(SideEvents, ASurfaceThatReturnsMeetsABodyThatWaits) {
    const contact::LawPointer relaxing = contact::law_family.find("kelvin_voigt")
                                             ->make(table({{"stiffness", 1e3}, {"damping", 2.0}, {"transition", "relaxation"}}));
    ContactMemory kept;
    kept.kept_compression = 1e-3;
    const auto waits = [&](double begin, double depth, double rate = 0) {
        SideStretch out = stretch(*relaxing, kept, Path{{depth, rate, 0, 0}}, 1e-3);
        out.begin = begin;
        return out;
    };
    const auto found = onset_within(waits(1e-3, 0.5e-3));
    ASSERT_TRUE(found);
    EXPECT_NEAR(1e-3 + found->after, 2e-3 * std::log(2), 1e-6);
    EXPECT_FALSE(onset_within(waits(0, 0.5e-3))) << "control: half of it is left later";
    // Just released it is on the surface: a body that stops there is struck within the stretch, one that goes on is not.
    ASSERT_TRUE(onset_within(waits(0, 1e-3)));
    EXPECT_DOUBLE_EQ(onset_within(waits(0, 1e-3))->after, 0.5e-3);
    EXPECT_FALSE(onset_within(waits(0, 1e-3, -2))) << "control";
}

// A displacement below the rounding of the place: its end follows from the rates, whatever the places say.
TEST_F(SideEvents, AShortStretchFollowsItsRates) {
    constexpr double length = 1e-10;
    SideStretch of = stretch(by_distance, open, Path{{-0.5e-10, 1, 0, 0}}, length);
    of.size = 1;
    of.to.indentation = -0.3e-10;  // rounding
    const auto found = onset_within(of);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->after, 0.5 * length, 1e-9 * length);
    of.size = 1e-3;  // the place is known
    EXPECT_FALSE(onset_within(of)) << "control";
    // The larger rate of both ends, in or out, says whether a stretch of 10 ns is short: 0.01 m/s are, 0.1 m/s are not.
    const auto onset = [&](double rate, double end_rate, double end) {
        SideStretch slow = stretch(by_distance, open, Path{{-0.5e-10, rate, 0, 0}}, 1e-8);
        slow.to = {end, end_rate};
        slow.size = 1;
        return onset_within(slow).has_value();
    };
    EXPECT_TRUE(onset(0.01, 0.01, -0.3e-10));
    EXPECT_FALSE(onset(0.001, 0.1, -0.3e-10));
    EXPECT_TRUE(onset(-0.1, 0.001, 0.3e-10));
    EXPECT_TRUE(onset(0.001, -0.1, 0.3e-10));
    // F = 1e11 delta + 1.2 delta' with delta/1e-10 = 0.2 - x + x^2, x the part of the stretch: 0.8, -0.475 and 3.2 N at 0, 1/4
    // and 1.
    DashpotLaw stiff(1e11, 1.2);
    stiff.transition = &contact::transitions::distance_force;
    of = stretch(stiff, closed, Path{{0.2e-10, -1, 1 / length, 0}}, length);
    of.size = 1;
    of.to.indentation = 0.1e-10;  // rounding
    of.force_from = 0.8;
    of.force_to = 3.2;
    const auto pull = release_within(of);
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->event, contact::ContactEvent::release_by_force);
    EXPECT_NEAR(pull->after, 0.25 * 0.8 / 1.275 * length, 1e-9 * length) << "the straight line through the first two";
}

}  // namespace
}  // namespace jounce::test::side_events_test
