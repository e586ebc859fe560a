// Physics: what a search of an equilibrium finds, and what it says where there is none. Springs of all stiffnesses hold, however
// far the way; a ring holds along any line; the motion that no spring holds is named, first that of the load, however small, then
// any; soft springs beside it do not hide it. Supports at rest at an instant have no speed. A stop that attracts is closed under
// tension. Reference: closed forms of springs. Tolerance: 1e-12 unless said. Controls: the same with the missing spring.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::static_searches_test {
namespace {

using linalg::Vector;

System springs(const Vector& stiffness, double mass = 1) {
    const Matrix K = stiffness.asDiagonal();
    return linear_system(mass * Matrix::Identity(K.rows(), K.rows()), Matrix::Zero(K.rows(), K.rows()), K);
}
void load(System& system, const Vector& force) {
    add_load(system, force, [](double) { return 1.0; });
}
std::string said(const System& system) {
    return error_of([&] { (void)time::equilibrium(system, 0); });
}
const std::string none = "': there is no static equilibrium";

TEST(StaticSearches, TheMotionOfTheLoadIsNamed) {
    for (const double force : {1.0, -1.0, 1e-9, -1e-9}) {
        for (Eigen::Index i = 0; i < 3; ++i) {
            System system = springs(Vector::Zero(3));
            load(system, force * Vector::Unit(3, i));
            const std::string words = said(system);
            EXPECT_TRUE(words.starts_with("model 'test': nothing holds 'x" + std::to_string(i) + none)) << force << words;
        }
    }
}

// A stop that the motion leaves where it is holds nothing.
TEST(StaticSearches, AStopBesideTheMotionDoesNotHoldIt) {
    for (const double force : {1.0, -1.0}) {
        System system = springs(Vector{{0, 1}});
        add_contact(system, "stop", stop(0.1), std::make_shared<DashpotLaw>(1e4, 0), {Vector::Unit(2, 1)});
        load(system, force * Vector::Unit(2, 0));
        const std::string words = said(system);
        EXPECT_TRUE(words.starts_with("model 'test': nothing holds 'x0" + none)) << force << words;
    }
}

// Whatever the unit of force: the upper triangle of a matrix that is not symmetric is not the matrix.
TEST(StaticSearches, AMatrixThatIsNotSymmetricIsTakenWhole) {
    Matrix K{{1, 8}, {-8, 1}};
    const Vector force{{3, 5}};
    for (const double unit : {1.0, 0x1p-40}) {
        System system = linear_system(unit * Matrix::Identity(2, 2), Matrix::Zero(2, 2), unit * K);
        load(system, unit * force);
        EXPECT_LT((time::equilibrium(system, 0).state.q - Vector{{-37.0 / 65, 29.0 / 65}}).norm(), 1e-12) << unit;
    }
}

// Of parts of a model they are known before any factor.
TEST(StaticSearches, ThePartThatTheLoadMovesIsNamed) {
    for (const double force : {1.0, -1.0, 1e-9, -1e-9}) {
        for (const char* of : {"a", "b", "c"}) {
            Script s;
            for (const char* name : {"a", "b", "c"})
                s.add("point", {{"name", name}, {"at", vector(name[0] - 'a', 1, 0)}, {"mass", 2}, {"free", list({"ux", "uy"})}});
            s.add("load", {{"node", of}, {"direction", vector(0, 1, 0)}, {"force", force}});
            const std::string words = said(s.system());
            EXPECT_TRUE(words.starts_with("model 'test': nothing holds '" + std::string(of) + ".uy" + none)) << force << words;
        }
    }
}

TEST(StaticSearches, ASoftSpringHidesNoMotionWithoutOne) {
    for (const double scale : {1e-8, 1.0, 1e8}) {
        const auto stiffness = [&](double least) { return Vector(scale * Vector{{1, 1e-11, least}}); };
        const std::string words = said(springs(stiffness(0)));
        EXPECT_TRUE(words.starts_with("model 'test': nothing holds 'x2" + none)) << scale << words;
        EXPECT_EQ(said(springs(stiffness(1e-13))), "") << scale << ": control";
    }
}

// A stop 1e9 times as stiff as the spring is preloaded and lets go: the first tangent is that of the stop.
TEST(StaticSearches, ASpringHoldsWhatAStiffStopLetsGo) {
    for (const double unit : {1e-6, 1.0, 1e6}) {
        System system = springs(Vector::Constant(1, 2), 3);
        add_contact(system, "stop", stop(-1e-3 * unit), std::make_shared<DashpotLaw>(2e9, 0), {Vector::Ones(1)});
        load(system, Vector::Constant(1, -8 * unit));
        const time::Equilibrium at = time::equilibrium(system, 0);
        EXPECT_NEAR(at.state.q[0], -4 * unit, 1e-12 * unit);
        EXPECT_FALSE(at.state.sides[0].memory.closed);
    }
}

// A force that moves a mass by less than a nanometre in a second: the way is searched in steps that grow.
TEST(StaticSearches, ASmallForceOnALargeMassReachesADistantStop) {
    for (const double mass : {1.0, 1e13}) {
        System system = springs(Vector::Zero(1), mass);
        add_contact(system, "stop", stop(0.5), std::make_shared<DashpotLaw>(1e4, 0), {Vector::Ones(1)});
        load(system, Vector::Constant(1, 1e-3));
        EXPECT_NEAR(time::equilibrium(system, 0).state.q[0], 0.5 + 1e-7, 1e-12) << mass;
    }
}

TEST(StaticSearches, MassesReachTheirStopsOneAfterTheOther) {
    System system = springs(Vector::Zero(2));
    add_contact(system, "near", stop(0.5), std::make_shared<DashpotLaw>(1e4, 0), {Vector::Unit(2, 0)});
    add_contact(system, "far", stop(2), std::make_shared<DashpotLaw>(1e4, 0), {Vector::Unit(2, 1)});
    load(system, Vector{{1, 1}});
    const time::Equilibrium at = time::equilibrium(system, 0);
    EXPECT_NEAR(at.state.q[0], 0.5 + 1e-4, 1e-12);
    EXPECT_NEAR(at.state.q[1], 2 + 1e-4, 1e-12);
    EXPECT_LE(at.iterations, 6);
}

// A spring that pushes away a little, as of a load that follows: a stop holds beyond it.
TEST(StaticSearches, AStopHoldsWhatASpringPushesAway) {
    constexpr double away = 1e-9, K = 1e3;
    System system = springs(Vector{{1, -away}});
    add_contact(system, "stop", stop(0.5), std::make_shared<DashpotLaw>(K, 0), {Vector::Unit(2, 1)});
    load(system, Vector{{3, 2}});
    const time::Equilibrium at = time::equilibrium(system, 0);
    EXPECT_NEAR(at.state.q[0], 3, 1e-12);
    EXPECT_NEAR(at.state.q[1], (2 + K * 0.5) / (K - away), 1e-12);
    EXPECT_LE(at.iterations, 6);
}

// At rest on a spring that pushes away, without a load: there is an equilibrium, which no search returns. The first tangent that
// the search of a motion without stiffness factors is singular here.
TEST(StaticSearches, AnUnstableEquilibriumIsNone) {
    for (const double scale : {1.0, 4.0, 0x1p-20}) {
        const std::string words = said(springs(Vector{{scale, -1e-10 * scale}}));
        EXPECT_NE(words.find("the static equilibrium at t = 0 s is not found"), std::string::npos) << words;
        EXPECT_NE(said(springs(Vector{{scale, -scale}})), "");
        EXPECT_EQ(said(springs(Vector{{scale, 1e-10 * scale}})), "") << "control";
    }
}

// Around the ring nothing holds but the load itself: at rest it points outwards.
TEST(StaticSearches, ARingHoldsAlongAnyLine) {
    constexpr double radius = 0.3, K = 2000, F = 10;
    const auto at = [&](const Vector& along, double mass) {
        System system = springs(Vector::Zero(2), mass);
        add_contact(system, "ring", {contact::GapShape::circular, radius, true, false}, std::make_shared<DashpotLaw>(K, 0),
                    {Vector::Unit(2, 0), Vector::Unit(2, 1)});
        load(system, F * along);
        return time::equilibrium(system, 0).state;
    };
    for (const double mass : {1.0, 1e17}) {
        for (const Vector& along : {Vector{{0, 1}}, Vector{{0, -1}}, Vector{{1, 0}}, Vector{{-0.6, 0.8}}}) {
            EXPECT_NEAR((at(along, mass).q - (radius + F / K) * along).norm(), 0, 1e-9) << mass;
            EXPECT_NEAR(at(along, mass).sides[0].response.force, F, 1e-9) << mass;
        }
    }
}

// K x = F with a K that is not symmetric, as of a following force.
TEST(StaticSearches, AnUnsymmetricStructureIsSolvedAtOnce) {
    for (const double unit : {1.0, 1e7}) {
        const Matrix K = unit * Matrix{{3, 1.5}, {-1, 2}};
        System system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), K);
        const Vector x{{0.2, -0.5}};
        load(system, K * x);
        const time::Equilibrium at = time::equilibrium(system, 0);
        EXPECT_NEAR((at.state.q - x).norm(), 0, 1e-14);
        EXPECT_LE(at.iterations, 1);
    }
}

TEST(StaticSearches, ASupportHasNoSpeedAtAnInstant) {
    constexpr double k = 50, c = 7, at = 0.3;
    const auto displacement = [&](WorkTerm term) {
        System system = springs(Vector::Constant(1, k));
        for (const int derivative : {0, 1}) {
            Load of;
            of.pattern = Vector::Constant(1, derivative == 0 ? k : c);
            of.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0.1, 0.4, 0, 0});
            of.derivative = derivative;
            of.term = term;
            system.loads.push_back(of);
        }
        return time::equilibrium(system, at).state.q[0];
    };
    EXPECT_NEAR(displacement(WorkTerm::support), 0.1 + 0.4 * at, 1e-14);
    EXPECT_NEAR(displacement(WorkTerm::external), 0.1 + 0.4 * at + c * 0.4 / k, 1e-14) << "control: a force given by a rate";
}

/// F = K delta - F0.
class Sticky final : public contact::Law {
  public:
    Sticky() { adhesion = true; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        const double f = 1e4 * m.indentation - 5;
        return {f, 1e4, 0, f, 5e3 * m.indentation * m.indentation - 5 * m.indentation};
    }
};

TEST(StaticSearches, AStopThatAttractsIsClosedUnderTension) {
    System system = springs(Vector::Constant(1, 100));
    add_contact(system, "stop", stop(-1e-3), std::make_shared<Sticky>(), {Vector::Ones(1)});
    load(system, Vector::Constant(1, -3));
    const State state = time::equilibrium(system, 0).state;
    const double q = (-3 + 5 - 10.0) / (1e4 + 100);  // k q + K (q + 1e-3) - F0 = F
    EXPECT_NEAR(state.q[0], q, 1e-14);
    EXPECT_LT(state.sides[0].response.force, 0);
    EXPECT_TRUE(state.sides[0].memory.closed);
}

}  // namespace
}  // namespace jounce::test::static_searches_test
