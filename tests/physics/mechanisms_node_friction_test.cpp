// Physics: friction of nodes beside joints: brakes, tables, walls and rings of a point that no joint touches, in a model with a
// pendulum. Reference: the same point in a model without bodies, which other code marches (its own equations and kernels);
// control: under a third of the friction the motion is another one. Beside it a ring that is met along a radius, in closed form.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "mechanisms.hpp"

namespace jounce::test::mechanisms_node_friction_test {
namespace {

Value friction(const std::string& kind, double mu = 0.3) {
    if (kind == "little") return friction("coulomb", 0.1);
    Value out = table({{"family", "friction"}, {"kind", kind}, {"coefficient", mu}});
    if (kind == "karnopp") return table({{"family", "friction"}, {"kind", kind}, {"coefficient", mu}, {"dead_band", 1e-3}});
    if (kind == "lugre")
        return table({{"family", "friction"},
                      {"kind", kind},
                      {"coefficient", mu},
                      {"static_coefficient", 0.4},
                      {"stribeck_speed", 0.01},
                      {"bristle_stiffness", 2e3},
                      {"bristle_damping", 1.0}});
    return out;
}

enum class Scene { brake, table, wall, ring };

void add_point(Script& m, Scene scene, const Value& law) {
    const Value hertz = table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 4e6}});
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    switch (scene) {
        case Scene::brake:
            m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400}});
            m.add("friction",
                  {{"name", "f"}, {"node", "p"}, {"direction", vector(1, 0, 0)}, {"normal_force", 4}, {"friction", law}});
            m.add("initial", {{"node", "p"}, {"velocity", vector(1, 0, 0)}});
            break;
        case Scene::table:
            m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400}});
            m.add("spring", {{"from", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", 900}});
            m.add("friction", {{"name", "f"},
                               {"node", "p"},
                               {"directions", list({vector(1, 0, 0), vector(0, 1, 0)})},
                               {"normal_force", 4},
                               {"friction", law}});
            m.add("initial", {{"node", "p"}, {"velocity", vector(1, 0.4, 0)}});
            break;
        case Scene::wall:
            m.add("gap", {{"name", "f"},
                          {"node", "p"},
                          {"direction", vector(1, 0, 0)},
                          {"tangent", vector(0, 1, 0)},
                          {"clearance", 2e-3},
                          {"law", hertz},
                          {"friction", law}});
            m.add("initial", {{"node", "p"}, {"velocity", vector(0.5, 0.3, 0)}});
            break;
        case Scene::ring:
            m.add("circular_gap", {{"name", "f"},
                                   {"node", "p"},
                                   {"axis", vector(0, 0, 1)},
                                   {"clearance", 5e-3},
                                   {"law", hertz},
                                   {"friction", law}});
            m.add("initial", {{"node", "p"}, {"displacement", vector(0, 2e-3, 0)}, {"velocity", vector(0.5, 0.3, 0)}});
            break;
    }
}

void add_pendulum(Mechanisms& m) {
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("initial", {{"node", "arm"}, {"angle", 0.3}, {"vangle", 2}});
}

struct At {
    double x, y, vx, vy;
};

At after(Scene scene, const Value& law, bool beside_joint, const time::Method& method, double step, double duration) {
    Mechanisms m;
    add_point(m, scene, law);
    if (beside_joint) add_pendulum(m);
    const auto system = method.prepare(std::make_shared<const System>(m.system()));
    const MechanismRun run = run_mechanism(*system, method, step, duration);
    EXPECT_LT(std::abs(run.energy.remainder), (method.order() > 4 ? 1e-6 : 1e-2) * run.work_done);
    const auto at = [&](const char* name) { return probe(*system, run.end, name); };
    return {at("p.ux"), at("p.uy"), at("p.ux_velocity"), at("p.uy_velocity")};
}

double apart(const At& a, const At& b) {
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), 0.02 * std::abs(a.vx - b.vx), 0.02 * std::abs(a.vy - b.vy)});
}

struct Nodes : testing::TestWithParam<std::tuple<Scene, std::string>> {};

TEST_P(Nodes, RubAsInAModelWithoutJoints) {
    const auto& [scene, kind] = GetParam();
    const bool flies = scene == Scene::wall || scene == Scene::ring;
    const double duration = flies ? 0.02 : 0.2;
    const Value law = friction(kind);
    const At want = after(scene, law, false, *events(1e-11), 1e-3, duration);
    const At other = after(scene, friction("little"), false, *events(1e-11), 1e-3, duration);
    EXPECT_GT(apart(want, other), 1e-4);
    EXPECT_LT(apart(after(scene, law, true, *events(1e-11), 1e-3, duration), want), 1e-8);
    const double step = flies ? 2e-6 : 5e-5;
    EXPECT_LT(apart(after(scene, law, true, *alpha(0.8), step, duration), want), 2e-5);
    EXPECT_LT(apart(after(scene, law, true, *method("baumgarte"), step, duration), want), 2e-5);
}

std::string name(const testing::TestParamInfo<Nodes::ParamType>& info) {
    constexpr std::array<const char*, 4> names{"Brake", "Table", "Wall", "Ring"};
    return names[static_cast<std::size_t>(std::get<0>(info.param))] + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(All, Nodes,
                         testing::Combine(testing::Values(Scene::brake, Scene::table, Scene::wall, Scene::ring),
                                          testing::Values("coulomb", "karnopp", "lugre")),
                         name);

/// A point in a ring beside a pendulum, met along a radius in a direction that is no axis.
struct AlongARadius : testing::TestWithParam<std::string> {
    [[nodiscard]] static At after(const time::Method& method, const Value& law, double aside, double duration) {
        Mechanisms m;
        m.add("point", {{"name", "p"}, {"at", vector(1, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
        m.add("circular_gap", {{"name", "g"},
                               {"node", "p"},
                               {"axis", vector(0, 0, 1)},
                               {"clearance", 1e-4},
                               {"law", law},
                               {"friction", friction("coulomb", 0.2)}});
        m.add("initial", {{"node", "p"}, {"displacement", vector(0, aside, 0)}, {"velocity", vector(vx, vy, 0)}});
        add_pendulum(m);
        const MechanismRun run = run_mechanism(m.system(), method, 2e-5, duration);
        const auto at = [&](const char* name) { return probe(m.system(), run.end, name); };
        return {at("p.ux"), at("p.uy"), at("p.ux_velocity"), at("p.uy_velocity")};
    }
    static constexpr double vx = 0.2, vy = 0.05;
};

// The slip at the onset is rounding, and so is its acceleration -(n.v)(t.v)/r, with no normal force yet that could hold it: a
// stick, and nothing rubs. A linear spring returns it after pi sqrt(m/k) with its speed, along the same radius; each method keeps
// the speed to its order. Control: begun beside the centre it slips, leaves the radius and is slower.
TEST_P(AlongARadius, ThePointReturnsAsItCame) {
    const time::MethodPointer by = GetParam() == "event_driven" ? events(1e-11) : method(GetParam().c_str());
    const Value hooke = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}});
    const double speed = std::hypot(vx, vy), contact = std::numbers::pi * std::sqrt(0.5 / 1e6);
    const double duration = contact + 1.5e-4 / speed;  // half a clearance in front of the ring
    const auto along = [&](double x, double y) { return (x * vx + y * vy) / speed; };
    const auto across = [&](double x, double y) { return (x * vy - y * vx) / speed; };
    const At end = after(*by, hooke, 0, duration);
    EXPECT_NEAR(across(end.x, end.y), 0, 1e-15);
    EXPECT_NEAR(across(end.vx, end.vy), 0, 1e-14);
    EXPECT_NEAR(along(end.vx, end.vy), -speed, 1e-3 * speed);
    EXPECT_NEAR(along(end.x, end.y), 0.5e-4, 1e-6);
    const At slipped = after(*by, hooke, 2e-5, duration);
    EXPECT_GT(std::abs(across(slipped.vx, slipped.vy)), 0.01 * speed);
    EXPECT_LT(std::hypot(slipped.vx, slipped.vy), 0.995 * speed);
}

INSTANTIATE_TEST_SUITE_P(All, AlongARadius, testing::Values("event_driven", "generalized_alpha", "hht", "baumgarte"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace jounce::test::mechanisms_node_friction_test
