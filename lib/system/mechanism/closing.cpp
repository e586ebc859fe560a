// Closing the joints of a mechanism by Newton's method with least corrections.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/closing.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "system/mechanism/motion.hpp"

namespace jounce {

namespace {

constexpr int most_iterations = 200;
constexpr double largest_turn = 0.3;  // of a body in one iteration [rad]
constexpr double closed = 1e-12;      // relative to the size of the mechanism
constexpr double independent = 1e-9;  // smallest independent share of an equation

double largest(const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; }

/// The smallest change (weighted by mass) that makes the values zero: -D (J D)^+ value.
Vector correction(const Matrix& jacobian, const Vector& mobility, const Vector& value) {
    if (value.size() == 0) return Vector::Zero(mobility.size());
    const Matrix scaled = jacobian * mobility.asDiagonal();
    return -(mobility.asDiagonal() * linalg::least_solution(scaled, value, independent));
}

}  // namespace

MechanismClosing::MechanismClosing(const System& system, const Mechanism& mechanism) : system_(system), mechanism_(mechanism) {
    const auto n = static_cast<Eigen::Index>(mechanism.coordinates.size());
    mobility_ = Vector::Ones(n);
    turns_.assign(static_cast<std::size_t>(n), false);
    for (Eigen::Index c = 0; c < n; ++c) {
        const int at = mechanism.coordinates[static_cast<std::size_t>(c)];
        mobility_[c] = 1 / std::sqrt(system.linear.M.coeff(at, at));
    }
    for (const PlanarFrame& frame : mechanism.frames) {
        for (const int at : frame.rows[2].index) {
            if (frame.link < 0) turns_[static_cast<std::size_t>(place(at))] = true;
        }
        for (const auto& [name, point] : frame.points) size_ = std::max(size_, point.norm());
    }
    if (size_ == 0) size_ = 1;
}

void MechanismClosing::hold(const std::vector<int>& free) {
    for (const int at : free) {
        const auto found = std::ranges::lower_bound(mechanism_.coordinates, at);
        if (found != mechanism_.coordinates.end() && *found == at) mobility_[found - mechanism_.coordinates.begin()] = 0;
    }
}

void MechanismClosing::hold_structure() {
    std::vector<bool> of_body(turns_.size(), false);
    for (const PlanarFrame& frame : mechanism_.frames) {
        if (!frame.body) continue;
        for (const SparseRow& row : frame.rows) {
            for (const int at : row.index) of_body[static_cast<std::size_t>(place(at))] = true;
        }
    }
    for (std::size_t c = 0; c < of_body.size(); ++c) {
        if (!of_body[c]) mobility_[static_cast<Eigen::Index>(c)] = 0;
    }
}

double MechanismClosing::close(std::span<const PlanarJoint> joints, double time, Vector& q) const {
    MechanismMotion motion(system_, mechanism_, joints);
    motion.set_time(time);
    const auto evaluate = [&] {
        motion.move(q.data(), nullptr);
        motion.constrain();
        return largest(motion.value());
    };
    double left = evaluate();
    // The first step keeps the angles: their guess is better than that of the positions.
    Vector held = mobility_;
    for (Eigen::Index c = 0; c < held.size(); ++c) {
        if (turns_[static_cast<std::size_t>(c)]) held[c] = 0;
    }
    if (left > 0) {
        add(correction(motion.jacobian(), held, motion.value()), 1, q);
        left = evaluate();
    }
    int stalled = 0;
    for (int i = 0; i < most_iterations && left > 0 && stalled < 4; ++i) {
        const Vector step = correction(motion.jacobian(), mobility_, motion.value());
        double turn = 0;
        for (Eigen::Index c = 0; c < step.size(); ++c) {
            if (turns_[static_cast<std::size_t>(c)]) turn = std::max(turn, std::abs(step[c]));
        }
        double share = turn > largest_turn ? largest_turn / turn : 1;
        const Vector before = q;
        double now = 0;
        for (int halved = 0; halved < 8; ++halved, share *= 0.5) {
            q = before;
            add(step, share, q);
            now = evaluate();
            if (now < left || left <= closed * size_) break;
        }
        stalled = now < 0.9 * left ? 0 : stalled + 1;
        if (left <= closed * size_ && now >= left) {
            q = before;
            break;
        }
        left = now;
    }
    worst_ = 0;
    left = evaluate();
    for (Eigen::Index i = 0; i < motion.value().size(); ++i) {
        if (std::abs(motion.value()[i]) == left) worst_ = static_cast<int>(i);
    }
    return left;
}

double MechanismClosing::set_rates(std::span<const PlanarJoint> joints, double time, const Vector& q, Vector& v) const {
    MechanismMotion motion(system_, mechanism_, joints);
    motion.set_time(time);
    double left = 0;
    for (int i = 0; i < 3; ++i) {
        motion.move(q.data(), v.data());
        motion.constrain();
        if (i < 2) add(correction(motion.jacobian(), mobility_, motion.rate()), 1, v);
    }
    for (Eigen::Index i = 0; i < motion.rate().size(); ++i) {
        if (std::abs(motion.rate()[i]) <= left) continue;
        left = std::abs(motion.rate()[i]);
        worst_ = static_cast<int>(i);
    }
    return left;
}

std::vector<bool> MechanismClosing::redundant(std::span<const PlanarJoint> joints, double time, const Vector& q) const {
    MechanismMotion motion(system_, mechanism_, joints);
    motion.set_time(time);
    motion.move(q.data(), nullptr);
    motion.constrain();
    const Matrix scaled = motion.jacobian() * mobility_.asDiagonal();
    std::vector<Vector> basis;
    std::vector<bool> out;
    for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
        Vector row = scaled.row(i).transpose();
        const double whole = row.norm();
        for (int twice = 0; twice < 2; ++twice) {
            for (const Vector& b : basis) row -= b.dot(row) * b;
        }
        out.push_back(!(row.norm() > independent * whole));
        if (!out.back()) basis.push_back(row.normalized());
    }
    return out;
}

double MechanismClosing::shift(std::span<const PlanarJoint> joints, const Vector& v, Vector& q) const {
    MechanismMotion motion(system_, mechanism_, joints);
    motion.set_time(0);
    motion.move(q.data(), nullptr);
    motion.constrain();
    const auto n = static_cast<Eigen::Index>(mechanism_.coordinates.size());
    Vector some(n);
    for (Eigen::Index c = 0; c < n; ++c) some[c] = mobility_[c] * std::cos(1.0 + 2.3 * static_cast<double>(c));
    const Vector along = some + correction(motion.jacobian(), mobility_, motion.jacobian() * some);
    double turn = 0, rate = 0;
    for (Eigen::Index c = 0; c < n; ++c) {
        const double per = turns_[static_cast<std::size_t>(c)] ? 1 : 1 / size_;
        turn = std::max(turn, per * std::abs(along[c]));
        rate = std::max(rate, per * std::abs(v[mechanism_.coordinates[static_cast<std::size_t>(c)]]));
    }
    constexpr double far = 0.02;
    if (turn > 0) add(along, far / turn, q);
    return rate > 0 ? far / rate : 0;
}

Eigen::Index MechanismClosing::place(int coordinate) const {
    return std::ranges::lower_bound(mechanism_.coordinates, coordinate) - mechanism_.coordinates.begin();
}

void MechanismClosing::add(const Vector& step, double share, Vector& q) const {
    for (Eigen::Index c = 0; c < step.size(); ++c) q[mechanism_.coordinates[static_cast<std::size_t>(c)]] += share * step[c];
}

}  // namespace jounce
