// Systems written down by hand, so that tests of the time floor need no model and no assembly.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::test {

/// F = K delta^n (1 + a rate/v0): written here again, so that no law of the library is under test.
class PowerLaw final : public contact::Law {
  public:
    PowerLaw(double stiffness_, double exponent_, double factor_ = 0)
        : stiffness(stiffness_), exponent(exponent_), factor(factor_) {
        kind = "test";
    }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory& memory) const noexcept override {
        const double elastic = stiffness * std::pow(m.indentation, exponent);
        const double slope = exponent * stiffness * std::pow(m.indentation, exponent - 1);
        const double f = factor != 0 ? factor / memory.impact_speed : 0;
        return {elastic * (1 + f * m.rate), slope * (1 + f * m.rate), f * elastic, elastic,
                elastic * m.indentation / (exponent + 1)};
    }
    double stiffness, exponent, factor;
};

/// A linear spring-damper stop.
class DashpotLaw final : public contact::Law {
  public:
    DashpotLaw(double stiffness_, double damping_) : stiffness(stiffness_), damping(damping_) { kind = "test"; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        const double elastic = stiffness * m.indentation;
        return {elastic + damping * m.rate, stiffness, damping, elastic, 0.5 * elastic * m.indentation};
    }
    double stiffness, damping;
};

/// A stop that does not yield.
class RigidLaw final : public contact::Law {
  public:
    explicit RigidLaw(double e) {
        rigid = true;
        restitution_asked = e;
        kind = "rigid";
    }
    contact::Response evaluate(const contact::Motion&, const contact::ContactMemory&) const noexcept override { return {}; }
};

constexpr contact::GapGeometry stop(double clearance) { return {contact::GapShape::plane, clearance, true, false}; }

/// A load given by three functions of time.
class FunctionSignal final : public Signal {
  public:
    explicit FunctionSignal(std::function<double(double)> f) : f_(std::move(f)) {}
    double value(double t) const override { return f_(t); }
    SignalSample sample(double t) const override { return {f_(t), 0, 0}; }

  private:
    std::function<double(double)> f_;
};

inline SparseMatrix sparse(const Matrix& dense) { return dense.sparseView(0, 0); }

inline System linear_system(const Matrix& M, const Matrix& C, const Matrix& K) {
    System system;
    system.name = "test";
    system.linear.M = sparse(M);
    system.linear.C = sparse(C);
    system.linear.K = sparse(K);
    const auto n = M.rows();
    system.q0 = linalg::Vector::Zero(n);
    system.v0 = linalg::Vector::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) system.coordinate_names.push_back(std::string("x").append(std::to_string(i)));
    return system;
}

inline Matrix scalar(double x) { return Matrix::Constant(1, 1, x); }

inline void add_row(System& system, const linalg::Vector& b) {
    SparseRow row;
    for (Eigen::Index i = 0; i < b.size(); ++i) {
        if (b[i] == 0) continue;
        row.index.push_back(static_cast<int>(i));
        row.coefficient.push_back(b[i]);
    }
    system.rows.push_back(row);
}

inline void add_contact(System& system, const std::string& name, const contact::GapGeometry& gap, contact::LawPointer law,
                        const std::vector<linalg::Vector>& rows) {
    Contact contact;
    contact.name = name;
    contact.gap = gap;
    contact.law = std::move(law);
    contact.first_row = static_cast<int>(system.rows.size());
    contact.first_side = system.sides;
    for (const linalg::Vector& row : rows) add_row(system, row);
    system.sides += gap.sides();
    system.contacts.push_back(contact);
}

inline void add_load(System& system, const linalg::Vector& pattern, std::function<double(double)> f) {
    Load load;
    load.pattern = pattern;
    load.signal = std::make_shared<FunctionSignal>(std::move(f));
    system.loads.push_back(load);
}

}  // namespace jounce::test
