// Physics: a ball thrown obliquely onto a rough floor, slides, sticks and is let go with each bounce.
// Reference: Coulomb's friction knows no direction, so a throw along a line in the plane of the floor is that of one tangent
// along the line. Tolerance: round-off, of which the direction of what sticks is nothing but. Control: it does slip and stick.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "system/models.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::test::bouncing_friction_test {
namespace {

struct Outcome {
    std::vector<time::Impact> impacts;
    std::vector<time::FrictionEvent> events;
    State end;
};

Outcome thrown(double vx, double vy, bool plane, const time::MethodPointer& method, double step) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.2}, {"free", list({"ux", "uy", "uz"})}});
    m.add("gap",
          {{"name", "floor"},
           {"node", "p"},
           {"direction", vector(0, 0, 1)},
           {"clearance", 0.01},
           {"sides", "negative"},
           {"law", table({{"family", "law"}, {"kind", "gonthier"}, {"stiffness", 5e4}, {"exponent", 1}, {"restitution", 0.4}})},
           {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.6}})},
           plane ? std::pair<const char*, Value>{"tangents", list({vector(1, 0, 0), vector(0, 1, 0)})}
                 : std::pair<const char*, Value>{"tangent", vector(1, 0, 0)}});
    m.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(vx, vy, -1.5)}});
    const System system = m.system();
    const auto stepper = method->bind(system, time::Events::locate);
    Outcome out;
    out.end = time::initial_state(system);
    time::ImpactLog impacts;
    time::FrictionLog frictions;
    std::vector<time::Observer*> observers = {&impacts, &frictions};
    time::MarchOptions options;
    options.step = step;
    options.duration = 0.2;
    options.order = method->order();
    (void)time::march(system, *stepper, options, out.end, observers);
    out.impacts = impacts.impacts();
    out.events = frictions.events();
    return out;
}

TEST(BouncingFriction, InAPlaneIsThatAlongALine) {
    const auto method = [](const char* kind) { return time::method_family.find(kind)->make(Table{}); };
    for (const double step : {1e-4, 1e-5}) {
        for (const auto& way : {method("newmark"), method("generalized_alpha")}) {
            for (const double angle : {0.0, 0.3, 1.76, 4.0}) {
                const double c = std::cos(angle), s = std::sin(angle);
                for (const double speed : {0.2, 1.02, 2.5}) {
                    SCOPED_TRACE(way->describe() + ", angle " + std::to_string(angle) + ", speed " + std::to_string(speed));
                    const Outcome plane = thrown(speed * c, speed * s, true, way, step);
                    const Outcome line = thrown(speed, 0, false, way, step);
                    ASSERT_EQ(plane.impacts.size(), line.impacts.size());
                    ASSERT_GE(plane.impacts.size(), 3u);
                    for (std::size_t i = 0; i < line.impacts.size(); ++i)
                        EXPECT_NEAR(plane.impacts[i].time_in, line.impacts[i].time_in, 1e-12);
                    if (speed < 1) ASSERT_GE(line.events.size(), 1u) << "it sticks";
                    if (!line.events.empty()) EXPECT_NEAR(plane.events.at(0).time, line.events[0].time, 1e-10);
                    EXPECT_EQ(plane.events.size(), line.events.size());
                    EXPECT_NEAR(plane.end.q[0], c * line.end.q[0], 1e-10);
                    EXPECT_NEAR(plane.end.q[1], s * line.end.q[0], 1e-10);
                    EXPECT_NEAR(plane.end.q[2], line.end.q[2], 1e-10);
                    EXPECT_NEAR(std::hypot(plane.end.v[0], plane.end.v[1]), std::abs(line.end.v[0]), 1e-10);
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::bouncing_friction_test
