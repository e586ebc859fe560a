// A model that ranks assemble together: the sum of their parts is the whole, each has its share, and all else is the same.
// Reference: the System assembled whole, by the names of its coordinates. Tolerance: rounding of sums in another order.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models.hpp"
#include "support/thread_ranks.hpp"
#include "system/supports/supports.hpp"

namespace jounce::test::shared_assembly_test {
namespace {

Value plate(double x, double width, int n, int m) {
    return table({{"family", "mesh"},
                  {"kind", "plate"},
                  {"corner", vector(x, 0, 0)},
                  {"edge_1", vector(width, 0, 0)},
                  {"edge_2", vector(0, 1, 0)},
                  {"elements_1", n},
                  {"elements_2", m}});
}

Value constant(double value) { return table({{"family", "signal"}, {"kind", "constant"}, {"value", value}}); }

/// Two plates with tied edges; one moves at its root, the other ends in a coupling with a mass on a spring beside it; gravity.
Script supported() {
    Script s;
    constexpr int n = 8;
    const Handle a = s.add("shell", {{"name", "a"}, {"mesh", plate(0, 1, n, n)}, {"thickness", 0.01}, {"material", steel()}});
    const Handle b = s.add("shell", {{"name", "b"}, {"mesh", plate(1, 0.5, 4, n)}, {"thickness", 0.008}, {"material", steel()}});
    std::vector<Reference> edge;
    for (std::size_t i = 0; i <= n; ++i) {
        s.add("tie", {{"from", a.nodes[i * (n + 1) + n]}, {"to", b.nodes[i * 5]}});
        const Reference root = a.nodes[i * (n + 1)];
        s.add("fix", {{"node", root}, {"dofs", words({"ux", "uy", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", root}, {"dof", "uz"}, {"motion", constant(1e-3)}});
        edge.push_back(b.nodes[i * 5 + 4]);
    }
    s.add("coupling", {{"name", "grip"}, {"nodes", references(edge)}});
    s.add("point", {{"name", "stop"}, {"at", vector(1.5, 0.5, 0.05)}, {"mass", 3}, {"free", words({"uz"})}});
    s.add("spring", {{"from", "stop"}, {"direction", vector(0, 0, 1)}, {"stiffness", 4e5}, {"damping", 30}});
    s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 5}, {"beta", 1e-5}})}});
    return s;
}

/// Where each coordinate of `from` is in `to`.
std::vector<Eigen::Index> places(const System& from, const System& to) {
    std::map<std::string, Eigen::Index> at;
    for (std::size_t i = 0; i < to.coordinate_names.size(); ++i) at[to.coordinate_names[i]] = static_cast<Eigen::Index>(i);
    std::vector<Eigen::Index> out;
    for (const std::string& name : from.coordinate_names) out.push_back(at.at(name));
    return out;
}

double largest(const Matrix& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0; }

struct Share {
    Eigen::Index stiffness = 0, mass = 0;  // entries
    bool shared = false;
};

/// Compares what each of `size` ranks receives with the whole. \returns the entries of each
std::vector<Share> compared(const Model& model, int size) {
    const System whole = assemble(model, ModalDamping::left_out);
    const Matrix M = whole.linear.M, C = whole.linear.C, K = whole.linear.K;
    std::vector<Share> out(static_cast<std::size_t>(size));
    ThreadRanks(size).run([&](const linalg::Ranks& ranks) {
        const System part = assemble(model, ModalDamping::left_out, &ranks);
        const auto of = static_cast<std::size_t>(ranks.rank());
        out[of] = {part.linear.K.nonZeros(), part.linear.M.nonZeros(), part.linear.ranks == &ranks};
        if (!out[of].shared) return;
        // Every rank asks for the same: only then do they meet.
        const Matrix mass = part.linear.mass().dense(), stiffness = part.linear.stiffness().dense();
        const Matrix damping = part.linear.damping().dense();
        const Matrix image = part.linear.stiffness() * Matrix(stiffness.leftCols(5));
        const Vector diagonal = part.linear.mass().diagonal(), sums = part.linear.stiffness().row_sums();
        ASSERT_EQ(part.size(), whole.size());
        const std::vector<Eigen::Index> at = places(part, whole);
        EXPECT_LT(largest(mass - M(at, at)), 1e-14 * largest(M));
        EXPECT_LE(largest(damping - C(at, at)), 1e-14 * largest(C));
        EXPECT_LT(largest(stiffness - K(at, at)), 1e-14 * largest(K));
        EXPECT_LT(largest(image - stiffness * stiffness.leftCols(5)), 1e-14 * largest(image));
        EXPECT_EQ(diagonal, Vector(mass.diagonal()));
        EXPECT_LT(largest(sums - Vector(stiffness.cwiseAbs().rowwise().sum())), 1e-14 * largest(sums));
        EXPECT_LT(largest(part.recovery.inertia - whole.recovery.inertia(at, Eigen::all)),
                  1e-13 * largest(whole.recovery.inertia));
        ASSERT_EQ(part.loads.size(), whole.loads.size());
        for (std::size_t i = 0; i < part.loads.size(); ++i) {
            EXPECT_LT(largest(part.loads[i].pattern - whole.loads[i].pattern(at)), 1e-13 * largest(whole.loads[i].pattern));
            ASSERT_EQ(part.loads[i].on_supports.size(), whole.loads[i].on_supports.size());
            for (std::size_t k = 0; k < part.loads[i].on_supports.size(); ++k)
                EXPECT_NEAR(part.loads[i].on_supports[k].second / whole.loads[i].on_supports[k].second, 1, 1e-12);
        }
        ASSERT_EQ(part.recovery.prescribed.size(), whole.recovery.prescribed.size());
        for (std::size_t i = 0; i < part.recovery.prescribed.size(); ++i) {
            const PrescribedMotion &x = part.recovery.prescribed[i], &y = whole.recovery.prescribed[i];
            EXPECT_LT(largest(x.stiffness_row - y.stiffness_row(at)), 1e-14 * largest(K));
            EXPECT_LT(largest(x.mass_row - y.mass_row(at)), 1e-14 * largest(M));
            EXPECT_LT(std::abs(x.stiffness[i] - y.stiffness[i]), 1e-14 * largest(K));
        }
        ASSERT_EQ(part.supports == nullptr, whole.supports == nullptr);
        if (part.supports) {
            ASSERT_EQ(part.supports->held.size(), whole.supports->held.size());
            for (std::size_t i = 0; i < part.supports->held.size(); ++i) {
                const auto &x = part.supports->held[i].stiffness, &y = whole.supports->held[i].stiffness;
                ASSERT_EQ(x.size(), y.size());
                for (std::size_t k = 0; k < x.size(); ++k) {
                    EXPECT_EQ(x[k].dof, y[k].dof);
                    EXPECT_LT(std::abs(x[k].coefficient - y[k].coefficient), 1e-14 * largest(K));
                }
            }
        }
    });
    return out;
}

TEST(SharedAssembly, PartsOfASupportedShellAddUpToTheWhole) {
    const Script s = supported();
    const System whole = s.system();
    for (const int ranks : {2, 3, 5}) {
        Eigen::Index all = 0;
        for (const Share& share : compared(s.model, ranks)) {
            EXPECT_TRUE(share.shared);
            all += share.stiffness;
            // Equal numbers of columns; those of the boundary and of the tied edges have fewer or more entries than others.
            EXPECT_NEAR(static_cast<double>(share.stiffness) * ranks / static_cast<double>(whole.linear.K.nonZeros()), 1, 0.35);
            EXPECT_NEAR(static_cast<double>(share.mass) * ranks / static_cast<double>(whole.linear.M.nonZeros()), 1, 0.35);
        }
        EXPECT_NEAR(static_cast<double>(all) / static_cast<double>(whole.linear.K.nonZeros()), 1, 0.01)
            << "no entry is held twice";
    }
}

/// What a rank cannot assemble without the others is assembled whole on each.
TEST(SharedAssembly, OtherModelsAreWholeOnEveryRank) {
    const auto shared = [](const Script& s, int ranks = 2) { return compared(s.model, ranks).front().shared; };
    EXPECT_TRUE(shared(supported())) << "the negative control";

    Script massless = supported();  // a hinge without mass, condensed statically
    massless.add("node", {{"name", "free"}, {"at", vector(2, 0.5, 0)}});
    massless.add("spring", {{"from", "free"}, {"to", "grip"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e5}});
    EXPECT_FALSE(shared(massless));

    Script soft = supported();  // a spring that rounding may hide
    soft.add("spring", {{"from", "a[40]"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e-3}});
    EXPECT_FALSE(shared(soft));

    Script few;
    few.add("shell", {{"name", "p"}, {"mesh", plate(0, 1, 3, 5)}, {"thickness", 0.01}, {"material", steel()}});
    EXPECT_FALSE(shared(few)) << "fifteen elements for two ranks";

    Script modal;
    modal.add("shell", {{"name", "p"}, {"mesh", plate(0, 1, 4, 5)}, {"thickness", 0.01}, {"material", steel()}});
    EXPECT_TRUE(shared(modal));
    modal.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.01}})}});
    EXPECT_TRUE(shared(modal)) << "left out of the matrices";
    ThreadRanks(2).run([&](const linalg::Ranks& ranks) {
        EXPECT_EQ(assemble(modal.model, ModalDamping::as_matrix, &ranks).linear.ranks, nullptr);
    });
}

}  // namespace
}  // namespace jounce::test::shared_assembly_test
