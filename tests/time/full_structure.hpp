// A structure of five coordinates of which every matrix is full and no row of a contact or a friction is along a coordinate, and
// its equations of motion with the whole matrices.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "closed_signal.hpp"
#include "kernel_step.hpp"
#include "linalg/dense/dense.hpp"
#include "time/start/start.hpp"

namespace jounce::test::full_structure {

using kernel_step::Coulomb;
using kernel_step::pattern;
using kernel_step::Smooth;
using linalg::Matrix;
using linalg::Vector;

constexpr int n = 5;
constexpr double stiffness = 4e3, loss = 0.3, impact = 0.7, start = 0.4;

inline Matrix positive(int seed, double least) {
    const Matrix A = pattern(n, n + seed).leftCols(n);
    return A * A.transpose() + least * Matrix::Identity(n, n);
}

struct Structure {
    Matrix M = positive(1, 1.2), C = 0.8 * positive(2, 0.5), K = 60 * positive(3, 0.4);
    System system = linear_system(M, C, K);

    Structure() {
        load(Vector{{1, -0.5, 0.8, 0.3, -0.2}}, 0, WorkTerm::external, {20, -10, 5, 3});
        load(Vector{{-0.4, 0.7, 0.2, -0.9, 0.6}}, 2, WorkTerm::base, {1, 0, 3, -2});
    }
    void load(const Vector& at, int derivative, WorkTerm term, std::array<double, 4> c) {
        Load out;
        out.pattern = at;
        out.derivative = derivative;
        out.term = term;
        out.signal = std::make_shared<ClosedSignal>(c, 2, 4, 0.3);
        system.loads.push_back(out);
    }
    /// Matrices and loads: the same motion with forces in proportion.
    void scale(double mass) {
        for (Load& load : system.loads) load.pattern *= mass;
        for (Matrix* matrix : {&M, &C, &K}) *matrix *= mass;
        for (linalg::SparseMatrix* matrix : {&system.linear.M, &system.linear.C, &system.linear.K}) *matrix *= mass;
    }
    Vector row(int r) const {
        Vector out = Vector::Zero(n);
        const SparseRow& of = system.rows[static_cast<std::size_t>(r)];
        for (std::size_t e = 0; e < of.index.size(); ++e) out[of.index[e]] = of.coefficient[e];
        return out;
    }
    Matrix rows(int first, int count) const {
        Matrix out(count, n);
        for (int i = 0; i < count; ++i) out.row(i) = row(first + i).transpose();
        return out;
    }
    /// A gap with rows of a pattern.
    void gap(const contact::GapGeometry& geometry, contact::LawPointer law) {
        std::vector<Vector> of;
        for (int i = 0; i < geometry.coordinates(); ++i) of.emplace_back(next(i));
        add_contact(system, "gap", geometry, std::move(law), of);
    }
    Friction& friction(contact::FrictionPointer law, int at, double given = 0) {
        Friction made;
        made.name = "friction";
        made.law = std::move(law);
        made.contact = at;
        made.first_row = static_cast<int>(system.rows.size());
        made.own_rows = made.directions = 2;
        if (given > 0) made.normal_force = std::make_shared<FunctionSignal>([given](double t) { return given * (1 + t); });
        for (int i = 0; i < 2; ++i) add_row(system, next());
        system.frictions.push_back(made);
        return system.frictions.back();
    }
    Vector next(int later = 0) const {
        return pattern(12, n).row(static_cast<Eigen::Index>(system.rows.size()) + 1 + later).transpose();
    }
    void move(int row, double by) {
        if (system.recovery.prescribed.empty()) {
            PrescribedMotion stop;
            stop.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0.02, 0.5, -0.3, 0.8});
            stop.mass_row = stop.damping_row = stop.stiffness_row = Vector::Zero(n);
            stop.mass = stop.damping = stop.stiffness = {0};
            system.recovery.prescribed.push_back(stop);
        }
        system.rows[static_cast<std::size_t>(row)].prescribed = {0};
        system.rows[static_cast<std::size_t>(row)].prescribed_coefficient = {by};
    }

    State begin(const std::vector<char>& closed) const {
        State from = time::initial_state(system);
        from.time = start;
        from.q = Vector{{0.12, -0.07, 0.05, 0.09, -0.1}};
        from.v = Vector{{0.4, 0.9, -0.6, 0.3, 0.5}};
        for (std::size_t s = 0; s < closed.size(); ++s) {
            from.sides[s].memory.closed = closed[s] != 0;
            from.sides[s].memory.impact_speed = impact;
        }
        for (FrictionState& f : from.frictions) {
            f.status = FrictionStatus::slip;
            f.direction = {0.6, -0.8};
            f.bristle = {0.01, -0.02};
        }
        return from;
    }
    Vector force(double t) const {
        Vector F = Vector::Zero(n);
        for (const Load& load : system.loads) {
            const SignalSample s = load.signal->sample(t);
            F += (load.derivative == 0 ? s.value : s.second) * load.pattern;
        }
        return F;
    }
    Vector free(double t, const Vector& q, const Vector& v) const { return force(t) - C * v - K * q; }
    Vector accelerated(const Vector& force) const { return linalg::solve_square(M, force); }
};

}  // namespace jounce::test::full_structure
