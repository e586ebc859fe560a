// Physics: one condensed Newmark step solves the same equations as a Newton iteration on all coordinates with the full tangent.
// Reference: dense matrices, kinematics and laws written out here again; nothing of lib/time or lib/contact is used for it.
// Tolerance: round-off times the condition of the effective matrix and of the contact, see `bound` below.
// Control: with the contact force left out, or with the gap's sign turned, the two must differ by much more.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "linalg/dense/dense.hpp"
#include "support/small_system.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::newmark_witness_test {
namespace {

struct WitnessGap {
    bool circular = false;
    double clearance = 0;
    bool positive = true, negative = false;
    double K = 0, n = 1.5, a = 0;
    Matrix B;  // 1 or 2 rows
};

struct Problem {
    Matrix M, C, K;
    std::vector<WitnessGap> gaps;
    Vector load;
    double h = 0;
    double beta = 0.25, gamma = 0.5;
};

/// The onset speed of the theory: slope of the cubic through both ends of the contact-free step where it passes zero.
double onset_speed(double d0, double v0, double d1, double v1, double h) {
    const auto at = [&](double s) {
        return (1 + 2 * s) * (1 - s) * (1 - s) * d0 + s * (1 - s) * (1 - s) * h * v0 + s * s * (3 - 2 * s) * d1 -
               s * s * (1 - s) * h * v1;
    };
    double lo = 0, hi = 1;
    for (int i = 0; i < 100; ++i) {
        const double mid = 0.5 * (lo + hi);
        (at(mid) > 0 ? hi : lo) = mid;
    }
    const double e = 1e-6;
    return (at(lo + e) - at(lo - e)) / (2 * e * h);
}

/// The same for a circular gap: each component of the eccentricity is a cubic, its length is not.
double onset_speed_circular(const Vector& x0, const Vector& v0, const Vector& x1, const Vector& v1, double h, double clearance) {
    const auto at = [&](double s) {
        const Vector x = (1 + 2 * s) * (1 - s) * (1 - s) * x0 + s * (1 - s) * (1 - s) * h * v0 + s * s * (3 - 2 * s) * x1 -
                         s * s * (1 - s) * h * v1;
        return x.norm() - clearance;
    };
    double lo = 0, hi = 1;
    for (int i = 0; i < 100; ++i) {
        const double mid = 0.5 * (lo + hi);
        (at(mid) > 0 ? hi : lo) = mid;
    }
    const double e = 1e-6;
    return (at(lo + e) - at(lo - e)) / (2 * e * h);
}

/// Contact force on the left-hand side and its derivatives for one gap, in its local coordinates, by first principles.
struct Local {
    Vector f;
    Matrix Kc, Cc;
};

Local local_force(const WitnessGap& g, const Vector& x, const Vector& v, const std::array<double, 2>& v_ref) {
    const auto m = g.B.rows();
    Local out{Vector::Zero(m), Matrix::Zero(m, m), Matrix::Zero(m, m)};
    const auto add = [&](double delta, double rate, const Vector& normal, double radius, double reference) {
        if (delta <= 0) return;
        const double F = g.K * std::pow(delta, g.n) * (1 + g.a * rate / reference);
        if (F < 0) return;
        const double Fd = g.n * g.K * std::pow(delta, g.n - 1) * (1 + g.a * rate / reference);
        const double Fv = g.K * std::pow(delta, g.n) * g.a / reference;
        out.f += F * normal;
        out.Kc += Fd * normal * normal.transpose();
        out.Cc += Fv * normal * normal.transpose();
        if (g.circular) {
            out.Kc += F / radius * (Matrix::Identity(2, 2) - normal * normal.transpose());
            out.Kc += Fv * normal * (v - normal * rate).transpose() / radius;
        }
    };
    if (g.circular) {
        const double r = x.norm();
        const Vector n = x / r;
        add(r - g.clearance, n.dot(v), n, r, v_ref[0]);
    } else {
        if (g.positive) add(x[0] - g.clearance, v[0], Vector::Constant(1, 1.0), 0, v_ref[0]);
        if (g.negative) add(-x[0] - g.clearance, -v[0], Vector::Constant(1, -1.0), 0, g.positive ? v_ref[1] : v_ref[0]);
    }
    return out;
}

double indentation(const WitnessGap& g, int side, const Vector& x) {
    if (g.circular) return x.norm() - g.clearance;
    return ((g.positive && side == 0) ? x[0] : -x[0]) - g.clearance;
}
double rate(const WitnessGap& g, int side, const Vector& x, const Vector& v) {
    if (g.circular) return x.dot(v) / x.norm();
    return (g.positive && side == 0) ? v[0] : -v[0];
}

/// The end of the step by Newton on all accelerations.
std::array<Vector, 3> full_newton(const Problem& p, const Vector& q, const Vector& v, const Vector& a, bool with_contact,
                                  int& iterations) {
    const double h = p.h;
    const Vector qs = q + h * v + (0.5 - p.beta) * h * h * a;
    const Vector vs = v + (1 - p.gamma) * h * a;
    const double bx = p.beta * h * h, bv = p.gamma * h;
    const Matrix S = p.M + bv * p.C + bx * p.K;
    Vector an = linalg::solve_square(S, p.load - p.C * vs - p.K * qs);
    const Vector free_q = qs + bx * an, free_v = vs + bv * an;
    std::vector<std::array<double, 2>> v_ref;
    for (const WitnessGap& g : p.gaps) {
        std::array<double, 2> r{};
        for (int side = 0; side < 2; ++side) {
            const double d0 = indentation(g, side, g.B * q), d1 = indentation(g, side, g.B * free_q);
            const double r0 = rate(g, side, g.B * q, g.B * v), r1 = rate(g, side, g.B * free_q, g.B * free_v);
            double speed = std::max({r0, r1, 0.0});
            if (d0 <= 0 && d1 > 0) {
                speed = g.circular ? onset_speed_circular(g.B * q, g.B * v, g.B * free_q, g.B * free_v, h, g.clearance)
                                   : onset_speed(d0, r0, d1, r1, h);
            }
            r[static_cast<std::size_t>(side)] = std::max(1e-6, speed);
        }
        v_ref.push_back(r);
    }
    for (iterations = 0; with_contact && iterations < 60; ++iterations) {
        Vector R = p.M * an + p.C * (vs + bv * an) + p.K * (qs + bx * an) - p.load;
        Matrix J = S;
        for (std::size_t g = 0; g < p.gaps.size(); ++g) {
            const WitnessGap& gap = p.gaps[g];
            const Local l = local_force(gap, gap.B * (qs + bx * an), gap.B * (vs + bv * an), v_ref[g]);
            R += gap.B.transpose() * l.f;
            J += gap.B.transpose() * (bx * l.Kc + bv * l.Cc) * gap.B;
        }
        const Vector d = linalg::solve_square(J, -R);
        an += d;
        if (d.norm() <= 1e-13 * an.norm()) break;  // the next increment is its square
    }
    return {qs + bx * an, vs + bv * an, an};
}

Problem random_problem(std::mt19937& engine) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto random = [&](auto rows, auto cols) {
        return Matrix(Matrix::NullaryExpr(rows, cols, [&] { return uniform(engine); }));
    };
    const int n = 2 + static_cast<int>(engine() % 8);
    Problem p;
    const Matrix A = random(n, n);
    p.M = Matrix::Identity(n, n) + 0.3 * A * A.transpose() / n;
    const Matrix B = random(n, n);
    p.K = 1e4 * B * B.transpose();
    p.C = 0.1 * p.M + 1e-4 * p.K;
    p.load = 10 * random(n, 1);
    p.h = 1e-3;
    const int gaps = 1 + static_cast<int>(engine() % 3);
    for (int g = 0; g < gaps; ++g) {
        WitnessGap gap;
        gap.circular = engine() % 3 == 0;
        gap.clearance = 1e-3 * (1 + 0.5 * uniform(engine));
        gap.positive = gap.circular || engine() % 2 == 0;
        gap.negative = !gap.circular && (!gap.positive || engine() % 2 == 0);
        gap.K = 1e7 * std::pow(10, uniform(engine));
        gap.n = engine() % 2 == 0 ? 1.5 : 1.0;
        gap.a = engine() % 2 == 0 ? 0.0 : 0.5 + 0.4 * uniform(engine);
        gap.B = random(gap.circular ? 2 : 1, n);
        p.gaps.push_back(gap);
    }
    return p;
}

System as_system(const Problem& p) {
    System system = test::linear_system(p.M, p.C, p.K);
    const Vector load = p.load;
    test::add_load(system, load, [](double) { return 1.0; });
    for (std::size_t g = 0; g < p.gaps.size(); ++g) {
        const WitnessGap& w = p.gaps[g];
        contact::GapGeometry gap{w.circular ? contact::GapShape::circular : contact::GapShape::plane, w.clearance, w.positive,
                                 w.negative};
        std::vector<Vector> rows;
        for (Eigen::Index i = 0; i < w.B.rows(); ++i) rows.push_back(w.B.row(i));
        test::add_contact(system, "gap" + std::to_string(g), gap, std::make_shared<test::PowerLaw>(w.K, w.n, w.a), rows);
    }
    return system;
}

TEST(NewmarkWitness, TwoHundredRandomStepsAgreeWithTheFullTangent) {
    std::mt19937 engine(20260711);
    std::uniform_real_distribution<double> uniform(-1, 1);
    int touched = 0;
    double worst = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const Problem p = random_problem(engine);
        const System system = as_system(p);
        const auto method = time::newmark({p.beta, p.gamma});
        const auto stepper = method->bind(system, time::Events::stepwise);
        State from = time::initial_state(system);
        const auto n = p.M.rows();
        from.q = 3e-4 * Vector::NullaryExpr(n, [&] { return uniform(engine); });
        from.v = 2 * Vector::NullaryExpr(n, [&] { return uniform(engine); });
        stepper->start(from);
        // Start outside all contacts: what lies behind an onset is the state's memory, tested elsewhere.
        bool outside = true;
        for (const SideState& side : from.sides) outside = outside && side.motion.indentation <= 0;
        if (!outside) continue;
        State to = from;
        const time::StepReport report = stepper->step(from, to, p.h, p.h);
        ASSERT_TRUE(report.converged) << "trial " << trial;
        int iterations = 0;
        const auto [q, v, a] = full_newton(p, from.q, from.v, from.a, true, iterations);
        ASSERT_LT(iterations, 60) << "the witness itself does not converge, trial " << trial;
        bool contact = false;
        for (const SideState& side : to.sides) contact = contact || side.response.force > 0;
        touched += contact ? 1 : 0;
        // Round-off 2e-16 times the condition of S with the contacts' tangents (here below 1e4), with a factor for n.
        const double bound = 1e-10 * a.norm();
        EXPECT_LT((to.a - a).norm(), bound) << "trial " << trial;
        EXPECT_LT((to.q - q).norm(), 1e-10 * (q.norm() + p.h * p.h * a.norm())) << "trial " << trial;
        EXPECT_LT((to.v - v).norm(), 1e-10 * (v.norm() + p.h * a.norm())) << "trial " << trial;
        worst = std::max(worst, (to.a - a).norm() / a.norm());
        if (contact) {
            const auto without = full_newton(p, from.q, from.v, from.a, false, iterations);
            EXPECT_GT((to.a - without[2]).norm(), 1e3 * (to.a - a).norm()) << "the contact makes no difference, trial " << trial;
        }
    }
    EXPECT_GT(touched, 60) << "too few of the trials meet a stop";
    RecordProperty("worst_relative_difference", std::to_string(worst));
}

}  // namespace
}  // namespace jounce::newmark_witness_test
