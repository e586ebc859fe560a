// Physics: the same system in other units of mass, length and time has the same motion. A term without the dimension of its
// equation, in a force, a tangent, a scale of a tolerance or an event, breaks this.
// Reference: the run in kg, m, s. The units are powers of two, so all inputs are scaled exactly.
// Tolerance: none where every operation scales exactly; 1e-11 where rounding decides the order of pivots (joints, rigid stops);
// 1e-9 in other lengths, which add to angles in norms and do not scale exactly in powers (Hertz). Control: every run has impacts,
// and a load whose unit of time is left out gives another motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "time/statics/free_motions.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::units_test {
namespace {

/// One kg, m, s in the units of a run.
struct Units {
    double mass = 1, length = 1, time = 1;

    [[nodiscard]] double speed(double x) const { return x * length / time; }
    [[nodiscard]] double acceleration(double x) const { return x * length / (time * time); }
    [[nodiscard]] double force(double x) const { return x * mass * length / (time * time); }
    [[nodiscard]] double moment(double x) const { return force(x) * length; }
    [[nodiscard]] double stiffness(double x) const { return x * mass / (time * time); }
    [[nodiscard]] double damping(double x) const { return x * mass / time; }
    [[nodiscard]] double inertia(double x) const { return x * mass * length * length; }
};

constexpr Units si{}, others{0x1p-9, 1, 0x1p7}, lengths{0x1p6, 0x1p-5, 0x1p-4};

Value sine(double amplitude, double hertz) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", hertz}});
}
Value coulomb(double coefficient) {
    return table(
        {{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", coefficient}, {"static_coefficient", 1.2 * coefficient}});
}
Value kelvin_voigt(const Units& u, double stiffness, double damping) {
    return table(
        {{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", u.stiffness(stiffness)}, {"damping", u.damping(damping)}});
}
Value hunt_crossley(const Units& u, double stiffness) {
    return table({{"family", "law"},
                  {"kind", "hunt_crossley"},
                  {"stiffness", u.stiffness(stiffness) / std::sqrt(u.length)},
                  {"restitution", 0.8}});
}
Value rigid(const Units& u) {
    return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.7}, {"minimum_speed", u.speed(1e-6)}});
}

constexpr double duration = 0.4;

struct Scene {
    const char* name;
    std::function<void(Mechanisms&, const Units&)> build;
    double rounding = 1e-11;  ///< in other units of mass and time
};

void along(Script& s, const Units& u, const char* from, const char* to, double stiffness, double damping) {
    for (const bool spring : {true, false}) {
        Table entry = table({{"from", from}, {"direction", vector(1, 0, 0)}});
        if (*to != 0) entry.set("to", to);
        entry.set(spring ? "stiffness" : "damping", spring ? u.stiffness(stiffness) : u.damping(damping));
        s.model.add(spring ? "spring" : "damper", entry, {"case.lua", ++s.line});
    }
}

/// Three masses in a row: one between two stops, one rubs, one is pushed.
void chain(Mechanisms& m, const Units& u, const Value& law) {
    for (const char* name : {"a", "b", "c"})
        m.add("point",
              {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", u.mass * (*name == 'b' ? 0.5 : 1.5)}, {"free", list({"ux"})}});
    along(m, u, "a", "", 900, 2);
    along(m, u, "a", "b", 1300, 1);
    along(m, u, "b", "c", 400, 3);
    m.add("gap", {{"name", "stop"},
                  {"node", "a"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", 0.01 * u.length},
                  {"sides", "both"},
                  {"law", law}});
    m.add("friction", {{"name", "brake"},
                       {"node", "b"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", u.force(20)},
                       {"friction", coulomb(0.3)}});
    m.add("load", {{"node", "c"}, {"direction", vector(1, 0, 0)}, {"force", sine(u.force(40), 5 / u.time)}});
    m.add("initial", {{"node", "a"}, {"velocity", vector(u.speed(0.7), 0, 0)}});
}

/// A mass in a ring, drawn by a spring, that rubs where it touches.
void ring(Mechanisms& m, const Units& u) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5 * u.mass}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", u.stiffness(300)}});
    m.add("circular_gap", {{"name", "ring"},
                           {"node", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", 0.02 * u.length},
                           {"law", kelvin_voigt(u, 4e4, 6)},
                           {"friction", coulomb(0.2)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(u.force(30), 4 / u.time)}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(u.speed(0.5), u.speed(0.3), 0)}});
}

/// A carriage on a guide between a spring and a stop, with a brake and a pendulum.
void carriage(Mechanisms& m, const Units& u, const Value& law) {
    m.body("cart", 2 * u.mass, u.inertia(0.01), {{"P", pair_of(0, -0.1 * u.length)}});
    m.body("rod", 0.7 * u.mass, u.inertia(0.004), {{"P", pair_of(0, 0.2 * u.length)}});
    m.add("translational", {{"name", "guide"}, {"body", "cart"}});
    m.hinge("P", "cart.P", "rod.P");
    along(m, u, "cart", "", 500, 2);
    m.add("torsion_spring",
          {{"between", between("cart", "rod")}, {"stiffness", u.moment(3)}, {"damping", u.moment(0.05) * u.time}});
    m.add("gravity", {{"acceleration", vector(0, u.acceleration(-9.81), 0)}});
    m.add("gap", {{"name", "stop"},
                  {"node", "cart"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", 0.02 * u.length},
                  {"sides", "positive"},
                  {"law", law}});
    m.add("friction", {{"name", "brake"},
                       {"node", "cart"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", u.force(15)},
                       {"friction", coulomb(0.3)}});
    m.add("load", {{"node", "cart"}, {"direction", vector(1, 0, 0)}, {"force", sine(u.force(25), 3 / u.time)}});
    m.add("initial", {{"node", "cart"}, {"vx", u.speed(0.4)}});
}

/// A pin in a slot with play, which rubs on its faces.
void slot(Mechanisms& m, const Units& u) {
    m.body("pin", 0.5 * u.mass, u.inertia(1e-4), {});
    m.add("slot", {{"name", "slot"},
                   {"pin", "pin"},
                   {"from", pair_of(-0.2 * u.length, 0)},
                   {"to", pair_of(0.2 * u.length, 0)},
                   {"width", 0.022 * u.length},
                   {"pin_radius", 0.01 * u.length},
                   {"law", kelvin_voigt(u, 3e4, 5)},
                   {"friction", coulomb(0.25)}});
    m.add("gravity", {{"acceleration", vector(0, u.acceleration(-9.81), 0)}});
    m.add("load", {{"node", "pin"}, {"direction", vector(1, 0, 0)}, {"force", sine(u.force(4), 4 / u.time)}});
    m.add("initial", {{"node", "pin"}, {"vx", u.speed(0.3)}, {"vy", u.speed(0.2)}});
}

struct Result {
    linalg::Vector q, v;
    std::size_t impacts = 0;
    std::int64_t steps = 0, iterations = 0, refinements = 0, events = 0;
    double dissipated = 0, work = 0;
};

Result run(const Scene& scene, const Units& u, const time::Method& method, double tolerance) {
    Mechanisms m;
    scene.build(m, u);
    const System system = m.system();
    const MechanismRun run = run_mechanism(system, method, duration / 0x1p9 * u.time, duration * u.time, {}, tolerance);
    Result out;
    out.q = run.end.q;
    out.v = run.end.v * u.time;
    // A translation scales with the unit of length, an angle does not.
    for (Eigen::Index i = 0; i < out.q.size(); ++i) {
        const std::string& name = system.coordinate_names[static_cast<std::size_t>(i)];
        if (name.find("angle") != std::string::npos || name.find(".rz") != std::string::npos) continue;
        out.q[i] /= u.length;
        out.v[i] /= u.length;
    }
    out.impacts = run.impacts.size();
    out.steps = run.report.steps;
    out.iterations = run.report.newton_iterations;
    out.refinements = run.report.refinements;
    out.events = run.report.events;
    out.work = run.work_done / u.moment(1);
    return out;
}

double difference(const Result& a, const Result& b) {
    return std::max({(a.q - b.q).cwiseAbs().maxCoeff() / a.q.cwiseAbs().maxCoeff(),
                     (a.v - b.v).cwiseAbs().maxCoeff() / a.v.cwiseAbs().maxCoeff(),
                     std::abs(a.work - b.work) / std::abs(a.work)});
}

struct Way {
    const char* name;
    time::MethodPointer method;
    double tolerance = 0;
};

std::vector<Way> ways() { return {{"event_driven", events(1e-9)}, {"alpha", alpha()}, {"alpha to a tolerance", alpha(), 1e-5}}; }

void expect_same(const Scene& scene, const Units& u, double tolerance) {
    for (const Way& way : ways()) {
        SCOPED_TRACE(testing::Message() << scene.name << ", " << way.name);
        const Result one = run(scene, si, *way.method, way.tolerance), other = run(scene, u, *way.method, way.tolerance);
        EXPECT_GT(one.impacts, 0u);
        EXPECT_LE(difference(one, other), tolerance);
        EXPECT_EQ(one.impacts, other.impacts);
        if (u.length != 1) continue;
        EXPECT_EQ(one.steps, other.steps);
        EXPECT_EQ(one.refinements, other.refinements);
        EXPECT_EQ(one.events, other.events);
        // A step that ends at rounding may take one iteration more.
        EXPECT_NEAR(static_cast<double>(other.iterations), static_cast<double>(one.iterations),
                    0.1 * static_cast<double>(one.iterations));
    }
}

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> all = {
        {"chain", [](Mechanisms& m, const Units& u) { chain(m, u, kelvin_voigt(u, 5e4, 8)); }, 0},
        {"chain at rigid stops", [](Mechanisms& m, const Units& u) { chain(m, u, rigid(u)); }},
        {"chain at Hertz's stops", [](Mechanisms& m, const Units& u) { chain(m, u, hunt_crossley(u, 1e6)); }, 0},
        {"ring", ring, 0},
        {"carriage", [](Mechanisms& m, const Units& u) { carriage(m, u, kelvin_voigt(u, 5e4, 8)); }},
        {"carriage at a rigid stop", [](Mechanisms& m, const Units& u) { carriage(m, u, rigid(u)); }},
        {"carriage at Hertz's stop", [](Mechanisms& m, const Units& u) { carriage(m, u, hunt_crossley(u, 1e6)); }},
        {"slot", slot}};
    return all;
}

TEST(Units, OfMassAndTimeDoNotChangeAMotion) {
    for (const Scene& scene : scenes()) expect_same(scene, others, scene.rounding);
}

TEST(Units, OfLengthDoNotChangeAMotion) {
    for (const Scene& scene : scenes()) expect_same(scene, lengths, 1e-9);
}

/// Two free beams, hinged, one on a pin at its end, and a mass on a spring along x.
void loose(Script& s, const Units& u) {
    const Value section = table({{"family", "section"}, {"kind", "circle"}, {"diameter", 0.02 * u.length}});
    const double pressure = u.force(1) / (u.length * u.length);
    const Value material = table({{"family", "material"},
                                  {"kind", "isotropic"},
                                  {"E", 2e11 * pressure},
                                  {"nu", 0.3},
                                  {"density", 7800 * u.mass / std::pow(u.length, 3)}});
    Handle beams[2];
    for (const int i : {0, 1}) {
        beams[i] = s.add("beam", {{"name", i == 0 ? "one" : "two"},
                                  {"from", vector(i * u.length, 0, 0)},
                                  {"to", vector((i + 1) * u.length, 0.3 * i * u.length, 0)},
                                  {"elements", 4},
                                  {"section", section},
                                  {"material", material}});
        s.add("fix", {{"nodes", references(beams[i].nodes)}, {"dofs", words({"uz", "rx", "ry"})}});
    }
    s.add("tie", {{"from", beams[0].nodes.back()}, {"to", beams[1].nodes.front()}, {"dofs", words({"ux", "uy"})}});
    const Handle pinned = s.add("beam", {{"name", "three"},
                                         {"from", vector(0, 2 * u.length, 0)},
                                         {"to", vector(u.length, 3 * u.length, 0)},
                                         {"elements", 4},
                                         {"section", section},
                                         {"material", material}});
    s.add("fix", {{"nodes", references(pinned.nodes)}, {"dofs", words({"uz", "rx", "ry"})}});
    s.add("fix", {{"node", pinned.nodes.front()}, {"dofs", words({"ux", "uy"})}});
    s.add("point", {{"name", "p"}, {"at", vector(0, u.length, 0)}, {"mass", 2 * u.mass}, {"free", words({"ux", "uy"})}});
    s.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", u.stiffness(1e3)}});
}

// The smallest and the largest parts are named alike.
TEST(Units, OfMotionsWithoutSupport) {
    const auto text = [](const Units& u) {
        Script s;
        loose(s, u);
        return time::free_motions(s.system()).text();
    };
    const std::string expected = text(si);
    EXPECT_TRUE(expected.starts_with("6 motions")) << expected;
    for (const Units& u :
         {Units{0x1p-40, 1, 1}, Units{0x1p40, 1, 1}, Units{1, 0x1p-24, 1}, Units{1, 0x1p24, 1}, Units{1, 1, 0x1p20}})
        EXPECT_EQ(text(u), expected) << u.mass << ' ' << u.length << ' ' << u.time;
}

TEST(Units, OfAnEquilibrium) {
    const auto rest = [](const Units& u, int kind) {
        Mechanisms m;
        chain(m, u, kind == 0 ? rigid(u) : kind == 1 ? kelvin_voigt(u, 5e4, 8) : hunt_crossley(u, 1e6));
        m.add("load", {{"node", "c"}, {"direction", vector(1, 0, 0)}, {"force", u.force(60)}});
        return linalg::Vector(time::equilibrium(m.system(), 0).state.q / u.length);
    };
    for (const int kind : {0, 1, 2}) {
        const linalg::Vector q = rest(si, kind);
        EXPECT_GT(q[0], kind == 0 ? 0.0099 : 0.01);
        for (const Units& u : {others, lengths, Units{0x1p-30, 1, 1}, Units{1, 0x1p-20, 1}, Units{1, 1, 0x1p20}})
            EXPECT_LT((rest(u, kind) - q).norm(), 1e-12 * q.norm()) << kind << ' ' << u.mass << ' ' << u.length << ' ' << u.time;
    }
}

TEST(Units, OfALoadCount) {
    const Scene wrong{"chain", [](Mechanisms& m, const Units& u) {
                          chain(m, u, kelvin_voigt(u, 5e4, 8));
                          m.add("load", {{"node", "c"}, {"direction", vector(1, 0, 0)}, {"force", 1e-3}});
                      }};
    EXPECT_GT(difference(run(wrong, si, *alpha(), 0), run(wrong, others, *alpha(), 0)), 1e-6);
}

}  // namespace
}  // namespace jounce::test::units_test
