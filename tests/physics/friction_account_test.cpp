// Physics: friction along a contact leaves the motion along its normal and the loss of its law as they are, and the energy
// account of event_driven closes to its tolerance.
//
// Reference: the same drop without friction, whose contacts are integrated in other unknowns (docs/theory/event_driven.md, eq.
// 6). In a ring, where the motions are coupled, the balance alone. Tolerance: a hundred times that of the method, of the energy
// at the start and of the work done. Control: a law with a tenth more damping.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"

namespace jounce::test::friction_account_test {
namespace {

Value law_of(const std::string& name, double more = 1) {
    if (name == "ahead") {
        return table(
            {{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 4e4}, {"damping", 30 * more}, {"transition", "force"}});
    }
    if (name == "kelvin_voigt")
        return table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 4e4}, {"damping", 30 * more}});
    return table(
        {{"family", "law"}, {"kind", "lankarani_nikravesh_1994"}, {"stiffness", 2e6}, {"restitution", 0.7 - 0.3 * (more - 1)}});
}

Value friction_of(const std::string& name) {
    if (name == "coulomb") return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}});
    return table(
        {{"family", "friction"}, {"kind", "lugre"}, {"coefficient", 0.3}, {"bristle_stiffness", 1e4}, {"bristle_damping", 10}});
}

/// Remainder and loss of the law, of the energy that the mass has or gets.
struct Account {
    double remainder, loss;
};

Account account_of(const Value& law, const std::string& friction, bool ring, double tolerance) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uz"})}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 0, -1)}, {"force", 6}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(ring ? 0.2 : 2, 0, 0)}});
    Table gap = table({{"name", "g"}, {"node", "p"}, {"clearance", 1e-3}, {"law", law}});
    if (ring) {
        gap.set("axis", vector(0, 1, 0));
    } else {
        gap.set("direction", vector(0, 0, -1));
        gap.set("sides", "positive");
    }
    if (friction != "none") {
        gap.set("friction", friction_of(friction));
        if (!ring) gap.set("tangent", vector(1, 0, 0));
    }
    m.model.add(ring ? "circular_gap" : "gap", gap, {"test", 1});
    const auto method = events(tolerance);
    const auto system = method->prepare(std::make_shared<const System>(m.system()));
    const MechanismRun run = run_mechanism(*system, *method, 0.1, 0.1);
    EXPECT_GE(run.impacts.size(), 3u);
    const double size = run.work_done + (ring ? 0.02 : 2);
    return {std::abs(run.energy.remainder) / size, run.energy.contact_damping / size};
}

TEST(FrictionAccount, FrictionLeavesTheLossOfAContactAsItIs) {
    for (const std::string law : {"ahead", "kelvin_voigt", "lankarani_nikravesh_1994"}) {
        const double loss = account_of(law_of(law), "none", false, 1e-12).loss;
        EXPECT_GT(std::abs(account_of(law_of(law, 1.1), "coulomb", false, 1e-8).loss / loss - 1), 1e-3) << law;
        for (const std::string friction : {"coulomb", "lugre"}) {
            for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
                SCOPED_TRACE(law + " " + friction + " tolerance " + std::to_string(std::log10(tolerance)));
                const Account account = account_of(law_of(law), friction, false, tolerance);
                EXPECT_LT(account.remainder, 100 * tolerance);
                EXPECT_NEAR(account.loss, loss, 100 * tolerance);
            }
        }
    }
}

TEST(FrictionAccount, TheAccountOfAMassInARingCloses) {
    for (const std::string law : {"kelvin_voigt", "lankarani_nikravesh_1994"}) {
        for (const std::string friction : {"none", "coulomb", "lugre"}) {
            for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
                SCOPED_TRACE(law + " " + friction + " tolerance " + std::to_string(std::log10(tolerance)));
                EXPECT_LT(account_of(law_of(law), friction, true, tolerance).remainder, 100 * tolerance);
            }
        }
    }
}

// While a mass slides on a rigid stop, the bristles of LuGre with constant coefficient stay bent by z = mu/sigma_0 and store
// N sigma_0 z^2/2 = N mu^2/(2 sigma_0), the same as on a soft stop; the slip has lost the rest of the kinetic energy, and the
// impact without restitution the fall's work N c. They are bent fully after a slip of many z. Control: Coulomb stores nothing.
TEST(FrictionAccount, BristlesOnARigidStopStoreTheirEnergy) {
    constexpr double load = 6, clearance = 1e-3, speed = 2, coefficient = 0.3, stiffness = 1e4, tolerance = 1e-10;
    for (const std::string friction : {"coulomb", "lugre"}) {
        SCOPED_TRACE(friction);
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uz"})}});
        m.add("load", {{"node", "p"}, {"direction", vector(0, 0, -1)}, {"force", load}});
        m.add("initial", {{"node", "p"}, {"velocity", vector(speed, 0, 0)}});
        m.add("gap", {{"name", "g"},
                      {"node", "p"},
                      {"direction", vector(0, 0, -1)},
                      {"sides", "positive"},
                      {"clearance", clearance},
                      {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}})},
                      {"friction", friction_of(friction)},
                      {"tangent", vector(1, 0, 0)}});
        const auto method = events(tolerance);
        const auto system = method->prepare(std::make_shared<const System>(m.system()));
        const MechanismRun run = run_mechanism(*system, *method, 0.1, 0.1);
        const double stored = friction == "lugre" ? load * coefficient * coefficient / (2 * stiffness) : 0;
        const double start = 0.5 * speed * speed;
        EXPECT_NEAR(run.energy.contact, stored, 1e-6 * stored);  // the last bend of the bristles, at the method's tolerance
        EXPECT_NEAR(run.energy.friction, start - run.energy.kinetic - stored, 100 * tolerance * start);
        EXPECT_NEAR(run.energy.contact_damping, load * clearance, 100 * tolerance * start);
        EXPECT_NEAR(run.energy.remainder, 0, 100 * tolerance * start);
    }
}

}  // namespace
}  // namespace jounce::test::friction_account_test
