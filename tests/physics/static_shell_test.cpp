// Physics: the equilibrium of a shell that floats between stops, as a whole and in its cost.
// Reference: the stops' forces balance the load (statics of a rigid body: force and moment), independent of the mesh.
// Tolerance: 1e-8 of the load, the rounding of places times the stiffness of a Hertzian stop.
// Cost: Newton steps, each one factor, and factors counted by an engine; the time of a factor is measured by `bench --large`.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <memory>
#include <string>
#include <vector>

#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/engine.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "system/models.hpp"
#include "time/statics/free_motions.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::static_shell_test {
namespace {

TEST(StaticShell, FloatingBetweenStopsIsHeldByThemAfterAFewFactors) {
    constexpr int around = 40, along = 24;
    constexpr double load = 100;
    Script script;
    const Handle tube = script.add("shell", {{"name", "tube"},
                                             {"mesh", table({{"family", "mesh"},
                                                             {"kind", "tube"},
                                                             {"from", vector(0, 0, 0)},
                                                             {"to", vector(0, 0, 1)},
                                                             {"radius", 0.1},
                                                             {"around", around},
                                                             {"along", along}})},
                                             {"thickness", 0.005},
                                             {"material", steel()}});
    const std::vector<const char*> sliders{"first", "last"}, stops{"first stop", "last stop"};
    for (const int end : {0, 1}) {
        const auto begin = tube.nodes.begin() + (end == 0 ? 0 : around * along);
        const auto place = static_cast<std::size_t>(end);
        const Handle hub = script.add("coupling", {{"name", sliders[place]}, {"nodes", references({begin, begin + around})}});
        script.add("fix", {{"nodes", references({hub.self})}, {"dofs", words({"uy", "uz"})}});
        script.add(
            "gap",
            {{"name", stops[place]}, {"node", hub.self}, {"direction", vector(1, 0, 0)}, {"clearance", 3e-3}, {"law", hertz()}});
    }
    script.add("fix", {{"nodes", references({tube.nodes[around * along / 2]})}, {"dofs", words({"uy"})}});
    // A quarter of the way along: three quarters of it rest on the first stop.
    script.add("load",
               {{"nodes", references({tube.nodes[around * along / 4]})}, {"direction", vector(1, 0, 0)}, {"force", load}});
    const System system = script.system();
    const time::Equilibrium rest = time::equilibrium(system, 0);
    const auto pushes = [&](std::size_t gap) {
        return rest.state.sides.at(static_cast<std::size_t>(system.contacts[gap].first_side)).response.force;
    };
    EXPECT_NEAR(pushes(0), 0.75 * load, 1e-8 * load);
    EXPECT_NEAR(pushes(1), 0.25 * load, 1e-8 * load);
    EXPECT_LE(rest.iterations, 6) << "from nearly nothing that holds the tube to two Hertzian stops";
}

/// A plate that is clamped and soft in bending (4 Hz), far below its largest ratio of stiffness to mass,
/// beside a free one with a load across. Control: clamped too, both are in equilibrium.
TEST(StaticShell, APieceWithoutSupportBesideASoftOneIsNamed) {
    for (const bool held : {false, true}) {
        Script script;
        for (const char* name : {"clamped", "loaded"}) {
            const double at = name[0] == 'c' ? 0 : 3;
            const Handle plate = script.add("shell", {{"name", name},
                                                      {"mesh", table({{"family", "mesh"},
                                                                      {"kind", "plate"},
                                                                      {"corner", vector(at, 0, 0)},
                                                                      {"edge_1", vector(1, 0, 0)},
                                                                      {"edge_2", vector(0, 0.5, 0)},
                                                                      {"elements_1", 10},
                                                                      {"elements_2", 5}})},
                                                      {"thickness", 0.005},
                                                      {"material", steel()}});
            const std::vector<Reference> edge = {plate.nodes[0], plate.nodes[11], plate.nodes[22]};
            if (held || at == 0) script.add("fix", {{"nodes", references(edge)}});
            if (at > 0)
                script.add("load", {{"nodes", references({plate.nodes[10]})}, {"direction", vector(0, 0, 1)}, {"force", 10}});
        }
        std::string said;
        try {
            (void)time::equilibrium(script.system(), 0);
        } catch (const Error& error) {
            said = error.message();
        }
        EXPECT_EQ(said.find("there is no static equilibrium; 6 motions without support") != std::string::npos, !held) << said;
        EXPECT_EQ(said.empty(), held) << said;
    }
}

class Cholesky : public linalg::EngineFactor {
  public:
    explicit Cholesky(const SparseMatrix& A) : ldlt_(A) {
        if (ldlt_.info() != Eigen::Success) throw linalg::SingularMatrix(-1, 0);
    }
    void solve_in_place(Eigen::Ref<Matrix> columns) const override { columns = ldlt_.solve(columns).eval(); }
    int negative_pivots() const override { return static_cast<int>((ldlt_.vectorD().array() < 0).count()); }
    linalg::RawPairs pairs_above(const SparseMatrix&, const SparseMatrix&, double, const Matrix&, int,
                                 const StageReport&) const override {
        throw std::logic_error("statics search no eigenpairs");
    }

  private:
    Eigen::SimplicialLDLT<SparseMatrix> ldlt_;
};

class CountingEngine : public linalg::Engine {
  public:
    std::shared_ptr<const linalg::EngineFactor> factor(const SparseMatrix& K, const SparseMatrix& M, double s,
                                                       const linalg::StructureHints*) const override {
        ++factors;
        return std::make_shared<Cholesky>(s == 0 ? K : SparseMatrix(K - s * M));
    }
    bool counts() const override { return true; }
    std::string text() const override { return "a Cholesky factor of the test"; }
    void end() override {}

    mutable int factors = 0;
};

/// Two square plates of side 1 m, the first clamped at an edge.
struct TwoPlates {
    int elements = 8;
    double thickness = 0.005;
    std::string loaded;     ///< the plate that has a load across
    bool held = false;      ///< whether the second one is clamped as well
    bool with_rod = false;  ///< a beam on a ball joint at its corner
};

System system_of(const TwoPlates& given) {
    Script script;
    Handle plate;
    for (const char* name : {"clamped", "loose"}) {
        const bool first = name[0] == 'c';
        plate = script.add("shell", {{"name", name},
                                     {"mesh", table({{"family", "mesh"},
                                                     {"kind", "plate"},
                                                     {"corner", vector(0, 0, first ? 0 : 1)},
                                                     {"edge_1", vector(1, 0, 0)},
                                                     {"edge_2", vector(0, 1, 0)},
                                                     {"elements_1", given.elements},
                                                     {"elements_2", given.elements}})},
                                     {"thickness", given.thickness},
                                     {"material", steel()}});
        std::vector<Reference> edge;
        for (int i = 0; i <= given.elements; ++i)
            edge.emplace_back(plate.nodes[static_cast<std::size_t>(i * (given.elements + 1))]);
        if (first || given.held) script.add("fix", {{"nodes", references(edge)}});
        if (name == given.loaded)
            script.add("load", {{"nodes", references({plate.nodes[static_cast<std::size_t>(given.elements)]})},
                                {"direction", vector(0, 0, 1)},
                                {"force", 10}});
    }
    if (given.with_rod) {
        const Handle rod = script.add("beam", {{"name", "rod"},
                                               {"from", vector(1, 1, 1)},
                                               {"to", vector(2, 1, 1)},
                                               {"elements", 2},
                                               {"section", circle(0.02)},
                                               {"material", steel()}});
        script.add("tie", {{"from", plate.nodes.back()}, {"to", rod.nodes.front()}, {"dofs", words({"ux", "uy", "uz"})}});
    }
    return script.system();
}

/// The rigid motions of a part of several show without a factor that nothing holds it; those of a single part where its tangent
/// is singular. Shifts took four factors or more. Control: where both are held, Newton's step and the softest motion take one
/// each.
TEST(StaticShell, APieceWithoutSupportEndsTheSearchWithoutAFactor) {
    for (const char* loaded : {"clamped", "loose", "none"}) {
        const CountingEngine engine;
        std::string message;
        try {
            (void)time::equilibrium(system_of({.loaded = loaded}), 0, &engine);
        } catch (const Error& error) {
            message = error.message();
        }
        EXPECT_TRUE(message.starts_with("model 'test': nothing holds 'loose[")) << message;
        EXPECT_TRUE(
            message.ends_with("; 6 motions without support (ux, uy, uz, rx, ry, rz of 'loose'): did you forget model:fix?"))
            << message;
        EXPECT_EQ(engine.factors, 0) << loaded;
    }
    Script free;
    free.add("shell", {{"name", "loose"},
                       {"mesh", table({{"family", "mesh"},
                                       {"kind", "plate"},
                                       {"corner", vector(0, 0, 0)},
                                       {"edge_1", vector(1, 0, 0)},
                                       {"edge_2", vector(0, 1, 0)},
                                       {"elements_1", 8},
                                       {"elements_2", 8}})},
                       {"thickness", 0.005},
                       {"material", steel()}});
    const CountingEngine one;
    EXPECT_THROW((void)time::equilibrium(free.system(), 0, &one), Error);
    EXPECT_EQ(one.factors, 1);
    const CountingEngine engine;
    EXPECT_EQ(time::equilibrium(system_of({.loaded = "loose", .held = true}), 0, &engine).iterations, 1);
    EXPECT_GE(engine.factors, 2);
}

/// The lowest bending frequencies of thin plates of a fine mesh are below the value that tells motions without stiffness from
/// others: Lanczos vectors beside the named motions show by one factor that all of them have stiffness. Control: a beam on a
/// ball joint has three rotations more, which the search finds.
TEST(StaticShell, SoftBendingOfALargeModelNeedsNoSearchForEigenvectors) {
    constexpr int elements = 42;  // 22 188 dofs: of a large model
    const time::FreeMotions free = time::free_motions(system_of({.elements = elements, .thickness = 1e-4}));
    EXPECT_EQ(free.text(), "6 motions without support (ux, uy, uz, rx, ry, rz of 'loose'): did you forget model:fix?");
    EXPECT_EQ(free.searches, 0);
    const time::FreeMotions more = time::free_motions(system_of({.elements = elements, .thickness = 1e-4, .with_rod = true}));
    EXPECT_EQ(more.count, 9);
    EXPECT_EQ(more.searches, 1);
}

}  // namespace
}  // namespace jounce::test::static_shell_test
