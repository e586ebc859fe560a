// Physics: friction in a clearance joint acts where the surfaces touch: its force and its moments on journal and bearing.
// Reference: Newton's and Euler's equations of a disc pressed into its bearing by a known depth, at the start: N = K d^(3/2),
// T = mu N v/sqrt(v^2 + v_r^2) with v the speed of the surfaces. Tolerance: 1e-12, round-off (the depth is a difference of
// lengths: 1e-16/1e-5). Control: a journal that does not turn in a bearing that does not turn has no tangential force.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_friction_test {
namespace {

constexpr double K = 1e9, mu = 0.2, slow = 1e-3, depth = 2e-5;
constexpr double bearing_radius = 0.0205, journal_radius = 0.02, mass = 2, inertia = 3e-4, ring_inertia = 0.02;

struct Start {
    System system;
    State state;
    [[nodiscard]] double operator()(const char* name) const { return probe(system, state, name); }
};

/// A disc at the lowest place of a ring that turns about the origin.
Start pressed(double journal_rate, double ring_rate) {
    Mechanisms m;
    m.body("ring", 5, ring_inertia, {});
    m.body("disc", mass, inertia, {});
    m.hinge("O", pair_of(0, 0), "ring");
    m.add("revolute_clearance",
          {{"name", "C"},
           {"bearing", "ring"},
           {"journal", "disc"},
           {"bearing_radius", bearing_radius},
           {"journal_radius", journal_radius},
           {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", K}})},
           {"friction",
            table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", mu}, {"transition_speed", slow}})}});
    m.add("initial", {{"node", "disc"}, {"y", -(bearing_radius - journal_radius + depth)}, {"vangle", journal_rate}});
    m.add("initial", {{"node", "ring"}, {"angle", 0.3}, {"vangle", ring_rate}});
    Start out{m.system(), {}};
    out.state = time::initial_state(out.system);
    events()->bind(out.system, time::Events::locate)->start(out.state);
    return out;
}

double normal_force() { return K * std::pow(depth, 1.5); }
double friction_force(double speed) { return mu * normal_force() * speed / std::sqrt(speed * speed + slow * slow); }

TEST(JournalFriction, PushesWhereTheSurfacesTouch) {
    for (const auto& [journal, ring] : {std::pair{30.0, 0.0}, {0.0, 12.0}, {0.002, 0.001}, {-7.0, 5.0}}) {
        SCOPED_TRACE(journal);
        const Start at = pressed(journal, ring);
        // At the bottom, e_z x (0, -R) is R along x.
        const double T = friction_force(journal * journal_radius - ring * bearing_radius);
        const double N = normal_force();
        EXPECT_NEAR(at("disc.uy_acceleration"), N / mass, 1e-11 * N / mass);
        EXPECT_NEAR(at("disc.ux_acceleration"), -T / mass, 1e-11 * N / mass);
        EXPECT_NEAR(at("disc.rz_acceleration"), -T * journal_radius / inertia, 1e-11 * N * journal_radius / inertia);
        EXPECT_NEAR(at("ring.rz_acceleration"), T * bearing_radius / ring_inertia, 1e-11 * N * bearing_radius / ring_inertia);
    }
}

TEST(JournalFriction, OfSurfacesAtRestIsNone) {
    const Start at = pressed(0, 0);
    EXPECT_NEAR(at("disc.ux_acceleration"), 0, 1e-12);
    EXPECT_GT(at("disc.uy_acceleration"), 10);
}

}  // namespace
}  // namespace jounce::test::mechanisms_friction_test
