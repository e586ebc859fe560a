// Physics: how fast the surfaces of a clearance joint meet, and how long they touch, as advised before a run.
// Reference: a disc in a bearing: its speed, the speed of a fall across the clearance, that of its turning; the masses at the
// journal, m along a line through the centre and 1/(1/m + r^2/I) across; half a period of a spring, about pi sqrt(m/k).
// Tolerance: 1e-6, as accelerations are differences over a millionth of the run.
// Control: in a run that ends earlier the load has not grown as far.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/joint_contacts.hpp"

#include "mechanisms.hpp"

namespace jounce::test::joint_contact_times_test {
namespace {

constexpr double mass = 2, inertia = 0.01, stiffness = 3e5, clearance = 4e-3, duration = 2, begin = 0.5;

/// Off the centre of the bearing along x. \param arm of the journal on the disc, along x \param heavier than above
System disc(double arm = 0, double heavier = 1) {
    Mechanisms m;
    m.body("disc", heavier * mass, heavier * inertia, {{"P", pair_of(arm, 0)}});
    m.add("revolute_clearance",
          {{"name", "bearing"},
           {"bearing", pair_of(0, 0)},
           {"journal", "disc.P"},
           {"bearing_radius", 14e-3},
           {"journal_radius", 10e-3},
           {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", stiffness}, {"damping", 0.0}})}});
    m.add("assemble", {{"positions", table({{"disc", pair_of(1e-3 - arm, 0)}})}});
    return m.system();
}

/// A force on the disc, (t) -> [N]
void push(System& system, double x, double y, std::function<double(double)> f) {
    class Pushing final : public Signal {
      public:
        explicit Pushing(std::function<double(double)> f) : f_(std::move(f)) {}
        double value(double t) const override { return f_(t); }
        SignalSample sample(double t) const override { return {f_(t), 0, 0}; }

      private:
        std::function<double(double)> f_;
    };
    Load load;
    load.pattern = Vector::Zero(system.size());
    load.pattern[0] = x;
    load.pattern[1] = y;
    load.signal = std::make_shared<Pushing>(std::move(f));
    system.loads.push_back(load);
}

std::vector<time::ContactTime> times(const System& system, double x, double y, double turn, double lasts = duration) {
    EXPECT_EQ(system.coordinate_names, (std::vector<std::string>{"disc.ux", "disc.uy", "disc.rz"}));
    State start = time::initial_state(system);
    start.time = begin;
    start.v << x, y, turn;
    return time::joint_contact_times(system, start, lasts);
}
double speed(const std::vector<time::ContactTime>& all) {
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? 0 : all[0].speed;
}

TEST(JointContactTimes, AreThoseOfTheFastestApproach) {
    EXPECT_NEAR(speed(times(disc(), 0.3, -0.4, 0)), 0.4, 1e-12);
    EXPECT_NEAR(speed(times(disc(), -0.5, 0.1, 0)), 0.5, 1e-12);
    EXPECT_NEAR(speed(times(disc(), 1e-3, 0, -30)), 30 * clearance, 1e-12) << "the surfaces turn";
    for (const double sign : {1.0, -1.0}) {
        System falls = disc();
        push(falls, 0, sign * 20, [](double) { return 1.0; });
        EXPECT_NEAR(speed(times(falls, 0, 1e-3, 0)), std::sqrt(2 * 10 * clearance), 1e-6);
    }
    EXPECT_TRUE(times(disc(), 0, 0, 0).empty()) << "control: nothing moves";
}

TEST(JointContactTimes, LastAsTheMassesAtTheJournal) {
    const double arm = 0.2, across = 1 / (1 / mass + arm * arm / inertia);
    const auto all = times(disc(arm), 0.3, 0.4, 0);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_NEAR(all[0].node / all[0].body, std::sqrt(across / mass), 1e-9);
    EXPECT_NEAR(all[0].body, pi * std::sqrt(mass / stiffness), 0.1 * all[0].body) << "an estimate for all laws";
}

// The journal stands and the disc turns about it: its centre accelerates the journal by w^2 r, and a force by F/m, along x; so
// does a force against it. The instant over which this is a difference is a millionth of the run.
TEST(JointContactTimes, OfATurningDiscAreThoseOfItsAcceleration) {
    const double arm = 0.2, turn = 7;
    for (const double force : {0.0, 30.0, -30.0}) {
        for (const double lasts : {duration, 1e-4}) {
            System turning = disc(arm);
            push(turning, force, 0, [](double) { return 1.0; });
            const double acceleration = std::abs(force / mass - turn * turn * arm);
            EXPECT_NEAR(speed(times(turning, 0, -turn * arm, turn, lasts)), std::sqrt(2 * acceleration * clearance), 1e-5)
                << force;
        }
    }
}

TEST(JointContactTimes, LastLongerForAHeavierDisc) {
    const auto one = times(disc(0.2), 0.3, 0.4, 0), all = times(disc(0.2, 1e8), 0.3, 0.4, 0);
    ASSERT_EQ(one.size(), 1U);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_NEAR(all[0].body, 1e4 * one[0].body, 1e-9 * all[0].body);
    EXPECT_NEAR(all[0].mass, 1e8 * one[0].mass, 1e-9 * all[0].mass);
}

// A disc that stands, and is pushed ever harder: it has the speeds of later instants, the last one a sixtieth before the end; a
// function that fails later is known up to there, and an interruption ends the search.
TEST(JointContactTimes, OfWhatStandsAreThoseOfLaterInstants) {
    const auto growing = [](double t) { return 20 * (t - begin); };
    System pushed = disc();
    push(pushed, 0, -1, growing);
    const auto at = [](double after) { return std::sqrt(2 * (20 * after / mass) * clearance); };
    EXPECT_NEAR(speed(times(pushed, 0, 0, 0)), at(duration * 60 / 61), 1e-6);
    EXPECT_NEAR(speed(times(pushed, 0, 0, 0, 0.5 * duration)), at(0.5 * duration * 60 / 61), 1e-6) << "control";
    for (const double fails_after : {0.51 * duration, -1.0}) {
        for (const Failure failure : {Failure::computation, Failure::interrupted}) {
            System fails = disc();
            push(fails, 0, -1, [=](double t) {
                if (t - begin > fails_after) throw Error(failure, "no value here");
                return growing(t);
            });
            if (failure == Failure::interrupted)
                EXPECT_THROW((void)times(fails, 0, 0, 0), Error);
            else if (fails_after > 0)
                EXPECT_NEAR(speed(times(fails, 0, 0, 0)), at(duration * 31 / 61), 1e-6);
            else
                EXPECT_TRUE(times(fails, 0, 0, 0).empty());
        }
    }
}

}  // namespace
}  // namespace jounce::test::joint_contact_times_test
