// A step of contacts and frictions whose laws and gaps are written down here again, with a compliance that couples all rows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "support/small_system.hpp"
#include "time/contact/contact_kernel.hpp"

namespace jounce::test::kernel_step {

using contact::Slip;
using linalg::Matrix;
using linalg::Vector;

constexpr double h = 0.1, stiffness = 300, loss = 0.4, impact = 1, mu = 0.3, softness = 0.5, start = 3;

/// mu N s/sqrt(s^2 + softness^2) in both directions. \param slope_factor of the derivatives, wrong unless 1
class Smooth final : public contact::FrictionLaw {
  public:
    explicit Smooth(double softness_ = softness, double slope_factor = 1) : soft(softness_), factor(slope_factor) {
        kind = "test";
    }
    contact::FrictionResponse evaluate(const Slip& s, double N, const contact::BristleStep&) const noexcept override {
        contact::FrictionResponse out;
        const double r = std::sqrt(s[0] * s[0] + s[1] * s[1] + soft * soft);
        for (std::size_t i = 0; i < 2; ++i) {
            out.by_normal[i] = mu * s[i] / r;
            out.force[i] = N * out.by_normal[i];
            for (std::size_t j = 0; j < 2; ++j)
                out.damping[2 * i + j] = factor * mu * N / r * ((i == j ? 1.0 : 0.0) - s[i] * s[j] / (r * r));
        }
        return out;
    }
    double soft, factor;
};

/// A linear stop that says a wrong stiffness.
class WrongStop final : public contact::Law {
  public:
    WrongStop() { kind = "test"; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        const double F = stiffness * m.indentation;
        return {F, 1e14 * stiffness, 0, F, 0.5 * F * m.indentation};
    }
};

/// A set-valued law.
class Coulomb final : public contact::FrictionLaw {
  public:
    explicit Coulomb(double coefficient) {
        kind = "test";
        cone = contact::FrictionCone{coefficient, coefficient, 0};
    }
    contact::FrictionResponse evaluate(const Slip&, double, const contact::BristleStep&) const noexcept override { return {}; }
};

/// Numbers without a pattern, the same at each run.
inline Matrix pattern(int rows, int columns) {
    Matrix out(rows, columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) out(i, j) = std::sin(1.7 * (i + 1) * (i + 1) + 2.3 * (j + 1) + 0.6 * i * j);
    return out;
}

/// A System with rows B, one step of it without contact forces, and what its contacts make of it.
struct Step {
    explicit Step(const Matrix& rows) : B(rows), system(test::linear_system(square(), square(), square())) {
        for (Eigen::Index i = 0; i < B.rows(); ++i) test::add_row(system, B.row(i).transpose());
    }
    Matrix square() const { return Matrix::Identity(B.cols(), B.cols()); }

    /// A gap with the rows from `row` on.
    void gap(const contact::GapGeometry& geometry, contact::LawPointer law, int row) {
        Contact contact;
        contact.name = "gap";
        contact.gap = geometry;
        contact.law = std::move(law);
        contact.first_row = row;
        contact.first_side = system.sides;
        system.sides += geometry.sides();
        system.contacts.push_back(contact);
    }
    /// A friction with the own rows from `row` on.
    Friction& friction(contact::FrictionPointer law, int row, int own, int directions, int gap = 0) {
        Friction made;
        made.name = "friction";
        made.law = std::move(law);
        made.contact = gap;
        made.first_row = row;
        made.own_rows = own;
        made.directions = directions;
        system.frictions.push_back(made);
        return system.frictions.back();
    }
    /// The state in which the step begins: closed where x0 is beyond a stop, with the forces of the laws there.
    void begin(const Vector& x0, const Vector& v0, FrictionStatus status) {
        from.time = start;
        from.q = Vector::Zero(B.cols());
        from.v = B.transpose() * v0;
        from.sides.resize(static_cast<std::size_t>(system.sides));
        for (const Contact& c : system.contacts) {
            for (int s = 0; s < c.gap.sides(); ++s) {
                const auto now = contact::side_motion(c.gap, s, &x0[c.first_row], &v0[c.first_row]);
                SideState& side = from.sides[static_cast<std::size_t>(c.first_side + s)];
                side.motion = now.motion;
                side.normal = now.normal;
                side.memory.closed = now.motion.indentation >= 0;
                side.memory.impact_speed = impact;
                side.memory.max_indentation = std::max(0.0, now.motion.indentation);
                if (side.memory.closed) side.response = c.law->evaluate(now.motion, side.memory);
            }
        }
        from.frictions.resize(system.frictions.size());
        for (FrictionState& now : from.frictions) {
            now.status = status;
            now.direction = {0.8, 0.6};
            now.velocity = {0.08, 0.06};
            now.normal_force = 1;
        }
    }
    /// The step with the motion (x_free, v_free) without contact forces.
    void solve(const Vector& free_place, const Vector& free_rate, time::Events events = time::Events::locate) {
        x_free = free_place;
        v_free = free_rate;
        time::Compliance compliance;
        const Matrix S = B * B.transpose();
        compliance.x = 0.25 * h * h * S;
        compliance.v = 0.5 * h * S;
        time::ContactKernel kernel(system, events);
        std::copy(x_free.begin(), x_free.end(), kernel.x_free());
        std::copy(v_free.begin(), v_free.end(), kernel.v_free());
        to = from;
        kernel.solve(compliance, from, to, h, report);
        kernel.commit(to);
        f = Eigen::Map<const Vector>(kernel.force(), B.rows());
        x = x_free - compliance.x * f;
        v = v_free - compliance.v * f;
        EXPECT_LE(report.residual, 1e-8);
    }
    void solve(const Vector& x0, const Vector& v0, FrictionStatus status, time::Events events = time::Events::locate) {
        begin(x0, v0, status);
        solve(x0 + h * v0, v0, events);
    }

    Matrix B;
    System system;
    State from, to;
    time::StepReport report;
    Vector f, x, v, x_free, v_free;
};

inline double push_of(double depth, double rate) { return stiffness * std::pow(depth, 1.5) * (1 + loss * rate / impact); }
inline contact::LawPointer compliant() { return std::make_shared<test::PowerLaw>(stiffness, 1.5, loss); }
inline contact::LawPointer rigid() { return std::make_shared<test::RigidLaw>(0.0); }
constexpr contact::GapGeometry ring{contact::GapShape::circular, 0.2, true, false};
constexpr contact::GapGeometry ceiling{contact::GapShape::plane, 0.2, false, true};

}  // namespace jounce::test::kernel_step
