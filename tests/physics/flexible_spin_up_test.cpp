// Physics: a flexible link that is spun up bends as a chain of rigid pieces with torsion springs does, which knows rotations of
// any size and nothing of modes or floating frames.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::flexible_spin_up_test {
namespace {

// Spin-up of a cantilever (J. C. Simo, L. Vu-Quoc, J. Appl. Mech. 53 (1986) 855, doi:10.1115/1.3171871: L = 10 m, EI = 1.4e4 N
// m^2, EA = 2.8e7 N, 1.2 kg/m, 6 rad/s after 15 s). Witness: rigid pieces with torsion springs between them, which know rotations
// of any size; their error falls with the square of their number, and Richardson's rule takes it away to some 1e-3. The floating
// frame is right to second order in the deflection, 6 % of the length here: agreement to 0.3 % of the largest deflection.
struct SpinUp {
    double length = 10, bending = 1.4e4, axial = 2.8e7, line_density = 1.2, speed = 6, rise = 15;

    [[nodiscard]] Value angle(double end) const {
        std::vector<Value> times, values;
        for (double t = 0; t < end + 0.05; t += 0.02) {
            const double w = 2 * pi / rise;
            times.emplace_back(t);
            values.emplace_back(t < rise ? speed / rise * (0.5 * t * t + (std::cos(w * t) - 1) / (w * w))
                                         : speed * (t - 0.5 * rise));
        }
        return table({{"family", "signal"},
                      {"kind", "table"},
                      {"times", List(times.begin(), times.end())},
                      {"values", List(values.begin(), values.end())},
                      {"interpolation", "cubic"}});
    }
    void hub(Mechanisms& m, double end) const {
        m.body("hub", 1, 1, {{"O", pair_of(0, 0)}});
        m.hinge("O", pair_of(0, 0), "hub.O");
        m.add("drive", {{"joint", "O"}, {"angle", angle(end)}});
    }
    [[nodiscard]] System flexible(double end) const {
        Mechanisms m;
        hub(m, end);
        // A rectangle of the plane with these stiffnesses.
        const double E = 1e10, area = axial / E;
        m.add("flexible_body",
              {{"name", "rod"},
               {"length", length},
               {"section", table({{"family", "section"},
                                  {"kind", "general"},
                                  {"area", area},
                                  {"second_moment_y", bending / E},
                                  {"second_moment_z", bending / E},
                                  {"torsion_constant", bending / E}})},
               {"material",
                table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", 0.3}, {"density", line_density / area}})},
               {"points", table({{"A", 0.0}, {"C", length}})},
               {"theory", "euler_bernoulli"}});
        m.add("fixed", {{"name", "root"}, {"between", between("hub.O", "rod.A")}});
        m.add("assemble", {{"positions", table({{"rod", pair_of(0.5 * length, 0)}})}});
        return m.system();
    }
    [[nodiscard]] System chain(int pieces, double end) const {
        Mechanisms m;
        hub(m, end);
        const double h = length / pieces, mass = line_density * h;
        std::string last = "hub";
        std::vector<std::pair<const char*, Value>> places;
        std::vector<std::string> names;
        for (int i = 0; i < pieces; ++i) names.push_back(std::string("p").append(std::to_string(i)));
        for (int i = 0; i < pieces; ++i) {
            const std::string& name = names[static_cast<std::size_t>(i)];
            m.body(name.c_str(), mass, mass * h * h / 12, {{"A", pair_of(-0.5 * h, 0)}, {"C", pair_of(0.5 * h, 0)}});
            m.hinge(std::string("h").append(name).c_str(), i == 0 ? Value("hub.O") : Value(last + ".C"), Value(name + ".A"));
            m.add("torsion_spring",
                  {{"between", between(Value(last), Value(name))}, {"stiffness", (i == 0 ? 2 : 1) * bending / h}});
            last = name;
        }
        for (int i = 0; i < pieces; ++i)
            places.emplace_back(names[static_cast<std::size_t>(i)].c_str(), pair_of((i + 0.5) * h, 0));
        Table positions;
        for (const auto& [name, at] : places) positions.set(name, at);
        m.add("assemble", {{"positions", Value(positions)}});
        return m.system();
    }
    /// Deflection of the tip behind the hub's line at each twentieth of a second.
    [[nodiscard]] std::vector<double> deflections(const System& system, const std::function<Vector2d(const State&)>& tip,
                                                  double end) const {
        std::vector<double> out;
        (void)run_mechanism(system, *alpha(0.8), 0.0025, end, [&](const State& state) {
            if (std::abs(state.time / 0.05 - std::round(state.time / 0.05)) > 1e-6) return;
            out.push_back(rotated(tip(state), -probe(system, state, "hub.angle")).y());
        });
        return out;
    }
};

TEST(FlexibleLink, SpinUpAgreesWithAChainOfRigidPieces) {
    const SpinUp beam;
    const double end = 18;
    const System flexible = beam.flexible(end);
    const auto found = beam.deflections(
        flexible,
        [&](const State& state) { return Vector2d(probe(flexible, state, "rod.C.x"), probe(flexible, state, "rod.C.y")); }, end);
    const auto chain = [&](int pieces) {
        const System system = beam.chain(pieces, end);
        const std::string last = std::string("p").append(std::to_string(pieces - 1));
        return beam.deflections(
            system,
            [&, last, pieces](const State& state) {
                const Vector2d centre(probe(system, state, last + ".x"), probe(system, state, last + ".y"));
                return Vector2d(centre + rotated({0.5 * beam.length / pieces, 0}, probe(system, state, last + ".angle")));
            },
            end);
    };
    const auto coarse = chain(8), fine = chain(16);
    ASSERT_EQ(found.size(), coarse.size());
    ASSERT_EQ(found.size(), fine.size());
    double largest = 0, apart = 0, correction = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double witness = (4 * fine[i] - coarse[i]) / 3;
        largest = std::max(largest, std::abs(witness));
        apart = std::max(apart, std::abs(found[i] - witness));
        correction = std::max(correction, std::abs(fine[i] - witness));
    }
    EXPECT_NEAR(largest, 0.573, 0.003);
    EXPECT_LT(correction, 0.02 * largest);
    EXPECT_LT(apart, 0.003 * largest);
    RecordProperty("largest", std::to_string(largest));
    RecordProperty("apart", std::to_string(apart));
}

}  // namespace
}  // namespace jounce::test::flexible_spin_up_test
