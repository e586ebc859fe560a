// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/modal_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/variation/law_derivative.hpp"
#include "time/exact/modal_transfer.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;
using linalg::Matrix;
using linalg::Vector;
using time::force_nodes;

namespace {

constexpr Eigen::Index nodes = static_cast<Eigen::Index>(force_nodes.size());
/// Radians of the fastest mode: above the first explicit steps cost more, below the second they are a few.
constexpr double long_step = 3, short_step = 0.5;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// Lagrange's polynomials of the nodes at the start of a step.
const time::NodeValues& at_start() {
    static const time::NodeValues table = [] {
        time::NodeValues out{};
        for (std::size_t j = 0; j < out.size(); ++j) {
            time::NodeValues unit{};
            unit[j] = 1;
            out[j] = time::polynomial_through_nodes(0, unit, 1).at(0);
        }
        return out;
    }();
    return table;
}

}  // namespace

ModalContacts::ModalContacts(const System& system, const SideGradients& gradients, const PhiRows& rows, double rate)
    : system_(system),
      gradients_(gradients),
      rows_(rows),
      n_(system.size()),
      rate_(rate),
      c_(Matrix(system.linear.C).diagonal()),
      k_(Matrix(system.linear.K).diagonal()),
      compliance_(system) {
    damping_ = c_.sum();
    for (Eigen::Index i = 0; i < n_; ++i) fastest_ = std::max({fastest_, std::sqrt(std::abs(k_[i])), c_[i]});
}

bool ModalContacts::takes(const time::AcceptedStep& step) const {
    if (!(fastest_ * (step.after.time - step.before.time) > long_step) || !system_.frictions.empty()) return false;
    for (std::size_t s = 0; s < step.before.sides.size(); ++s) {
        const Contact& contact = gradients_.contact(s);
        if (step.before.sides[s].memory.closed && (contact.law->rigid || contact.gap.coordinates() != 1)) return false;
    }
    return dynamic_cast<time::DenseMotion*>(step.stepper) != nullptr;
}

void ModalContacts::choose_sides(const State& from, const State& to) {
    sides_.clear();
    side_rows_.clear();
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        const Contact& contact = gradients_.contact(s);
        if (!from.sides[s].memory.closed || cut_within(*contact.law, from.sides[s], to.sides[s])) continue;
        const SideGradient g = gradients_.at(s, from);
        Side side;
        side.number = s;
        side.row = static_cast<std::size_t>(contact.first_row);
        side.sign = contact.gap.sign(gradients_.within(s));
        side.reach = g.b.lpNorm<Eigen::Infinity>();
        side.mobility = g.b.dot(g.w);
        sides_.push_back(side);
        side_rows_.push_back(side.row);
    }
}

void ModalContacts::set_tangents(const State& at, Side& side, double& by_place, double& by_rate, double& by_speed) {
    const Contact& contact = gradients_.contact(side.number);
    const SideState& state = at.sides[side.number];
    const contact::Response response = uncut_response(contact, state);
    by_place = response.stiffness;
    by_rate = response.damping;
    by_speed = by_impact_speed(*contact.law, state.motion, state.memory);
    if (by_speed != 0) frozen_ = true;
}

bool ModalContacts::read(const State& from, double after) {
    if (after > 0) return motion_->within(from, after, at_);
    at_ = from;
    return true;
}

bool ModalContacts::read_tangents(const State& from, double begin, double h) {
    if (!read(from, begin)) return false;
    for (Side& side : sides_) set_tangents(at_, side, side.by_place, side.by_rate, side.by_speed);
    for (std::size_t i = 0; i < force_nodes.size(); ++i) {
        if (!read(from, begin + force_nodes.place[i] * h)) return false;
        for (Side& side : sides_) set_tangents(at_, side, side.places[i], side.rates[i], side.speeds[i]);
    }
    return true;
}

void ModalContacts::solve(double h, const Matrix& phi) {
    const Eigen::Index size = index(sides_.size()) * nodes, columns = phi.cols();
    Matrix flow(2 * size, 2 * n_);
    for (Eigen::Index i = 0; i < nodes; ++i) {
        const double length = force_nodes.place[static_cast<std::size_t>(i)] * h;
        for (Eigen::Index m = 0; m < n_; ++m) {
            const time::ModeTransfer t = time::mode_transfer(c_[m], k_[m], length);
            for (std::size_t a = 0; a < sides_.size(); ++a) {
                const double b = sides_[a].sign * gradients_.rows()(index(sides_[a].row), m);
                const Eigen::Index at = index(a) * nodes + i;
                flow(at, m) = b * (1 + t.xx);
                flow(at, n_ + m) = b * t.xv;
                flow(size + at, m) = b * t.vx;
                flow(size + at, n_ + m) = b * (1 + t.vv);
            }
        }
    }
    free_.noalias() = flow * phi.topRows(2 * n_);
    const time::NodeCompliance::Matrices& compliance = compliance_.at(h, side_rows_);
    const auto all = index(compliance.rows.size()) * nodes;
    const auto place_of = [&](std::size_t a) {
        return index(static_cast<std::size_t>(std::ranges::find(compliance.rows, sides_[a].row) - compliance.rows.begin())) *
               nodes;
    };
    Matrix left = Matrix::Identity(size, size);
    force_.resize(size, columns);
    for (std::size_t a = 0; a < sides_.size(); ++a) {
        const Side& side = sides_[a];
        const auto speed = phi.row(rows_.impact_speed(side.number));
        for (Eigen::Index i = 0; i < nodes; ++i) {
            const auto node = static_cast<std::size_t>(i);
            const Eigen::Index at = index(a) * nodes + i;
            force_.row(at) = side.places[node] * free_.row(at) + side.rates[node] * free_.row(size + at);
            if (side.speeds[node] != 0) force_.row(at) += side.speeds[node] * speed;
            for (std::size_t b = 0; b < sides_.size(); ++b) {
                const double sign = side.sign * sides_[b].sign;
                const auto first = static_cast<std::size_t>((place_of(a) + i) * all + place_of(b));
                for (Eigen::Index j = 0; j < nodes; ++j) {
                    const std::size_t entry = first + static_cast<std::size_t>(j);
                    left(at, index(b) * nodes + j) +=
                        sign * (side.places[node] * compliance.x[entry] + side.rates[node] * compliance.v[entry]);
                }
            }
        }
    }
    force_ = linalg::solve_square(left, force_);
}

double ModalContacts::excess(double h, double tolerance, const Matrix& phi) const {
    constexpr double share = 1.0 / 64;  // of the step: the difference is of that size up to the first node
    Vector push = Vector::Zero(phi.cols());
    for (std::size_t a = 0; a < sides_.size(); ++a) {
        const Side& side = sides_[a];
        const double sign = side.sign;
        const auto b = gradients_.rows().row(index(side.row));
        RowVectorXd difference = -(sign * side.by_place) * (b * phi.topRows(n_));
        difference -= (sign * side.by_rate) * (b * phi.middleRows(n_, n_));
        difference -= side.by_speed * phi.row(rows_.impact_speed(side.number));
        for (Eigen::Index j = 0; j < nodes; ++j)
            difference += at_start()[static_cast<std::size_t>(j)] * force_.row(index(a) * nodes + j);
        push += side.reach * share * h * difference.cwiseAbs().transpose();
    }
    double out = 0;
    for (Eigen::Index j = 0; j < phi.cols(); ++j) {
        const auto column = phi.col(j);
        if (!std::isfinite(push[j])) return infinite;
        const double size =
            std::max({column.head(n_).lpNorm<Eigen::Infinity>(), column.segment(n_, n_).lpNorm<Eigen::Infinity>() / rate_,
                      std::numeric_limits<double>::min()});
        out = std::max(out, push[j] / (rate_ * tolerance * size));
    }
    return out;
}

void ModalContacts::advance(double h, Matrix& phi) const {
    const std::size_t last = force_nodes.size() - 1;
    Vector xx(n_), xv(n_), vx(n_), vv(n_);
    Matrix response(2 * n_, force_.rows());
    for (Eigen::Index m = 0; m < n_; ++m) {
        const time::ModeTransfer t = time::mode_transfer(c_[m], k_[m], h);
        xx[m] = t.xx, xv[m] = t.xv, vx[m] = t.vx, vv[m] = t.vv;
        const time::NodeResponse unit = time::node_response(c_[m], k_[m], h, last);
        for (std::size_t a = 0; a < sides_.size(); ++a) {
            const double b = sides_[a].sign * gradients_.rows()(index(sides_[a].row), m);
            for (std::size_t j = 0; j < force_nodes.size(); ++j) {
                response(m, index(a) * nodes + index(j)) = b * h * h * unit.place[j];
                response(n_ + m, index(a) * nodes + index(j)) = b * h * unit.rate[j];
            }
        }
    }
    for (Eigen::Index j = 0; j < phi.cols(); ++j) {
        const Vector q = phi.col(j).head(n_);
        auto v = phi.col(j).segment(n_, n_);
        phi.col(j).head(n_) += xx.cwiseProduct(q) + xv.cwiseProduct(v);
        v += vx.cwiseProduct(q) + vv.cwiseProduct(v);
    }
    phi.topRows(2 * n_).noalias() -= response * force_;
}

double ModalContacts::trace(double h) const {
    double out = -damping_ * h;
    for (const Side& side : sides_)
        for (std::size_t i = 0; i < force_nodes.size(); ++i) out -= side.mobility * h * force_nodes.weight[i] * side.rates[i];
    return out;
}

std::optional<double> ModalContacts::over(const time::AcceptedStep& step, double tolerance, Matrix& phi, JointSteps& shorter) {
    constexpr double order = 9, caution = 0.8, least = 0.1, most = 4;
    motion_ = dynamic_cast<time::DenseMotion*>(step.stepper);
    const double length = step.after.time - step.before.time;
    at_ = step.before;
    if (motion_ == nullptr || !motion_->within(step.before, 0.5 * length, at_)) return {};
    choose_sides(step.before, step.after);
    double done = 0, traces = 0, h = next_ > 0 ? std::min(next_, length) : length;
    while (done < length) {
        h = std::min(h, length - done);
        if (fastest_ * h < short_step) {
            h = std::min(short_step / fastest_, length - done);
            if (!read(step.before, done)) throw computation_failed("orbit: the motion within a step is not known");
            begin_ = at_;
            if (!read(step.before, done + h)) throw computation_failed("orbit: the motion within a step is not known");
            end_ = done + h >= length ? step.after : at_;
            traces += shorter.over(begin_, end_, tolerance, phi);
            done += h;
            h *= most;
            continue;
        }
        if (!read_tangents(step.before, done, h)) throw computation_failed("orbit: the motion within a step is not known");
        solve(h, phi);
        const double error = excess(h, tolerance, phi);
        const double factor = error > 0 ? std::clamp(caution * std::pow(error, -1 / order), least, most) : most;
        if (error <= 1) {
            advance(h, phi);
            traces += trace(h);
            done = h >= length - done ? length : done + h;
        }
        h *= error <= 1 ? std::max(factor, caution) : std::min(factor, caution);
        if (error <= 1) next_ = h;
    }
    return traces;
}

}  // namespace jounce::nonlinear
