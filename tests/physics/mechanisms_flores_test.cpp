// Physics: the slider-crank with a rigid translational clearance joint of P. Flores, R. Leine, C. Glocker (2010),
// doi:10.1007/s11044-009-9178-y: impacts with friction, sliding, rest, by all methods that know joints. Reference of the first
// impacts: Lagrange's equations in three angles, an integrator of order 16, and the impulse of one corner that slides.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test::mechanisms_flores_test {
namespace {

struct Data {
    double mu = 0.01, e = 0.4;
    double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = 1e-3, g = 9.81;
    double m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
};

System slider_crank(const Data& d) {
    Mechanisms m;
    m.body("crank", d.m1, d.J1, {{"O", pair_of(-0.5 * d.l1, 0)}, {"A", pair_of(0.5 * d.l1, 0)}});
    m.body("rod", d.m2, d.J2, {{"A", pair_of(-0.5 * d.l2, 0)}, {"B", pair_of(0.5 * d.l2, 0)}});
    m.body("slider", d.m3, d.J3, {{"B", pair_of(0, 0)}});
    m.hinge("O", pair_of(0, 0), "crank.O");
    m.hinge("A", "crank.A", "rod.A");
    m.hinge("B", "rod.B", "slider.B");
    m.add("translational_clearance",
          {{"name", "guide"},
           {"body", "slider"},
           {"length", 2 * d.a},
           {"height", 2 * d.b},
           {"clearance", d.c},
           {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", d.e}, {"minimum_speed", 1e-5}})},
           {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", d.mu}})}});
    m.add("gravity", {{"acceleration", vector(0, -d.g, 0)}});
    m.add("initial", {{"node", "crank"}, {"angle", 0}, {"vangle", 150}});
    m.add("initial", {{"node", "rod"}, {"angle", 0}, {"vangle", -75}});
    m.add("initial", {{"node", "slider"}, {"angle", 0}, {"vangle", -0.01}});
    return m.system();
}

/// The three angles and their rates; corners 1, 2 below (rear, front), 3, 4 above.
struct Witness {
    Data d;
    Reals<6> state{0, 0, 0, 150, -75, -0.01L};
    Real time = 0;

    struct Corner {
        Real depth = 0, rate = 0, slip = 0;
        Reals<3> along{}, across{};  // of the angles' rates: rate of the depth, slip
    };
    [[nodiscard]] Corner corner(int k, const Reals<6>& at) const {
        const Real up = k < 2 ? -1 : 1, fore = k % 2 == 0 ? -1 : 1;
        const Real rx = fore * d.a * std::cos(at[2]) - up * d.b * std::sin(at[2]);
        const Real ry = fore * d.a * std::sin(at[2]) + up * d.b * std::cos(at[2]);
        Corner out;
        out.depth = up * (d.l1 * std::sin(at[0]) + d.l2 * std::sin(at[1]) + ry) - d.b - d.c;
        out.along = {up * d.l1 * std::cos(at[0]), up * d.l2 * std::cos(at[1]), up * rx};
        // The tangent is the normal turned by a right angle.
        out.across = {up * d.l1 * std::sin(at[0]), up * d.l2 * std::sin(at[1]), up * ry};
        for (std::size_t i = 0; i < 3; ++i) {
            out.rate += out.along[i] * at[3 + i];
            out.slip += out.across[i] * at[3 + i];
        }
        return out;
    }
    /// M^-1 r
    [[nodiscard]] Reals<3> answer(const Reals<6>& at, const Reals<3>& r) const {
        const Real k = (0.5L * d.m2 + d.m3) * d.l1 * d.l2;
        const Real m11 = d.J1 + (0.25L * d.m1 + d.m2 + d.m3) * d.l1 * d.l1, m12 = k * std::cos(at[0] - at[1]);
        const Real m22 = d.J2 + (0.25L * d.m2 + d.m3) * d.l2 * d.l2, det = m11 * m22 - m12 * m12;
        return {(m22 * r[0] - m12 * r[1]) / det, (m11 * r[1] - m12 * r[0]) / det, r[2] / d.J3};
    }
    [[nodiscard]] Reals<6> rates(const Reals<6>& at) const {
        const Real k = (0.5L * d.m2 + d.m3) * d.l1 * d.l2 * std::sin(at[0] - at[1]);
        const Reals<3> a = answer(at, {-k * at[4] * at[4] - (0.5L * d.m1 + d.m2 + d.m3) * d.g * d.l1 * std::cos(at[0]),
                                       k * at[3] * at[3] - (0.5L * d.m2 + d.m3) * d.g * d.l2 * std::cos(at[1]), 0});
        return {at[3], at[4], at[5], a[0], a[1], a[2]};
    }
    [[nodiscard]] Reals<6> flown(const Reals<6>& from, Real h) const {
        Reals<6> out = from, scale{1, 1, 1, 100, 100, 10};
        Real t = 0;
        if (h > 0)
            integrate([this](Real, const Reals<6>& at) { return rates(at); }, t, out, h, h, 1e-17L, scale,
                      [](Real, const Reals<6>&, Real, const Reals<6>&) { return true; });
        return out;
    }
    /// Flies to the next impact and through it. \returns the corner and its approach
    std::pair<int, Real> impact() {
        constexpr Real h = 1e-5L;
        for (;;) {
            const Reals<6> next = flown(state, h);
            int first = -1;
            Real after = h;
            for (int k = 0; k < 4; ++k) {
                if (!(corner(k, next).depth > 0) || !(corner(k, next).rate > 0)) continue;
                Real low = 0, high = h;
                for (int i = 0; i < 70; ++i) {
                    const Real middle = 0.5L * (low + high);
                    const Corner at = corner(k, flown(state, middle));
                    (at.depth > 0 && at.rate > 0 ? high : low) = middle;
                }
                if (high < after || first < 0) first = k;
                after = std::min(after, high);
            }
            if (first < 0) {
                state = next;
                time += h;
                continue;
            }
            state = flown(state, after);
            time += after;
            const Corner at = corner(first, state);
            const Real sign = at.slip < 0 ? -1 : 1;
            Reals<3> push;
            for (std::size_t i = 0; i < 3; ++i) push[i] = at.along[i] + sign * d.mu * at.across[i];
            const Reals<3> x = answer(state, push);
            Real gain = 0, turned = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                gain += at.along[i] * x[i];
                turned += at.across[i] * x[i];
            }
            const Real P = (1 + d.e) * at.rate / gain;
            EXPECT_LT(std::abs(P * turned), std::abs(at.slip)) << "the corner would stick";
            for (std::size_t i = 0; i < 3; ++i) state[3 + i] -= P * x[i];
            return {first, at.rate};
        }
    }
};

/// The paper's data, and others.
struct Flores : testing::TestWithParam<std::pair<double, double>> {};

TEST_P(Flores, TheFirstImpactsAreThoseOfThreeAngles) {
    Data data;
    std::tie(data.mu, data.e) = GetParam();
    const System system = slider_crank(data);
    Witness witness{data};
    std::vector<std::pair<int, Real>> want;
    std::vector<Real> times;
    for (int i = 0; i < 12; ++i) {
        want.push_back(witness.impact());
        times.push_back(witness.time);
    }
    const auto end = static_cast<double>(times.back() + 1e-9L);
    const MechanismRun run = run_mechanism(system, *events(1e-12), 1e-4, end);
    const MechanismRun other = run_mechanism(system, *alpha(0.8), 1e-6, end);
    ASSERT_GE(run.impacts.size(), want.size());
    ASSERT_GE(other.impacts.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(run.impacts[i].contact, want[i].first);
        EXPECT_EQ(other.impacts[i].contact, want[i].first);
        EXPECT_NEAR(run.impacts[i].time_in, static_cast<double>(times[i]), 1e-10);
        EXPECT_NEAR(run.impacts[i].speed_in, static_cast<double>(want[i].second), 1e-7);
        EXPECT_NEAR(other.impacts[i].time_in, static_cast<double>(times[i]), 1e-7);
    }
    EXPECT_LT(run.largest_remainder, 1e-9 * run.work_done);
}

// Two turns of the crank: bounces, corners that slide along the faces and leave them. Two tolerances agree, the account is
// closed, and generalized_alpha converges to them.
TEST_P(Flores, BouncesSlidesAndRests) {
    Data data;
    std::tie(data.mu, data.e) = GetParam();
    const System system = slider_crank(data);
    constexpr double duration = 0.03;
    const MechanismRun loose = run_mechanism(system, *events(1e-8), 1e-4, duration);
    const MechanismRun tight = run_mechanism(system, *events(1e-10), 1e-4, duration);
    EXPECT_LT(tight.largest_remainder, 1e-7 * tight.work_done);
    // Without friction, what the impulses leave of it is rounding.
    if (data.mu > 0) {
        EXPECT_GT(tight.energy.friction, 1e-6 * tight.work_done);
    } else {
        EXPECT_NEAR(tight.energy.friction, 0, 1e-14 * tight.work_done);
    }
    for (const char* motion : {"crank.angle", "rod.angle"})
        EXPECT_NEAR(probe(system, loose.end, motion), probe(system, tight.end, motion), 1e-5) << motion;
    const MechanismRun other = run_mechanism(system, *alpha(0.8), 2e-6, duration);
    EXPECT_NEAR(probe(system, other.end, "crank.angle"), probe(system, tight.end, "crank.angle"), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Data, Flores, testing::Values(std::pair{0.01, 0.4}, std::pair{0.05, 0.6}, std::pair{0.0, 0.9}));

}  // namespace
}  // namespace jounce::test::mechanisms_flores_test
