// Physics: contacts with set-valued friction that begin without slip: a strike along the normal, in a ring and on an oblique
// wall, with loads along the normal. Reference: the same motion without friction, since friction has nothing to resist. With a
// tiny slip: the equations of motion written out here, integrated by an adaptive rule of order 16; friction ends the slip at the
// located instant and has no force from then on. Tolerance: rounding and the method's tolerance, magnified by the strikes; the
// other methods do the same steps with and without friction. Control: a strike with a slip that matters is another motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::onset_without_slip_test {
namespace {

constexpr double mass = 0.4, play = 0.05, mu = 0.2, stiffness = 3e7, exponent = 1.5, duration = 0.25;

enum class Scene { ring, turned_ring, spring_in_ring, wall, loaded_wall, spring_on_wall };

Value friction(const std::string& kind) {
    Table out = table({{"family", "friction"}, {"kind", kind}, {"coefficient", mu}});
    if (kind == "karnopp") out.set("dead_band", 1e-4);
    return out;
}

/// \param kind of the friction; "": none \param across speed along the tangent of the first strike [m/s]
System build(Scene scene, const std::string& kind, double across = 0) {
    Script m;
    const Value hertz = table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", stiffness}, {"exponent", exponent}});
    const bool ring = scene == Scene::ring || scene == Scene::turned_ring || scene == Scene::spring_in_ring;
    m.add("point", {{"name", "p"},
                    {"at", vector(0, 0, 0)},
                    {"mass", mass},
                    {"inertia", vector(1, 1, 1e-4)},
                    {"free", scene == Scene::turned_ring ? list({"ux", "uy", "rz"}) : list({"ux", "uy"})}});
    const double n[] = {ring ? 1 / std::sqrt(1.09) : 0.8, ring ? 0.3 / std::sqrt(1.09) : 0.6};
    const Value along = vector(n[0], n[1], 0);
    Table fields = table({{"name", "stop"}, {"node", "p"}, {"clearance", play}, {"law", hertz}});
    if (ring) fields.set("axis", vector(0, 0, 1));
    if (!ring) fields.set("direction", along);
    if (!kind.empty()) fields.set("friction", friction(kind));
    if (!kind.empty() && !ring) fields.set("tangent", vector(-n[1], n[0], 0));
    if (scene == Scene::turned_ring && !kind.empty()) fields.set("surface_radius", 0.02);
    m.model.add(ring ? "circular_gap" : "gap", fields, {"test", 1});
    if (scene == Scene::loaded_wall) m.add("load", {{"node", "p"}, {"direction", along}, {"force", 3}});
    if (scene == Scene::spring_in_ring || scene == Scene::spring_on_wall) {
        m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}});
        m.add("spring", {{"from", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", 100}});
    }
    if (ring) m.add("initial", {{"node", "p"}, {"displacement", vector(0.01, 0.003, 0)}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(n[0] - across * n[1], n[1] + across * n[0], 0)}});
    return m.system();
}

struct Outcome {
    double x = 0, y = 0, vx = 0, vy = 0;
    std::size_t impacts = 0, slips = 0, sticks = 0;
    double friction_work = 0;
};

Outcome march(const System& built, const time::Method& method, double step) {
    const auto system = method.prepare(std::make_shared<const System>(built));
    const auto stepper = method.bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::ImpactLog log;
    time::FrictionLog frictions;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers = {&log, &account, &frictions};
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.order = method.order();
    (void)time::march(*system, *stepper, options, state, observers);
    Outcome out;
    out.x = probe(*system, state, "p.ux");
    out.y = probe(*system, state, "p.uy");
    out.vx = probe(*system, state, "p.ux_velocity");
    out.vy = probe(*system, state, "p.uy_velocity");
    out.impacts = log.impacts().size();
    for (const time::FrictionEvent& event : frictions.events())
        (event.what == time::FrictionEvent::What::slip ? out.slips : out.sticks) += 1;
    out.friction_work = account.terms(state).friction;
    return out;
}

/// Of the play, and of the speed of 1 m/s.
double apart(const Outcome& a, const Outcome& b) {
    return std::max({std::abs(a.x - b.x) / play, std::abs(a.y - b.y) / play, std::abs(a.vx - b.vx), std::abs(a.vy - b.vy)});
}

struct OnsetWithoutSlip : testing::TestWithParam<std::tuple<Scene, std::string>> {};

TEST_P(OnsetWithoutSlip, MovesAsWithoutFriction) {
    const auto& [scene, kind] = GetParam();
    struct By {
        time::MethodPointer method;
        double step;
    };
    for (const By& by : {By{events(1e-11), 1e-2}, By{method("newmark"), 2e-6}, By{alpha(0.8), 2e-6}}) {
        SCOPED_TRACE(by.method->describe());
        const Outcome with = march(build(scene, kind), *by.method, by.step);
        const Outcome without = march(build(scene, ""), *by.method, by.step);
        ASSERT_GE(with.impacts, 2u);
        EXPECT_EQ(with.impacts, without.impacts);
        EXPECT_LT(apart(with, without), 1e-8);
        // With fixed steps the rounding of a slip has a force, which may leave a cone that is about to vanish.
        if (by.step > 1e-3) EXPECT_EQ(with.slips, 0u);
        EXPECT_NEAR(with.friction_work, 0, 1e-12);
        // Control.
        if (by.step > 1e-3)
            EXPECT_GT(
                apart(march(build(scene, kind, 0.2), *by.method, by.step), march(build(scene, "", 0.2), *by.method, by.step)),
                1e-3);
    }
}

std::string name(const testing::TestParamInfo<OnsetWithoutSlip::ParamType>& info) {
    constexpr std::array<const char*, 6> names{"Ring", "TurnedRing", "SpringInRing", "Wall", "LoadedWall", "SpringOnWall"};
    return names[static_cast<std::size_t>(std::get<0>(info.param))] + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(All, OnsetWithoutSlip,
                         testing::Combine(testing::Values(Scene::ring, Scene::turned_ring, Scene::spring_in_ring, Scene::wall,
                                                          Scene::loaded_wall, Scene::spring_on_wall),
                                          testing::Values("coulomb", "karnopp")),
                         name);

// A bead in a ring that strikes with a slip of `across`: T = mu N against the slip until it ends, where t.v = 0 stays so without
// a force: m (r phi'' + 2 r' phi') = -T.
Reals<4> bead(double across) {
    double sign = across > 0 ? 1 : -1;
    const auto rates = [&](Real, const Reals<4>& at) {
        const Real r = std::hypot(at[0], at[1]);
        Reals<4> out{at[2], at[3], 0, 0};
        if (!(r > play)) return out;
        const Real nx = at[0] / r, ny = at[1] / r;
        const Real N = stiffness * std::pow(r - play, static_cast<Real>(exponent)), T = sign * mu * N;
        out[2] = (-N * nx + T * ny) / mass;
        out[3] = (-N * ny - T * nx) / mass;
        return out;
    };
    const auto slip = [](const Reals<4>& at) { return -at[1] * at[2] + at[0] * at[3]; };
    const double n[] = {1 / std::sqrt(1.09), 0.3 / std::sqrt(1.09)};
    Reals<4> state{0.01L, 0.003L, n[0] - across * n[1], n[1] + across * n[0]}, scale{play, play, 1, 1};
    const Real first = sign;
    Real t = 0;
    while (t < duration) {
        Reals<4> from = state;
        Real length = 0;
        integrate(rates, t, state, duration, 1e-7L, 1e-15L, scale, [&](Real, const Reals<4>& begin, Real h, const Reals<4>& end) {
            if (sign == 0 || first * slip(end) > 0) return true;
            from = begin;
            length = h;
            return false;
        });
        if (length == 0) break;
        Real low = 0, high = length, error = 0;
        const auto at = [&](Real h) {
            Reals<4> out = from;
            const Reals<4> increment = extrapolated_increment(rates, t, from, h, scale, error);
            for (std::size_t i = 0; i < 4; ++i) out[i] += increment[i];
            return out;
        };
        for (int i = 0; i < 70; ++i) (first * slip(at(0.5L * (low + high))) > 0 ? low : high) = 0.5L * (low + high);
        state = at(high);
        t += high;
        sign = 0;
    }
    return state;
}

TEST(OnsetWithTinySlip, IsThatOfTheEquationsWrittenOut) {
    for (const double across : {1e-6, -1e-6, 1e-3, -0.05, 0.4}) {
        SCOPED_TRACE(across);
        const Reals<4> want = bead(across);
        const Outcome got = march(build(Scene::ring, "coulomb", across), *events(1e-12), 1e-2);
        EXPECT_NEAR(got.x, static_cast<double>(want[0]), 1e-9 * play);
        EXPECT_NEAR(got.y, static_cast<double>(want[1]), 1e-9 * play);
        EXPECT_NEAR(got.vx, static_cast<double>(want[2]), 1e-9);
        EXPECT_NEAR(got.vy, static_cast<double>(want[3]), 1e-9);
    }
}

}  // namespace
}  // namespace jounce::test::onset_without_slip_test
